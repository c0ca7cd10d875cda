/* A plugin of QEMU's emulator of 64-bit Arm that counts the instructions of one routine of a program, and writes the
 * count of each of its runs, as one JSON object, when the program ends.
 *
 *   qemu-aarch64 -plugin mc-aarch64.so,out=FILE,measure=ADDRESS PROGRAM
 *
 * A run begins when the routine at the hexadecimal address is called, and ends when it has returned; a call inside a
 * run belongs to it. A translation block is counted when it begins, as no program here leaves one before its end. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin.h"

PLUGIN_EXPORT int qemu_plugin_version = 1;

enum { STATUS_USAGE = 2, MAX_RUNS = 64 };

struct block {
    uint64_t address, end;
    uint64_t count;
    bool is_call;
};

static const char *out;
static uint64_t entry, return_address, counts[MAX_RUNS];
static size_t run_count;
static bool is_inside;
static const struct block *last;

static void fail(const char *reason)
{
    fprintf(stderr, "mc-aarch64: %s\n", reason);
    exit(STATUS_USAGE);
}

/* BL, or BLR with or without authentication (Arm Architecture Reference Manual, DDI 0487, C6.2). */
static bool is_call(uint32_t word)
{
    return word >> 26 == 0x25 || (word & 0xfefff800) == 0xd63f0800 || (word & 0xfffffc1f) == 0xd63f0000;
}

static void run_block(unsigned processor, void *argument)
{
    const struct block *block = argument;
    (void)processor;
    if (is_inside && block->address == return_address) {
        is_inside = false;
        run_count++;
    }
    if (!is_inside && block->address == entry) {
        if (last == NULL || !last->is_call)
            fail("the routine is jumped to, not called: where it returns is not known");
        if (run_count == MAX_RUNS)
            fail("the routine runs too often");
        is_inside = true;
        return_address = last->end;
    }
    if (is_inside)
        counts[run_count] += block->count;
    last = block;
}

static void translate(qemu_plugin_id_t id, struct qemu_plugin_tb *translated)
{
    const size_t count = qemu_plugin_tb_n_insns(translated);
    const struct qemu_plugin_insn *final = qemu_plugin_tb_get_insn(translated, count - 1);
    struct block *block = calloc(1, sizeof *block); /* lives as long as the process */
    uint32_t word;
    (void)id;
    if (block == NULL)
        fail("out of memory");
    memcpy(&word, qemu_plugin_insn_data(final), sizeof word);
    block->address = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(translated, 0));
    block->end = qemu_plugin_insn_vaddr(final) + sizeof word;
    block->count = count;
    block->is_call = is_call(word);
    qemu_plugin_register_vcpu_tb_exec_cb(translated, run_block, QEMU_PLUGIN_CB_NO_REGS, block);
}

static void finish(qemu_plugin_id_t id, void *argument)
{
    FILE *file = fopen(out, "w");
    (void)id, (void)argument;
    if (file == NULL)
        fail("cannot write the counts");
    fprintf(file, "{\"inside\": %s, \"instructions\": [", is_inside ? "true" : "false");
    for (size_t i = 0; i < run_count; i++)
        fprintf(file, "%s%" PRIu64, i ? ", " : "", counts[i]);
    fprintf(file, "]}\n");
    if (fclose(file) != 0)
        fail("cannot write the counts");
}

PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int count, char **arguments)
{
    if (strcmp(info->target_name, "aarch64") != 0)
        fail("this counts instructions of aarch64 alone");
    for (int i = 0; i < count; i++) {
        if (strncmp(arguments[i], "out=", 4) == 0)
            out = strdup(arguments[i] + 4);
        else if (strncmp(arguments[i], "measure=", 8) == 0)
            entry = strtoull(arguments[i] + 8, NULL, 16);
        else
            fail("unknown argument");
    }
    if (out == NULL || entry == 0)
        fail("give out=FILE and measure=ADDRESS");
    qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
    qemu_plugin_register_atexit_cb(id, finish, NULL);
    return 0;
}

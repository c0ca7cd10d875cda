/* A plugin of QEMU's emulators that measures one routine of a program and writes the measurements, as one JSON
 * object, when the program ends.
 *
 *   qemu-arm -plugin mc-qemu.so,out=FILE[,measure=ADDRESS][,step=ADDRESS][,limit=N][,routines=FILE]
 *            [,task_stack=ADDRESS,task_stack_end=ADDRESS][,trace=FILE,trace_run=N]
 *            [,core=m0plus|m4|esp32c3][,stack_limit=ADDRESS][,code=mixed][,multiplier_cycles=N]
 *            [,flash_wait_states=N][,ram_wait_states=N][,flash_line_bytes=N] IMAGE
 *
 * A run of the routine at `measure` begins when it is called and ends when it has returned. Addresses are
 * hexadecimal. `routines` (profile.h) asks for a profile. With `core` the image is Thumb code for that Cortex-M, and
 * cycles are counted (cycles.h), with the wait states of the memories (meter.h), none unless given; without, ARM code
 * or, in qemu-riscv32, RV32, of which cycles are counted with a `core` of RV32IMC (riscv_cycles.h). With `code=mixed`
 * it is ARM code and Thumb, of which instructions and traces are known, loads, stores and stack not; what calls the
 * routine must be ARM code. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cycles.h"
#include "failure.h"
#include "meter.h"
#include "plugin.h"
#include "profile.h"
#include "riscv.h"
#include "riscv_cycles.h"

PLUGIN_EXPORT int qemu_plugin_version = 1;

static struct meter meter = {
    .entry = UINT32_MAX, .step_entry = UINT32_MAX, .limit = UINT64_MAX, .waits.line_bytes = sizeof(uint32_t)};
static struct profile *profile;             /* or NULL */
static struct core *core;                   /* the Cortex-M whose cycles are counted, or NULL */
static const struct riscv_core *riscv_core; /* the same for a core of RV32IMC */
static bool is_riscv, is_mixed;
static const char *out;

static void run_block(unsigned processor, void *block)
{
    const struct block *last = meter.last;
    bool was_inside = meter.inside;
    uint32_t cost = meter_block_cost(&meter, block);
    (void)processor;
    if (profile != NULL && was_inside)
        profile_spend(profile, meter_taken_cost(&meter, block));
    meter_block(&meter, block);
    if (profile == NULL)
        return;
    if (meter.inside)
        profile_block(profile, last, block, cost);
    else if (was_inside)
        profile_end(profile);
}

static void access_memory(unsigned processor, qemu_plugin_meminfo_t what, uint64_t address, void *instruction)
{
    const struct instruction *accessing = instruction;
    uint32_t bytes = 1u << qemu_plugin_mem_size_shift(what);
    uint32_t cost = accessing->access_cost + meter_access_waits(&meter, (uint32_t)address, bytes);
    (void)processor;
    if (profile != NULL && meter.inside)
        profile_spend(profile, cost);
    meter_access(&meter, accessing, (uint32_t)address, qemu_plugin_mem_is_store(what), cost);
}

static void run_instruction(unsigned processor, void *instruction)
{
    (void)processor;
    meter_trace(&meter, instruction);
}

/* The first four bytes of an instruction, or its only two. Before the end of a page, QEMU 7.2 counts bytes of the
 * next instruction that it has read to this one, so the size that it reports is only a bound. */
static uint32_t word_of(const struct qemu_plugin_insn *instruction)
{
    uint32_t word = 0;
    size_t size = qemu_plugin_insn_size(instruction);
    memcpy(&word, qemu_plugin_insn_data(instruction), size < sizeof word ? size : sizeof word);
    return word;
}

static struct thumb decode_thumb(const struct qemu_plugin_insn *instruction)
{
    uint32_t word = word_of(instruction);
    return thumb_decode((uint16_t)word, (uint16_t)(word >> 16));
}

/* Instructions of an IT block that are still to come, the next at `next`: a translation block may end in the middle
   of them. */
static struct {
    uint32_t next;
    unsigned count;
} conditions;

static bool take_condition(uint32_t address, uint32_t end, const struct thumb *decoded)
{
    bool has_condition = conditions.count > 0 && conditions.next == address;
    conditions.count = has_condition ? conditions.count - 1 : decoded->if_then;
    conditions.next = end;
    return has_condition;
}

/* The instructions before the next one at `end`, for a block that goes on after the end of a page. */
static struct {
    uint32_t end;
    struct history history;
} sequel;

/* What the first instructions of a block cost more or less, since they follow others in memory: `sequel_cost`. */
static void account(struct block *block, struct history *alone, struct history *after, const struct thumb *decoded,
                    bool has_condition, uint32_t address)
{
    struct cycles cycles = cycles_of(core, alone, decoded, has_condition, address);
    block->cost += cycles.cycles;
    block->taken_cost = cycles.taken;
    block->sequel_cost += (int32_t)cycles_of(core, after, decoded, has_condition, address).cycles;
    block->sequel_cost -= (int32_t)cycles.cycles;
}

/* The lines of the flash that an instruction lies in. */
static void follow_lines(struct block *block, uint32_t address, uint32_t end)
{
    uint32_t first = address / meter.waits.line_bytes, last = (end - 1) / meter.waits.line_bytes;
    if (block->end == 0)
        block->first_line = block->last_line = first;
    block->line_changes += last - block->last_line;
    block->last_line = last;
}

/* Decodes all of a block in Thumb code, and adds up its cycles. */
static void fill_thumb(struct block *block, struct qemu_plugin_tb *translated, size_t count)
{
    struct history alone = {0}, after = {0};
    for (size_t i = 0; i < count; i++) {
        const struct qemu_plugin_insn *source = qemu_plugin_tb_get_insn(translated, i);
        struct thumb decoded = decode_thumb(source);
        uint32_t address = (uint32_t)qemu_plugin_insn_vaddr(source);
        uint32_t end = address + decoded.bytes;
        bool has_condition = take_condition(address, end, &decoded);
        if (i == 0) {
            after = sequel.end == address ? sequel.history : alone;
            block->target_cost = cycles_as_target(core, &decoded, address);
        }
        block->instructions[i] = (struct instruction){
            .address = address,
            .flags = decoded.flags | (has_condition && decoded.registers ? OPCODE_IF : 0u),
            .access_cost = cycles_of(core, &(struct history){0}, &decoded, has_condition, address).access,
        };
        account(block, &alone, &after, &decoded, has_condition, address);
        follow_lines(block, address, end);
        block->jumps_to_label = cycles_jumps_to_label(&decoded);
        block->end = end;
    }
    sequel.end = block->end;
    sequel.history = after;
}

static void fill_arm(struct block *block, struct qemu_plugin_tb *translated, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct qemu_plugin_insn *source = qemu_plugin_tb_get_insn(translated, i);
        uint32_t address = (uint32_t)qemu_plugin_insn_vaddr(source);
        if (qemu_plugin_insn_size(source) != sizeof(uint32_t))
            fail(STATUS_IMAGE, "an instruction of Thumb at 0x%x; images must be of ARM code (-marm)", address);
        block->instructions[i] = (struct instruction){.address = address, .flags = opcode_flags(word_of(source))};
        block->end = address + sizeof(uint32_t);
    }
    block->cost = (uint32_t)count;
}

/* QEMU does not say which of the two a block is. So only the calls in it are decoded, as ARM code. */
static void fill_mixed(struct block *block, struct qemu_plugin_tb *translated, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct qemu_plugin_insn *source = qemu_plugin_tb_get_insn(translated, i);
        uint32_t address = (uint32_t)qemu_plugin_insn_vaddr(source);
        block->instructions[i] =
            (struct instruction){.address = address, .flags = opcode_flags(word_of(source)) & OPCODE_CALL};
        block->end = address + sizeof(uint32_t);
    }
    block->cost = (uint32_t)count;
}

static void fill_riscv(struct block *block, struct qemu_plugin_tb *translated, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct qemu_plugin_insn *source = qemu_plugin_tb_get_insn(translated, i);
        uint32_t address = (uint32_t)qemu_plugin_insn_vaddr(source), word = word_of(source);
        block->instructions[i] = (struct instruction){.address = address, .flags = riscv_flags(word)};
        block->end = address + riscv_bytes(word);
    }
    block->cost = (uint32_t)count;
}

/* What the last instruction of a block loaded, for a block that goes on at `end`. */
static struct {
    uint32_t end, loaded;
} riscv_sequel;

/* As fill_riscv, with the cycles of the core. */
static void fill_riscv_cycles(struct block *block, struct qemu_plugin_tb *translated, size_t count)
{
    uint32_t loaded = 0;
    fill_riscv(block, translated, count);
    block->cost = 0;
    for (size_t i = 0; i < count; i++) {
        struct riscv decoded = riscv_decode(word_of(qemu_plugin_tb_get_insn(translated, i)));
        uint32_t address = block->instructions[i].address;
        unsigned cycles = riscv_cycles_of(riscv_core, loaded, &decoded, address);
        block->cost += cycles;
        block->taken_cost = riscv_cycles_if_taken(riscv_core, &decoded);
        if (i == 0 && riscv_sequel.end == address)
            block->sequel_cost =
                (int32_t)(riscv_cycles_of(riscv_core, riscv_sequel.loaded, &decoded, address) - cycles);
        loaded = decoded.loaded;
    }
    riscv_sequel.end = block->end;
    riscv_sequel.loaded = loaded;
}

static void (*fill)(struct block *block, struct qemu_plugin_tb *translated, size_t count) = fill_arm;

static void translate(qemu_plugin_id_t id, struct qemu_plugin_tb *translated)
{
    size_t count = qemu_plugin_tb_n_insns(translated);
    struct block *block = allocate(1, sizeof *block + count * sizeof *block->instructions);
    (void)id;
    fill(block, translated, count);
    for (size_t i = 0; i < count; i++) {
        struct qemu_plugin_insn *source = qemu_plugin_tb_get_insn(translated, i);
        struct instruction *instruction = &block->instructions[i];
        block->xors += (instruction->flags & OPCODE_XOR) != 0;
        if (!is_mixed)
            qemu_plugin_register_vcpu_mem_cb(source, access_memory, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW,
                                             instruction);
        if (meter.trace != NULL)
            qemu_plugin_register_vcpu_insn_exec_cb(source, run_instruction, QEMU_PLUGIN_CB_NO_REGS, instruction);
    }
    block->address = block->instructions[0].address;
    block->count = (uint32_t)count;
    block->is_call = (block->instructions[count - 1].flags & OPCODE_CALL) != 0;
    if (profile != NULL) {
        block->routine = profile_routine_at(profile, block->address);
        block->is_entry = profile->routines[block->routine].begin == block->address;
    }
    qemu_plugin_register_vcpu_tb_exec_cb(translated, run_block, QEMU_PLUGIN_CB_NO_REGS, block);
}

static void print_runs(FILE *file)
{
    fprintf(file, ", \"runs\": [");
    for (size_t i = 0; i < meter.run_count; i++) {
        const struct run *run = &meter.runs[i];
        fprintf(file, "%s{\"instructions\": %" PRIu64 ", \"loads\": %" PRIu64 ", \"stores\": %" PRIu64, i ? ", " : "",
                run->instructions, run->loads, run->stores);
        fprintf(file, ", \"xors\": %" PRIu64 ", \"stack_bytes\": %" PRIu32 ", \"steps\": %" PRIu32, run->xors,
                run->stack_bytes, run->steps);
        fprintf(file, ", \"longest_step\": %" PRIu64 ", \"task_stack_bytes\": %" PRIu32, run->longest_step,
                run->task_stack_bytes);
        if (core != NULL || riscv_core != NULL)
            fprintf(file, ", \"cycles\": %" PRIu64, run->cost);
        fprintf(file, ", \"trace_hash\": \"%016" PRIx64 "\", \"address_hash\": \"%016" PRIx64 "\"}", run->trace_hash,
                run->address_hash);
    }
    fprintf(file, "]");
}

/* One entry a routine, those that never ran too. */
static void print_profile(FILE *file)
{
    fprintf(file, ", \"profile\": [");
    for (uint32_t i = 0; i < profile->routine_count; i++) {
        const struct routine *routine = &profile->routines[i];
        fprintf(file, "%s[%" PRIu64 ", %" PRIu64 ", %" PRIu64 "]", i ? ", " : "", routine->calls, routine->self,
                routine->total);
    }
    fprintf(file, "]");
}

static void finish(qemu_plugin_id_t id, void *argument)
{
    (void)id, (void)argument;
    FILE *file = fopen(out, "w");
    if (file == NULL)
        fail(STATUS_FILE, "cannot write %s: %s", out, strerror(errno));
    fprintf(file, "{\"instructions_total\": %" PRIu64 ", \"inside\": %s", meter.instructions,
            meter.inside ? "true" : "false");
    print_runs(file);
    if (profile != NULL)
        print_profile(file);
    fprintf(file, "}\n");
    if (fclose(file) != 0 || (meter.trace != NULL && fclose(meter.trace) != 0))
        fail(STATUS_FILE, "cannot write %s", out);
}

static uint64_t parse_number(const char *argument, const char *text, int base)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, base);
    if (end == text || *end != '\0' || errno != 0)
        fail(STATUS_USAGE, "%s: not a number", argument);
    return value;
}

static void set_core(const char *name)
{
    if (is_riscv)
        riscv_core = riscv_cycles_core(name);
    else
        core = cycles_core(name);
    if (core == NULL && riscv_core == NULL)
        fail(STATUS_USAGE, "no cycles are known of the core %s", name);
    fill = is_riscv ? fill_riscv_cycles : fill_thumb;
}

static void take_argument(const char *argument)
{
    const char *value = strchr(argument, '=');
    size_t length = value ? (size_t)(value - argument) : 0;
    value = value ? value + 1 : "";
#define IS(name) (length == sizeof name - 1 && memcmp(argument, name, length) == 0)
    if (IS("out"))
        out = strdup(value);
    else if (IS("measure"))
        meter.entry = (uint32_t)parse_number(argument, value, 16);
    else if (IS("step"))
        meter.step_entry = (uint32_t)parse_number(argument, value, 16);
    else if (IS("task_stack"))
        meter.task_stack = (uint32_t)parse_number(argument, value, 16);
    else if (IS("task_stack_end"))
        meter.task_stack_end = (uint32_t)parse_number(argument, value, 16);
    else if (IS("stack_limit"))
        meter.stack_limit = (uint32_t)parse_number(argument, value, 16);
    else if (IS("limit"))
        meter.limit = parse_number(argument, value, 10);
    else if (IS("trace_run"))
        meter.trace_run = parse_number(argument, value, 10);
    else if (IS("routines"))
        profile = profile_new(value);
    else if (IS("core"))
        set_core(value);
    else if (IS("multiplier_cycles")) {
        if (core == NULL || !cycles_set_multiplier(core, (unsigned)parse_number(argument, value, 10)))
            fail(STATUS_USAGE, "%s: only after core=m0plus, whose makers choose the multiplier", argument);
    } else if (IS("flash_wait_states"))
        meter.waits.flash = (uint32_t)parse_number(argument, value, 10);
    else if (IS("ram_wait_states"))
        meter.waits.ram = (uint32_t)parse_number(argument, value, 10);
    else if (IS("flash_line_bytes"))
        meter.waits.line_bytes = (uint32_t)parse_number(argument, value, 10);
    else if (IS("code") && strcmp(value, "mixed") == 0) {
        is_mixed = true;
        fill = fill_mixed;
    } else if (IS("trace")) {
        if ((meter.trace = fopen(value, "wb")) == NULL)
            fail(STATUS_FILE, "cannot write %s: %s", value, strerror(errno));
    } else
        fail(STATUS_USAGE, "unknown argument %s", argument);
#undef IS
}

PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int count, char **arguments)
{
    is_riscv = strcmp(info->target_name, "riscv32") == 0;
    if (is_riscv)
        fill = fill_riscv;
    else if (strcmp(info->target_name, "arm") != 0)
        fail(STATUS_USAGE, "an emulator of %s; this knows arm and riscv32", info->target_name);
    for (int i = 0; i < count; i++)
        take_argument(arguments[i]);
    if (out == NULL)
        fail(STATUS_USAGE, "no file to write to; give out=FILE");
    qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
    qemu_plugin_register_atexit_cb(id, finish, NULL);
    return 0;
}

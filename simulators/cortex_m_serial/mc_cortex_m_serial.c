/* A chip with a Cortex-M whose serial port is a pseudo-terminal, for boards/device: prints the terminal's name, and
 * runs until its standard input ends.
 *
 *   mc-cortex-m-serial CHIP CORE FREQUENCY IMAGE
 *
 * Unicorn runs the instructions; cycles are those of the simulator's model, so the counters of the chip count what the
 * simulator would say. Time passes as fast as this computer can emulate it. */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <unicorn/unicorn.h>

#include "failure.h"
#include "pace.h"
#include "registers.h"
#include "terminal.h"

#ifndef SIMULATOR_VERSION
#define SIMULATOR_VERSION "unicorn of unknown version"
#endif
#ifndef BUILD_KEY
#define BUILD_KEY "unknown"
#endif

enum { INSTRUCTIONS_BETWEEN_LOOKS = 1 << 16 };
enum { VECTOR_BYTES = 8, PAGE = 0x1000 };

/* Peripherals; the core's own. */
enum { DEVICES = 0x40000000, DEVICE_BYTES = 0x20000000 };
#define OWN       0xe0000000u
#define OWN_BYTES 0x00100000u

const char program_name[] = "mc-cortex-m-serial";

static struct {
    const struct chip *chip;
    int terminal;
    double clock_hz;
    uint8_t *code; /* of the chip's bytes */
    unsigned instructions;
    enum wish wish;
} board;

static void demand(uc_err error, const char *what)
{
    if (error)
        fail(STATUS_CRASHED, "%s: %s", what, uc_strerror(error));
}

static uint64_t read_register(uc_engine *uc, uint64_t offset, unsigned size, void *base)
{
    (void)uc, (void)size;
    return registers_read((uint32_t)(*(const uint32_t *)base + offset));
}

static void write_register(uc_engine *uc, uint64_t offset, unsigned size, uint64_t value, void *base)
{
    (void)uc, (void)size;
    registers_write((uint32_t)(*(const uint32_t *)base + offset), (uint32_t)value);
}

static void look(uc_engine *uc)
{
    board.instructions = 0;
    if (registers_idle())
        nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
    board.wish = terminal_wish();
    if (board.wish != GO_ON)
        uc_emu_stop(uc);
}

static void instruction(uc_engine *uc, uint64_t address, uint32_t size, void *data)
{
    (void)size, (void)data;
    pace_instruction((uint32_t)address);
    board.instructions++;
    if (board.instructions == INSTRUCTIONS_BETWEEN_LOOKS || registers_idle())
        look(uc);
}

static void memory(uc_engine *uc, uc_mem_type type, uint64_t address, int size, int64_t value, void *data)
{
    (void)uc, (void)type, (void)address, (void)size, (void)value, (void)data;
    pace_access();
}

/* The parts of an ELF image that are loaded, into the memory for code. */
static void load(const char *path)
{
    static uint8_t file[4 << 20];
    FILE *stream = fopen(path, "rb");
    const size_t bytes = stream == NULL ? 0 : fread(file, 1, sizeof file, stream);
    const Elf32_Ehdr *head = (const Elf32_Ehdr *)file;
    if (bytes < sizeof *head || bytes == sizeof file || head->e_machine != EM_ARM)
        fail(STATUS_IMAGE, "%s: no image for a Cortex-M", path);
    fclose(stream);
    for (unsigned i = 0; i < head->e_phnum; i++) {
        const Elf32_Phdr *part = (const Elf32_Phdr *)(file + head->e_phoff) + i;
        const uint64_t place = (uint64_t)part->p_paddr - board.chip->code_begin;
        if (part->p_type != PT_LOAD || part->p_filesz == 0)
            continue;
        if (part->p_paddr < board.chip->code_begin || place + part->p_filesz > board.chip->code_bytes)
            fail(STATUS_IMAGE, "%s: a part at 0x%x, outside the memory for code", path, part->p_paddr);
        memcpy(board.code + place, file + part->p_offset, part->p_filesz);
    }
}

static void map(uc_engine *uc)
{
    static uint32_t devices = DEVICES, own = OWN;
    const struct chip *chip = board.chip;
    demand(uc_mem_map_ptr(uc, chip->code_begin, chip->code_bytes, UC_PROT_READ | UC_PROT_EXEC, board.code), "code");
    demand(uc_mem_map(uc, chip->ram_begin, chip->ram_bytes, UC_PROT_READ | UC_PROT_WRITE), "RAM");
    demand(uc_mmio_map(uc, DEVICES, DEVICE_BYTES, read_register, &devices, write_register, &devices), "devices");
    demand(uc_mmio_map(uc, OWN, OWN_BYTES, read_register, &own, write_register, &own), "the core's devices");
}

/* A chip after a reset. */
static uc_engine *reset(const char *core)
{
    uc_engine *uc;
    uc_hook hook;
    const int is_m4 = strcmp(core, "m4") == 0;
    demand(uc_open(UC_ARCH_ARM, UC_MODE_THUMB | UC_MODE_MCLASS, &uc), "Unicorn");
    /* Without this it is a Cortex-M33. */
    demand(uc_ctl_set_cpu_model(uc, is_m4 ? UC_CPU_ARM_CORTEX_M4 : UC_CPU_ARM_CORTEX_M0), "the core");
    map(uc);
    demand(uc_hook_add(uc, &hook, UC_HOOK_CODE, instruction, NULL, 1, 0), "hook");
    if (is_m4) /* whose instructions in IT blocks take their time by their accesses */
        demand(uc_hook_add(uc, &hook, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, memory, NULL, 1, 0), "hook");
    if (!pace_begin(core, board.code, board.chip->code_begin, board.chip->code_bytes))
        fail(STATUS_USAGE, "no cycles are known of the core %s", core);
    registers_begin(board.chip, board.terminal, board.clock_hz);
    return uc;
}

/* Runs the chip until its user wants otherwise. */
static void run(uc_engine *uc)
{
    uint32_t vectors[VECTOR_BYTES / sizeof(uint32_t)];
    memcpy(vectors, board.code, sizeof vectors);
    const uint32_t begin = board.chip->begins_with_code ? board.chip->code_begin | 1 : vectors[1];
    if (!board.chip->begins_with_code)
        demand(uc_reg_write(uc, UC_ARM_REG_SP, &vectors[0]), "the stack pointer");
    board.wish = GO_ON;
    const uc_err error = uc_emu_start(uc, begin, UINT32_MAX, 0, 0);
    uint32_t pc = 0;
    uc_reg_read(uc, UC_ARM_REG_PC, &pc);
    if (error || board.wish == GO_ON)
        fail(STATUS_CRASHED, "the chip crashed at pc 0x%x: %s", pc, uc_strerror(error));
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        puts(SIMULATOR_VERSION " " BUILD_KEY);
        return STATUS_OK;
    }
    if (argc != 5 || (board.chip = chip_named(argv[1])) == NULL)
        fail(STATUS_USAGE, "usage: mc-cortex-m-serial CHIP CORE FREQUENCY IMAGE");
    board.code = aligned_alloc(PAGE, board.chip->code_bytes);
    if (board.code == NULL)
        fail(STATUS_FILE, "out of memory");
    memset(board.code, 0xff, board.chip->code_bytes);
    load(argv[4]);
    board.clock_hz = strtod(argv[3], NULL);
    board.terminal = terminal_open();
    do {
        uc_engine *uc = reset(argv[2]);
        run(uc);
        uc_close(uc);
    } while (board.wish != END);
    return STATUS_OK;
}

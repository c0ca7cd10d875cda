/* A second simulator of the ATmega128's core, for tests alone: typed from Microchip's "AVR Instruction Set Manual"
 * (DS40002198; cycles of the column AVRe) and from the data sheet of the ATmega128 (2467; memories, registers of the
 * stack pointer and of RAMPZ). It shares no line with the first one (simulators/avr, libsimavr).
 *
 *   avr BOARD IMAGE ROUTINE <input
 *
 * Runs the image until it writes its exit port; common.h says what it prints. */
#include <elf.h>
#include <stdint.h>
#include <string.h>

#include "common.h"

enum {
    FLASH_BYTES = 1 << 17,
    DATA_BYTES = 0x1100, /* 4 KB from 0x100 */
    RAM = 0x100,
    PORT_OUTPUT = 0xfb,
    PORT_EXIT = 0xfc,
    PORT_INPUT = 0xfd,
    RAMPZ = 0x5b,
    SPL = 0x5d,
    SPH = 0x5e,
    SREG = 0x5f,
    ELF_DATA = 0x800000,           /* where the linker puts the data space */
    INSTRUCTIONS_MAX = 2000000000, /* of an image with all its cases */
};
enum { C = 1, Z = 2, N = 4, V = 8, S = 16, H = 32, T = 64 };

static uint8_t flash[FLASH_BYTES], data[DATA_BYTES];
static uint32_t pc; /* in words */
static int is_over, status, is_half_written;

static unsigned sp(void)
{
    return data[SPL] | data[SPH] << 8;
}

static void set_sp(unsigned value)
{
    data[SPL] = (uint8_t)value;
    data[SPH] = (uint8_t)(value >> 8);
}

static uint8_t read_data(unsigned address)
{
    if (address >= DATA_BYTES)
        second_fail("read outside the data space");
    if (address == PORT_INPUT)
        return second_input();
    return data[address];
}

static void write_data(unsigned address, uint8_t value)
{
    if (address >= DATA_BYTES)
        second_fail("write outside the data space");
    if (address == PORT_OUTPUT)
        second_output(value);
    else if (address == PORT_EXIT) {
        is_over = 1;
        status = value;
    } else {
        data[address] = value;
        if (address == SPH || address == SPL) /* compilers write the high octet first */
            is_half_written = address == SPH;
    }
}

static uint16_t word_at(uint32_t at)
{
    at = 2 * at % FLASH_BYTES;
    return (uint16_t)(flash[at] | flash[at + 1] << 8);
}

static void push(uint8_t value)
{
    write_data(sp(), value);
    set_sp(sp() - 1);
}

static uint8_t pop(void)
{
    set_sp(sp() + 1);
    return read_data(sp());
}

static unsigned pair(unsigned low)
{
    return data[low] | data[low + 1] << 8;
}

static void set_pair(unsigned low, unsigned value)
{
    data[low] = (uint8_t)value;
    data[low + 1] = (uint8_t)(value >> 8);
}

static void flags(unsigned mask, unsigned value)
{
    data[SREG] = (uint8_t)((data[SREG] & ~mask) | (value & mask));
}

/* S is N xor V; Z and N of an octet. */
static unsigned signs(uint8_t r, int overflow)
{
    unsigned n = r >> 7;
    return (r == 0 ? Z : 0u) | (n ? N : 0u) | (overflow ? V : 0u) | ((n ^ (unsigned)overflow) ? S : 0u);
}

static uint8_t add(uint8_t a, uint8_t b, int carry)
{
    uint8_t r = (uint8_t)(a + b + carry);
    unsigned carries = (a & b) | (a & ~r & 0xffu) | (b & ~r & 0xffu);
    int overflow = ((a ^ r) & (b ^ r)) >> 7 & 1;
    flags(C | Z | N | V | S | H, signs(r, overflow) | (carries >> 7 ? C : 0u) | (carries >> 3 & 1 ? H : 0u));
    return r;
}

/* SBC, CPC and SBCI leave Z only if it was set: `keeps_zero`. */
static uint8_t subtract(uint8_t a, uint8_t b, int carry, int keeps_zero)
{
    uint8_t r = (uint8_t)(a - b - carry);
    unsigned borrows = (~a & b & 0xffu) | (b & r) | (r & ~a & 0xffu), before = data[SREG] & Z;
    int overflow = ((a ^ b) & (a ^ r)) >> 7 & 1;
    unsigned set = signs(r, overflow) | (borrows >> 7 & 1 ? C : 0u) | (borrows >> 3 & 1 ? H : 0u);
    if (keeps_zero && !before)
        set &= ~(unsigned)Z;
    flags(C | Z | N | V | S | H, set);
    return r;
}

static uint8_t logic(uint8_t r)
{
    flags(Z | N | V | S, signs(r, 0));
    return r;
}

/* ASR, LSR, ROR: V is N xor C. */
static uint8_t shifted(uint8_t a, unsigned top)
{
    uint8_t r = (uint8_t)(a >> 1 | top << 7);
    unsigned carry = a & 1;
    flags(C | Z | N | V | S, signs(r, (r >> 7 ^ carry) & 1) | (carry ? C : 0u));
    return r;
}

static void multiply(int product, int doubles)
{
    unsigned wide = (unsigned)product & 0xffff, carry = wide >> 15 & 1;
    if (doubles)
        wide = wide << 1 & 0xffff;
    set_pair(0, wide);
    flags(C | Z, (carry ? C : 0u) | (wide == 0 ? Z : 0u));
}

static int is_two_words(uint16_t op)
{
    return (op & 0xfe0e) == 0x940c || (op & 0xfe0e) == 0x940e || (op & 0xfc0f) == 0x9000;
}

static void skip_if(int condition)
{
    counts.cycles += 1;
    if (condition) {
        unsigned words = is_two_words(word_at(pc)) ? 2 : 1;
        pc += words;
        counts.cycles += words;
    }
}

static void load(unsigned to, unsigned address)
{
    data[to] = read_data(address);
    counts.loads++;
    counts.cycles += 2;
}

static void store(unsigned address, unsigned from)
{
    write_data(address, data[from]);
    counts.stores++;
    counts.cycles += 2;
}

static void load_program(unsigned to, uint32_t address)
{
    data[to] = flash[address % FLASH_BYTES];
    counts.loads++;
    counts.cycles += 3;
}

static void call(uint32_t target, unsigned taken)
{
    push((uint8_t)pc);
    push((uint8_t)(pc >> 8));
    pc = target;
    counts.cycles += taken;
}

/* 0000 to 2fff and 9c00: two registers. */
static int two_registers(uint16_t op)
{
    unsigned d = op >> 4 & 31, r = (op & 15) | (op >> 5 & 16), carry = data[SREG] & C;
    switch (op >> 10) {
    case 0x01: /* CPC */
        subtract(data[d], data[r], (int)carry, 1);
        break;
    case 0x02: /* SBC */
        data[d] = subtract(data[d], data[r], (int)carry, 1);
        break;
    case 0x03: /* ADD */
        data[d] = add(data[d], data[r], 0);
        break;
    case 0x04: /* CPSE */
        skip_if(data[d] == data[r]);
        return 1;
    case 0x05: /* CP */
        subtract(data[d], data[r], 0, 0);
        break;
    case 0x06: /* SUB */
        data[d] = subtract(data[d], data[r], 0, 0);
        break;
    case 0x07: /* ADC */
        data[d] = add(data[d], data[r], (int)carry);
        break;
    case 0x08: /* AND */
        data[d] = logic(data[d] & data[r]);
        break;
    case 0x09: /* EOR */
        data[d] = logic(data[d] ^ data[r]);
        break;
    case 0x0a: /* OR */
        data[d] = logic(data[d] | data[r]);
        break;
    case 0x0b: /* MOV */
        data[d] = data[r];
        break;
    case 0x27: /* MUL */
        multiply(data[d] * data[r], 0);
        counts.cycles += 2;
        return 1;
    case 0x00:
        if ((op & 0xff00) == 0x0100)
            set_pair((op >> 4 & 15) * 2, pair((op & 15) * 2)); /* MOVW */
        else if ((op & 0xff00) == 0x0200) {
            multiply((int8_t)data[16 + (op >> 4 & 15)] * (int8_t)data[16 + (op & 15)], 0); /* MULS */
            counts.cycles += 1;
        } else if ((op & 0xff00) == 0x0300) {
            uint8_t a = data[16 + (op >> 4 & 7)], b = data[16 + (op & 7)];
            int kind = (op >> 6 & 2) | (op >> 3 & 1); /* MULSU, FMUL, FMULS, FMULSU */
            multiply(kind == 1 ? a * b : (int8_t)a * (kind == 2 ? (int8_t)b : b), kind != 0);
            counts.cycles += 1;
        } else if (op != 0) /* NOP */
            return 0;
        break;
    default:
        return 0;
    }
    counts.cycles += 1;
    return 1;
}

/* 3000 to 7fff and e000: a register from 16 on, and a constant. */
static int with_constant(uint16_t op)
{
    unsigned d = 16 + (op >> 4 & 15);
    uint8_t k = (uint8_t)((op & 15) | (op >> 4 & 0xf0));
    switch (op >> 12) {
    case 0x3: /* CPI */
        subtract(data[d], k, 0, 0);
        break;
    case 0x4: /* SBCI */
        data[d] = subtract(data[d], k, data[SREG] & C, 1);
        break;
    case 0x5: /* SUBI */
        data[d] = subtract(data[d], k, 0, 0);
        break;
    case 0x6: /* ORI */
        data[d] = logic(data[d] | k);
        break;
    case 0x7: /* ANDI */
        data[d] = logic(data[d] & k);
        break;
    case 0xe: /* LDI */
        data[d] = k;
        break;
    default:
        return 0;
    }
    counts.cycles += 1;
    return 1;
}

/* 9000 to 93ff: loads and stores through X, Y and Z, LDS, STS, LPM, ELPM, PUSH, POP. */
static int by_pointer(uint16_t op)
{
    unsigned d = op >> 4 & 31, mode = op & 15, is_store = op >> 9 & 1;
    unsigned low = mode >= 0xc ? 26 : mode >= 9 ? 28 : 30, kind = mode >= 0xc ? mode - 0xc : mode & 3;
    if (mode == 0) { /* LDS, STS */
        unsigned address = word_at(pc++);
        if (is_store)
            store(address, d);
        else
            load(d, address);
    } else if (mode == 15) { /* PUSH, POP */
        if (is_store)
            push(data[d]);
        else
            data[d] = pop();
        counts.cycles += 2;
    } else if (mode >= 4 && mode <= 7 && !is_store) { /* LPM, ELPM, with Z and Z+ */
        uint32_t z = pair(30) | (mode >= 6 ? (uint32_t)(data[RAMPZ] & 1) << 16 : 0);
        load_program(d, z);
        if (mode & 1) {
            set_pair(30, z + 1);
            if (mode == 7)
                data[RAMPZ] = (uint8_t)((z + 1) >> 16);
        }
    } else if (mode == 1 || mode == 2 || mode == 9 || mode == 10 || (mode >= 12 && mode <= 14)) {
        unsigned address = pair(low);
        if (kind == 2) /* before, less 1 */
            set_pair(low, --address);
        if (is_store)
            store(address & 0xffff, d);
        else
            load(d, address & 0xffff);
        if (kind == 1) /* behind, plus 1 */
            set_pair(low, address + 1);
    } else
        return 0;
    return 1;
}

/* 9400 to 95ff: one register, jumps, calls, returns, flags. */
static int one_register(uint16_t op)
{
    unsigned d = op >> 4 & 31;
    uint8_t a = data[d];
    if ((op & 0xfe0c) == 0x940c) { /* JMP, CALL */
        uint32_t target = word_at(pc++) | (uint32_t)(op & 1) << 16 | (uint32_t)(op >> 3 & 0x3e) << 16;
        if (op & 2)
            call(target, 4);
        else {
            pc = target;
            counts.cycles += 3;
        }
        return 1;
    }
    switch (op) {
    case 0x9409: /* IJMP */
        pc = pair(30);
        counts.cycles += 2;
        return 1;
    case 0x9509: /* ICALL */
        call(pair(30), 3);
        return 1;
    case 0x9508: /* RET */
        pc = (uint32_t)pop() << 8;
        pc |= pop();
        counts.cycles += 4;
        return 1;
    case 0x95c8: /* LPM */
        load_program(0, pair(30));
        return 1;
    case 0x95d8: /* ELPM */
        load_program(0, pair(30) | (uint32_t)(data[RAMPZ] & 1) << 16);
        return 1;
    case 0x95a8: /* WDR */
        counts.cycles += 1;
        return 1;
    default:
        break;
    }
    if ((op & 0xff0f) == 0x9408) { /* BSET, BCLR */
        uint8_t bit = (uint8_t)(1u << (op >> 4 & 7));
        data[SREG] = (uint8_t)(op & 0x80 ? data[SREG] & ~bit : data[SREG] | bit);
        counts.cycles += 1;
        return 1;
    }
    switch (op & 15) {
    case 0x0:
        data[d] = (uint8_t)~a;
        logic(data[d]);
        data[SREG] |= C;
        break;  /* COM */
    case 0x1: { /* NEG */
        data[d] = subtract(0, a, 0, 0);
        break;
    }
    case 0x2: /* SWAP */
        data[d] = (uint8_t)(a << 4 | a >> 4);
        break;
    case 0x3: /* INC */
        data[d] = (uint8_t)(a + 1);
        flags(Z | N | V | S, signs(data[d], data[d] == 0x80));
        break;
    case 0x5: /* ASR */
        data[d] = shifted(a, a >> 7);
        break;
    case 0x6: /* LSR */
        data[d] = shifted(a, 0);
        break;
    case 0x7: /* ROR */
        data[d] = shifted(a, data[SREG] & C);
        break;
    case 0xa: /* DEC */
        data[d] = (uint8_t)(a - 1);
        flags(Z | N | V | S, signs(data[d], data[d] == 0x7f));
        break;
    default:
        return 0;
    }
    counts.cycles += 1;
    return 1;
}

/* 9600 to 97ff: ADIW, SBIW. */
static void add_to_pair(uint16_t op)
{
    unsigned low = 24 + 2 * (op >> 4 & 3), k = (op & 15) | (op >> 2 & 0x30), a = pair(low);
    unsigned r = (op & 0x100 ? a - k : a + k) & 0xffff, was = a >> 15, is = r >> 15;
    unsigned overflow = op & 0x100 ? was & ~is & 1 : ~was & is & 1, carry = op & 0x100 ? is & ~was & 1 : was & ~is & 1;
    set_pair(low, r);
    flags(C | Z | N | V | S,
          (carry ? C : 0u) | (r == 0 ? Z : 0u) | (is ? N : 0u) | (overflow ? V : 0u) | ((is ^ overflow) ? S : 0u));
    counts.cycles += 2;
}

/* 9800 to 9bff: CBI, SBIC, SBI, SBIS. */
static void one_bit_of_port(uint16_t op)
{
    unsigned address = 0x20 + (op >> 3 & 31);
    uint8_t bit = (uint8_t)(1u << (op & 7));
    switch (op >> 8 & 3) {
    case 0:
        write_data(address, (uint8_t)(read_data(address) & ~bit));
        counts.cycles += 2;
        break;
    case 1:
        skip_if(!(read_data(address) & bit));
        break;
    case 2:
        write_data(address, read_data(address) | bit);
        counts.cycles += 2;
        break;
    default:
        skip_if(read_data(address) & bit);
        break;
    }
}

/* 8000 to bfff: LDD, STD; IN, OUT; and the groups above. */
static int of_memory(uint16_t op)
{
    unsigned d = op >> 4 & 31;
    if ((op & 0xd000) == 0x8000) { /* with a displacement from Y or Z */
        unsigned q = (op & 7) | (op >> 7 & 0x18) | (op >> 8 & 0x20), address = pair(op & 8 ? 28 : 30) + q;
        if (op & 0x200)
            store(address & 0xffff, d);
        else
            load(d, address & 0xffff);
        return 1;
    }
    if ((op & 0xf000) == 0xb000) {
        unsigned address = 0x20 + ((op & 15) | (op >> 5 & 0x30));
        if (op & 0x800)
            write_data(address, data[d]);
        else
            data[d] = read_data(address);
        counts.cycles += 1;
        return 1;
    }
    switch (op >> 9 & 7) {
    case 0:
    case 1:
        return by_pointer(op);
    case 2:
        return one_register(op);
    case 3:
        add_to_pair(op);
        return 1;
    case 4:
    case 5:
        one_bit_of_port(op);
        return 1;
    default:
        return two_registers(op); /* MUL */
    }
}

/* c000 to ffff without LDI: relative jumps, branches, bits of registers. */
static int of_flow(uint16_t op)
{
    unsigned d = op >> 4 & 31;
    uint8_t bit = (uint8_t)(1u << (op & 7));
    int32_t far = (int32_t)((uint32_t)(op & 0xfff) << 20) >> 20;
    if ((op & 0xf000) == 0xc000) {
        pc = (pc + (uint32_t)far) & 0xffff;
        counts.cycles += 2;
    } else if ((op & 0xf000) == 0xd000)
        call((pc + (uint32_t)far) & 0xffff, 3);
    else if ((op & 0xf800) == 0xf000) { /* BRBS, BRBC */
        int is_set = (data[SREG] & bit) != 0, wanted = !(op & 0x400);
        counts.cycles += 1;
        if (is_set == wanted) {
            pc = (pc + (uint32_t)((int32_t)((uint32_t)(op >> 3 & 0x7f) << 25) >> 25)) & 0xffff;
            counts.cycles += 1;
        }
    } else if ((op & 0xfe08) == 0xf800) { /* BLD */
        data[d] = (uint8_t)(data[SREG] & T ? data[d] | bit : data[d] & ~bit);
        counts.cycles += 1;
    } else if ((op & 0xfe08) == 0xfa00) { /* BST */
        flags(T, data[d] & bit ? T : 0);
        counts.cycles += 1;
    } else if ((op & 0xfe08) == 0xfc00) /* SBRC */
        skip_if(!(data[d] & bit));
    else if ((op & 0xfe08) == 0xfe00) /* SBRS */
        skip_if(data[d] & bit);
    else
        return 0;
    return 1;
}

static void step(void)
{
    uint16_t op = word_at(pc++);
    int known;
    if (op < 0x3000)
        known = two_registers(op);
    else if (op < 0x8000 || op >> 12 == 0xe)
        known = with_constant(op);
    else if (op < 0xc000)
        known = of_memory(op);
    else
        known = of_flow(op);
    if (!known)
        second_fail("an instruction that is not known");
    counts.instructions++;
}

static unsigned caller;      /* the lowest byte of the stack before the call */
static unsigned stack_limit; /* the first byte behind static variables */

/* Flash from the segments' physical addresses; returns the word address of the routine. */
static uint32_t loaded(const char *path, const char *routine)
{
    const uint8_t *file = second_file(path);
    const Elf32_Ehdr *elf = (const void *)file;
    const Elf32_Phdr *segments = (const void *)(file + elf->e_phoff);
    for (unsigned i = 0; i < elf->e_phnum; i++)
        if (segments[i].p_type == PT_LOAD && segments[i].p_filesz && segments[i].p_paddr < FLASH_BYTES)
            memcpy(flash + segments[i].p_paddr, file + segments[i].p_offset, segments[i].p_filesz);
    stack_limit = second_symbol(file, "_end") - ELF_DATA;
    return second_symbol(file, routine) / 2;
}

static void follow_stack(void)
{
    unsigned top = sp() + 1;
    second_lower(top);
    if (top == caller)
        second_end();
}

int main(int count, char **words)
{
    if (count != 4)
        second_fail("usage: avr BOARD IMAGE ROUTINE <input");
    uint32_t routine = loaded(words[2], words[3]);
    set_sp(DATA_BYTES - 1);
    while (!is_over) {
        if (pc == routine && !second_is_running()) /* the return address is on the stack */
            second_begin(data, stack_limit, sp() + 1, caller = sp() + 3);
        step();
        if (!is_half_written && second_is_running())
            follow_stack();
        if (counts.instructions > INSTRUCTIONS_MAX)
            second_fail("no end");
    }
    second_finish();
    return status;
}

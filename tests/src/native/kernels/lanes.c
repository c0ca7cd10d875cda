/* Runs straight-line code on LANES inputs at once, and again with faults planted in the instructions that take the
 * carry flag, to find which inputs notice. Words of 8 or 16 bits are in cells: registers, constants and memory alike
 * (lanes.py describes the operations of an instruction set). Addresses must be the same in every lane; the address of
 * lane 0 counts. */
#include <stdint.h>
#include <string.h>

enum { LANES = 64, MAX_CELLS = 1024 };

typedef uint16_t cell[LANES];

typedef enum {
    COPY,
    LOAD,
    STORE,
    MOVE_POINTER,
    AND,
    CLEAR,
    XOR,
    XOR_FLAG,
    COMPLEMENT,
    ADD,
    ADD_CARRY,
    SUB,
    SUB_BORROW,
    ADD_NOT,
    ADD_NOT_CARRY,
    SHIFT_RIGHT,
    ROTATE_RIGHT,
    SHIFT_RIGHT_SIGNED,
    INCREMENT,
    MULTIPLY,
    MULTIPLY_TWO,
    CLEAR_CARRY,
    AND_FLAG,
} operation;

/* target and source are cells; twin: the operation that ignores the carry, or the same; length: operations of the
 * instruction that begins here, or 0 within one. */
typedef struct {
    uint16_t operation, twin, target, source;
    int16_t offset;
    uint16_t length;
} step;

/* word_bits: bits of a cell; memory: the cell of address 0, memory_cells of them, a power of two. */
typedef struct {
    int32_t word_bits, cells, memory, memory_cells;
} layout;

/* A fault: the instruction at the step ignores the carry (is_left_out 0) or is left out. killer: the number of the
 * input that noticed, or -1. */
typedef struct {
    int32_t step, is_left_out, killer;
} fault;

typedef struct {
    cell cells[MAX_CELLS];
    cell carry;
} state;

static state before, right, wrong;

static cell *at_address(state *s, const layout *l, const step *o, uint16_t pointer)
{
    unsigned address = l->word_bits == 8 ? s->cells[pointer][0] | s->cells[pointer + 1][0] << 8 : s->cells[pointer][0];
    address = (address + (unsigned)o->offset) / (l->word_bits == 8 ? 1 : 2);
    return &s->cells[l->memory + (int)(address & (unsigned)(l->memory_cells - 1))];
}

#define EACH for (int i = 0; i < LANES; i++)

static void add(uint16_t *restrict t, const uint16_t *s, uint16_t *carry, int bits, uint16_t flip, int takes)
{
    const uint32_t mask = (1u << bits) - 1;
    EACH
    {
        uint32_t sum = (uint32_t)t[i] + ((s[i] ^ flip) & mask) + (takes ? carry[i] : flip != 0);
        t[i] = (uint16_t)(sum & mask);
        carry[i] = (uint16_t)(sum >> bits);
    }
}

static void subtract(uint16_t *restrict t, const uint16_t *s, uint16_t *carry, int bits, int takes)
{
    const uint32_t mask = (1u << bits) - 1;
    EACH
    {
        uint32_t difference = (uint32_t)t[i] - s[i] - (takes ? carry[i] : 0);
        t[i] = (uint16_t)(difference & mask);
        carry[i] = (uint16_t)(difference >> 31);
    }
}

static void shift(uint16_t *t, uint16_t *carry, int bits, operation kind)
{
    EACH
    {
        uint16_t low = t[i] & 1, top = (uint16_t)(t[i] >> (bits - 1));
        uint16_t into = kind == ROTATE_RIGHT ? carry[i] : kind == SHIFT_RIGHT_SIGNED ? top : 0;
        t[i] = (uint16_t)(t[i] >> 1 | into << (bits - 1));
        carry[i] = low;
    }
}

/* The product, in the cells from `target` on. AVR's carry is its top bit; the multiplier of MSP430 has none. */
static void multiply(state *s, const layout *l, const step *o, uint16_t a, uint16_t b, int words)
{
    const int bits = l->word_bits;
    EACH
    {
        uint64_t x = s->cells[a][i], y = s->cells[b][i];
        if (words == 2) {
            x |= (uint64_t)s->cells[a + 1][i] << bits;
            y |= (uint64_t)s->cells[b + 1][i] << bits;
        }
        uint64_t product = x * y;
        for (int k = 0; k < 2 * words; k++)
            s->cells[o->target + k][i] = (uint16_t)(product >> k * bits & ((1u << bits) - 1));
        if (bits == 8)
            s->carry[i] = (uint16_t)(product >> 15);
    }
}

static void execute(state *s, const layout *l, const step *o, operation kind)
{
    uint16_t *t = s->cells[o->target], *c = s->carry;
    const uint16_t *x = s->cells[o->source];
    const uint16_t mask = (uint16_t)((1u << l->word_bits) - 1);
    switch (kind) {
    case COPY:
        memmove(t, x, sizeof(cell));
        break;
    case LOAD:
        memcpy(t, at_address(s, l, o, o->source), sizeof(cell));
        break;
    case STORE:
        memcpy(at_address(s, l, o, o->target), x, sizeof(cell));
        break;
    case MOVE_POINTER:
        EACH
        {
            unsigned value = (l->word_bits == 8 ? t[i] | t[LANES + i] << 8 : t[i]) + (unsigned)o->offset;
            t[i] = (uint16_t)(value & mask);
            if (l->word_bits == 8)
                t[LANES + i] = value >> 8 & 0xff;
        }
        break;
    case AND:
        EACH t[i] &= x[i];
        break;
    case AND_FLAG:
        EACH
        {
            t[i] &= x[i];
            c[i] = t[i] != 0;
        }
        break;
    case CLEAR:
        EACH t[i] &= (uint16_t)~x[i];
        break;
    case XOR:
        EACH t[i] ^= x[i];
        break;
    case XOR_FLAG:
        EACH
        {
            t[i] ^= x[i];
            c[i] = t[i] != 0;
        }
        break;
    case COMPLEMENT:
        EACH
        {
            t[i] ^= mask;
            c[i] = 1;
        }
        break;
    case ADD:
        add(t, x, c, l->word_bits, 0, 0);
        break;
    case ADD_CARRY:
        add(t, x, c, l->word_bits, 0, 1);
        break;
    case SUB:
        subtract(t, x, c, l->word_bits, 0);
        break;
    case SUB_BORROW:
        subtract(t, x, c, l->word_bits, 1);
        break;
    case ADD_NOT:
        add(t, x, c, l->word_bits, 0xffff, 0);
        break;
    case ADD_NOT_CARRY:
        add(t, x, c, l->word_bits, 0xffff, 1);
        break;
    case SHIFT_RIGHT:
    case ROTATE_RIGHT:
    case SHIFT_RIGHT_SIGNED:
        shift(t, c, l->word_bits, kind);
        break;
    case INCREMENT:
        EACH t[i] = (t[i] + 1) & mask;
        break;
    case MULTIPLY:
        multiply(s, l, o, o->source, (uint16_t)o->offset, 1);
        break;
    case MULTIPLY_TWO:
        multiply(s, l, o, o->source, (uint16_t)o->offset, 2);
        break;
    case CLEAR_CARRY:
        memset(c, 0, sizeof(cell));
        break;
    }
}

static void copy(state *to, const state *from, const layout *l)
{
    memcpy(to->cells, from->cells, (size_t)l->cells * sizeof(cell));
    memcpy(to->carry, from->carry, sizeof(cell));
}

/* The first of `inputs` inputs that has another result after the fault; -1 for none. */
static int killer(const layout *l, const step *steps, int count, const fault *f, const uint16_t *places, int outputs,
                  const state *result, int inputs)
{
    int end = f->step + steps[f->step].length;
    copy(&wrong, &before, l);
    if (!f->is_left_out)
        for (int i = f->step; i < end; i++)
            execute(&wrong, l, &steps[i], (operation)steps[i].twin);
    for (int i = end; i < count; i++)
        execute(&wrong, l, &steps[i], (operation)steps[i].operation);
    for (int lane = 0; lane < inputs; lane++)
        for (int k = 0; k < outputs; k++)
            if (wrong.cells[places[k]][lane] != result->cells[places[k]][lane])
                return lane;
    return -1;
}

/* Runs the steps on the cells, LANES of each, of which the first `inputs` count; writes the cells at `places` to
 * `results`. Bits of seen[i]: 1, 2 if the carry that step i takes was 0, 1. Looks for a killer of each fault without
 * one, in order of their steps; the first input has the number `first`. */
void run_lanes(const layout *l, const step *steps, int count, const uint16_t *cells, int inputs, int first,
               const uint16_t *places, int outputs, uint16_t *results, uint8_t *seen, fault *faults, int fault_count)
{
    memset(&before, 0, sizeof(before));
    memcpy(before.cells, cells, (size_t)l->cells * sizeof(cell));
    copy(&right, &before, l);
    for (int i = 0; i < count; i++)
        execute(&right, l, &steps[i], (operation)steps[i].operation);
    for (int k = 0; k < outputs; k++)
        memcpy(results + k * LANES, right.cells[places[k]], sizeof(cell));
    int next = 0;
    for (int i = 0; i < count; i++) {
        for (; next < fault_count && faults[next].step == i; next++) {
            if (faults[next].killer >= 0)
                continue;
            int lane = killer(l, steps, count, &faults[next], places, outputs, &right, inputs);
            faults[next].killer = lane < 0 ? -1 : first + lane;
        }
        if (steps[i].twin != steps[i].operation)
            for (int lane = 0; lane < inputs; lane++)
                seen[i] |= (uint8_t)(1 << before.carry[lane]);
        execute(&before, l, &steps[i], (operation)steps[i].operation);
    }
}

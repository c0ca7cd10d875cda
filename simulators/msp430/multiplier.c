#include "multiplier.h"

/* Offsets of registers from the first. */
enum {
    MPY = 0x00, /* MPY, MPYS, MAC, MACS: the first operand of 16 bits */
    MACS = 0x06,
    OP2 = 0x08,
    RESLO = 0x0a,
    RESHI = 0x0c,
    SUMEXT = 0x0e,
    MPY32L = 0x10, /* likewise of 32 bits, low and high words in turn */
    MACS32H = 0x1e,
    OP2L = 0x20,
    OP2H = 0x22,
    RES0 = 0x24,
    RES3 = 0x2a,
    CONTROL = 0x2c,
};

/* When words of the result, and SUMEXT, are ready: cycles after the write that completes the second operand, and, if
 * that has 32 bits, after the write of its low word, whichever is later (SLAU208, table 25-1). */
struct latency {
    uint8_t words[RESULT_WORDS], extension;
};
static const struct latency after_16_by_16 = {{3, 3, 4, 4}, 3}, after_32_by_16 = {{3, 5, 6, 7}, 7},
                            after_16_by_32_high = {{0, 3, 4, 4}, 4}, after_32_by_32_high = {{0, 3, 5, 6}, 6},
                            after_low_by_16 = {{3, 5, 6, 7}, 7}, after_low_by_32 = {{3, 8, 10, 11}, 11};

static void delay(struct multiplier *m, const struct latency *latency, uint64_t cycle)
{
    for (int i = 0; i < RESULT_WORDS; i++)
        if (cycle + latency->words[i] > m->ready[i])
            m->ready[i] = cycle + latency->words[i];
    if (cycle + latency->extension > m->extension_ready)
        m->extension_ready = cycle + latency->extension;
}

static int64_t extended(uint32_t value, unsigned bits)
{
    return bits == 32 ? (int64_t)(int32_t)value : (int64_t)(int16_t)value;
}

static uint64_t product(const struct multiplier *m)
{
    return m->is_signed ? (uint64_t)(extended(m->first, m->first_bits) * extended(m->second, m->second_bits))
                        : (uint64_t)m->first * m->second;
}

/* The result for operands of 16 bits has 32 bits, for longer operands 64. SUMEXT is the carry of an unsigned
 * accumulation and the sign of signed results. */
static void multiply(struct multiplier *m)
{
    bool is_short = m->first_bits == 16 && m->second_bits == 16;
    uint64_t limit = is_short ? UINT32_MAX : UINT64_MAX;
    uint64_t old = m->accumulates ? m->result & limit : 0, added = product(m) & limit;
    uint64_t sum = (old + added) & limit;
    bool carry = sum < added, sign = sum >> (is_short ? 31 : 63);
    m->extension = m->is_signed ? (sign ? 0xffff : 0) : carry;
    m->result = sum;
    m->is_short = is_short;
}

static void set_mode(struct multiplier *m, unsigned mode, unsigned bits)
{
    m->is_signed = mode & 1;
    m->accumulates = mode >> 1 & 1;
    m->first_bits = (uint8_t)bits;
}

static void set_result(struct multiplier *m, unsigned word, uint16_t value)
{
    m->result = (m->result & ~(UINT64_C(0xffff) << 16 * word)) | (uint64_t)value << 16 * word;
}

static bool write_long(struct multiplier *m, uint32_t offset, uint16_t value, uint64_t cycle)
{
    if (offset >= MPY32L && offset <= MACS32H && offset % 4 == 0) {
        set_mode(m, (offset - MPY32L) / 4, 32);
        m->first = value;
    } else if (offset >= MPY32L && offset <= MACS32H) {
        m->first = (m->first & 0xffff) | (uint32_t)value << 16;
    } else if (offset == OP2L) {
        m->second = value;
        delay(m, m->first_bits == 32 ? &after_low_by_32 : &after_low_by_16, cycle);
    } else if (offset == OP2H) {
        m->second = (m->second & 0xffff) | (uint32_t)value << 16;
        m->second_bits = 32;
        multiply(m);
        delay(m, m->first_bits == 32 ? &after_32_by_32_high : &after_16_by_32_high, cycle);
    } else if (offset >= RES0 && offset <= RES3) {
        set_result(m, (offset - RES0) / 2, value);
        m->is_short = false;
    } else {
        return offset == CONTROL && value == 0;
    }
    return true;
}

bool multiplier_write(struct multiplier *m, uint32_t offset, uint16_t value, uint64_t cycle)
{
    if (offset <= MACS) {
        set_mode(m, (offset - MPY) / 2, 16);
        m->first = value;
    } else if (offset == OP2) {
        m->second = value;
        m->second_bits = 16;
        multiply(m);
        delay(m, m->first_bits == 32 ? &after_32_by_16 : &after_16_by_16, cycle);
    } else if (offset == RESLO || offset == RESHI) {
        set_result(m, (offset - RESLO) / 2, value);
    } else if (offset == SUMEXT && !m->is_mpy32) {
        m->extension = value;
    } else {
        return m->is_mpy32 && write_long(m, offset, value, cycle);
    }
    return true;
}

static bool read_result(const struct multiplier *m, unsigned word, uint64_t cycle, uint16_t *value)
{
    *value = (uint16_t)(m->result >> 16 * word);
    return cycle >= m->ready[word];
}

bool multiplier_read(const struct multiplier *m, uint32_t offset, uint64_t cycle, uint16_t *value, bool *early)
{
    bool is_there = true;
    if (offset <= MACS)
        *value = (uint16_t)m->first;
    else if (offset == OP2)
        *value = (uint16_t)m->second;
    else if (offset == RESLO || offset == RESHI)
        is_there = read_result(m, (offset - RESLO) / 2, cycle, value);
    else if (offset == SUMEXT)
        *value = m->extension, is_there = cycle >= m->extension_ready;
    else if (m->is_mpy32 && offset >= RES0 && offset <= (m->is_short ? RES0 + 2 : RES3))
        is_there = read_result(m, (offset - RES0) / 2, cycle, value);
    else
        return false;
    *early = !is_there;
    return is_there;
}

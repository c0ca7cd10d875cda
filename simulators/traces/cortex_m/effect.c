/* Encodings: ARMv7-M Architecture Reference Manual, DDI 0403, A5. What qemu/thumb.c tells is not told again: it does
 * not need the registers of LDM and their kin. */
#include "effect.h"

#include "../../qemu/thumb.c"

#define GENERAL 0x5fffu /* R0 to R12, LR */

/* Of LDM, STM, LDRD, STRD: the registers that are loaded, and a base that is moved. */
static unsigned written_wide(uint16_t h, uint16_t h2)
{
    const unsigned base = h & 0x20 ? 1u << (h & 15) : 0;
    const unsigned list = IS(h, 0xfe40, 0xe800) ? h2 : 1u << (h2 >> 12) | 1u << (h2 >> 8 & 15);
    return base | (h & 0x10 ? list : 0);
}

static unsigned written_by_several(uint16_t h, uint16_t h2)
{
    if (h >= 0xe800)
        return written_wide(h, h2);
    if (h < 0xc000) /* PUSH, POP */
        return h & 0x800 ? h & 0xff : 0;
    return 1u << (h >> 8 & 7) | (h & 0x800 ? h & 0xff : 0);
}

static bool is_product(uint16_t h, enum thumb_kind kind)
{
    return IS(h, 0xffc0, 0x4340) || (IS(h, 0xff00, 0xfb00) && kind != THUMB_DIVIDE);
}

struct effect effect_decode(uint16_t first, uint16_t second)
{
    const struct thumb t = thumb_decode(first, second);
    const bool has_several = t.kind == THUMB_MULTIPLE || t.kind == THUMB_MULTIPLE_PC;
    const bool reads_special = IS(first, 0xffe0, 0xf3e0); /* MRS */
    unsigned written = t.loaded | t.computed;
    written |= has_several ? written_by_several(first, second) : reads_special ? 1u << (second >> 8 & 15) : 0;
    struct effect effect = {written & GENERAL, NO_OPERAND, NO_OPERAND, (uint8_t)t.bytes, t.flags & OPCODE_CALL};
    if (is_product(first, t.kind)) {
        const bool is_wide = t.bytes == 4;
        effect.first = is_wide ? first & 15 : first & 7;
        effect.second = is_wide ? second & 15 : first >> 3 & 7;
    }
    return effect;
}

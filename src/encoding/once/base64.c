#include "encoding/once/base64.h"

#include "word/word.h"

/* All ones if from <= c <= to, else 0. */
static uint8_t mask_between(uint8_t c, uint8_t from, uint8_t to)
{
    const uint16_t below = (uint16_t)(c - from), above = (uint16_t)(to - c); /* large if negative */
    return (uint8_t)mc_word_barrier((mc_word)(uint8_t)~((below | above) >> 8));
}

uint8_t mc_base64_value(uint8_t c)
{
    const uint8_t upper = mask_between(c, 'A', 'Z'), lower = mask_between(c, 'a', 'z');
    const uint8_t digit = mask_between(c, '0', '9'), plus = mask_between(c, '+', '+');
    const uint8_t slash = mask_between(c, '/', '/');
    return (uint8_t)((upper & (c - 'A')) | (lower & (c - 'a' + 26)) | (digit & (c - '0' + 52)) | (plus & 62) |
                     (slash & 63) | (uint8_t)~(upper | lower | digit | plus | slash));
}

static uint8_t is_space(uint8_t c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

const uint8_t *mc_base64_group(uint8_t octets[3], const uint8_t *text)
{
    uint8_t values[4], count = 0;
    while (count < 4) {
        const uint8_t c = *text++;
        if (!is_space(c))
            values[count++] = mc_base64_value(c) & 0x3f;
    }
    octets[0] = (uint8_t)(values[0] << 2 | values[1] >> 4);
    octets[1] = (uint8_t)(values[1] << 4 | values[2] >> 2);
    octets[2] = (uint8_t)(values[2] << 6 | values[3]);
    mc_wipe(values, sizeof values);
    return text;
}

size_t mc_base64_octets(const uint8_t *text, size_t characters)
{
    size_t count = 0;
    uint8_t fill = 0, last = 0, wrong = 0;
    for (; characters--; text++) {
        if (is_space(*text))
            continue;
        if (*text == '=') {
            if (++fill > 2)
                return 0;
            continue;
        }
        if (fill)
            return 0;
        last = mc_base64_value(*text);
        wrong |= last & 0xc0;
        count++;
    }
    wrong |= last & (fill == 0 ? 0 : fill == 1 ? 0x03 : 0x0f);
    count += fill;
    return wrong || count % 4 ? 0 : count / 4 * 3 - fill;
}

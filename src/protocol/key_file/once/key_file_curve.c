/* Curves by the names that key files have for them: object identifiers, and algorithms (RFC 5480, 2.1; RFC 8410, 3). */
#include <string.h>

#include "motecurve/ecdsa.h"
#include "protocol/key_file/once/key_file.h"
#include "word/config.h"
#ifndef MC_SINGLE_CURVE
#include "protocol/host/descriptor.h"
#endif

uint8_t mc_key_file_is_sec1(const mc_curve *curve)
{
#ifdef MC_SINGLE_CURVE
    (void)curve;
    return MC_SINGLE_CURVE_FORM == MC_FORM_WEIERSTRASS;
#else
    return mc_ecdsa_signature_validate(NULL, 0, curve) != MC_ERROR_UNSUPPORTED;
#endif
}

static uint8_t is_oid(const char *name)
{
    uint8_t has_dot = 0;
    for (; (*name >= '0' && *name <= '9') || *name == '.'; name++)
        has_dot |= *name == '.';
    return has_dot && !*name;
}

const char *mc_key_file_oid(const mc_curve *curve)
{
#ifdef MC_SINGLE_CURVE
#define LISTED(name) name,
    static const char *const names[] = {MC_OF_CURVE(NAMES, MC_SINGLE_CURVE)(LISTED) NULL};
    const char *const *name = names;
    (void)curve;
#else
    const char *const *name = curve->names;
#endif
    while (*name && !is_oid(*name))
        name++;
    return *name;
}

typedef struct {
    char text[MC_OID_TEXT_BYTES];
    size_t bytes;
    uint8_t is_long;
} oid;

static void append(oid *to, char c)
{
    if (to->bytes < sizeof to->text - 1)
        to->text[to->bytes++] = c;
    else
        to->is_long = 1;
}

static void append_number(oid *to, uint32_t number)
{
    char digits[10];
    uint8_t count = 0;
    if (to->bytes)
        append(to, '.');
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    while (count)
        append(to, digits[--count]);
}

/* An object identifier in decimal; the empty text for one that is longer than any curve's. */
static void read_oid(oid *to, mc_der_reader *in, size_t limit)
{
    const size_t after = mc_der_enter(in, MC_DER_OBJECT_IDENTIFIER, limit);
    uint8_t octet = 0x80, is_first = 1;
    uint32_t number = 0;
    memset(to, 0, sizeof *to);
    while (in->status == MC_OK && in->left > after) {
        mc_der_take(in, &octet, 1);
        if (is_first && octet == 0x80)
            mc_der_fail(in, MC_ERROR_NOT_MINIMAL);
        is_first = !(octet & 0x80);
        to->is_long |= number >> 25 != 0;
        number = number << 7 | (octet & 0x7f);
        if (!is_first)
            continue;
        if (to->bytes == 0) { /* the first two numbers are one */
            const uint8_t top = (uint8_t)(number < 80 ? number / 40 : 2);
            append_number(to, top);
            number -= 40 * (uint32_t)top;
        }
        append_number(to, number);
        number = 0;
    }
    if (octet & 0x80) /* none, or an unfinished one */
        mc_der_fail(in, MC_ERROR_ENCODING);
    if (to->is_long)
        to->text[0] = 0;
}

static const mc_curve *find(mc_der_reader *in, const oid *name)
{
    const mc_curve *curve = in->status == MC_OK ? mc_curve_find(name->text) : NULL;
    if (!curve)
        mc_der_fail(in, MC_ERROR_UNSUPPORTED);
    return curve;
}

const mc_curve *mc_key_file_read_name(mc_der_reader *in, size_t limit)
{
    oid name;
    read_oid(&name, in, limit);
    const mc_curve *curve = find(in, &name);
    if (curve && !mc_key_file_is_sec1(curve)) /* the name of an algorithm */
        mc_der_fail(in, MC_ERROR_ENCODING);
    return in->status == MC_OK ? curve : NULL;
}

const mc_curve *mc_key_file_read_algorithm(mc_der_reader *in, size_t limit)
{
    const size_t after = mc_der_enter(in, MC_DER_SEQUENCE, limit);
    const mc_curve *curve;
    oid name;
    read_oid(&name, in, after);
    if (name.bytes == sizeof MC_OID_EC_PUBLIC_KEY - 1 && memcmp(name.text, MC_OID_EC_PUBLIC_KEY, name.bytes) == 0) {
        if (in->status == MC_OK && !mc_der_is_next(in, MC_DER_OBJECT_IDENTIFIER, after))
            mc_der_fail(in, MC_ERROR_CURVE_NOT_NAMED);
        curve = mc_key_file_read_name(in, after);
    } else {
        curve = find(in, &name);
        if (curve && mc_key_file_is_sec1(curve)) /* the name of a curve alone */
            mc_der_fail(in, MC_ERROR_ENCODING);
    }
    mc_der_leave(in, after);
    return in->status == MC_OK ? curve : NULL;
}

/* Base64 (RFC 4648, 4), decoded in constant time: private keys come so. Only where lines end and how many characters
 * there are is public, and whether all belong to the alphabet. */
#ifndef MC_BASE64_H
#define MC_BASE64_H

#include <stddef.h>
#include <stdint.h>

/* 0 to 63, or 0xff of a character that is none of the alphabet. */
uint8_t mc_base64_value(uint8_t character);
/* The bytes that the next four characters of the alphabet say, white space left out; returns what follows them. */
const uint8_t *mc_base64_group(uint8_t octets[3], const uint8_t *text);
/* How many bytes the text says, 0 if it is not base64: white space, four characters to a group, the last one filled
 * with
 * "=", and no bits beside its bytes. */
size_t mc_base64_octets(const uint8_t *text, size_t characters);

#endif

/* Numbers of CoAP's format (RFC 7252, 3). */
#ifndef MC_NETWORK_COAP_TERMS_H
#define MC_NETWORK_COAP_TERMS_H

#include <stdint.h>

#define COAP_VERSION    1
#define COAP_HEAD_BYTES 4
#define COAP_MARKER     0xff
/* Values of a nibble, of a distance or a length: an octet more holds what is above 13, two what is above 269. */
#define COAP_ONE_MORE 13
#define COAP_TWO_MORE 14
#define COAP_TWO_FROM 269

/* Whether the code is of a class that is reserved: 1, 6, 7; of class 0, codes but 0 are methods. */
static inline uint8_t mc_coap_is_reserved(uint8_t code)
{
    const uint8_t class = code >> 5;
    return class == 1 || class > 5;
}

#endif

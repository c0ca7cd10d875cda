/* An address of IPv6, as Contiki has it. */
#ifndef IMPLEMENTATION_UIP_H
#define IMPLEMENTATION_UIP_H

#include <stdint.h>
#include <string.h>

typedef union {
    uint8_t u8[16];
    uint16_t u16[8];
} uip_ipaddr_t;

#define uip_ipaddr_cmp(a, b) (!memcmp((a), (b), sizeof(uip_ipaddr_t)))

#endif

/* The firmware's side of the mailbox: the radio, clock, random numbers and serial flash of a simulated mote. */
#ifndef MC_NETWORK_MAILBOX_H
#define MC_NETWORK_MAILBOX_H

#include <stddef.h>
#include <stdint.h>

#include "mailbox_channels.h"

enum { MAILBOX_FRAME_BYTES = 125 }; /* the longest frame, without its check sequence */

/* MAILBOX_HAS_...: what waits for the firmware. */
uint8_t mailbox_status(void);

/* The radio takes frames to this address from now on. */
void mailbox_address(uint16_t address, uint16_t pan);

/* Hands a frame to the radio; its outcome (MAILBOX_SENT, ...) comes later. */
void mailbox_send(const uint8_t *frame, size_t bytes);
uint8_t mailbox_outcome(void);

/* The radio's power, its look at the carrier, and a frame that is sent from its memory as often as wanted. */
void mailbox_radio(enum mailbox_radio state);
uint8_t mailbox_carrier(void);
void mailbox_load(const uint8_t *frame, size_t bytes);
void mailbox_transmit(void);

/* Copies the oldest frame that came, and returns its octets. */
size_t mailbox_frame(uint8_t frame[MAILBOX_FRAME_BYTES]);

/* Ticks of 1/32768 s since the mote was switched on. */
uint32_t mailbox_time(void);

/* The CPU sleeps for so many ticks, or until something waits. */
void mailbox_sleep(uint32_t ticks);

void mailbox_random(uint8_t *out, size_t bytes);
void mailbox_store_read(uint16_t at, uint8_t *out, size_t bytes);
void mailbox_store_write(uint16_t at, const uint8_t *octets, size_t bytes);

/* The first octets that the laboratory gives. */
void mailbox_settings(uint8_t *out, size_t bytes);

void mailbox_report(enum mailbox_event event, uint16_t peer);

/* Ends the simulation. */
_Noreturn void mailbox_fail(const char *reason);

#endif

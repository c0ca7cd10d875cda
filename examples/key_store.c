/* Keeps a private key in EEPROM or flash so that a loss of power, at any byte, leaves the old key or the new one whole.
 *
 * Two slots, each: sequence number, key, check sum. A new key goes to the slot that does not hold the current one. The
 * check sum is written last and covers all before it, so a slot that was cut off is not valid, and the other still is.
 * Only when the new slot has been read back is the old one erased. After a loss of power between the two both are
 * valid, and the higher sequence number counts; key_store_load erases the other.
 *
 * The program at the end writes a key over another with the power failing after 0, 1, 2, ... bytes, and loads it. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "motecurve/hash.h"
#include "motecurve/key.h"

#define KEY_BYTES   30 /* mc_curve_scalar_bytes of sect233k1 is 29: flash is written in halfwords here */
#define CHECK_BYTES 8  /* of SHA-256: against a slot that was cut off, not against an attacker who writes */
#define SLOT_BYTES  (2 + KEY_BYTES + CHECK_BYTES)
#define SLOTS       2

/* The device. On an ATmega these are eeprom_update_byte and eeprom_read_byte; in a microcontroller's flash a slot is a
 * page of its own, erased whole, and each of its halfwords is written once after that. */
static uint8_t memory[SLOTS][SLOT_BYTES];
static long bytes_until_power_fails;

static bool device_write(unsigned slot, unsigned at, uint8_t byte)
{
    if (bytes_until_power_fails-- <= 0)
        return false;
    memory[slot][at] = byte;
    return true;
}

static uint8_t device_read(unsigned slot, unsigned at)
{
    return memory[slot][at];
}

static bool slot_erase(unsigned slot)
{
    for (unsigned at = SLOT_BYTES; at-- > 0;) /* the check sum first: a slot that is half erased is not valid */
        if (!device_write(slot, at, 0xff))
            return false;
    return true;
}

static void check_of(uint8_t check[MC_SHA256_BYTES], const uint8_t *bytes)
{
    mc_sha256_context context;
    mc_sha256_begin(&context);
    mc_sha256_feed(&context, bytes, SLOT_BYTES - CHECK_BYTES);
    mc_sha256_finish(check, &context);
}

/* Reads a slot; false if it is not valid. */
static bool slot_read(unsigned slot, uint16_t *sequence, uint8_t *key)
{
    uint8_t bytes[SLOT_BYTES], check[MC_SHA256_BYTES];
    for (unsigned at = 0; at < SLOT_BYTES; at++)
        bytes[at] = device_read(slot, at);
    check_of(check, bytes);
    const bool is_valid = memcmp(check, bytes + SLOT_BYTES - CHECK_BYTES, CHECK_BYTES) == 0;
    if (is_valid) {
        *sequence = (uint16_t)(bytes[0] << 8 | bytes[1]);
        memcpy(key, bytes + 2, KEY_BYTES);
    }
    memset(bytes, 0, sizeof bytes); /* a mote's compiler may leave this out: use what it has that is kept */
    return is_valid;
}

/* The slot of the current key; -1 if there is none. Of two valid slots the later counts; sequence numbers go round. */
static int current_slot(uint16_t *sequence, uint8_t *key)
{
    int found = -1;
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        uint8_t other_key[KEY_BYTES];
        uint16_t other;
        if (slot_read(slot, &other, other_key) && (found < 0 || (int16_t)(other - *sequence) > 0)) {
            *sequence = other;
            memcpy(key, other_key, KEY_BYTES);
            found = (int)slot;
        }
    }
    return found;
}

/* Loads the current key, and erases the remains of another that a loss of power left. False if no key is stored. */
static bool key_store_load(uint8_t *key)
{
    uint16_t sequence = 0;
    const int slot = current_slot(&sequence, key);
    if (slot < 0)
        return false;
    for (unsigned other = 0; other < SLOTS; other++)
        for (unsigned at = 0; other != (unsigned)slot && at < SLOT_BYTES; at++)
            if (device_read(other, at) != 0xff) {
                slot_erase(other);
                break;
            }
    return true;
}

/* Stores a key. True when it is stored whole and the old one is erased. */
static bool key_store_save(const uint8_t *key)
{
    uint8_t bytes[SLOT_BYTES], check[MC_SHA256_BYTES], old[KEY_BYTES];
    uint16_t sequence = 0;
    const int current = current_slot(&sequence, old);
    const unsigned slot = current == 0;
    sequence++;
    bytes[0] = (uint8_t)(sequence >> 8);
    bytes[1] = (uint8_t)sequence;
    memcpy(bytes + 2, key, KEY_BYTES);
    check_of(check, bytes);
    memcpy(bytes + SLOT_BYTES - CHECK_BYTES, check, CHECK_BYTES);
    if (!slot_erase(slot))
        return false;
    for (unsigned at = 0; at < SLOT_BYTES; at++)
        if (!device_write(slot, at, bytes[at]))
            return false;
    if (!slot_read(slot, &sequence, old) || memcmp(old, key, KEY_BYTES) != 0)
        return false; /* the memory is worn: the old key stays */
    return current < 0 || slot_erase((unsigned)current);
}

int main(void)
{
    uint8_t first[KEY_BYTES] = {1, 2, 3}, second[KEY_BYTES] = {4, 5, 6}, loaded[KEY_BYTES];
    unsigned old_keys = 0, new_keys = 0;
    for (long power = 0; power <= 4 * SLOT_BYTES; power++) {
        memset(memory, 0xff, sizeof memory);
        bytes_until_power_fails = 1000;
        if (!key_store_save(first))
            return 1;
        bytes_until_power_fails = power;
        const bool is_saved = key_store_save(second);
        bytes_until_power_fails = 1000; /* the power is back */
        if (!key_store_load(loaded)) {
            fprintf(stderr, "no key is left after %ld bytes\n", power);
            return 1;
        }
        const bool is_new = memcmp(loaded, second, KEY_BYTES) == 0;
        if ((is_saved && !is_new) || (!is_new && memcmp(loaded, first, KEY_BYTES) != 0)) {
            fprintf(stderr, "a wrong key after %ld bytes\n", power);
            return 1;
        }
        old_keys += !is_new;
        new_keys += is_new;
    }
    printf("power failed at every byte: the old key was there %u times, the new one %u times\n", old_keys, new_keys);
    return 0;
}

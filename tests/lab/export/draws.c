/* Firmware for ATmega128 that replaces a drop's example: draws two keys, and prints for each the status and the
 * private key in hexadecimal. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <string.h>

#include "motecurve.h"

static uint8_t private_key[MC_MAX_SCALAR_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES];

static void print(char letter)
{
    while (!(UCSR0A & 1 << UDRE0))
        ;
    UDR0 = (uint8_t)letter;
}

static void print_octet(uint8_t octet)
{
    static const char digits[] = "0123456789abcdef";
    print(digits[octet >> 4]);
    print(digits[octet & 15]);
}

int main(void)
{
    UCSR0B = 1 << TXEN0;
    for (uint8_t draw = 0; draw < 2; draw++) {
        memset(private_key, 0xaa, sizeof private_key);
        print_octet((uint8_t)mc_key_generate(private_key, public_key, motecurve_random, NULL, MC_THE_CURVE));
        print(' ');
        for (uint8_t i = 0; i < sizeof private_key; i++)
            print_octet(private_key[i]);
        print('\n');
    }
    cli();
    sleep_mode(); /* and wakes no more */
    return 0;
}

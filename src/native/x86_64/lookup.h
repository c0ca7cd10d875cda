/* Reading a table at a secret place, for curve/lookup.h. */
#ifndef MC_NATIVE_X86_64_LOOKUP_H
#define MC_NATIVE_X86_64_LOOKUP_H

#include <stddef.h>
#include <stdint.h>

/* r = entry `index` of a table of `count` entries of so many bytes, a multiple of 16 and at least 32. The whole table
 * is read, and masks choose. Bound when the program is loaded: by registers of 32 bytes where the processor has AVX2,
 * and of 64 where it has AVX-512. */
typedef void mc_table_lookup(void *r, const void *table, size_t bytes, uint8_t count, uint8_t index);
#pragma GCC visibility push(hidden)
mc_table_lookup mc_lookup;
#pragma GCC visibility pop

#endif

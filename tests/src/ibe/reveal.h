/* IBE_PUBLIC of src/ibe/group.h for ibe_secrets.c: the value, which valgrind then takes for known. */
#ifndef TESTS_IBE_REVEAL_H
#define TESTS_IBE_REVEAL_H

#include <stdint.h>
#include <valgrind/memcheck.h>

static inline uint64_t ibe_reveal(uint64_t value)
{
    VALGRIND_MAKE_MEM_DEFINED(&value, sizeof value);
    return value;
}

#define IBE_PUBLIC(x) ibe_reveal((uint64_t)(x))

#endif

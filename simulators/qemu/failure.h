/* Failures of the plugin: one line on stderr and an exit status of the emulator for each cause. */
#ifndef MC_QEMU_FAILURE_H
#define MC_QEMU_FAILURE_H

#include <stddef.h>

enum status {
    STATUS_USAGE = 102, /* unknown or incomplete argument */
    STATUS_FILE = 103,  /* a file is not readable or not writable, or no memory */
    STATUS_IMAGE = 104, /* instructions that the plugin cannot follow */
    STATUS_LIMIT = 109, /* more instructions than allowed */
    STATUS_STACK = 110, /* the stack runs into the image's data in RAM */
    STATUS_NO_RUN = 111,
};

/* Prints "mc-qemu: ..." and ends the emulator with `status`. */
_Noreturn void fail(enum status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* calloc that fails instead of returning NULL. */
void *allocate(size_t count, size_t size);

#endif

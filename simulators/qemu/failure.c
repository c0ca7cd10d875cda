#include "failure.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void fail(enum status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("mc-qemu: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    fflush(stderr);
    _exit(status); /* the emulator's own clean-up would run in the middle of a translation */
}

void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (memory == NULL)
        fail(STATUS_FILE, "out of memory");
    return memory;
}

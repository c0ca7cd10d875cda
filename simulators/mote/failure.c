#include "failure.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void (*fail_hook)(enum status status, const char *text);

void fail(enum status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (fail_hook != NULL) {
        char text[256];
        vsnprintf(text, sizeof text, format, arguments);
        fail_hook(status, text);
    }
    fprintf(stderr, "%s: ", program_name);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(status);
}

void *allocate(unsigned long count, unsigned long size)
{
    void *memory = calloc(count, size);
    if (memory == NULL)
        fail(STATUS_FILE, "out of memory");
    return memory;
}

#include "failure.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void fail(enum status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("mc-native: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(status);
}

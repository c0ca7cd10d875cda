/* Failures of the runner: one line on stderr and a distinct exit status for each cause. */
#ifndef MC_NATIVE_FAILURE_H
#define MC_NATIVE_FAILURE_H

enum status {
    STATUS_OK = 0,
    STATUS_USAGE = 2,    /* unknown option, missing argument, malformed input */
    STATUS_LIBRARY = 3,  /* a library cannot be loaded */
    STATUS_SYMBOL = 4,   /* the library does not have a function, a curve or the operation */
    STATUS_UNSTABLE = 5, /* a timed call gave another result than the checked one */
};

/* Prints "mc-native: ..." and ends the program with `status`. */
_Noreturn void fail(enum status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif

/* The source of random bytes on hosts, of the system: it keeps no state here. */
#include "word/word.h"

#ifndef MC_SINGLE_CURVE

#include "motecurve/random.h"

#if defined(__linux__) || defined(__FreeBSD__) || defined(__NetBSD__)
#include <errno.h>
#include <sys/random.h>

int mc_blinding_random(uint8_t *out, size_t bytes)
{
    while (bytes) {
        const ssize_t got = getrandom(out, bytes, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return -1;
        out += got;
        bytes -= (size_t)got;
    }
    return 0;
}
#elif defined(__APPLE__) || defined(__OpenBSD__)
#include <sys/random.h>
#include <unistd.h>

#define AT_ONCE 256 /* of getentropy */

int mc_blinding_random(uint8_t *out, size_t bytes)
{
    for (size_t some; bytes; out += some, bytes -= some) {
        some = bytes < AT_ONCE ? bytes : AT_ONCE;
        if (getentropy(out, some) != 0)
            return -1;
    }
    return 0;
}
#elif MC_BLINDING
#error "MC_BLINDING: no source of random bytes is known for this system; build with MC_BLINDING=none"
#endif

#endif

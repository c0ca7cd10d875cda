/* The functions of a library that the counting runner needs besides its side. */
#ifndef MC_COUNTED_LIBRARY_H
#define MC_COUNTED_LIBRARY_H

#include "../side.h"

extern const struct side mc_native_side;

/* From here the library's random numbers are the same bytes every time. If the operation draws a private key, the
 * first of them are the key `d` of the case, so that the result is known. */
void library_draw(const char *operation, const struct numbers *in);

/* The processor features that the library uses, as text. */
const char *library_processor(void);

#endif

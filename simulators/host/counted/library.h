/* What the counting runner wants of a library besides its side. */
#ifndef MC_COUNTED_LIBRARY_H
#define MC_COUNTED_LIBRARY_H

#include "../side.h"

extern const struct side mc_native_side;

/* From here the library's random numbers are the same octets every time; where the operation is to draw a private key,
 * the first of them are the key `d` of the case, so that the result is known. */
void library_draw(const char *operation, const struct numbers *in);

/* What of the processor the library uses, as text. */
const char *library_processor(void);

#endif

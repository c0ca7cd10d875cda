/* Another library's modular multiplication, to be measured beside ours: OpenSSL's Montgomery multiplication
 * (BN_mod_mul_montgomery), where the build has found OpenSSL. It is OpenSSL's own choice between bn_mul_mont, whose
 * rows use MULX, ADCX and ADOX where the processor has them, and products with a reduction by words. */
#ifndef MC_PARALLEL_PROGRAMS_PEERS_H
#define MC_PARALLEL_PROGRAMS_PEERS_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct peers_openssl peers_openssl;

/* OpenSSL's name and version; null if the build has none, and then peers_openssl_new returns null. */
const char *peers_openssl_version(void);

/* Prepares an odd modulus of n limbs. Null if memory is not to be had. */
peers_openssl *peers_openssl_new(const mp_limb_t *m, size_t n);
void peers_openssl_free(peers_openssl *peer);

/* Takes two operands below the modulus, n limbs each, into Montgomery's form. False if memory is not to be had. */
bool peers_openssl_set(peers_openssl *peer, const mp_limb_t *a, const mp_limb_t *b);

/* The product of the operands, in the form: the call that is measured. False on failure. */
bool peers_openssl_multiply(peers_openssl *peer);

/* The last product, out of the form, in n limbs. False on failure. */
bool peers_openssl_get(peers_openssl *peer, mp_limb_t *z);

#endif

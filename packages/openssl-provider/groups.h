/* The curves that the provider serves. */
#ifndef MOTECURVE_OPENSSL_GROUPS_H
#define MOTECURVE_OPENSSL_GROUPS_H

#include "provider.h"

#include <openssl/ec.h>

/* The setting prime_curves names curves over prime fields to serve, separated by commas or spaces; null for none. */
int groups_find(provider *of, const char *prime_curves);
/* The group of that name, in OpenSSL's or the library's spelling, or of that number; null if it is not served. */
const group *group_of_name(const provider *of, const char *name);
const group *group_of_nid(const provider *of, int nid);
/* Fills in those of the parameters that tell the equation, the order and so on; the generator in that form. */
int group_get_params(const group *of, point_conversion_form_t form, OSSL_PARAM params[]);
/* The bytes of the longest signature in DER. */
size_t group_signature_der_bytes(const group *of);

#endif

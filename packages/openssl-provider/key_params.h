/* Keys of ours as OSSL_PARAM. */
#ifndef MOTECURVE_OPENSSL_KEY_PARAMS_H
#define MOTECURVE_OPENSSL_KEY_PARAMS_H

#include "key.h"

#include <openssl/params.h>

/* The group that the parameters name, if it is served and nothing asks for all its parameters instead of a name. */
const group *group_of_params(const provider *of, const OSSL_PARAM params[]);
/* Whether the parameters ask for an encoding of the curve other than by its name. */
int is_explicit(const OSSL_PARAM params[]);
/* Whether the parameters give a curve, by its name or by its equation. */
int has_curve(const OSSL_PARAM params[]);
/* The flags after those of the parameters that set some; 0 and an error for a value that is none, with no flag set. */
int flags_of_params(const provider *of, key_flags *flags, const OSSL_PARAM params[]);
/* Sets a key of ours by what is selected of the parameters. */
int key_set_by_params(ec_key *key, const group *its_group, int selection, const OSSL_PARAM params[]);
/* Hands what is selected of a key of ours to the callback. */
int key_params_export(const ec_key *key, int selection, OSSL_CALLBACK *callback, void *argument);
/* Fills in the parameters that are asked of a key of ours. */
int key_params_get(const ec_key *key, OSSL_PARAM params[]);

#endif

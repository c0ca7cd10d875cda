/* Keys, whosever they are, as OpenSSL's core asks for them. */
#ifndef MOTECURVE_OPENSSL_MANAGEMENT_H
#define MOTECURVE_OPENSSL_MANAGEMENT_H

#include "others.h"

OSSL_FUNC_keymgmt_import_fn key_import;
OSSL_FUNC_keymgmt_export_fn key_export;
OSSL_FUNC_keymgmt_match_fn key_match;

/* generation.c */
OSSL_FUNC_keymgmt_gen_init_fn generation_new;
OSSL_FUNC_keymgmt_gen_set_template_fn generation_set_template;
OSSL_FUNC_keymgmt_gen_set_params_fn generation_set_params;
OSSL_FUNC_keymgmt_gen_settable_params_fn generation_settable;
OSSL_FUNC_keymgmt_gen_fn generation_run;
OSSL_FUNC_keymgmt_gen_cleanup_fn generation_free;

#endif

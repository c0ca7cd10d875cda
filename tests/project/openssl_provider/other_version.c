/* An OpenSSL of the version that the second argument names loads the provider from the file that the first names, and
 * prints the error that it is given. No such OpenSSL need exist: of its functions the provider must call none but these
 * before it has seen the version. */
#include "program.h"

#include <dlfcn.h>
#include <openssl/core_dispatch.h>
#include <stdarg.h>

static const char *version;

static int get_params(const OSSL_CORE_HANDLE *handle, OSSL_PARAM params[])
{
    OSSL_PARAM *p = OSSL_PARAM_locate(params, OSSL_PROV_PARAM_CORE_VERSION);
    (void)handle;
    return p && OSSL_PARAM_set_utf8_ptr(p, version);
}

static void new_error(const OSSL_CORE_HANDLE *handle)
{
    (void)handle;
}

static void set_error_debug(const OSSL_CORE_HANDLE *handle, const char *file, int line, const char *function)
{
    (void)handle, (void)file, (void)line, (void)function;
}

static void set_error(const OSSL_CORE_HANDLE *handle, uint32_t reason, const char *format, va_list arguments)
{
    (void)handle;
    CHECK(reason);
    vprintf(format, arguments);
}

int main(int argc, char **argv)
{
    static const OSSL_DISPATCH offered[] = {
        {OSSL_FUNC_CORE_GET_PARAMS, (void (*)(void))get_params},
        {OSSL_FUNC_CORE_NEW_ERROR, (void (*)(void))new_error},
        {OSSL_FUNC_CORE_SET_ERROR_DEBUG, (void (*)(void))set_error_debug},
        {OSSL_FUNC_CORE_VSET_ERROR, (void (*)(void))set_error},
        {0, NULL},
    };
    const OSSL_DISPATCH *given = NULL;
    void *context = NULL;
    CHECK(argc == 3);
    version = argv[2];
    void *module = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    CHECK(module);
    OSSL_provider_init_fn *begin = (OSSL_provider_init_fn *)dlsym(module, "OSSL_provider_init");
    CHECK(begin && !begin((const OSSL_CORE_HANDLE *)&version, offered, &given, &context) && !given && !context);
    return 0;
}

/* Names that are bound to one of two functions by the processor's features, once for the life of the process.
 *
 * The names are GNU indirect functions: while the loader relocates the program or the shared library, or before main
 * in a static program, it calls a resolver for each, stores the address that it returns where calls read it, and makes
 * that memory read-only (RELRO). No state of the library changes afterwards, and no thread can see two answers.
 *
 * A resolver runs before anything else is ready: relocations by name, thread-local storage and with it the stack
 * protector's canary, the sanitizers' shadow memory. So it calls nothing, reads no variable and is not instrumented.
 *
 * Where the loader has no indirect functions, or native/<target>/level.h fixes the level (MC_LEVEL_IS_FIXED), the
 * choice is made when the library is compiled.
 *
 * has(MC_LOADER_SAYS) tells whether the processor has the features, by the arguments that the loader passes to
 * resolvers, MC_LOADER_PASSES: both of native/<target>/level.h. has(MC_SYSTEM_SAYS) tells it at any other time. */
#ifndef MC_NATIVE_BIND_H
#define MC_NATIVE_BIND_H

#if __has_attribute(no_stack_protector)
#define MC_BARE                                                                                                        \
    __attribute__((no_sanitize("address", "undefined", "thread"), no_stack_protector, no_instrument_function))
#else
#define MC_BARE __attribute__((no_sanitize("address", "undefined", "thread"), no_instrument_function))
#endif

#if MC_LEVEL_IS_FIXED

#define MC_BIND(name, type, has, better, other, parameters, arguments)                                                 \
    void name parameters                                                                                               \
    {                                                                                                                  \
        if (has(MC_LOADER_SAYS))                                                                                       \
            better arguments;                                                                                          \
        else                                                                                                           \
            other arguments;                                                                                           \
    }

#else

/* `name` is `better` where the processor has the features of has(), else `other`. No address of theirs may need a
 * symbol that the loader looks up: they are static or hidden. */
#define MC_BIND(name, type, has, better, other, parameters, arguments)                                                 \
    MC_BARE static __attribute__((used)) type *MC_CONCATENATE(resolve_, name)(MC_LOADER_PASSES)                        \
    {                                                                                                                  \
        return has(MC_LOADER_SAYS) ? better : other;                                                                   \
    }                                                                                                                  \
    void name parameters __attribute__((ifunc(MC_STRINGIFY(MC_CONCATENATE(resolve_, name)))));

#endif
#endif

/* As with NDEBUG. */
#undef assert
#define assert(condition) ((void)0)

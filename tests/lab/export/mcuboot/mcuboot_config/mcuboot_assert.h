/* No assertions, as in a small boot loader. */
#ifndef MCUBOOT_ASSERT_H
#define MCUBOOT_ASSERT_H
#define assert(condition) ((void)(condition))
#define ASSERT(condition) ((void)(condition))
#endif

/* An image prints nothing. */
#define PRINTF(...)      ((void)0)
#define PRINT6ADDR(addr) ((void)0)

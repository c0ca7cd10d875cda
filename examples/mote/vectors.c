/* Where the processor begins: its first stack, and the start-up of the C library, which speaks to the simulator. */
extern void _start(void);

__attribute__((section(".vectors"), used)) const void *const vectors[] = {(void *)0x20010000, (void *)_start};

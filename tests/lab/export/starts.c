/* Start-up code of a Cortex-M4 for a drop's example: constructors, then main. Ends as soon as the example has its
 * result, which it prints by semihosting. */
#include <stdint.h>

enum { WRITE0 = 0x04, EXIT = 0x18, APPLICATION_EXIT = 0x20026 };

extern void (*const __init_array_start[])(void), (*const __init_array_end[])(void);
extern char _estack[];
extern volatile int result;

int main(void);
void _start(void);

static void ask(uint32_t operation, const void *argument)
{
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

/* The timer: the example does not end by itself. */
static void tick(void)
{
    static char text[] = "result -1\n";
    if (result == -1)
        return;
    text[7] = result < 0 ? '-' : ' ';
    text[8] = (char)('0' + (result < 0 ? -result : result));
    ask(WRITE0, text);
    ask(EXIT, (const void *)APPLICATION_EXIT);
}

void _start(void)
{
    volatile uint32_t *timer = (volatile uint32_t *)0xe000e010;
    timer[1] = 100000, timer[2] = 0, timer[0] = 7;
    result = -1; /* .data is not copied */
    for (unsigned i = 0; &__init_array_start[i] != __init_array_end; i++)
        __init_array_start[i]();
    main();
}

__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {
    [0] = _estack,
    [1] = (const void *)_start,
    [15] = (const void *)tick,
};

/* Routines with a known need of stack, and some without a bound. */
void use(volatile char *bytes);
int leaf(int number);
int frame(int number);
int calls(int number);
int recursive(int number);
int ping(int number);
int pong(int number);
int grows(int bytes);
int through_pointer(int (*function)(int));

#define APART __attribute__((noinline, noclone, noipa))
#ifdef __clang__
#undef APART
#define APART __attribute__((noinline))
#endif

APART void use(volatile char *bytes)
{
    bytes[0] = 1;
}

APART int leaf(int number)
{
    return number + 1;
}

APART int frame(int number)
{
    volatile char bytes[200];
    use(bytes);
    return leaf(number) + bytes[0];
}

APART int calls(int number)
{
    return frame(number) + frame(number + 1);
}

APART int recursive(int number)
{
    volatile char bytes[8];
    use(bytes);
    return number ? recursive(number - 1) + bytes[0] : 0;
}

APART int ping(int number)
{
    return number ? pong(number - 1) + 1 : 0;
}

APART int pong(int number)
{
    return number ? ping(number - 2) + 1 : 0;
}

APART int grows(int bytes)
{
    volatile char room[bytes];
    use(room);
    return room[0];
}

APART int through_pointer(int (*function)(int))
{
    return function(1) + 1;
}

/* Notes how much of the stack is to be burned, and burns nothing (native/burn.h). */
#include <stddef.h>

void mc_burn(size_t bytes);
void test_forget(void);
int test_count(void);
int test_burned(int index);

static size_t burned[64];
static int count;

void mc_burn(size_t bytes)
{
    if (count < 64)
        burned[count++] = bytes;
}

void test_forget(void)
{
    count = 0;
}

int test_count(void)
{
    return count;
}

int test_burned(int index)
{
    return (int)burned[index];
}

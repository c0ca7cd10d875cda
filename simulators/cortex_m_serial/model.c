/* The cycle model of the simulator (docs/cortex-m-cycles.md), which is the same one. */
#include "../qemu/cycles.c"
#include "../qemu/thumb.c"

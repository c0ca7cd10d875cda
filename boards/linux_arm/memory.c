#include "freestanding/memory.c"

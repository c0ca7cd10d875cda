/* The functions of string.h, the same without an operating system as under one. */
#include "../linux_arm/memory.c"

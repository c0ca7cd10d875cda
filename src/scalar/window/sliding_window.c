/*---
name: sliding-window
family: scalar-mult
summary: windows of w bits from the left, each from a 1 to a 1; table of odd multiples in affine coordinates
source: hankerson2004 Algorithm 3.38 on bits
domain: any point, 0 <= k < 2^l
constant_time: no
windows: 2, 3, 4, 5
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
ram_table_bytes: 2 ** w * n * W
recoding: sliding-window
doublings: length
additions: weight + 2 ** (w - 1) - 2
---*/
#define MEMBER       scalar_mult_sliding_window
#define TABLE_POINTS (1 << (MC_WINDOW - 1))
#define TABLE_STEP   2
#define MAKE_TABLE   EC(wnaf_table_var)
#define READ         EC(read_sliding_window)
#include "scalar/window/from_left.h"

/*---
name: wmof
family: scalar-mult
summary: mutual opposite form of width w from the left, its digits made from those of k as they are needed: none are
  stored; table of odd multiples in affine coordinates
source: Okeya, Schmidt-Samoa, Spahn and Takagi 2004
domain: any point, 0 <= k < 2^l
constant_time: no
windows: 2, 3, 4, 5
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
ram_table_bytes: 2 ** (w - 1) * n * W
recoding: wmof
doublings: length - (w == 2)
additions: weight + 2 ** (w - 2) - 2
---*/
#define MEMBER       scalar_mult_wmof
#define TABLE_POINTS (1 << (MC_WINDOW - 2))
#define TABLE_STEP   2
#define MAKE_TABLE   EC(wnaf_table_var)
#define READ         EC(read_mof)
#include "scalar/window/from_left.h"

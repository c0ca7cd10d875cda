/*---
name: wnaf
family: scalar-mult
summary: width-w NAF from the left, table of odd multiples in affine coordinates
source: hankerson2004 Algorithm 3.36; tinyecck2008 Section 4
domain: any point, 0 <= k < 2^l
constant_time: no
windows: 3, 4, 5, 6
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
ram_table_bytes: 2 ** (w - 1) * n * W
recoding: wnaf
doublings: length
additions: weight + 2 ** (w - 2) - 2
---*/
#define MEMBER       scalar_mult_wnaf
#define TABLE_POINTS (1 << (MC_WINDOW - 2))
#define TABLE_STEP   2
#define MAKE_TABLE   EC(wnaf_table_var)
#define READ         EC(read_stored)
#define RECODE       EC(recode_wnaf_var)
#include "scalar/window/from_left.h"

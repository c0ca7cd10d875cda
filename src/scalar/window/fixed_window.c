/*---
name: fixed-window
family: scalar-mult
summary: digits of base 2^w from the left, table of every multiple below 2^w in affine coordinates
source: Brauer 1939; hankerson2004 Section 3.3.1
domain: any point, 0 <= k < 2^l
constant_time: no
windows: 2, 3, 4, 5
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
ram_table_bytes: (2 ** w - 1) * 2 * n * W
recoding: fixed-window
doublings: length
additions: weight + 2 ** w - 4
---*/
#define MEMBER       scalar_mult_fixed_window
#define TABLE_POINTS ((1 << MC_WINDOW) - 1)
#define TABLE_STEP   1
#define MAKE_TABLE   EC(multiples_table_var)
#define READ         EC(read_fixed_window)
#include "scalar/window/from_left.h"

/*---
name: comb
family: scalar-mult-base
summary: comb with two tables in flash, every digit 1 or -1 so that no column is 0: the same additions for every scalar
source: Lim and Lee 1994; Hedabou, Pinel and Beneteau 2005; Feng, Zhu, Zhao and Li 2006
domain: curves with tables of multiples of their generator (codegen/generator_tables.py), else MC_ERROR_UNSUPPORTED;
  0 <= k < 2^l
constant_time: same-trace
windows: 4, 5, 6
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
flash_table_bytes: 2 ** (w + 1) * n * W
doublings: (l + 2 * w) // (2 * w) - 1
additions: 2 * ((l + 2 * w) // (2 * w)) - 1
---*/
#define TABLES 2
#define MEMBER scalar_mult_base_comb
#define TABLE  comb
#include "scalar/fixed_base/base_comb.h"

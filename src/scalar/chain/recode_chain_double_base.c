/*---
name: double-base
family: recoding-chain
summary: double-base chain by the tree method with one branch: of n - 1 and n + 1 the one that is smaller without its
  factors 2 and 3
source: Doche and Habsieger 2008; Dimitrov, Imbert and Mishra 2005
domain: 0 <= k < 2^l
constant_time: no
density: 1 / 4.6419
---*/
#include "scalar/scalar.h"

uint16_t EC(recode_chain_double_base_var)(mc_chain_step *steps, const mc_word *k)
{
    return EC(chain_convert_var)(steps, k, 0);
}

/*---
name: multi-base
family: recoding-chain
summary: chain with the bases 2, 3 and 5: of n - 1 and n + 1 the one that is smaller after division by them
source: Yu, Wang, Li and Tian 2013 (add/sub algorithm); Mishra and Dimitrov 2007
domain: 0 <= k < 2^l
constant_time: no
density: 1 / 5.61426
---*/
#include "scalar/scalar.h"

uint16_t EC(recode_chain_multi_base_var)(mc_chain_step *steps, const mc_word *k)
{
    return EC(chain_convert_var)(steps, k, 1);
}

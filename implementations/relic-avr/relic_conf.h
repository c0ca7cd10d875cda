/* The settings that RELIC's CMake writes into a header of this name: those of its preset/ecdsa-avr.sh for F_2^163 and
 * Koblitz curves alone, with the defaults of cmake/ where the preset is silent. Names and numbers are those of
 * include/relic_conf.h.in. */
#ifndef RELIC_CONF_H
#define RELIC_CONF_H

/* Without CHECK, VERBS, TRACE, MULTI and DEBUG: no exceptions, no messages, one thread. */
#ifndef WITHOUT_STRIP
#define STRIP
#endif
#define QUIET
#define VERSION "0.3.3"

#define NONE  1
#define AVR   2
#define ARCH  AVR
#define WORD  8
#define ALIGN 1
#define CORES 1
#define TIMER NONE
#define OPSYS NONE

#define EASY  1
#define GMP   2
#define ARITH 0 /* neither of these two: src/low/avr-asm-163 */

#define AUTO  1
#define ALLOC AUTO
#define FIPS  1
#define RAND  FIPS
#define ZERO  1
#define SEED  ZERO

/* The names of methods: a number means another method in each list, and a name the same number in all. */
#define BASIC 1
#define COMBA 2
#define LODAH 2
#define PROJC 2
#define QUICK 2
#define INTEG 3
#define INTER 3
#define STEIN 3
#define EXGCD 4
#define LWNAF 4
#define RWNAF 5

/* Of lists from which no name is taken, for comparisons in the headers. */
#define TABLE 2
#define LCOMB 4
#define RCOMB 5
#define BINAR 2
#define ALMOS 3
#define ITOHT 5
#define LOWER 6
#define SLIDE 2
#define BARRT 2
#define MULTP 4
#define PMERS 4
#define LEHME 2
#define SAFEP 2
#define STRON 3
#define HALVE 3
#define YAOWI 2
#define NAFWI 3
#define COMBS 5
#define COMBD 6
#define TRICK 2
#define JOINT 4
#define MONTY 3

#define WITH_BN
#define BN_PRECI 160
#define SINGLE   0
#define CARRY    1
#define DOUBLE   2
#define BN_MAGNI DOUBLE
#define BN_KARAT 0
#define BN_MUL   COMBA
#define BN_SQR   COMBA
#define BN_MOD   BASIC
#define BN_MXP   BASIC
#define BN_GCD   STEIN
#define BN_GEN   BASIC

#define WITH_FB
#define FB_POLYN 163
#define FB_KARAT 0
#define FB_WIDTH 4
#define FB_MUL   INTEG
#define FB_SQR   INTEG
#define FB_RDC   QUICK
#define FB_SRT   BASIC
#define FB_TRC   BASIC
#define FB_SLV   BASIC
#define FB_INV   EXGCD
#define FB_EXP   BASIC
#define FB_ITR   BASIC

/* Of fields that are not built; relic_core.c reads their headers. */
#define FP_PRIME 256
#define FT_POLYN 509

#define WITH_EB
#define EB_KBLTZ
#define EB_MIXED
#define EB_PRECO
#define EB_DEPTH 4
#define EB_WIDTH 4
#define EB_ADD   PROJC
#ifndef EB_MUL /* ../relic-avr-ladder defines it */
#define EB_MUL RWNAF
#endif
#define EB_FIX LWNAF
#define EB_SIM INTER

#endif

/* The contract of assembly kernels.
 *
 * A kernel is a member of a family of fb/ or fp/ in another language: it has the signature, the ranges and
 * the aliasing rules of that family, is named mc_<field>_<function>_<target>, and keeps the target's calling
 * convention (AVR: arguments from r24 down in pairs; r2-r17, r28, r29 preserved; r1 = 0 on return; no static
 * memory; interrupts may strike at any instruction, so the stack pointer is changed the way the compiler
 * does it; MSP430: arguments from r12 up; r4-r10 preserved; MC_MSP430_MULTIPLIER, the first address of the
 * multiplier, which no interrupt handler may use meanwhile without restoring it; RISC-V: ilp32, gp and tp untouched,
 * the stack pointer a multiple of 16). A kernel whose name has no _var takes the same trace for every input of a field.
 *
 * native/<target>/meta.h, generated, says which kernels exist: MC_NATIVE_<FIELD>_<FUNCTION> is 1. Without the
 * target's folder every image falls back to C. Kernels for x86-64 serve any modulus of a number of words, not one
 * field: native/x86_64/montgomery.h has their contract; native/aarch64/montgomery.h that of AArch64's.
 *
 *   family         signature                                    ranges and aliasing
 *   fb-add         (mc_word r[n], a[n], b[n])                   r may be a or b
 *   fb-mul         (mc_word c[2n], a[n], b[n])                  c apart from a and b
 *   fb-sqr         (mc_word c[2n], a[n])                        c apart from a
 *   fb-reduce      (mc_word r[n], c[2n])                        c of degree at most 2m-2, destroyed; r may be c
 *   fb-mul-reduce  (mc_word r[n], a[n], b[n])                   r may be a or b
 *   fb-mul-four    (mc_word r[4n], a[4n], b[4n])                four elements each; r may be a or b
 *   fb-mul-each    (mc_word r[kn], a[kn], b[n], uint8_t k)      r[i] = a[i] b; r may be a, b apart; k > 0
 *   fb-sqr-reduce  (mc_word r[n], a[n])                         r may be a
 *   fb-sqr-times   (mc_word r[n], a[n], unsigned count)         r may be a; count < 256, public
 *   fb-inv         (mc_word r[n], a[n])                         r may be a; the inverse of 0 is 0
 *   fp-mul         (mc_word c[2n], a[n], b[n])                  any a, b; c apart from a and b
 *   fp-sqr         (mc_word c[2n], a[n])                        any a; c apart from a
 *   fp-reduce      (mc_word r[n], c[2n])                        any c, or c < p R in Montgomery's way;
 *                                                               destroyed; r may be c
 *   fp-mul-reduce  (mc_word r[n], a[n], b[n])                   r may be a or b
 *   fp-sqr-reduce  (mc_word r[n], a[n])                         r may be a
 *   fp-add fp-sub  (mc_word r[n], a[n], b[n])                   r may be a or b
 *   fp-mul-small   (mc_word r[n], a[n], uint32_t c)             c < 2^17; r may be a
 *   ladder-step    (mc_word points[6n], x[n], swap, uint32_t a24)  coordinates below 2p; scalar/scalar.h; x apart
 *   doubling       (mc_word sum[3n], az4[n], power[n])          scalar/scalar.h; all apart
 *   addition       (mc_word sum[3n], entry[2n])                 scalar/scalar.h; apart
 *   jacobian-addition  (mc_word sum[3n], entry[2n])             scalar/scalar.h; apart
 *   jacobian-doubling  (mc_word point[3n])                      scalar/scalar.h
 *   window-step    (mc_word sum[3n], entry[2n], a[n], uint8_t)  scalar/scalar.h; all apart
 *   differences-step  (mc_word elements[8n], mask)              scalar/scalar.h
 *   divsteps       (mc_digit x[2k], matrix)                     fp/inversion/digits.h: mc_divsteps_apply_<target>, and
 *                                                               mc_divsteps_apply_modular_<target> with x[3k]
 *   montgomery     (t[n + 1], a[n], b[n], flash n[n], -1/n, n)  fp/multiplication/mul_reduce_montgomery_cios.c:
 *                                                               mc_montgomery_product_<target>
 *   tau-divide     (mc_word c[6], d[6], division)                scalar/tau/wtnaf.h: mc_tau_divide_<target>
 *   sha256         (mc_sha256_context *context)                 hash/block.h: mc_sha256_compress_<target>
 *   sha512         (mc_sha512_context *context)                 hash/block.h: mc_sha512_compress_<target>
 *
 * n is FB_WORDS or FP_WORDS; inputs and reduced outputs have degree below m, or are below p. The products of
 * prime fields are a b / R mod p, R = 2^(n MC_WORD_BITS), where the kernel's name says montgomery. */
#ifndef MC_NATIVE_API_H
#define MC_NATIVE_API_H

#include "word/config.h"

#if defined(__AVR__) && __has_include("native/avr/meta.h")
#include "native/avr/meta.h"
#endif

#if defined(__ARM_ARCH_ISA_ARM) && MC_WORD_BITS == 32 && __has_include("native/arm/meta.h")
#include "native/arm/meta.h"
#endif

/* UMAAL, as A32 or Thumb-2. */
#if defined(__ARM_FEATURE_DSP) && __ARM_ARCH >= 6 && MC_WORD_BITS == 32 && __has_include("native/armv7/meta.h")
#include "native/armv7/meta.h"
#define MC_NATIVE_UMAAL 1
#else
#define MC_NATIVE_UMAAL 0
#endif

#if defined(__thumb__) && !defined(__ARM_ARCH_ISA_ARM) && MC_WORD_BITS == 32 && __has_include("native/thumb/meta.h")
#include "native/thumb/meta.h"
#endif

#if defined(__riscv_mul) && __riscv_xlen == 32 && MC_WORD_BITS == 32 && __has_include("native/riscv/meta.h")
#include "native/riscv/meta.h"
#endif

#if defined(__riscv_zba) && defined(__riscv_zbc) && __riscv_xlen == 32 && MC_WORD_BITS == 32 &&                        \
    __has_include("native/riscvb/meta.h")
#include "native/riscvb/meta.h"
#endif

#if defined(__MSP430__) && MC_WORD_BITS == 16 && __has_include("native/msp430/meta.h")
#include "native/msp430/meta.h"
#endif

/* Whether the MSP430 has the multiplier of 32 bits, which lies elsewhere than the one of 16. */
#if defined(__MSP430__) && MC_MSP430_MULTIPLIER == 0x4c0
#define MC_NATIVE_MPY32 1
#else
#define MC_NATIVE_MPY32 0
#endif

/* Whether native/x86_64/montgomery.h holds for this build. */
#if defined(__x86_64__) && defined(__LP64__) && defined(__ELF__) && MC_WORD_BITS == 64 &&                              \
    __has_include("native/x86_64/meta.h")
#define MC_NATIVE_X86_64 1
#include "native/x86_64/meta.h"
#else
#define MC_NATIVE_X86_64 0
#endif

/* Whether native/aarch64/carryless.h holds for this build. Of clang's headers only those after version 15 offer PMULL
 * to single functions. */
#if defined(__aarch64__) && defined(__LP64__) && defined(__ELF__) && !defined(__AARCH64EB__) && MC_WORD_BITS == 64 &&  \
    (!defined(__clang__) || defined(__ARM_FEATURE_AES)) && __has_include("native/aarch64/carryless.h")
#define MC_NATIVE_AARCH64 1
#else
#define MC_NATIVE_AARCH64 0
#endif

/* Whether native/aarch64/montgomery.h holds for this build. */
#if defined(__aarch64__) && defined(__LP64__) && defined(__ELF__) && !defined(__AARCH64EB__) && MC_WORD_BITS == 64 &&  \
    __has_include("native/aarch64/meta.h")
#define MC_NATIVE_AARCH64_WORDS 1
#include "native/aarch64/meta.h"
#else
#define MC_NATIVE_AARCH64_WORDS 0
#endif

#if MC_NATIVE_X86_64 || MC_NATIVE_AARCH64
/* What this processor runs: "adx", "x86_64" or "aarch64", with ", pclmul" or ", pmull" where fields of characteristic
 * two multiply by that instruction (fb/multiplication/carryless.h). */
const char *mc_native_level(void);
#endif

/* Whether binary fields have members that use PCLMULQDQ or PMULL (fb/multiplication/carryless.h) where the processor
 * has it. */
#define MC_NATIVE_CARRYLESS (MC_NATIVE_X86_64 || MC_NATIVE_AARCH64)
/* Whether fields can have members that use VPCLMULQDQ on registers of 512 bits (fb/wide.h), which do not pause. */
#define MC_NATIVE_WIDE (MC_NATIVE_X86_64 && !MC_STEPWISE)

/* Whether the compiler may use Wireless MMX, of XScale (-mcpu=iwmmxt). */
#if defined(__IWMMXT__) && MC_WORD_BITS == 32 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define MC_NATIVE_WMMX 1
#else
#define MC_NATIVE_WMMX 0
#endif

/* Whether products modulo the prime of MC_FIELD are kernels in plain form. */
#if MC_NATIVE_X86_64
#define MC_NATIVE_MODULAR MC_CONCATENATE(MC_X86_64_MODULAR_, MC_FIELD)
#elif MC_NATIVE_AARCH64_WORDS
#define MC_NATIVE_MODULAR MC_CONCATENATE(MC_AARCH64_MODULAR_, MC_FIELD)
#else
#define MC_NATIVE_MODULAR 0
#endif

/* Whether a step of the ladder, doubling and mixed addition of extended points for a = -1, and those of Jacobian points
 * for one a, are kernels; builds that pause between products or count them have none, nor have those in named
 * coordinates, which stand beside the host library, the last. */
#if MC_NATIVE_X86_64 && !MC_STEPWISE && !defined(MC_COUNTING_HEADER)
#define MC_NATIVE_LADDER   MC_CONCATENATE(MC_X86_64_LADDER_, MC_FIELD)
#define MC_NATIVE_EXTENDED MC_CONCATENATE(MC_X86_64_EXTENDED_, MC_FIELD)
#elif MC_NATIVE_AARCH64_WORDS && !MC_STEPWISE && !defined(MC_COUNTING_HEADER)
#define MC_NATIVE_LADDER   MC_CONCATENATE(MC_AARCH64_LADDER_, MC_FIELD)
#define MC_NATIVE_EXTENDED 0
#else
#define MC_NATIVE_LADDER   0
#define MC_NATIVE_EXTENDED 0
#endif
/* Whether multiplications on Ed25519 can be in the lanes of vectors (native/x86_64/edwards_four.h); in named
 * coordinates they are not. */
#define MC_NATIVE_FOUR_LANES (MC_NATIVE_EXTENDED && !MC_HAS_NAMED_COORDINATES)
#ifdef MC_COORDINATES
#define MC_HAS_NAMED_COORDINATES 1
#else
#define MC_HAS_NAMED_COORDINATES 0
#endif
/* Whether a step of the ladder can have limbs of 51 bits (scalar/ladder/ladder_step_radix51.c). */
#if MC_WORD_BITS == 64 && defined(__SIZEOF_INT128__)
#define MC_RADIX51_fp255 1
#define MC_HAS_RADIX51   MC_CONCATENATE(MC_RADIX51_, MC_FIELD)
#else
#define MC_HAS_RADIX51 0
#endif
/* Whether the ladder is a kernel of routines (scalar/ladder/ladder_routines.h), which does not pause. */
#if (MC_NATIVE_UMAAL || defined(__AVR__)) && !MC_STEPWISE && !defined(MC_COUNTING_HEADER)
#define MC_LADDER_ROUTINES_fp255 1
#define MC_HAS_LADDER_ROUTINES   MC_CONCATENATE(MC_LADDER_ROUTINES_, MC_FIELD)
#else
#define MC_HAS_LADDER_ROUTINES 0
#endif
#if MC_STEPWISE || defined(MC_COUNTING_HEADER) || defined(MC_COORDINATES)
#define MC_NATIVE_JACOBIAN 0
#elif MC_NATIVE_X86_64
#define MC_NATIVE_JACOBIAN   MC_CONCATENATE(MC_X86_64_JACOBIAN_, MC_FIELD)
#define MC_NATIVE_JACOBIAN_A MC_CONCATENATE(MC_X86_64_JACOBIAN_A_, MC_FIELD)
#elif MC_NATIVE_AARCH64_WORDS
#define MC_NATIVE_JACOBIAN   MC_CONCATENATE(MC_AARCH64_JACOBIAN_, MC_FIELD)
#define MC_NATIVE_JACOBIAN_A MC_CONCATENATE(MC_AARCH64_JACOBIAN_A_, MC_FIELD)
#else
#define MC_NATIVE_JACOBIAN 0
#endif

/* Whether it has Montgomery products of numbers of so many words, for any modulus. */
#define MC_NATIVE_MONTGOMERY(words) (MC_NATIVE_X86_64 && (words) >= 2 && (words) <= 9)
/* Whether Montgomery products modulo the prime of MC_FIELD are kernels of their own; on AArch64 sums are, too. */
#if MC_NATIVE_X86_64
#define MC_NATIVE_PRIME MC_CONCATENATE(MC_X86_64_PRIME_, MC_FIELD)
#elif MC_NATIVE_AARCH64_WORDS
#define MC_NATIVE_PRIME MC_CONCATENATE(MC_AARCH64_PRIME_, MC_FIELD)
#else
#define MC_NATIVE_PRIME 0
#endif

#endif

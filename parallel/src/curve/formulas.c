#include "curve/formulas.h"

#define MUL(to, a, b) {MC_MULTIPLY, MC_##to, MC_##a, MC_##b}
#define SQR(to, a)    {MC_SQUARE, MC_##to, MC_##a, 0}
#define ADD(to, a, b) {MC_ADD, MC_##to, MC_##a, MC_##b}
#define SUB(to, a, b) {MC_SUBTRACT, MC_##to, MC_##a, MC_##b}
#define COPY(to, a)   {MC_COPY, MC_##to, MC_##a, 0}
#define TWICE(to)     ADD(to, to, to)
#define HALF(to)      {MC_HALVE, MC_##to, MC_##to, 0}

/* a = -3, 4M + 4S (hankerson2004, Algorithm 3.21): with alpha = 3 (X - Z^2) (X + Z^2), U = 2 Y, beta = X U^2,
 * X3 = alpha^2 - 2 beta, Y3 = alpha (beta - X3) - U^4 / 2, Z3 = U Z. */
const mc_formula mc_parallel_double_minus_3 = {
    .rounds = {{{SQR(T0, Z1), SUB(T1, X1, T0), ADD(T2, X1, T0)}, {ADD(T9, Y1, Y1), SQR(T3, T9)}},
               {{MUL(T4, T1, T2), ADD(T5, T4, T4), ADD(T4, T4, T5)}, {MUL(T6, X1, T3)}},
               {{SQR(X3, T4), SUB(X3, X3, T6), SUB(X3, X3, T6), SUB(T5, T6, X3)}, {SQR(T7, T3), HALF(T7)}},
               {{MUL(T8, T4, T5), SUB(Y3, T8, T7)}, {MUL(Z3, T9, Z1)}}},
    .count = 4,
};

/* Any a, 4M + 6S: the same with alpha = 3 X^2 + a Z^4. */
const mc_formula mc_parallel_double_any = {
    .rounds = {{{SQR(T0, Z1)}, {ADD(T9, Y1, Y1), SQR(T3, T9)}},
               {{SQR(T1, T0)}, {MUL(T6, X1, T3)}},
               {{MUL(T4, A, T1)}, {SQR(T2, X1), ADD(T5, T2, T2), ADD(T2, T2, T5)}},
               {{ADD(T4, T4, T2), SQR(X3, T4), SUB(X3, X3, T6), SUB(X3, X3, T6), SUB(T8, T6, X3)},
                {SQR(T7, T3), HALF(T7)}},
               {{MUL(T8, T4, T8), SUB(Y3, T8, T7)}, {MUL(Z3, T9, Z1)}}},
    .count = 5,
};

/* The second point affine, 7M + 4S (madd-2007-bl of the Explicit-Formulas Database, which arruda2014, Table 14, names):
 * H = X2 Z1^2 - X1, I = 4 H^2, J = H I, r = 2 (Y2 Z1^3 - Y1), V = X1 I,
 * X3 = r^2 - J - 2 V, Y3 = r (V - X3) - 2 Y1 J, Z3 = (Z1 + H)^2 - Z1^2 - H^2. */
const mc_formula mc_parallel_add_mixed = {
    .rounds = {{{SQR(T0, Z1)}, {MUL(T1, Y2, Z1)}},
               {{MUL(T2, X2, T0), SUB(T2, T2, X1)}, {MUL(T3, T1, T0), SUB(T3, T3, Y1), TWICE(T3)}},
               {{SQR(T4, T2), ADD(T5, T4, T4), TWICE(T5)}, {SQR(X3, T3), ADD(T8, Z1, T2)}},
               {{MUL(T6, T2, T5)}, {MUL(T7, X1, T5)}},
               {{SUB(X3, X3, T6), SUB(X3, X3, T7), SUB(X3, X3, T7), SUB(T9, T7, X3), MUL(T9, T3, T9)},
                {MUL(T1, Y1, T6), TWICE(T1)}},
               {{SUB(Y3, T9, T1)}, {SQR(Z3, T8), SUB(Z3, Z3, T0), SUB(Z3, Z3, T4)}}},
    .count = 6,
    .check = 2,
    .difference = MC_T2,
    .slope = MC_T3,
};

/* 11M + 5S (add-2007-bl of the same): U1 = X1 Z2^2, U2 = X2 Z1^2, S1 = Y1 Z2^3, S2 = Y2 Z1^3, H = U2 - U1,
 * I = (2 H)^2, J = H I, r = 2 (S2 - S1), V = U1 I,
 * X3 = r^2 - J - 2 V, Y3 = r (V - X3) - 2 S1 J, Z3 = ((Z1 + Z2)^2 - Z1^2 - Z2^2) H. */
const mc_formula mc_parallel_add_jacobian = {
    .rounds = {{{SQR(T0, Z1)}, {SQR(T1, Z2)}},
               {{MUL(T2, X2, T0)}, {MUL(T3, X1, T1)}},
               {{MUL(T4, Y2, Z1)}, {MUL(T5, Y1, Z2)}},
               {{MUL(T4, T4, T0), SUB(T2, T2, T3)}, {MUL(T5, T5, T1)}},
               {{ADD(T6, T2, T2), SQR(T6, T6)}, {SUB(T4, T4, T5), TWICE(T4), SQR(X3, T4)}},
               {{MUL(T7, T2, T6)}, {MUL(T8, T3, T6)}},
               {{SUB(X3, X3, T7), SUB(X3, X3, T8), SUB(X3, X3, T8), SUB(T9, T8, X3), MUL(T9, T4, T9)},
                {MUL(T5, T5, T7), TWICE(T5)}},
               {{SUB(Y3, T9, T5)}, {ADD(Z3, Z1, Z2), SQR(Z3, Z3), SUB(Z3, Z3, T0), SUB(Z3, Z3, T1), MUL(Z3, Z3, T2)}}},
    .count = 8,
    .check = 5,
    .difference = MC_T2,
    .slope = MC_T4,
};

const mc_formula mc_parallel_copy_affine = {
    .rounds = {{{COPY(X3, X2)}, {COPY(Y3, Y2), COPY(Z3, ONE)}}},
    .count = 1,
};

const mc_formula mc_parallel_copy_jacobian = {
    .rounds = {{{COPY(X3, X2)}, {COPY(Y3, Y2), COPY(Z3, Z2)}}},
    .count = 1,
};

void mc_parallel_run_lane(mc_parallel_field *field, mp_limb_t *const *registers,
                          const mc_instruction instructions[MC_LANE_INSTRUCTIONS])
{
    for (unsigned i = 0; i < MC_LANE_INSTRUCTIONS && instructions[i].operation != MC_END; i++) {
        mp_limb_t *to = registers[instructions[i].to];
        const mp_limb_t *a = registers[instructions[i].a], *b = registers[instructions[i].b];
        switch (instructions[i].operation) {
        case MC_MULTIPLY:
            mc_parallel_field_multiply(field, to, a, b);
            break;
        case MC_SQUARE:
            mc_parallel_field_square(field, to, a);
            break;
        case MC_ADD:
            mc_parallel_field_add(field, to, a, b);
            break;
        case MC_SUBTRACT:
            mc_parallel_field_subtract(field, to, a, b);
            break;
        case MC_HALVE:
            mc_parallel_field_halve(field, to, a);
            break;
        default:
            mc_limbs_copy(to, a, field->n);
        }
    }
}

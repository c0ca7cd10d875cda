/* Point formulas as rounds of two lanes. One thread runs both lanes of a round in turn; two threads run a lane each,
 * and wait for each other between rounds. In no round does a lane touch what the other writes. */
#ifndef MC_PARALLEL_FORMULAS_H
#define MC_PARALLEL_FORMULAS_H

#include "curve/field.h"

/* Registers: two points, the result, the curve's a, one, and temporaries. The result is apart from both points. */
enum {
    MC_X1,
    MC_Y1,
    MC_Z1,
    MC_X2,
    MC_Y2,
    MC_Z2,
    MC_X3,
    MC_Y3,
    MC_Z3,
    MC_A,
    MC_ONE,
    MC_T0,
    MC_T1,
    MC_T2,
    MC_T3,
    MC_T4,
    MC_T5,
    MC_T6,
    MC_T7,
    MC_T8,
    MC_T9,
    MC_REGISTERS
};

typedef enum { MC_END, MC_MULTIPLY, MC_SQUARE, MC_ADD, MC_SUBTRACT, MC_HALVE, MC_COPY } mc_operation;

typedef struct {
    unsigned char operation, to, a, b;
} mc_instruction;

#define MC_LANE_INSTRUCTIONS 6
#define MC_ROUNDS            8

typedef struct {
    mc_instruction rounds[MC_ROUNDS][2][MC_LANE_INSTRUCTIONS]; /* each lane ends with MC_END, or is full */
    unsigned count;                                            /* of rounds */
    /* After so many rounds register `difference` is 0 if both points have the same x, and then `slope` is 0 if they are
     * equal; 0 for a formula without exceptions. */
    unsigned check;
    unsigned char difference, slope;
} mc_formula;

extern const mc_formula mc_parallel_double_minus_3, mc_parallel_double_any, mc_parallel_add_mixed,
    mc_parallel_add_jacobian, mc_parallel_copy_affine, mc_parallel_copy_jacobian;

void mc_parallel_run_lane(mc_parallel_field *field, mp_limb_t *const *registers,
                          const mc_instruction instructions[MC_LANE_INSTRUCTIONS]);

#endif

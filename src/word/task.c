/* Tasks with stacks of their own: stackful coroutines (Moura and Ierusalimschy, Revisiting coroutines, 2009). A switch
 * saves the registers that callees save by the processor's calling convention, and nothing else. */
#include "motecurve/task.h"

#include "word/pace.h"
#include "word/word.h"

#define STATE_REFUSED 0 /* or abandoned: `status` says which */
#define STATE_BEGUN   1
#define STATE_PAUSED  2
#define STATE_RUNS    3
#define STATE_ENDED   4

#if MC_STEPWISE

MC_THREAD_LOCAL mc_task *mc_task_current = NULL;

/* mc_task_switch: saves the caller's registers on its stack and that stack's pointer in *from; continues whoever saved
 * theirs below `to`. mc_task_enter: the same, but calls mc_task_run on the empty stack whose highest byte is below
 * `top`. */
void mc_task_switch(void **from, void *to);
void mc_task_enter(void **from, void *top);
void mc_task_run(void);

#if defined(__AVR__)
/* SP is below the lowest byte in use and is written with interrupts off, as the compiler does. */
#define SAVE                                                                                                           \
    "push r2\n push r3\n push r4\n push r5\n push r6\n push r7\n push r8\n push r9\n push r10\n"                       \
    "push r11\n push r12\n push r13\n push r14\n push r15\n push r16\n push r17\n push r28\n push r29\n"               \
    "in r18, __SP_L__\n in r19, __SP_H__\n movw r30, r24\n st Z, r18\n std Z+1, r19\n"
#define SET_POINTER "in r0, __SREG__\n cli\n out __SP_H__, r23\n out __SREG__, r0\n out __SP_L__, r22\n"
#define RESTORE                                                                                                        \
    "pop r29\n pop r28\n pop r17\n pop r16\n pop r15\n pop r14\n pop r13\n pop r12\n pop r11\n"                        \
    "pop r10\n pop r9\n pop r8\n pop r7\n pop r6\n pop r5\n pop r4\n pop r3\n pop r2\n ret\n"
#define ENTER          "subi r22, 1\n sbc r23, __zero_reg__\n" SET_POINTER "call mc_task_run\n"
#define STACK_TOP(top) (top)
#elif defined(__x86_64__) && defined(__LP64__) && defined(__ELF__)
#define SAVE           "push %rbp\n push %rbx\n push %r12\n push %r13\n push %r14\n push %r15\n mov %rsp, (%rdi)\n"
#define SET_POINTER    "mov %rsi, %rsp\n"
#define RESTORE        "pop %r15\n pop %r14\n pop %r13\n pop %r12\n pop %rbx\n pop %rbp\n ret\n"
#define ENTER          SET_POINTER "call mc_task_run\n"
#define STACK_TOP(top) ((void *)((uintptr_t)(top) & ~(uintptr_t)15))
#elif defined(__MSP430__) && !defined(__MSP430X_LARGE__)
#define SAVE           "push r10\n push r9\n push r8\n push r7\n push r6\n push r5\n push r4\n mov r1, 0(r12)\n"
#define SET_POINTER    "mov r13, r1\n"
#define RESTORE        "pop r4\n pop r5\n pop r6\n pop r7\n pop r8\n pop r9\n pop r10\n ret\n"
#define ENTER          SET_POINTER "call #mc_task_run\n"
#define STACK_TOP(top) ((void *)((uintptr_t)(top) & ~(uintptr_t)1))
#elif defined(__thumb__) && defined(__SOFTFP__)
/* Instructions that Thumb has since ARMv6-M. */
#define SAVE                                                                                                           \
    "push {r3-r7, lr}\n mov r4, r8\n mov r5, r9\n mov r6, r10\n mov r7, r11\n push {r4-r7}\n"                          \
    "mov r2, sp\n str r2, [r0]\n"
#define SET_POINTER    "mov sp, r1\n"
#define RESTORE        "pop {r4-r7}\n mov r8, r4\n mov r9, r5\n mov r10, r6\n mov r11, r7\n pop {r3-r7, pc}\n"
#define ENTER          SET_POINTER "bl mc_task_run\n"
#define STACK_TOP(top) ((void *)((uintptr_t)(top) & ~(uintptr_t)7))
#elif defined(__ARM_ARCH_ISA_ARM) && !defined(__thumb__)
#if !defined(__SOFTFP__)
#define SAVE_VECTORS    "vpush {d8-d15}\n"
#define RESTORE_VECTORS "vpop {d8-d15}\n"
#elif defined(__IWMMXT__)
#define SAVE_VECTORS                                                                                                   \
    "wstrd wr10, [sp, #-8]!\n wstrd wr11, [sp, #-8]!\n wstrd wr12, [sp, #-8]!\n"                                       \
    "wstrd wr13, [sp, #-8]!\n wstrd wr14, [sp, #-8]!\n wstrd wr15, [sp, #-8]!\n"
#define RESTORE_VECTORS                                                                                                \
    "wldrd wr15, [sp], #8\n wldrd wr14, [sp], #8\n wldrd wr13, [sp], #8\n"                                             \
    "wldrd wr12, [sp], #8\n wldrd wr11, [sp], #8\n wldrd wr10, [sp], #8\n"
#else
#define SAVE_VECTORS
#define RESTORE_VECTORS
#endif
#define SAVE           "push {r3-r11, lr}\n" SAVE_VECTORS "str sp, [r0]\n"
#define SET_POINTER    "mov sp, r1\n"
#define RESTORE        RESTORE_VECTORS "pop {r3-r11, pc}\n"
#define ENTER          SET_POINTER "bl mc_task_run\n"
#define STACK_TOP(top) ((void *)((uintptr_t)(top) & ~(uintptr_t)7))
#else
#error "MC_STEPWISE: stacks are switched for AVR, MSP430 (small code), x86-64 with ELF, ARM (Thumb without VFP)"
#endif

#define NAKED             __attribute__((naked, noinline))
#define SWITCH_PARAMETERS void **from __attribute__((unused)), void *to __attribute__((unused))

NAKED void mc_task_switch(SWITCH_PARAMETERS)
{
    __asm__ volatile(SAVE SET_POINTER RESTORE);
}

NAKED void mc_task_enter(SWITCH_PARAMETERS)
{
    __asm__ volatile(SAVE ENTER);
}

/* The first routine on a task's stack, which never returns. */
__attribute__((used, visibility("hidden"))) void mc_task_run(void)
{
    mc_task *task = mc_task_current;
    task->status = task->function(task->argument);
    task->state = STATE_ENDED;
    mc_task_switch(&task->waiting, task->waiting);
}

void mc_pause(void)
{
    mc_task *task = mc_task_current;
    if (!task)
        return;
    task->state = STATE_PAUSED;
    mc_task_switch(&task->waiting, task->waiting);
}

/* Bytes at the end of a stack, where it would be overrun. */
static const MC_FLASH uint8_t mark[4] = {0x5a, 0xc3, 0x96, 0x0f};

static uint8_t is_overrun(const mc_task *task)
{
    uint8_t difference = 0;
    for (uint8_t i = 0; i < sizeof mark; i++)
        difference |= task->stack[i] ^ mark[i];
    return difference != 0;
}

mc_status mc_task_begin(mc_task *task, void *stack, size_t stack_bytes, mc_task_function *function, void *argument)
{
    if (mc_octets_overlap(task, sizeof *task, stack, stack_bytes))
        return MC_ERROR_OVERLAP;
    *task = (mc_task){
        .function = function, .argument = argument, .stack = stack, .stack_bytes = stack_bytes, .status = MC_BUSY};
    if (stack_bytes < MC_TASK_STACK_BYTES_MIN)
        return task->status = MC_ERROR_STACK;
    task->state = STATE_BEGUN;
    for (uint8_t i = 0; i < sizeof mark; i++)
        task->stack[i] = mark[i];
    return MC_OK;
}

static void end(mc_task *task, mc_status status)
{
    mc_wipe(task->stack, task->stack_bytes);
    task->state = STATE_REFUSED;
    task->status = status;
}

mc_status mc_task_step(mc_task *task)
{
    const uint8_t state = task->state;
    if (state == STATE_RUNS)
        return MC_ERROR_REENTERED;
    if (state != STATE_BEGUN && state != STATE_PAUSED)
        return task->status;
    task->outer = mc_task_current;
    task->state = STATE_RUNS;
    task->credit = MC_STEP_COST;
    mc_task_current = task;
    if (state == STATE_BEGUN)
        mc_task_enter(&task->waiting, STACK_TOP(task->stack + task->stack_bytes));
    else
        mc_task_switch(&task->waiting, task->waiting);
    mc_task_current = task->outer;
    if (is_overrun(task))
        end(task, MC_ERROR_STACK);
    else if (task->state == STATE_ENDED)
        end(task, task->status);
    return task->status;
}

void mc_task_abandon(mc_task *task)
{
    if (task->state == STATE_BEGUN || task->state == STATE_PAUSED)
        end(task, MC_ERROR_ABANDONED);
}

#else

mc_status mc_task_begin(mc_task *task, void *stack, size_t stack_bytes, mc_task_function *function, void *argument)
{
    *task = (mc_task){
        .function = function, .argument = argument, .stack = stack, .stack_bytes = stack_bytes, .state = STATE_REFUSED};
    return task->status = MC_ERROR_UNSUPPORTED;
}

mc_status mc_task_step(mc_task *task)
{
    return task->status;
}

void mc_task_abandon(mc_task *task)
{
    (void)task;
}

#endif

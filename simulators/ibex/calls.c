#include "calls.h"

#include "failure.h"
#include "instruction.h"

/* Whether the last call was made with the stack pointer that the calling routine itself was called with. */
static bool is_beside_caller(const struct calls *calls)
{
    const struct call *last = &calls->open[calls->depth - 1];
    return calls->depth > 1 && last[-1].stack == last->stack;
}

enum flow calls_follow(struct calls *calls, const struct retired *retired, uint32_t stack)
{
    if (instruction_calls(retired->instruction)) {
        if (calls->depth == FRAMES_MAX)
            fail(STATUS_CRASHED, "calls nest deeper than %d (pc 0x%x)", FRAMES_MAX, retired->pc);
        uint32_t behind = retired->pc + instruction_bytes(retired->instruction);
        calls->open[calls->depth++] = (struct call){behind, stack};
        return is_beside_caller(calls) ? FLOW_ON : FLOW_CALL;
    }
    if (calls->depth == 0 || !instruction_jumps_to_register(retired->instruction) ||
        retired->next_pc != calls->open[calls->depth - 1].return_address)
        return FLOW_ON;
    enum flow flow = is_beside_caller(calls) ? FLOW_ON : FLOW_RETURN;
    calls->depth--;
    return flow;
}

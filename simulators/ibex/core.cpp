#include "core.h"

#include <cstring>

#include "Vibex_mote.h"
#include "Vibex_mote___024root.h"
#include "verilated.h"

static VerilatedContext context;
static Vibex_mote mote{&context};

void core_open(const uint8_t *flash)
{
    static_assert(sizeof mote.rootp->ibex_mote__DOT__flash.m_storage == FLASH_BYTES, "flash as in ibex_mote.sv");
    static_assert(sizeof mote.rootp->ibex_mote__DOT__ram.m_storage == RAM_BYTES, "RAM as in ibex_mote.sv");
    std::memcpy(mote.rootp->ibex_mote__DOT__flash.m_storage, flash, FLASH_BYTES);
    /* The reset is asynchronous, at the falling edge; the first value is no edge. */
    for (int level : {1, 0, 1}) {
        mote.rst_ni = static_cast<CData>(level);
        mote.eval();
    }
}

uint8_t *core_ram(void)
{
    return reinterpret_cast<uint8_t *>(mote.rootp->ibex_mote__DOT__ram.m_storage);
}

bool core_clock(struct retired *retired)
{
    mote.clk_i = 1;
    mote.eval();
    bool is_retired = mote.retired_o;
    if (is_retired)
        *retired = {mote.pc_o,     mote.next_pc_o,     mote.instruction_o, mote.address_o,
                    mote.result_o, mote.destination_o, mote.trapped_o != 0};
    mote.clk_i = 0;
    mote.eval();
    return is_retired;
}

bool core_outside(struct outside *access)
{
    if (!mote.outside_o)
        return false;
    *access = {mote.outside_pc_o, mote.outside_address_o, mote.outside_value_o, mote.outside_write_o != 0};
    return true;
}

void core_input(uint8_t byte)
{
    mote.input_i = byte;
}

bool core_sleeps(void)
{
    return mote.sleeps_o;
}

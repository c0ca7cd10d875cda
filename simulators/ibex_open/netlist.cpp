#include "netlist.h"

/* The same model, to whose inside this file has access. */
#include "core.cpp"

#define TEXT(name)    #name
#define TEXT_OF(name) TEXT(name)

/* Of the core, and of its parts. */
#define CORE(name)      mote.rootp->ibex_mote__DOT__core__DOT__u_ibex_core__DOT__##name
#define FETCH(name)     CORE(if_stage_i__DOT__##name)
#define WRITEBACK(name) CORE(wb_stage_i__DOT__g_writeback_stage__DOT__##name)
#define OF_FILE(name)   mote.rootp->ibex_mote__DOT__core__DOT__gen_regfile_ff__DOT__register_file_i__DOT__##name
#define REGISTER(n)     &OF_FILE(g_rf_flops__BRA__##n##__KET____DOT__rf_reg_q)

enum { WB_INSTR_LOAD = 0 }; /* of wb_instr_type_e in ibex_pkg.sv */

const char *core_mcu(void)
{
    return TEXT_OF(MCU_NAME);
}

bool core_decodes(uint32_t *pc)
{
    *pc = CORE(pc_id);
    return FETCH(instr_valid_id_q) && FETCH(instr_new_id_q);
}

/* Whether an instruction in the write-back stage has a result for the register; a load has none yet. */
static bool has_result(unsigned number)
{
    return WRITEBACK(wb_valid_q) && WRITEBACK(rf_we_wb_q) && WRITEBACK(rf_waddr_wb_q) == number;
}

bool core_awaits(unsigned number)
{
    return WRITEBACK(wb_valid_q) && WRITEBACK(wb_instr_type_q) == WB_INSTR_LOAD && WRITEBACK(rf_waddr_wb_q) == number;
}

static IData *file(unsigned number)
{
    static IData *const registers[] = {
        REGISTER(1),  REGISTER(2),  REGISTER(3),  REGISTER(4),  REGISTER(5),  REGISTER(6),  REGISTER(7),  REGISTER(8),
        REGISTER(9),  REGISTER(10), REGISTER(11), REGISTER(12), REGISTER(13), REGISTER(14), REGISTER(15), REGISTER(16),
        REGISTER(17), REGISTER(18), REGISTER(19), REGISTER(20), REGISTER(21), REGISTER(22), REGISTER(23), REGISTER(24),
        REGISTER(25), REGISTER(26), REGISTER(27), REGISTER(28), REGISTER(29), REGISTER(30), REGISTER(31),
    };
    return registers[number - 1];
}

uint32_t core_file(unsigned number)
{
    return *file(number);
}

uint32_t core_register(unsigned number)
{
    return has_result(number) ? WRITEBACK(rf_wdata_wb_q) : core_file(number);
}

/* All that follows from what was changed, without a clock. */
static void settle(void)
{
    mote.eval();
}

void core_set_file(unsigned number, uint32_t value)
{
    *file(number) = value;
    settle();
}

void core_set_register(unsigned number, uint32_t value)
{
    if (has_result(number))
        WRITEBACK(rf_wdata_wb_q) = value;
    else
        *file(number) = value;
    settle();
}

void core_replace(uint32_t instruction)
{
    FETCH(instr_rdata_id_o) = FETCH(instr_rdata_alu_id_o) = instruction;
    FETCH(illegal_c_insn_id_o) = 0;
    settle();
}

void core_flip_flash(uint32_t address, unsigned bit)
{
    if (address < FLASH_BYTES)
        mote.rootp->ibex_mote__DOT__flash[address / 4] ^= UINT32_C(1) << (8 * (address % 4) + bit);
}

/* ---- Flip-flops that toggle */

namespace {
template <typename Word> uint32_t toggled_words(const uint8_t *now, uint8_t *before, size_t bytes)
{
    uint32_t count = 0;
    for (size_t i = 0; i < bytes; i += sizeof(Word)) {
        Word word, old;
        std::memcpy(&word, now + i, sizeof word);
        std::memcpy(&old, before + i, sizeof old);
        if (word != old) {
            count += static_cast<uint32_t>(__builtin_popcountll(static_cast<uint64_t>(word ^ old)));
            std::memcpy(before + i, &word, sizeof word);
        }
    }
    return count;
}

/* Verilator keeps bits in words of 1 to 8 bytes, whose unused bits are 0. */
template <typename Value> uint32_t toggled(const Value &now, Value &before)
{
    const uint8_t *bytes = reinterpret_cast<const uint8_t *>(&now);
    uint8_t *old = reinterpret_cast<uint8_t *>(&before);
    if (sizeof now % 8 == 0)
        return toggled_words<uint64_t>(bytes, old, sizeof now);
    if (sizeof now % 4 == 0)
        return toggled_words<uint32_t>(bytes, old, sizeof now);
    return toggled_words<uint8_t>(bytes, old, sizeof now);
}

/* As they were at the last call. */
struct {
#define FLIP_FLOP(module, name) std::remove_reference_t<decltype(mote.rootp->name)> name;
#include "flip_flops.inc"
#undef FLIP_FLOP
} last;
} // namespace

void core_toggles(uint32_t counts[MODULES])
{
#define FLIP_FLOP(module, name) counts[module] += toggled(mote.rootp->name, last.name);
#include "flip_flops.inc"
#undef FLIP_FLOP
}

// A mote of one Ibex core: flash at 0, RAM at 0x20000000, both granted at once and read by the next cycle, as memories
// of an FPGA or beside a core on a chip are. Code runs from flash alone. Accesses elsewhere are shown outside. All that
// a small controller lacks is tied off, and vanishes in the translation: interrupts, debug, instruction cache, memory
// protection, lockstep. The macro MOTE_RV32B chooses the bit manipulation.
module ibex_mote import ibex_pkg::*; #(
    parameter int unsigned FlashWords = 65536,
    parameter int unsigned RamWords = 16384
) (
    input  logic        clk_i,
    input  logic        rst_ni,

    // An access outside the memories, in the cycle before the core goes on; a load gets input_i.
    output logic        outside_o,
    output logic        outside_write_o,
    output logic [31:0] outside_address_o,
    output logic [31:0] outside_value_o,
    output logic [31:0] outside_pc_o,
    input  logic [7:0]  input_i,

    // The instruction that was completed in the cycle before (Ibex's documentation, RISC-V Formal Interface). Of a
    // load or store with its address; octets_o is 0 for a load and for all others.
    output logic        retired_o,
    output logic        trapped_o,
    output logic [31:0] instruction_o,
    output logic [31:0] pc_o,
    output logic [31:0] next_pc_o,
    output logic [4:0]  destination_o,
    output logic [31:0] result_o,
    output logic [31:0] address_o,
    output logic        sleeps_o
);

    localparam logic [31:0] RamBegin = 32'h2000_0000;
    localparam int unsigned FlashBits = $clog2(FlashWords), RamBits = $clog2(RamWords);

    logic [31:0] flash[FlashWords]  /* verilator public_flat_rw */;
    logic [31:0] ram[RamWords]  /* verilator public_flat_rw */;

    logic fetches, fetched, accesses, accessed, writes, in_flash, in_ram;
    logic [31:0] fetch_address, fetch_word, address, word, value;
    logic [3:0] octets;

    assign in_flash = address < 4 * FlashWords;
    assign in_ram = address - RamBegin < 4 * RamWords;
    assign outside_o = accesses && !in_ram && !(in_flash && !writes);
    assign outside_write_o = writes;
    assign outside_address_o = address;
    assign outside_value_o = value;
    assign outside_pc_o = core.u_ibex_core.pc_id;

    always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
            fetched <= 1'b0;
            accessed <= 1'b0;
        end else begin
            fetched <= fetches;
            accessed <= accesses;
        end
    end

    always_ff @(posedge clk_i) begin
        // Beyond the flash lies an instruction that is none; the core may look there behind a jump.
        fetch_word <= fetch_address < 4 * FlashWords ? flash[fetch_address[FlashBits+1:2]] : '0;
        if (accesses) begin
            word <= in_ram ? ram[address[RamBits+1:2]] : in_flash ? flash[address[FlashBits+1:2]] : {24'b0, input_i};
        end
        if (accesses && writes && in_ram) begin
            for (int i = 0; i < 4; i++) begin
                if (octets[i]) ram[address[RamBits+1:2]][8*i+:8] <= value[8*i+:8];
            end
        end
    end

    ibex_top #(
        .RV32M          (RV32MSingleCycle),
        .RV32B          (`MOTE_RV32B),
        .WritebackStage (1'b1),
        .BranchTargetALU(1'b1)
    ) core (
        .clk_i, .rst_ni, .boot_addr_i('0),
        .test_en_i(1'b0), .scan_rst_ni(1'b1), .ram_cfg_i('0), .hart_id_i('0), .fetch_enable_i(IbexMuBiOn),

        .instr_req_o(fetches), .instr_gnt_i(1'b1), .instr_rvalid_i(fetched), .instr_addr_o(fetch_address),
        .instr_rdata_i(fetch_word), .instr_rdata_intg_i('0), .instr_err_i(1'b0),

        .data_req_o(accesses), .data_gnt_i(1'b1), .data_rvalid_i(accessed), .data_we_o(writes), .data_be_o(octets),
        .data_addr_o(address), .data_wdata_o(value), .data_wdata_intg_o(), .data_rdata_i(word),
        .data_rdata_intg_i('0), .data_err_i(1'b0),

        .irq_software_i(1'b0), .irq_timer_i(1'b0), .irq_external_i(1'b0), .irq_fast_i('0), .irq_nm_i(1'b0),
        .debug_req_i(1'b0), .scramble_key_valid_i(1'b0), .scramble_key_i('0), .scramble_nonce_i('0),
        .scramble_req_o(), .crash_dump_o(), .double_fault_seen_o(), .alert_minor_o(), .alert_major_internal_o(),
        .alert_major_bus_o(), .core_sleep_o(sleeps_o),

        .rvfi_valid(retired_o), .rvfi_trap(trapped_o), .rvfi_insn(instruction_o), .rvfi_pc_rdata(pc_o),
        .rvfi_pc_wdata(next_pc_o), .rvfi_rd_addr(destination_o), .rvfi_rd_wdata(result_o), .rvfi_mem_addr(address_o),
        .rvfi_mem_rmask(), .rvfi_mem_wmask(), .rvfi_mem_rdata(), .rvfi_mem_wdata(), .rvfi_order(), .rvfi_halt(),
        .rvfi_intr(), .rvfi_mode(), .rvfi_ixl(), .rvfi_rs1_addr(), .rvfi_rs2_addr(), .rvfi_rs3_addr(),
        .rvfi_rs1_rdata(), .rvfi_rs2_rdata(), .rvfi_rs3_rdata(), .rvfi_ext_pre_mip(), .rvfi_ext_post_mip(),
        .rvfi_ext_nmi(), .rvfi_ext_nmi_int(), .rvfi_ext_debug_req(), .rvfi_ext_debug_mode(),
        .rvfi_ext_rf_wr_suppress(), .rvfi_ext_mcycle(), .rvfi_ext_mhpmcounters(), .rvfi_ext_mhpmcountersh(),
        .rvfi_ext_ic_scr_key_valid(), .rvfi_ext_irq_valid()
    );

endmodule

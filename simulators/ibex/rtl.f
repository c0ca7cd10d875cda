// The part of Ibex's sources that Verilator reads: packages in the order of their use, and folders in which it finds
// modules by their names. Modules that only dead branches name must be found, too.
-I${IBEX}/rtl
-I${IBEX}/dv/uvm/core_ibex/common/prim
-I${IBEX}/vendor/lowrisc_ip/dv/sv/dv_utils
-I${IBEX}/vendor/lowrisc_ip/ip/prim/rtl
-I${IBEX}/vendor/lowrisc_ip/ip/prim_generic/rtl
${IBEX}/rtl/ibex_pkg.sv
${IBEX}/dv/uvm/core_ibex/common/prim/prim_pkg.sv
${IBEX}/vendor/lowrisc_ip/ip/prim/rtl/prim_cipher_pkg.sv
${IBEX}/vendor/lowrisc_ip/ip/prim/rtl/prim_mubi_pkg.sv
${IBEX}/vendor/lowrisc_ip/ip/prim/rtl/prim_ram_1p_pkg.sv
${IBEX}/vendor/lowrisc_ip/ip/prim/rtl/prim_secded_pkg.sv
${IBEX}/vendor/lowrisc_ip/ip/prim/rtl/prim_util_pkg.sv
${IBEX}/vendor/lowrisc_ip/ip/prim/rtl/prim_count_pkg.sv

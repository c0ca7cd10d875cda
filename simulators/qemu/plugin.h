/* The part of QEMU's interface to plugins, version 1, that is used here (docs/devel/tcg-plugins.rst of QEMU 7.2). It
 * is declared here since Debian's packages have no header of it. */
#ifndef MC_QEMU_PLUGIN_H
#define MC_QEMU_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PLUGIN_EXPORT __attribute__((visibility("default")))

typedef uint64_t qemu_plugin_id_t;
typedef uint32_t qemu_plugin_meminfo_t;

/* The beginning of the information that a plugin gets when it is loaded. */
typedef struct {
    const char *target_name;
    struct {
        int minimum, current;
    } version;
    bool system_emulation;
} qemu_info_t;

struct qemu_plugin_tb;
struct qemu_plugin_insn;

enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };
enum qemu_plugin_mem_rw { QEMU_PLUGIN_MEM_R = 1, QEMU_PLUGIN_MEM_W, QEMU_PLUGIN_MEM_RW };

typedef void plugin_translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block);
typedef void plugin_executed(unsigned processor, void *argument);
typedef void plugin_accessed(unsigned processor, qemu_plugin_meminfo_t what, uint64_t address, void *argument);
typedef void plugin_ended(qemu_plugin_id_t id, void *argument);

/* A translation block is a run of instructions, of which only the last can branch. */
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, plugin_translated *callback);
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *block, plugin_executed *callback,
                                          enum qemu_plugin_cb_flags flags, void *argument);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *instruction, plugin_executed *callback,
                                            enum qemu_plugin_cb_flags flags, void *argument);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *instruction, plugin_accessed *callback,
                                      enum qemu_plugin_cb_flags flags, enum qemu_plugin_mem_rw which, void *argument);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, plugin_ended *callback, void *argument);

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t index);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *instruction);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *instruction);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);
unsigned qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t what); /* an access of 1 << shift bytes */
bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t what);

#endif

/* The firmware's input, output and exit code are those of the session. */
#include "machine.h"
#include "session.h"

bool port_load(struct cpu *cpu, uint32_t address, unsigned bits, uint64_t cycle, uint16_t *value)
{
    (void)cycle;
    if (address != IO_INPUT || bits != 8)
        return false;
    *value = session_read(cpu->port, cpu->at);
    return true;
}

bool port_store(struct cpu *cpu, uint32_t address, unsigned bits, uint64_t cycle, uint16_t value)
{
    struct session *session = cpu->port;
    (void)cycle;
    if (bits != 8 || (address != IO_OUTPUT && address != IO_EXIT))
        return false;
    if (address == IO_EXIT)
        session->exit_code = (uint8_t)value;
    else
        bytes_append(&session->output, (uint8_t)value);
    return true;
}

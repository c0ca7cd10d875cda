/* The firmware's input, output and exit code are those of the session. */
#include "machine.h"
#include "session.h"

uint8_t port_read(void *port, uint32_t pc)
{
    return session_read(port, pc);
}

void port_write(void *port, uint32_t address, uint8_t value, uint32_t pc)
{
    if (address == IO_EXIT)
        session_exit(port, value, pc);
    else
        session_write(port, value, pc);
}

#include "semihosting.h"

#include <string.h>

#include "failure.h"

enum { OPEN = 0x01, WRITE = 0x05, READ = 0x06, EXIT = 0x20 };
enum { EXHAUSTED = 120 }; /* the image's own exit code for it */

/* A word of the arguments; a fault can make them anything. */
static uint32_t argument(struct machine *machine, unsigned index)
{
    const uint32_t at = machine_get(machine, 1) + 4 * index;
    uint32_t word = 0;
    for (unsigned i = 0; i < 4; i++) {
        const uint8_t *byte = machine_ram(machine, at + i);
        const bool is_code = byte == NULL && at + i < FLASH_BYTES;
        if (byte == NULL && !is_code)
            fail(STATUS_CRASHED, "semihosting with arguments at 0x%x (pc 0x%x)", at, machine->pc);
        word |= (uint32_t)(is_code ? machine->session->image.flash[at + i] : *byte) << 8 * i;
    }
    return word;
}

/* The place and the length of what is read or written, within RAM. */
static uint8_t *buffer(struct machine *machine, uint32_t *bytes)
{
    const uint32_t at = argument(machine, 1);
    *bytes = argument(machine, 2);
    if (*bytes == 0 || *bytes > RAM_BYTES || machine_ram(machine, at) == NULL ||
        machine_ram(machine, at + *bytes - 1) == NULL)
        fail(STATUS_CRASHED, "semihosting with %u bytes at 0x%x (pc 0x%x)", *bytes, at, machine->pc);
    return machine_ram(machine, at);
}

void semihosting_call(struct machine *machine)
{
    struct session *session = machine->session;
    uint32_t result = 0, bytes;
    uint8_t *data;
    switch (machine_get(machine, 0)) {
    case OPEN: /* handles that the image does not look at */
        result = 1;
        break;
    case WRITE:
        data = buffer(machine, &bytes);
        for (uint32_t i = 0; i < bytes; i++)
            bytes_append(&session->output, data[i]);
        break;
    case READ:
        data = buffer(machine, &bytes);
        for (uint32_t i = 0; i < bytes; i++)
            data[i] = session_read(session, machine->pc);
        break;
    case EXIT:
        session->exit_code = (int)(argument(machine, 1) & 0xff);
        break;
    default:
        fail(STATUS_CRASHED, "no such call of semihosting: 0x%x (pc 0x%x)", machine_get(machine, 0), machine->pc);
    }
    machine_set(machine, 0, result);
}

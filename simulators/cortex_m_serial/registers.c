#include "registers.h"

#include <string.h>

#include "failure.h"
#include "pace.h"
#include "terminal.h"

/* ARMv6-M Architecture Reference Manual, DDI 0419, B3.3; ARMv7-M's, DDI 0403, C1.8. */
enum { SYST_CSR = 0xe000e010, SYST_RVR = 0xe000e014, SYST_CVR = 0xe000e018, DWT_CYCCNT = 0xe0001004 };

enum { MOST_WRITTEN = 64, LOOKS_OF_IDLE = 1000, BAUD = 115200 };
#define TOLERANCE 0.02

static struct {
    const struct chip *chip;
    int terminal;
    double clock_hz;
    int has_sent;
    int has_byte;
    uint8_t byte;
    unsigned looks;            /* for a byte, since one came or a register was written */
    uint64_t systick, counter; /* the cycles at which they were 0 */
    struct {
        uint32_t address, value;
    } written[MOST_WRITTEN];
    unsigned count;
} now;

void registers_begin(const struct chip *chip, int terminal, double clock_hz)
{
    memset(&now, 0, sizeof now);
    now.chip = chip;
    now.terminal = terminal;
    now.clock_hz = clock_hz;
}

/* The place of a register that keeps what is written. */
static uint32_t *kept(uint32_t address)
{
    for (unsigned i = 0; i < now.count; i++)
        if (now.written[i].address == address)
            return &now.written[i].value;
    if (now.count == MOST_WRITTEN)
        fail(STATUS_CRASHED, "the image uses more registers than are emulated, such as 0x%x", address);
    now.written[now.count].address = address;
    now.written[now.count].value = 0;
    return &now.written[now.count++].value;
}

static uint32_t written(uint32_t address)
{
    return *kept(address);
}

static int is_off(double rate, double due)
{
    return rate < due * (1 - TOLERANCE) || rate > due * (1 + TOLERANCE);
}

static void require_rates(void)
{
    const struct rates rates = now.chip->rates(written);
    if (is_off(rates.core_hz, now.clock_hz))
        fail(STATUS_CRASHED, "the image sets a clock of %.0f Hz, where %.0f are due", rates.core_hz, now.clock_hz);
    if (is_off(rates.baud, BAUD))
        fail(STATUS_CRASHED, "the image sends %.0f bits a second, where %d are due", rates.baud, BAUD);
    if (now.chip->waits && written(now.chip->waits) & now.chip->wait_bits)
        fail(STATUS_CRASHED, "the image sets wait states of the flash");
}

static void send(uint8_t byte)
{
    if (!now.has_sent)
        require_rates();
    now.has_sent = 1;
    terminal_put(now.terminal, byte);
}

static uint32_t bits_of_ready(uint32_t address)
{
    for (const struct ready *ready = now.chip->ready; ready->address; ready++)
        if (ready->address == address)
            return ready->bits;
    return 0;
}

static int receives(void)
{
    if (!now.has_byte)
        now.has_byte = terminal_take(now.terminal, &now.byte);
    now.looks = now.has_byte ? 0 : now.looks + 1;
    return now.has_byte;
}

int registers_idle(void)
{
    return now.looks >= LOOKS_OF_IDLE;
}

static uint32_t status(const struct port *port, uint32_t address)
{
    uint32_t bits = 0;
    if (address == port->input_status && receives() != port->has_negated_bits)
        bits |= port->has_byte;
    if (address == port->output_status && !port->has_negated_bits)
        bits |= port->is_free;
    return bits;
}

/* SysTick counts down; from 0 it goes to its last value. */
static uint32_t systick(void)
{
    const uint32_t last = *kept(SYST_RVR);
    const uint64_t cycles = pace_cycles() - now.systick;
    if (!(*kept(SYST_CSR) & 1) || cycles == 0)
        return 0;
    return last - (uint32_t)((cycles - 1) % (last + 1ull));
}

uint32_t registers_read(uint32_t address)
{
    const struct port *port = &now.chip->port;
    const struct timer *timer = &now.chip->timer;
    if (address == SYST_CVR)
        return systick();
    if (address == DWT_CYCCNT)
        return (uint32_t)(pace_cycles() - now.counter);
    if (timer->cycles && address == timer->address)
        return (uint32_t)(pace_cycles() / timer->cycles);
    if (address == port->input_status || address == port->output_status)
        return status(port, address);
    if (address == port->input) {
        now.has_byte = 0;
        return now.byte;
    }
    return *kept(address) | bits_of_ready(address);
}

void registers_write(uint32_t address, uint32_t value)
{
    now.looks = 0;
    if (address == now.chip->port.output)
        send((uint8_t)value);
    else if (address == DWT_CYCCNT)
        now.counter = pace_cycles() - value;
    else
        *kept(address) = value;
    if (address == SYST_CSR || address == SYST_CVR)
        now.systick = pace_cycles();
}

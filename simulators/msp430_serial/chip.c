#include "chip.h"

#include "cpu.h"
#include "failure.h"

enum what { PLAIN, BASIC_CLOCK, UCS, PMM, TIMER, DMA, DMA_TRIGGERS, USART, USART_FLAGS, USART_MODULES, USCI };

/* Registers from `begin` on; of the chip's timers, the one of a number. PLAIN ones keep what is written. */
struct place {
    uint16_t begin, end;
    enum what what;
    uint8_t number;
};

static const struct place of_family_1[] = {
    {0x02, 0x03, PLAIN, 0}, /* IFG1 */
    {0x03, 0x04, USART_FLAGS, 0},
    {0x05, 0x06, USART_MODULES, 0},
    {0x18, 0x1c, PLAIN, 0}, /* port 3 */
    {0x56, 0x59, BASIC_CLOCK, 0},
    {0x78, 0x80, USART, 0},
    {0x122, 0x124, DMA_TRIGGERS, 0},
    {0x160, 0x160 + TIMER_BYTES - 2, TIMER, 0}, /* Timer_A */
    {0x180, 0x180 + TIMER_BYTES - 2, TIMER, 1}, /* Timer_B */
    {0x1e0, 0x1e8, DMA, 0},
    {0},
};

static const struct place of_family_5[] = {
    {0x102, 0x103, PLAIN, 0}, /* SFRIFG1 */
    {0x120, 0x130, PMM, 0},
    {0x160, 0x172, UCS, 0},
    {0x244, 0x245, PLAIN, 0},               /* P5DIR */
    {0x24a, 0x24b, PLAIN, 0},               /* P5SEL */
    {0x340, 0x340 + TIMER_BYTES, TIMER, 0}, /* TA0 */
    {0x380, 0x380 + TIMER_BYTES, TIMER, 1}, /* TA1 */
    {0x500, 0x502, DMA_TRIGGERS, 0},
    {0x510, 0x51c, DMA, 0},
    {0x600, 0x600 + UART_BYTES, USCI, 0}, /* USCI_A1 */
    {0},
};

/* The trigger of DMA by channel 2 of the chip's timer 1: TBCCR2 and TA1CCR2. */
static unsigned trigger_of_timer_1(const struct chip *chip)
{
    return chip->cpu.mcu->is_x ? 4 : 2;
}

static const struct place *place_of(const struct chip *chip, uint32_t address)
{
    const struct place *place = chip->cpu.mcu->is_x ? of_family_5 : of_family_1;
    while (place->end && (address < place->begin || address >= place->end))
        place++;
    return place->end ? place : NULL;
}

/* Registers of channel 0, two bytes each; in family 5 addresses have two words, of which the second one is 0 here. */
static enum dma_register dma_register(const struct chip *chip, uint32_t offset)
{
    static const enum dma_register long_ones[] = {DMA_CONTROL,     DMA_SOURCE,      DMA_SOURCE,
                                                  DMA_DESTINATION, DMA_DESTINATION, DMA_SIZE};
    return chip->cpu.mcu->is_x ? long_ones[offset / 2] : (enum dma_register)(offset / 2);
}

static uint16_t load(struct chip *chip, const struct place *place, uint32_t address, uint64_t cycle)
{
    const uint32_t offset = address - place->begin;
    switch (place->what) {
    case BASIC_CLOCK:
        return basic_clock_load(&chip->clock, address);
    case UCS:
        return ucs_load(&chip->clock, offset / 2);
    case PMM:
        return pmm_load(&chip->clock, offset);
    case TIMER:
        return timer_load(&chip->timers[place->number], offset, cycle);
    case DMA:
        return dma_load(&chip->dma, dma_register(chip, offset));
    case DMA_TRIGGERS:
        return dma_load(&chip->dma, DMA_TRIGGER);
    case USART:
        return usart_load(&chip->uart, offset, cycle);
    case USART_FLAGS:
        return usart_flags(&chip->uart, cycle);
    case USCI:
        return usci_load(&chip->uart, offset, cycle);
    default:
        return chip->cpu.memory[address];
    }
}

static void store(struct chip *chip, const struct place *place, uint32_t address, uint16_t value, uint64_t cycle)
{
    const uint32_t offset = address - place->begin;
    switch (place->what) {
    case BASIC_CLOCK:
        basic_clock_store(&chip->clock, address, (uint8_t)value, cycle);
        break;
    case UCS:
        ucs_store(&chip->clock, offset / 2, value, cycle);
        break;
    case PMM:
        pmm_store(&chip->clock, offset, value);
        break;
    case TIMER:
        timer_store(&chip->timers[place->number], offset, value, cycle);
        break;
    case DMA:
        dma_store(&chip->dma, dma_register(chip, offset), value);
        break;
    case DMA_TRIGGERS:
        dma_store(&chip->dma, DMA_TRIGGER, value);
        break;
    case USART:
        usart_store(&chip->uart, offset, (uint8_t)value, cycle);
        break;
    case USART_MODULES:
        chip->cpu.memory[address] = (uint8_t)value;
        usart_enable(&chip->uart, (uint8_t)value);
        break;
    case USCI:
        usci_store(&chip->uart, offset, (uint8_t)value, cycle);
        break;
    default:
        chip->cpu.memory[address] = (uint8_t)value;
    }
}

/* Registers of 16 bits are accessed as words: byte accesses are not modelled. */
static bool has_width(const struct place *place, unsigned bits)
{
    const bool is_word = place->what == UCS || place->what == PMM || place->what == TIMER || place->what == DMA ||
                         place->what == DMA_TRIGGERS;
    return bits == (is_word ? 16 : 8);
}

static bool load_register(struct cpu *cpu, uint32_t address, unsigned bits, uint64_t cycle, uint16_t *value)
{
    const struct place *place = place_of(cpu->port, address);
    if (place == NULL || !has_width(place, bits))
        return false;
    *value = load(cpu->port, place, address, cycle);
    return true;
}

static bool store_register(struct cpu *cpu, uint32_t address, unsigned bits, uint64_t cycle, uint16_t value)
{
    const struct place *place = place_of(cpu->port, address);
    if (place == NULL || !has_width(place, bits))
        return false;
    store(cpu->port, place, address, value, cycle);
    return true;
}

static const struct peripherals registers = {load_register, store_register};

/* The port of mc-msp430 is no part of a chip. */
uint8_t port_read(void *port, uint32_t pc)
{
    (void)port;
    fail(STATUS_CRASHED, "there is nothing to read (pc 0x%x)", pc);
}

void port_write(void *port, uint32_t address, uint8_t value, uint32_t pc)
{
    (void)pc;
    (void)port, (void)value;
    fail(STATUS_CRASHED, "there is nothing to write at 0x%x", address);
}

void chip_reset(struct chip *chip)
{
    struct cpu *cpu = &chip->cpu;
    const uint8_t *vector = cpu->memory + RESET_VECTOR;
    *cpu = (struct cpu){.mcu = cpu->mcu, .memory = cpu->memory, .port = chip, .peripherals = &registers};
    cpu->multiplier.is_mpy32 = cpu->mcu->has_mpy32;
    cpu->registers[PC] = (uint32_t)(vector[0] | vector[1] << 8);
    clock_reset(&chip->clock, cpu->mcu->is_x);
    for (int i = 0; i < TIMERS; i++)
        chip->timers[i] = (struct timer){.clock = &chip->clock};
    chip->dma = (struct dma){0};
    chip->uart = (struct uart){.terminal = chip->uart.terminal};
}

/* The transfer clears the flag that triggers it. */
static void transfer(struct chip *chip)
{
    enum { TRIGGER = 0xf, CHANNEL = 2 };
    if (!dma_is_enabled(&chip->dma) || (chip->dma.trigger & TRIGGER) != trigger_of_timer_1(chip) ||
        !timer_take_flag(&chip->timers[1], CHANNEL, chip->cpu.cycle))
        return;
    const uint8_t *from = chip->cpu.memory + chip->dma.source;
    uint8_t *to = chip->cpu.memory + chip->dma.destination;
    to[0] = from[0];
    to[1] = from[1];
    dma_transfer(&chip->dma);
    chip->cpu.cycle += DMA_CYCLES;
}

void chip_step(struct chip *chip)
{
    cpu_step(&chip->cpu);
    transfer(chip);
}

/* Runs firmware on an ATmega128 whose analogue input 0 gets so many samples of noise, and then a constant voltage.
 * The firmware's output goes to standard error, since the simulator writes to standard output.
 *
 * analogue IMAGE SAMPLES: the noise comes from a fixed generator. */
#include <simavr/avr_adc.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdio.h>
#include <stdlib.h>

#define FREQUENCY_HZ 7372800
#define MIDDLE_MV    1650

static unsigned long samples;
static avr_irq_t *input;

static void sampled(avr_irq_t *irq, uint32_t value, void *param)
{
    static uint32_t state = 1;
    (void)irq, (void)value, (void)param;
    state ^= state << 13, state ^= state >> 17, state ^= state << 5; /* Marsaglia 2003, xorshift */
    avr_raise_irq(input, MIDDLE_MV + (samples ? state >> 24 : 0));
    samples -= samples > 0;
}

static void sent(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    putc((int)value, stderr);
}

int main(int argc, char **argv)
{
    elf_firmware_t firmware = {0};
    avr_t *avr = avr_make_mcu_by_name("atmega128");
    uint32_t flags = 0;
    int state = cpu_Running;
    if (argc != 3 || !avr || elf_read_firmware(argv[1], &firmware) != 0)
        return 2;
    samples = strtoul(argv[2], NULL, 10);
    avr_init(avr);
    avr->frequency = FREQUENCY_HZ;
    avr->vcc = avr->avcc = avr->aref = 2 * MIDDLE_MV;
    avr_load_firmware(avr, &firmware);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    input = avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER), sampled, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), sent, NULL);
    while (state != cpu_Done && state != cpu_Crashed)
        state = avr_run(avr);
    return state == cpu_Crashed;
}

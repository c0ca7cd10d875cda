#include "dma.h"

#include "failure.h"

enum { REQUEST = 1, INTERRUPT = 8, ENABLE = 0x10, LEVEL = 0x20, BYTES = 0xc0, STEPS = 0xf00, MODE = 0x7000 };

uint16_t dma_load(const struct dma *dma, enum dma_register which)
{
    const uint16_t values[] = {dma->control, (uint16_t)dma->source, (uint16_t)dma->destination, dma->size,
                               dma->trigger};
    return values[which];
}

void dma_store(struct dma *dma, enum dma_register which, uint16_t value)
{
    if (which == DMA_CONTROL && (value & (REQUEST | LEVEL | BYTES | STEPS | MODE)))
        fail(STATUS_CRASHED, "not modelled: DMA with control 0x%x", value);
    if (which == DMA_CONTROL)
        dma->control = value;
    else if (which == DMA_SOURCE)
        dma->source = value;
    else if (which == DMA_DESTINATION)
        dma->destination = value;
    else if (which == DMA_SIZE)
        dma->size = dma->reload = value;
    else
        dma->trigger = value;
}

bool dma_is_enabled(const struct dma *dma)
{
    return dma->control & ENABLE;
}

void dma_transfer(struct dma *dma)
{
    if (--dma->size)
        return;
    dma->size = dma->reload;
    dma->control = (uint16_t)((dma->control & ~ENABLE) | INTERRUPT);
}

/* Channel 0 of the DMA controller with single transfers of words, which a timer's channel triggers (SLAU049, chapter 8;
 * SLAU208, chapter DMA Controller). A transfer stops the CPU for four cycles: two after one for synchronisation, and
 * one of wait, which is the time that SLAU049 gives for an active CPU with MCLK from the DCO. */
#ifndef MC_MSP430_DMA_H
#define MC_MSP430_DMA_H

#include <stdbool.h>
#include <stdint.h>

enum { DMA_CYCLES = 4 };

struct dma {
    uint16_t control, size, reload;
    uint32_t source, destination;
    uint16_t trigger;
};

enum dma_register { DMA_CONTROL, DMA_SOURCE, DMA_DESTINATION, DMA_SIZE, DMA_TRIGGER };

uint16_t dma_load(const struct dma *dma, enum dma_register which);
void dma_store(struct dma *dma, enum dma_register which, uint16_t value);

bool dma_is_enabled(const struct dma *dma);

/* A trigger has come: the next word is to be transferred, from dma->source to dma->destination. */
void dma_transfer(struct dma *dma);

#endif

/* Areas of flash, as MCUboot's docs/PORTING.md wants them; those that validation calls are in validate.c. */
#ifndef FLASH_MAP_BACKEND_H
#define FLASH_MAP_BACKEND_H

#include <stdint.h>

struct flash_area {
    uint8_t id;
    uint32_t offset, bytes;
};

struct flash_sector {
    uint32_t offset, bytes;
};

static inline uint8_t flash_area_get_id(const struct flash_area *area)
{
    return area->id;
}

static inline uint8_t flash_area_get_device_id(const struct flash_area *area)
{
    (void)area;
    return 0;
}

static inline uint32_t flash_area_get_off(const struct flash_area *area)
{
    return area->offset;
}

static inline uint32_t flash_area_get_size(const struct flash_area *area)
{
    return area->bytes;
}

static inline uint32_t flash_sector_get_off(const struct flash_sector *sector)
{
    return sector->offset;
}

static inline uint32_t flash_sector_get_size(const struct flash_sector *sector)
{
    return sector->bytes;
}

int flash_area_read(const struct flash_area *area, uint32_t from, void *to, uint32_t bytes);
int flash_area_write(const struct flash_area *area, uint32_t to, const void *from, uint32_t bytes);
int flash_area_erase(const struct flash_area *area, uint32_t from, uint32_t bytes);
uint32_t flash_area_align(const struct flash_area *area);
uint8_t flash_area_erased_val(const struct flash_area *area);
int flash_area_open(uint8_t id, const struct flash_area **area);
void flash_area_close(const struct flash_area *area);
int flash_area_id_from_multi_image_slot(int image, int slot);
int flash_area_id_to_multi_image_slot(int image, int id);
int flash_area_get_sector(const struct flash_area *area, uint32_t offset, struct flash_sector *sector);
int flash_area_get_sectors(int id, uint32_t *count, struct flash_sector *sectors);
int flash_device_base(uint8_t id, uintptr_t *base);

#endif

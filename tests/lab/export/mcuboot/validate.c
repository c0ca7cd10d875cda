/* Slots by bootutil_img_validate of MCUboot: reads them as boot_cases.c does, and writes 1 for a valid one, else 0. */
#include <string.h>

#include "bootutil/fault_injection_hardening.h"
#include "bootutil/image.h"
#include "bootutil/sign_key.h"
#include "flash_map_backend/flash_map_backend.h"
#include "io.h"

enum { SLOT_BYTES = 8192 };
static uint8_t slot[SLOT_BYTES];

extern const unsigned char KEY[];
extern const unsigned int KEY_LENGTH;
const struct bootutil_key bootutil_keys[] = {{KEY, &KEY_LENGTH}};
const int bootutil_key_cnt = 1;

int flash_area_read(const struct flash_area *area, uint32_t from, void *to, uint32_t bytes)
{
    if (from > area->bytes || bytes > area->bytes - from)
        return -1;
    memcpy(to, slot + from, bytes);
    return 0;
}

uint32_t flash_area_align(const struct flash_area *area)
{
    (void)area;
    return 1;
}

uint8_t flash_area_erased_val(const struct flash_area *area)
{
    (void)area;
    return 0xff;
}

int flash_device_base(uint8_t id, uintptr_t *base)
{
    (void)id;
    *base = (uintptr_t)slot;
    return 0;
}

/* As boot_validate_slot of MCUboot's loader does, whose mark of an image is the first word of its header. */
__attribute__((noinline)) int validate(const struct flash_area *area)
{
    static uint8_t buffer[256];
    struct image_header header;
    FIH_DECLARE(result, FIH_FAILURE);
    memcpy(&header, slot, sizeof header);
    if (header.ih_magic != IMAGE_MAGIC)
        return 0;
    FIH_CALL(bootutil_img_validate, result, NULL, &header, area, buffer, sizeof buffer, NULL, 0, NULL);
    return FIH_EQ(result, FIH_SUCCESS);
}

static uint32_t read_word(void)
{
    uint32_t word = 0;
    for (unsigned i = 0; i < 4; i++)
        word |= (uint32_t)bench_read_byte() << 8 * i;
    return word;
}

int main(void)
{
    const struct flash_area area = {1, 0, SLOT_BYTES};
    for (uint32_t bytes; (bytes = read_word()) <= SLOT_BYTES;) {
        memset(slot, 0xff, sizeof slot);
        for (uint32_t i = 0; i < bytes; i++)
            slot[i] = bench_read_byte();
        bench_mark_stack();
        bench_write_byte((uint8_t)validate(&area));
    }
    bench_exit(0);
    return 0;
}

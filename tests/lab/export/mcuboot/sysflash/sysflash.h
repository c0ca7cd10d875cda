/* The numbers of areas of flash; only the first is there. */
#ifndef SYSFLASH_H
#define SYSFLASH_H
#define FLASH_AREA_IMAGE_PRIMARY(image)   1
#define FLASH_AREA_IMAGE_SECONDARY(image) 2
#define FLASH_AREA_IMAGE_SCRATCH          3
#endif

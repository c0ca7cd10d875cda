/* The configuration of MCUboot's bootutil for test_mcuboot_sources.py: one slot, which is validated at each start. */
#ifndef MCUBOOT_CONFIG_H
#define MCUBOOT_CONFIG_H

#ifdef MCUBOOT_USE_CUSTOM_CRYPTO
#include "mcuboot_custom_crypto.h"
#endif

#define MCUBOOT_SINGLE_APPLICATION_SLOT
#define MCUBOOT_VALIDATE_PRIMARY_SLOT
#define MCUBOOT_MAX_IMG_SECTORS 8
#define MCUBOOT_USE_FLASH_AREA_GET_SECTORS
#define MCUBOOT_KEY_IMPORT_BYPASS_ASN
#define MCUBOOT_HAVE_ASSERT_H

#define MCUBOOT_WATCHDOG_FEED() ((void)0)
#define MCUBOOT_CPU_IDLE()      ((void)0)

#endif

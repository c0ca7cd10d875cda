/* No log: MCUBOOT_HAVE_LOGGING is not defined. */

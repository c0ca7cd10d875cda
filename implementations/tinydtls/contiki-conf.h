#include "contiki.h"

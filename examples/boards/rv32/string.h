#include "freestanding/string.h"

#include "../linux_arm/string.h"

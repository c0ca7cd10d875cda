/*---
name: words
family: fb-add
summary: sum word by word
source: -
domain: any a, b
constant_time: same-trace-and-addresses
---*/
#include "fb/fb.h"

#define FB_BASIC
#include "fb/add_words.h"
#undef FB_BASIC

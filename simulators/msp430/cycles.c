#include "cycles.h"

unsigned cycles_double(bool is_x, enum mode source, enum destination destination, bool only_moves)
{
    static const unsigned char classic[MODE_COUNT][DESTINATION_COUNT] = {
        [MODE_REGISTER] = {1, 2, 4},  [MODE_INDIRECT] = {2, 2, 5}, [MODE_INCREMENT] = {2, 3, 5},
        [MODE_IMMEDIATE] = {2, 3, 5}, [MODE_INDEXED] = {3, 3, 6},  [MODE_ABSOLUTE] = {3, 3, 6},
    };
    static const unsigned char x[MODE_COUNT][DESTINATION_COUNT] = {
        [MODE_REGISTER] = {1, 3, 4},  [MODE_INDIRECT] = {2, 4, 5}, [MODE_INCREMENT] = {2, 4, 5},
        [MODE_IMMEDIATE] = {2, 3, 5}, [MODE_INDEXED] = {3, 5, 6},  [MODE_ABSOLUTE] = {3, 5, 6},
    };
    unsigned saved = is_x && destination == TO_MEMORY && only_moves;
    return (is_x ? x : classic)[source][destination] - saved;
}

unsigned cycles_single(bool is_x, enum single what, enum mode mode)
{
    static const unsigned char classic[MODE_COUNT][SINGLE_COUNT] = {
        [MODE_REGISTER] = {1, 3, 4},  [MODE_INDIRECT] = {3, 4, 4}, [MODE_INCREMENT] = {3, 5, 5},
        [MODE_IMMEDIATE] = {0, 4, 5}, [MODE_INDEXED] = {4, 5, 5},  [MODE_ABSOLUTE] = {4, 5, 5},
    };
    static const unsigned char x[MODE_COUNT][SINGLE_COUNT] = {
        [MODE_REGISTER] = {1, 3, 4},  [MODE_INDIRECT] = {3, 3, 4}, [MODE_INCREMENT] = {3, 3, 4},
        [MODE_IMMEDIATE] = {0, 3, 4}, [MODE_INDEXED] = {4, 4, 5},  [MODE_ABSOLUTE] = {4, 4, 6},
    };
    return (is_x ? x : classic)[mode][what];
}

/* No curve of its own: symbolic.c makes one of expressions. */
#define EC_CURVES(X)

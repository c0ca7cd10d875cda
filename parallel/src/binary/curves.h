/* The Koblitz curves, and the random curves of cofactor 2, by field. */
#ifndef MC_PARALLEL_BINARY_CURVES_H
#define MC_PARALLEL_BINARY_CURVES_H

#define CURVES_fb163(X) X(sect163k1) X(sect163r1) X(sect163r2)
#define CURVES_fb193(X) X(sect193r1) X(sect193r2)
#define CURVES_fb233(X) X(sect233k1) X(sect233r1)
#define CURVES_fb239(X) X(sect239k1)
#define CURVES_fb283(X) X(sect283k1) X(sect283r1)
#define CURVES_fb409(X) X(sect409k1) X(sect409r1)
#define CURVES_fb571(X) X(sect571k1) X(sect571r1)

#endif

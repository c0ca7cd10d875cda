/* MC_API marks the functions that a shared library shows and that C++ may call. */
#ifndef MOTECURVE_API_H
#define MOTECURVE_API_H

#ifdef __cplusplus
#define MC_API extern "C" __attribute__((visibility("default")))
#else
#define MC_API __attribute__((visibility("default")))
#endif

#endif

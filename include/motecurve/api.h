/* MC_API marks the functions that a shared library shows and that C++ may call; MC_API_DATA its objects. */
#ifndef MOTECURVE_API_H
#define MOTECURVE_API_H

#ifdef __cplusplus
#define MC_API      extern "C" __attribute__((visibility("default")))
#define MC_API_DATA MC_API
#else
#define MC_API      __attribute__((visibility("default")))
#define MC_API_DATA extern MC_API
#endif

#endif

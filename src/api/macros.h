// Published macros that are no plain numbers, for programs and plugins in C and C++.

#pragma once

#include "mju_functions.h"

#include <math.h>

// The larger and the smaller of two numbers. One of the arguments is computed twice.
#define mjMAX(a, b) (((a) > (b)) ? (a) : (b))
#define mjMIN(a, b) (((a) < (b)) ? (a) : (b))

// Whether bits of mjtDisableBit or mjtEnableBit are set in the options of a model called m.
#define mjDISABLED(bits) (m->opt.disableflags & (bits))
#define mjENABLED(bits) (m->opt.enableflags & (bits))

// The manual's other name of the flag.
#define mjENABLE_SLEEP mjENBL_SLEEP

// Raises an error: mju_error.
#define mjERROR(...) mju_error(__VA_ARGS__)

// Marks a function whose argument number n is a printf format for those from number `first` on.
#if defined(__GNUC__)
#define mjPRINTFLIKE(n, first) __attribute__((format(printf, n, first)))
#else
#define mjPRINTFLIKE(n, first)
#endif

// Visible to those who link, visible inside a library, and C linkage in both languages.
#if defined(__GNUC__)
#define MJAPI __attribute__((visibility("default")))
#define MJLOCAL __attribute__((visibility("hidden")))
#else
#define MJAPI
#define MJLOCAL
#endif
#ifdef __cplusplus
#define mjEXTERNC extern "C"
#else
#define mjEXTERNC
#endif

// Begins the function that registers the plugins of a library, which runs when the library is
// loaded: mjPLUGIN_LIB_INIT(name) { mjp_registerPlugin(&plugin); }
#if defined(__GNUC__)
#define mjPLUGIN_LIB_INIT(name)                                       \
  static void mjPluginInit_##name(void) __attribute__((constructor)); \
  static void mjPluginInit_##name(void)
#endif

// Functions of the C library for mjtNum.
#define mju_abs fabs
#define mju_acos acos
#define mju_asin asin
#define mju_atan2 atan2
#define mju_ceil ceil
#define mju_cos cos
#define mju_exp exp
#define mju_floor floor
#define mju_log log
#define mju_log10 log10
#define mju_pow pow
#define mju_sin sin
#define mju_sqrt sqrt
#define mju_tan tan
#define mju_tanh tanh

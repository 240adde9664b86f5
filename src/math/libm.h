// Transcendental functions, the same bits in every build.
//
// glibc, musl and the compiler's own constant folding differ in the last place, so the engine never
// calls sin, exp, pow, ... by name. It calls lb_sin, ... from here: musl's src/math, compiled with
// the prefix lbm_ into the native build and into the module (cmake/libm.cmake). The compiler knows
// nothing about these names, so it cannot replace or fold them differently in the two builds.
//
// What IEEE 754 rounds exactly is used directly, from <math.h>: sqrt, fabs, floor, ceil, trunc,
// rint, round, copysign, fmin, fmax, isnan, isfinite.

#pragma once

#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

// Angles are in radians. Domain errors give NaN, overflow gives infinity, as in C11 Annex F.
double lbm_sin(double x);
double lbm_cos(double x);
double lbm_tan(double x);
double lbm_asin(double x);
double lbm_acos(double x);
double lbm_atan(double x);
double lbm_atan2(double y, double x);
double lbm_sinh(double x);
double lbm_cosh(double x);
double lbm_tanh(double x);
double lbm_exp(double x);
double lbm_exp2(double x);
double lbm_expm1(double x);
double lbm_log(double x);
double lbm_log2(double x);
double lbm_log10(double x);
double lbm_log1p(double x);
double lbm_pow(double x, double y);
double lbm_cbrt(double x);
double lbm_hypot(double x, double y);
double lbm_fmod(double x, double y);

#ifdef __cplusplus
}
#endif

#define lb_sin lbm_sin
#define lb_cos lbm_cos
#define lb_tan lbm_tan
#define lb_asin lbm_asin
#define lb_acos lbm_acos
#define lb_atan lbm_atan
#define lb_atan2 lbm_atan2
#define lb_sinh lbm_sinh
#define lb_cosh lbm_cosh
#define lb_tanh lbm_tanh
#define lb_exp lbm_exp
#define lb_exp2 lbm_exp2
#define lb_expm1 lbm_expm1
#define lb_log lbm_log
#define lb_log2 lbm_log2
#define lb_log10 lbm_log10
#define lb_log1p lbm_log1p
#define lb_pow lbm_pow
#define lb_cbrt lbm_cbrt
#define lb_hypot lbm_hypot
#define lb_fmod lbm_fmod

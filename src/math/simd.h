// Two-wide double vectors (SSE2 or AVX natively, simd128 in WebAssembly) by the compiler's vector
// types.
//
// Operators + - * / work on lbV2 lane by lane and round like scalars, so element-wise kernels are
// exact whatever the width. Reductions always use the same lanes in the same order (see lb_sum2 and
// lb_dot), so that the native build and the module produce the same bits.

#pragma once

#include <stdint.h>

#include "api/types.h"

typedef double lbV2 __attribute__((vector_size(16)));

// Memory may be aligned to 8 only, and may be anything that is declared double.
typedef double lbV2Memory __attribute__((vector_size(16), aligned(8), may_alias));

// What comparing two lbV2 gives: all bits of a lane set where it holds, none where it does not.
typedef int64_t lbMask2 __attribute__((vector_size(16)));

// As many as a register holds (AVX natively), for long looks at memory.
#ifdef LB_WASM
#define LB_WIDE 2
#else
#define LB_WIDE 4
#endif
typedef double lbWide __attribute__((vector_size(8 * LB_WIDE), aligned(8), may_alias));
typedef int64_t lbWideMask __attribute__((vector_size(8 * LB_WIDE), aligned(8), may_alias));

static inline lbV2 lb_load2(const mjtNum* p) {
  return *(const lbV2Memory*)p;
}

static inline void lb_store2(mjtNum* p, lbV2 v) {
  *(lbV2Memory*)p = v;
}

static inline lbV2 lb_splat2(mjtNum x) {
  return (lbV2){x, x};
}

static inline mjtNum lb_sum2(lbV2 v) {
  return v[0] + v[1];
}

// The lower ones, lane by lane, without a branch that processors would have to guess.
static inline lbV2 lb_min2(lbV2 a, lbV2 b) {
  lbMask2 other = (lbMask2)(b < a);
  return (lbV2)((other & (lbMask2)b) | (~other & (lbMask2)a));
}

// The higher ones.
static inline lbV2 lb_max2(lbV2 a, lbV2 b) {
  lbMask2 other = (lbMask2)(a < b);
  return (lbV2)((other & (lbMask2)b) | (~other & (lbMask2)a));
}

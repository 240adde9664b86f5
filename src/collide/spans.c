#include "collide/spans.h"

#include <math.h>

#include "data/stack.h"

typedef float Float4 __attribute__((vector_size(16), may_alias));
typedef int Int4 __attribute__((vector_size(16)));

lbSpans lb_allocateSpans(mjData* d, int count) {
  lbSpans spans;
  for (int i = 0; i < lbSPAN_ENDS; i++) {
    spans.column[i] = (float*)LB_STACK(d, Float4, count / 4 + 1);
  }
  return spans;
}

lbSpan lb_makeSpan(mjtNum lowY, mjtNum highY, mjtNum lowZ, mjtNum highZ) {
  // more than what rounding takes
  const float part = 1e-6f;
  float room = part * (float)(fabs(lowY) + fabs(highY) + fabs(lowZ) + fabs(highZ));
  return (lbSpan){
      {(float)lowY - room, (float)highY + room, (float)lowZ - room, (float)highZ + room}};
}

void lb_setSpan(const lbSpans* spans, int k, const lbSpan* span) {
  for (int i = 0; i < lbSPAN_ENDS; i++) {
    spans->column[i][k] = span->end[i];
  }
}

// Bit k for lane k of what a comparison gives.
static inline unsigned laneBits(Int4 mask) {
#ifdef LB_WASM
  return __builtin_wasm_bitmask_i32x4(mask);
#elif defined(__SSE__)
  return (unsigned)__builtin_ia32_movmskps((Float4)mask);
#else
  return (unsigned)((mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8));
#endif
}

unsigned lb_findMeeting(const lbSpans* spans, int first, int count, const lbSpan* other) {
  unsigned found = 0;
  for (int k = 0; k < lbSPANS_LOOKED_AT && first + k < count; k += 4) {
    const Float4* end[lbSPAN_ENDS];
    for (int i = 0; i < lbSPAN_ENDS; i++) {
      end[i] = (const Float4*)(spans->column[i] + first + k);
    }
    Int4 meets = (*end[lbSPAN_LOW_Y] <= other->end[lbSPAN_HIGH_Y]) &
                 (*end[lbSPAN_HIGH_Y] >= other->end[lbSPAN_LOW_Y]) &
                 (*end[lbSPAN_LOW_Z] <= other->end[lbSPAN_HIGH_Z]) &
                 (*end[lbSPAN_HIGH_Z] >= other->end[lbSPAN_LOW_Z]);
    found |= laneBits(meets) << k;
  }
  int rest = count - first;
  return rest < lbSPANS_LOOKED_AT ? found & ((1u << rest) - 1) : found;
}

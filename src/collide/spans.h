// Intervals along two axes, rounded outwards to single precision and kept in columns, so that a
// sweep along the third axis looks at sixteen at once. What is found is to be tested exactly.

#pragma once

#include "api/data.h"

enum { lbSPAN_LOW_Y, lbSPAN_HIGH_Y, lbSPAN_LOW_Z, lbSPAN_HIGH_Z, lbSPAN_ENDS };
enum { lbSPANS_LOOKED_AT = 16 };

typedef struct lbSpan_ {
  float end[lbSPAN_ENDS];
} lbSpan;

typedef struct lbSpans_ {
  float* column[lbSPAN_ENDS];
} lbSpans;

// Room for count spans in the stack.
lbSpans lb_allocateSpans(mjData* d, int count);

// The span from low to high along two axes.
lbSpan lb_makeSpan(mjtNum lowY, mjtNum highY, mjtNum lowZ, mjtNum highZ);

void lb_setSpan(const lbSpans* spans, int k, const lbSpan* span);

// Which ones meet another span: bit k for number first + k, of the first sixteen of those before
// number count. first: a multiple of four.
unsigned lb_findMeeting(const lbSpans* spans, int first, int count, const lbSpan* other);

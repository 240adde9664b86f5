// A text under construction: indented XML elements.

#pragma once

#include "mjcf/schema.h"

// Where an element began, so that an empty one can be taken back.
typedef struct lbEmitMark_ {
  int position;     // length of the text before it
  int nameEnd;      // and after its name
  bool parentOpen;  // state of the enclosing start tag then
} lbEmitMark;

typedef struct lbEmit_ {
  LB_ARRAY(char) text;  // not terminated
  LB_ARRAY(lbEmitMark) marks;
  bool open;  // start tag not closed yet
} lbEmit;

void lb_emitFree(lbEmit* emit);

// <name ... ; attributes may follow.
void lb_emitStart(lbEmit* emit, const char* name);
// Ends the innermost element: "/>" when nothing is inside.
void lb_emitEnd(lbEmit* emit, const char* name);
// The same, but an element without attributes and content disappears.
void lb_emitEndOptional(lbEmit* emit, const char* name);

// One attribute; special characters are escaped.
void lb_emitText(lbEmit* emit, const char* name, const char* value);
void lb_emitDoubles(lbEmit* emit, const char* name, const double* values, int count);
void lb_emitFloats(lbEmit* emit, const char* name, const float* values, int count);
void lb_emitInts(lbEmit* emit, const char* name, const int* values, int count);
// Keyword of a value; nothing when the table has none.
void lb_emitKeyword(lbEmit* emit, const char* name, const lbKeywords* keywords, int value);
// Keywords of set bits; `bitNumbers` tells whether the table holds bit numbers.
void lb_emitFlags(lbEmit* emit, const char* name, const lbKeywords* keywords, int bits,
                  bool bitNumbers);

// Every schema attribute with a place whose value differs from that in `initial`, or where
// <default> cannot hold it, from the usual one.
void lb_emitAttributes(lbEmit* emit, lbElementId id, const void* object, const void* initial,
                       bool inDefault);

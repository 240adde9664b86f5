// One call of mjs_attach, by deep copy (attach.c) or by reference (share.c).

#pragma once

#include "spec/copy.h"

#include "base/memory.h"

typedef struct lbAttachment_ {
  lbCopy copy;
  lbNameSet names;
  mjString joined;
  lbRegion region;
  lbElement* child;
  bool byReference;
  bool contentOnly;  // what is in the body, without the body
  lbBody* body;
  lbFrame* frame;
  lbKeyLayout* layout;  // of the child's keys
  lbElement* result;
} lbAttachment;

// Attaches by reference. Raises errors, until the first element has moved.
void lb_share(lbAttachment* job);

// The spec that shows, or has taken over, what was attached by reference: the spec itself when it
// is not attached.
lbSpec* lb_topSpec(lbSpec* spec);

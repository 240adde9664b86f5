// <replicate>: copies of a frame's content, each moved on by an offset and a rotation.

#pragma once

#include "mjcf/read.h"

typedef struct lbReplicate_ {
  int count;
  double offset[3];
  double euler[3];
  const char* sep;  // between name and number, NULL: nothing
} lbReplicate;

// Replaces `content`, a body that holds what was read, by settings->count copies with numbered
// names. What refers to it from outside the tree is replaced as well.
void lb_replicate(lbReader* reader, const lbXml* node, lbBody* content,
                  const lbReplicate* settings);

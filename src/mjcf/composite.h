// Composite objects: one element that stands for many (here: cables).

#pragma once

#include "mjcf/read.h"

typedef enum lbCompositeType_ {
  LB_COMPOSITE_PARTICLE,
  LB_COMPOSITE_GRID,
  LB_COMPOSITE_ROPE,
  LB_COMPOSITE_LOOP,
  LB_COMPOSITE_CABLE,
  LB_COMPOSITE_CLOTH,
} lbCompositeType;

// How a coordinate of a cable varies along its length.
typedef enum lbCurve_ {
  LB_SHAPE_LINE,
  LB_SHAPE_COS,
  LB_SHAPE_SIN,
  LB_SHAPE_ZERO,
} lbCurve;

// Adds the bodies, joints and geoms of <composite> to a body.
void lb_readComposite(lbReader* reader, const lbXml* node, lbBody* body, lbFrame* frame,
                      const lbDefault* def);

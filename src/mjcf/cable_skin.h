// The skin of a cable of boxes.

#pragma once

#include "mjcf/read.h"

typedef struct lbCableSkin_ {
  const char* name;
  const char* prefix;  // of the body names
  const char* material;
  float rgba[4];
  int group;
  int count;    // points of the cable
  int subgrid;  // vertices added between neighbouring control points
  bool texcoord;
  double length;  // of a box
  double halfWidth;
  double halfHeight;
} lbCableSkin;

void lb_readCableSkin(lbReader* reader, const lbXml* node, lbCableSkin* skin);
void lb_addCableSkin(lbReader* reader, const lbCableSkin* skin);

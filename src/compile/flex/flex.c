// Flexes as work copies: what is refused, and how many parts the model gets.

#include "base/compiler.h"
#include "compile/flex/passes.h"
#include "compile/flex/work_flex.h"
#include "math/inline.h"
#include "model/flex_layout.h"

#include <string.h>

static lbFlexEquality heldBy(mjtEq type) {
  switch (type) {
    case mjEQ_FLEX:
      return lbFLEX_EDGES_HELD;
    case mjEQ_FLEXVERT:
      return lbFLEX_VERTICES_HELD;
    case mjEQ_FLEXSTRAIN:
      return lbFLEX_STRAIN_HELD;
    default:
      return lbFLEX_NOTHING_HELD;
  }
}

// What the first equality constraint on a flex holds.
static lbFlexEquality equalityOf(lbCompiler* c, const lbWorkFlex* f) {
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_EQUALITY); i++) {
    const mjsEquality* s = &LB_SPEC_ITEM(c->spec, lbEquality, mjOBJ_EQUALITY, i)->s;
    if (heldBy(s->type) && !strcmp(lb_text(s->name1), lb_text(&f->source->head.name))) {
      return heldBy(s->type);
    }
  }
  return lbFLEX_NOTHING_HELD;
}

// Says so when nothing but contacts and joints holds the vertices together.
static void warnIfLoose(const lbWorkFlex* f) {
  const mjsFlex* s = &f->source->s;
  bool bends = s->elastic2d == 1 || s->elastic2d == 3;
  bool stretches = s->dim == 3 || s->elastic2d >= 2;
  bool elastic = s->damping > 0 || (s->young > 0 && s->dim > 1 && (bends || stretches));
  if (!f->rigid && f->equality == lbFLEX_NOTHING_HELD && s->edgestiffness == 0 &&
      s->edgedamping == 0 && !elastic) {
    lb_specWarning(&f->source->head,
                   "flex '%s' is not rigid and has no equality constraints or passive forces",
                   lb_text(&f->source->head.name));
  }
}

LB_APART static void compileFlex(lbCompiler* c, const lbFlex* source, lbWorkFlex* f,
                                 const lbPose* pose) {
  const mjsFlex* s = &source->s;
  f->source = source;
  f->dim = s->dim;
  if (f->dim < 1 || f->dim > 3) {
    lb_compileError(c, "dim must be 1, 2 or 3 in flex");
  }
  if (!s->elem->count) {
    lb_compileError(c, "elem is empty in flex");
  }
  bool interpolated = s->nodebody->count > 0;
  if (!interpolated && !s->vertbody->count) {
    lb_compileError(c, "vertbody and nodebody are both empty");
  }
  if (s->vert->count % 3) {
    lb_compileError(c, "vert size must be a multiple of 3 in flex");
  }
  if (interpolated && s->selfcollide != mjFLEXSELF_NONE) {
    lb_compileError(c, "trilinear interpolation cannot do self-collision");
  }
  if (interpolated && s->internal) {
    lb_compileError(c, "trilinear interpolation cannot do internal collisions");
  }
  if (s->condim != 1 && s->condim != 3 && s->condim != 4 && s->condim != 6) {
    lb_compileError(c, "invalid condim in flex");
  }
  if (s->edgestiffness > 0 && f->dim > 1) {
    lb_compileError(c, "edge stiffness only available for dim=1, please use elasticity plugins");
  }
  lb_placeFlex(c, f, pose);
  lb_checkFlexElements(c, f);
  int texcoords = s->texcoord->count / 2;
  for (int i = 0; texcoords && i < s->elemtexcoord->count; i++) {
    if (s->elemtexcoord->items[i] < 0 || s->elemtexcoord->items[i] >= texcoords) {
      lb_compileError(c, "element texcoord id out of bounds in flex");
    }
  }
  int given = s->elemtexcoord->count ? 0 : s->texcoord->count;
  if (given && given != 2 * f->vertexCount) {
    lb_compileError(c, "two texture coordinates per vertex expected in flex");
  }
  lb_findTopology(c, f);
  f->equality = equalityOf(c, f);
  warnIfLoose(f);
  bool sheet = f->equality == lbFLEX_VERTICES_HELD && f->dim == 2 && !f->interpolated;
  for (int i = 1; sheet && i < f->vertexCount; i++) {
    if (fabs(f->position[3 * i + 2] - f->position[2]) > mjMINVAL) {
      lb_compileError(c, "flex vertices are not in the same plane");
    }
  }
  lb_flexElasticity(c, f);
}

// Gives the flex its places in the model's arrays, behind what is counted, and counts it.
LB_APART static void countParts(lbWorkFlex* f, mjModel* sizes) {
  int elementCount = f->elementCount, texcoords = f->source->s.texcoord->count / 2;
  static const char parts[] = "parts of flexes";
  f->at = (lbFlexAddress){.node = lb_sizeAsInt(sizes->nflexnode, parts),
                          .vert = lb_sizeAsInt(sizes->nflexvert, parts),
                          .edge = lb_sizeAsInt(sizes->nflexedge, parts),
                          .elem = lb_sizeAsInt(sizes->nflexelem, parts),
                          .elemData = lb_sizeAsInt(sizes->nflexelemdata, parts),
                          .elemEdge = lb_sizeAsInt(sizes->nflexelemedge, parts),
                          .shellData = lb_sizeAsInt(sizes->nflexshelldata, parts),
                          .evPair = lb_sizeAsInt(sizes->nflexevpair, parts),
                          .texcoord = lb_sizeAsInt(sizes->nflextexcoord, parts),
                          .stiffness = lb_sizeAsInt(sizes->nflexstiffness, parts),
                          .bending = lb_sizeAsInt(sizes->nflexbending, parts)};
  sizes->nflexnode += f->nodeCount;
  sizes->nflexvert += f->vertexCount;
  sizes->nflexedge += f->edgeCount;
  sizes->nflexelem += elementCount;
  sizes->nflexelemdata += elementCount * (f->dim + (mjtSize)1);
  sizes->nflexelemedge += (mjtSize)elementCount * lb_edgesPerElement(f->dim);
  sizes->nflexshelldata += (mjtSize)f->shellCount * f->dim;
  sizes->nflexevpair += f->pairCount;
  sizes->nflextexcoord += texcoords;
  sizes->nflexstiffness += f->stiffness ? f->stiffnessCount : 0;
  sizes->nflexbending += f->bending ? f->bendingCount : 0;
}

void lb_countFlexes(lbCompiler* c) {
  mjModel* sizes = &c->sizes;
  int count = lb_specCount(c->spec, mjOBJ_FLEX);
  c->flexes = LB_WORK_ARRAY(c, lbWorkFlex, count);
  const lbPose* pose = count ? lb_placeBodies(c) : NULL;
  for (int i = 0; i < count; i++) {
    const lbFlex* source = LB_SPEC_ITEM(c->spec, lbFlex, mjOBJ_FLEX, i);
    lbWorkFlex* f = &c->flexes[i];
    c->current = &source->head;
    f->id = i;
    compileFlex(c, source, f, pose);
    const char* material = lb_text(source->s.material);
    if (*material && !lb_specFind(c->spec, mjOBJ_MATERIAL, material)) {
      lb_compileError(c, "unknown material '%s' in flex", material);
    }
    countParts(f, sizes);
  }
  c->current = NULL;
}

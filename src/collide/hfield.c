// Contacts of a height field with a convex geom.
//
// The field is a set of prisms: two triangles per grid cell, each extruded down to the base. The
// geom is moved into the frame of the field; every prism under its bounding box that reaches high
// enough is collided with it as a convex shape.
// COMPAT: COL-33, COL-47: which prisms, in which order, and at most mjMAXCONPAIR contacts.

#include "base/error.h"
#include "collide/collide.h"
#include "collide/convex.h"
#include "collide/grid.h"
#include "collide/sharpen.h"
#include "data/stack.h"
#include "model/options.h"

// Range of cells that a box (centre, half sizes) in the field's frame overlaps; false: none.
static bool cellRange(const lbGrid* f, const mjtNum center[3], const mjtNum half[3], mjtNum margin,
                      int range[4]) {
  for (int i = 0; i < 2; i++) {
    mjtNum low = center[i] - half[i], high = center[i] + half[i], size = f->size[i];
    int cells = (i == 0 ? f->columns : f->rows) - 1;
    if (low > size || high < -size) {
      return false;
    }
    range[2 * i] = lb_toInt(floor((low + size) / (2 * size) * cells), 0, cells);
    range[2 * i + 1] = lb_toInt(ceil((high + size) / (2 * size) * cells), -1, cells);
  }
  // COMPAT: HFIELD-MARGIN: the margin counts upwards and downwards, not sideways
  return center[2] - half[2] - margin <= f->size[2] && center[2] + half[2] + margin >= -f->size[3];
}

// A ball around a geom's origin that holds it, a little wider than needed.
static mjtNum reach(const mjModel* m, const lbShape* shape) {
  const mjtNum* size = shape->size;
  mjtNum radius;
  switch (shape->type) {
    case mjGEOM_SPHERE:
      radius = size[0];
      break;
    case mjGEOM_CAPSULE:
    case mjGEOM_CYLINDER:
      radius = size[0] + size[1];
      break;
    case mjGEOM_MESH:
      radius = m->geom_rbound[shape->geom];
      break;
    default:
      radius = size[0] + size[1] + size[2];
  }
  return 1.000001 * radius;
}

// Whether a ball shows that cellRange finds nothing: most geoms fly above a field, or lie beside
// it.
static bool outOfReach(const lbGrid* f, const mjtNum center[3], mjtNum radius, mjtNum margin) {
  return fabs(center[0]) - radius > f->size[0] || fabs(center[1]) - radius > f->size[1] ||
         center[2] - radius - margin > f->size[2] || center[2] + radius + margin < -f->size[3];
}

// Shifts the window of three columns of the prism and appends the next grid point.
static void pushPoint(const lbGrid* f, int row, int column, mjtNum margin, mjtNum prism[6][3]) {
  for (int i = 0; i < 2; i++) {
    lb_copy3(prism[i], prism[i + 1]);
    lb_copy3(prism[i + 3], prism[i + 4]);
  }
  lb_gridPoint(f, row, column, prism[5]);
  prism[5][2] += margin;
  lb_set3(prism[2], prism[5][0], prism[5][1], -f->size[3]);
}

// A shape in the frame of the field, and its bounding box there.
typedef struct Visitor_ {
  lbShape shape;
  mjtNum center[3];
  mjtNum half[3];
} Visitor;

// Collides the visitor with every prism it may touch.
static int collidePrisms(const mjModel* m, mjData* d, mjPreContact* con, int g1, const Visitor* v,
                         mjtNum margin) {
  lbGrid f = lb_geomGrid(m, g1);
  const mjtNum *pos1 = d->geom_xpos + 3 * g1, *mat1 = d->geom_xmat + 9 * g1;
  int range[4];
  if (!cellRange(&f, v->center, v->half, margin, range)) {
    return 0;
  }

  int count = 0;
  mjtNum window[6][3] = {{0}};
  lbShape prism = {.type = LB_SHAPE_PRISM, .geom = -1, .points = window[0]};
  for (int row = range[2]; row < range[3]; row++) {
    int filled = 0;
    for (int column = range[0]; column <= range[1]; column++) {
      for (int side = 1; side >= 0; side--) {
        pushPoint(&f, row + side, column, margin, window);
        if (++filled < 3) {
          continue;
        }
        mjtNum top = lb_max(window[3][2], lb_max(window[4][2], window[5][2]));
        if (top < v->center[2] - v->half[2]) {
          continue;
        }
        lb_zero3(prism.pos);
        for (int i = 0; i < 6; i++) {
          lb_addTo3(prism.pos, window[i]);
        }
        lb_scl3(prism.pos, prism.pos, 1.0 / 6);
        // COMPAT: HFIELD-MARGIN: the margin raises the surface and half of it inflates the geom;
        // distances are reported as they are then.
        lbShape work1 = prism, work2 = v->shape;
        work2.inflate += 0.5 * margin;
        lbEpa epa;
        mjPreContact* c = con + count;
        if (!lb_penetration(m, d, &work1, &work2, c, &epa)) {
          continue;
        }
        // back to the world
        mjtNum local[3];
        lb_copy3(local, c->pos);
        lb_mulMatVec3(c->pos, mat1, local);
        lb_addTo3(c->pos, pos1);
        lb_copy3(local, c->normal);
        lb_mulMatVec3(c->normal, mat1, local);
        if (++count == mjMAXCONPAIR) {
          return count;
        }
      }
    }
  }
  return count;
}

LB_PAIR_FUNCTION(lb_collideHfield) {
  const mjtNum *pos1 = d->geom_xpos + 3 * g1, *mat1 = d->geom_xmat + 9 * g1;
  Visitor v;
  lb_geomShape(m, d, g2, &v.shape);
  mjtNum offset[3], mat[9];
  lb_sub3(offset, v.shape.pos, pos1);
  lb_mulMatTVec3(v.shape.pos, mat1, offset);
  lbGrid f = lb_geomGrid(m, g1);
  if (outOfReach(&f, v.shape.pos, reach(m, &v.shape), margin)) {
    return 0;
  }
  lb_mulMatTMat3(mat, mat1, v.shape.mat);
  lb_copy9(v.shape.mat, mat);
  // the tightest box
  for (int i = 0; i < 3; i++) {
    mjtNum dir[3] = {i == 0, i == 1, i == 2}, high[3], low[3];
    lb_support(&v.shape, dir, high);
    lb_neg3(dir, dir);
    lb_support(&v.shape, dir, low);
    v.center[i] = 0.5 * (high[i] + low[i]);
    v.half[i] = 0.5 * (high[i] - low[i]);
  }
  int count = collidePrisms(m, d, con, g1, &v, margin);
  for (int i = 0; i < count && lb_disabled(m, mjDSBL_NATIVECCD); i++) {
    lb_sharpenNormal(m, d, -1, g2, con + i);
  }
  return count;
}

int lb_collideHfieldPoints(const mjModel* m, mjData* d, mjPreContact* con, int g1,
                           const mjtNum* points, int count, const mjtNum center[3], mjtNum radius,
                           mjtNum margin) {
  const mjtNum *pos1 = d->geom_xpos + 3 * g1, *mat1 = d->geom_xmat + 9 * g1;
  mjtNum local[4][3], low[3], high[3];
  Visitor v = {.shape = {.type = LB_SHAPE_POINTS,
                         .geom = -1,
                         .pointCount = count,
                         .points = local[0],
                         .inflate = radius}};
  for (int i = 0; i < count; i++) {
    mjtNum offset[3];
    lb_sub3(offset, points + 3 * i, pos1);
    lb_mulMatTVec3(local[i], mat1, offset);
    for (int k = 0; k < 3; k++) {
      low[k] = i ? lb_min(low[k], local[i][k]) : local[i][k];
      high[k] = i ? lb_max(high[k], local[i][k]) : local[i][k];
    }
  }
  for (int k = 0; k < 3; k++) {
    v.center[k] = 0.5 * (low[k] + high[k]);
    v.half[k] = 0.5 * (high[k] - low[k]);  // COMPAT: HFIELD-FLEX: without radius
  }
  // COMPAT: HFIELD-FLEX: searches begin at the centre of the box in the world
  mjtNum offset[3];
  lb_sub3(offset, center, pos1);
  lb_mulMatTVec3(v.shape.pos, mat1, offset);
  return collidePrisms(m, d, con, g1, &v, margin);
}

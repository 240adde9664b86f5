// Support functions of convex shapes.
//
// Meshes are searched uphill along the edges of the hull, from the vertex where the last search
// ended or the start that is nearest, when they have many vertices, else one vertex after the
// other.

#include "collide/convex.h"
#include "math/inline.h"

// COMPAT: COL-HILLCLIMB: meshes with fewer vertices are searched exhaustively, also those that the
// hull leaves out
#define CLIMB_LIMIT 10

void lb_geomShape(const mjModel* m, const mjData* d, int geom, lbShape* shape) {
  shape->type = m->geom_type[geom];
  shape->geom = geom;
  lb_copy3(shape->pos, d->geom_xpos + 3 * geom);
  lb_copy9(shape->mat, d->geom_xmat + 9 * geom);
  lb_copy3(shape->size, m->geom_size + 3 * geom);
  shape->inflate = 0;
  shape->centered = false;
  shape->vertex = shape->vertexMesh = -1;
  if (shape->type == mjGEOM_MESH || shape->type == mjGEOM_SDF) {
    int mesh = m->geom_dataid[geom];
    shape->type = mjGEOM_MESH;
    shape->hasGraph = lb_meshHull(m, mesh, &shape->hull);
    shape->pointCount = m->mesh_vertnum[mesh];
  }
}

bool lb_isDiscrete(const lbShape* shape) {
  bool flat = shape->type == mjGEOM_BOX || shape->type == mjGEOM_MESH ||
              shape->type == LB_SHAPE_POINTS || shape->type == LB_SHAPE_PRISM;
  return flat && shape->inflate == 0;
}

static int supportMesh(lbShape* shape, const mjtNum dir[3], mjtNum point[3]) {
  const lbHull* hull = &shape->hull;
  const float* positions = hull->positions;
  mjtNum best = -mjMAXVAL;
  int bestId = 0;

  if (shape->hasGraph && shape->pointCount >= CLIMB_LIMIT) {
    int at = shape->vertex >= 0 ? shape->vertex : 0;
    int start = hull->starts->vertex[lb_hullStart(dir)];
    mjtNum height = lb_hullHeight(hull, at, dir), startHeight = lb_hullHeight(hull, start, dir);
    bool higher = startHeight > height;
    mjtNum gap;
    int top = lb_hurryUpHull(hull, dir, higher ? start : at, higher ? startHeight : height, &gap);
    if (gap <= hull->starts->clear) {
      // COMPAT: COL-HILLCLIMB: where vertices tie, portal refinement ends where a climb from the
      // last vertex does
      bool above = higher && !shape->centered;
      top = lb_climbHull(hull, dir, above ? start : at, above ? startHeight : height);
    }
    at = top;
    shape->vertex = at;
    bestId = hull->vertexId[at];
  } else {
    if (shape->vertexMesh >= 0 && !shape->centered) {
      // the last one wins ties
      const float* p = positions + 3 * shape->vertexMesh;
      bestId = shape->vertexMesh;
      best = p[0] * dir[0] + p[1] * dir[1] + p[2] * dir[2];
    }
    for (int i = 0; i < shape->pointCount; i++) {
      const float* p = positions + 3 * i;
      mjtNum value = p[0] * dir[0] + p[1] * dir[1] + p[2] * dir[2];
      if (value > best) {
        best = value;
        bestId = i;
      }
    }
  }
  shape->vertexMesh = bestId;
  lb_set3(point, positions[3 * bestId], positions[3 * bestId + 1], positions[3 * bestId + 2]);
  return bestId;
}

static int supportPoints(lbShape* shape, const mjtNum dir[3], mjtNum point[3]) {
  mjtNum best = -mjMAXVAL;
  int first = 0, last = shape->pointCount;
  if (shape->type == LB_SHAPE_PRISM) {
    // the top or the base
    first = dir[2] >= 0 ? 3 : 0;
    last = first + 3;
  }
  int bestId = first;
  for (int i = first; i < last; i++) {
    mjtNum value = lb_dot3(shape->points + 3 * i, dir);
    if (value > best) {
      best = value;
      bestId = i;
    }
  }
  lb_addScl3(point, shape->points + 3 * bestId, dir, shape->inflate);
  if (shape->inflate != 0) {
    return -1;
  }
  // COMPAT: HFIELD-PRISM: the corners of a prism are not told apart: EPA ends when a corner of the
  // other shape returns
  return shape->type == LB_SHAPE_PRISM ? 0 : bestId;
}

// The end of an axis on the side of x.
static mjtNum endOf(const lbShape* shape, mjtNum x, mjtNum half) {
  return x == 0 && shape->centered ? 0 : x >= 0 ? half : -half;
}

// Support of round and box shapes in the shape's own frame.
// COMPAT: COL-PORTAL-BITS: portal refinement (shape->centered) multiplies in an order of its own,
// also for spheres: it ends in thin triangles, whose distance magnifies the last bits.
static int supportLocal(lbShape* shape, const mjtNum dir[3], mjtNum point[3]) {
  const mjtNum* size = shape->size;
  int corner = -1;
  switch (shape->type) {
    case mjGEOM_SPHERE:
      lb_scl3(point, dir, size[0]);
      break;
    case LB_SHAPE_LINE:
      lb_set3(point, 0, 0, endOf(shape, dir[2], size[1]));
      break;
    case mjGEOM_CAPSULE:
      lb_scl3(point, dir, size[0]);
      point[2] += endOf(shape, dir[2], size[1]);
      break;
    case mjGEOM_ELLIPSOID: {
      mjtNum scaled[3] = {size[0] * dir[0], size[1] * dir[1], size[2] * dir[2]};
      mjtNum norm = lb_norm3(scaled);
      mjtNum scale = norm > mjMINVAL ? 1 / norm : 0;
      // COMPAT: COL-PORTAL-BITS: this order of products in portal refinement
      for (int i = 0; i < 3; i++) {
        point[i] = shape->centered ? size[i] * (scale * scaled[i]) : size[i] * scale * scaled[i];
      }
      break;
    }
    case mjGEOM_CYLINDER: {
      mjtNum norm = sqrt(dir[0] * dir[0] + dir[1] * dir[1]);
      mjtNum scale = norm > mjMINVAL ? size[0] / norm : 0;
      if (shape->centered && norm > mjMINVAL) {
        // COMPAT: COL-PORTAL-BITS: a quotient, and then the product
        lb_set3(point, dir[0] / norm * size[0], dir[1] / norm * size[0],
                endOf(shape, dir[2], size[1]));
        break;
      }
      lb_set3(point, dir[0] * scale, dir[1] * scale, endOf(shape, dir[2], size[1]));
      break;
    }
    case mjGEOM_BOX:
      corner = 0;
      for (int i = 0; i < 3; i++) {
        point[i] = endOf(shape, dir[i], size[i]);
        corner |= (dir[i] >= 0) << i;
      }
      break;
    default:
      corner = supportMesh(shape, dir, point);
  }
  return corner;
}

int lb_support(lbShape* shape, const mjtNum dir[3], mjtNum point[3]) {
  if (shape->type == mjGEOM_SPHERE && !shape->centered) {
    // COMPAT: COL-LAST-BITS: the radius and what margins add, one after the other
    lb_addScl3(point, shape->pos, dir, shape->size[0]);
    lb_addToScl3(point, dir, shape->inflate);
    return -1;
  }
  if (shape->type == LB_SHAPE_POINT) {
    lb_copy3(point, shape->pos);
    return -1;
  }
  if (shape->type == LB_SHAPE_POINTS || shape->type == LB_SHAPE_PRISM) {
    return supportPoints(shape, dir, point);
  }
  mjtNum local[3], supported[3];
  lb_mulMatTVec3(local, shape->mat, dir);
  int corner = supportLocal(shape, local, supported);
  lb_mulMatVec3(point, shape->mat, supported);
  lb_addTo3(point, shape->pos);
  if (shape->inflate != 0) {
    // a rounded corner supports many points
    lb_addToScl3(point, dir, shape->inflate);
    return -1;
  }
  return corner;
}

void lb_minkowskiSupport(lbShape* shape1, lbShape* shape2, const mjtNum dir[3], lbMinkowski* res) {
  mjtNum opposite[3];
  lb_neg3(opposite, dir);
  res->vertex1 = lb_support(shape1, dir, res->point1);
  res->vertex2 = lb_support(shape2, opposite, res->point2);
  lb_sub3(res->diff, res->point1, res->point2);
}

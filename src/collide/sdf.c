// Signed distance fields.
//
// A field is given by a plugin, by the octree of a mesh, or by the closed form of a primitive. Two
// fields touch where both are negative; the contacts are found by descending, from a fixed set of
// starting points, a function of both fields whose minima lie deep inside both of them.

#include <math.h>

#include "base/error.h"
#include "collide/collide.h"
#include "collide/ray.h"
#include "math/inline.h"

// ------------------------------------------------------------------------- the field of one shape

static mjtNum planeField(const mjtNum size[3], const mjtNum x[3], mjtNum gradient[3]) {
  if (gradient) {
    lb_set3(gradient, 0, 0, 1);
  }
  return x[2];
}

static mjtNum sphereField(const mjtNum size[3], const mjtNum x[3], mjtNum gradient[3]) {
  mjtNum length = lb_norm3(x);
  if (gradient) {
    lb_scl3(gradient, x, 1 / lb_max(length, mjMINVAL));
  }
  return length - size[0];
}

static mjtNum capsuleField(const mjtNum size[3], const mjtNum x[3], mjtNum gradient[3]) {
  mjtNum y[3] = {x[0], x[1], x[2] - lb_clip(x[2], -size[1], size[1])};
  return sphereField(size, y, gradient);
}

// A first-order approximation: exact on the surface.
static mjtNum ellipsoidField(const mjtNum size[3], const mjtNum x[3], mjtNum gradient[3]) {
  mjtNum a[3], b[3];
  for (int k = 0; k < 3; k++) {
    a[k] = x[k] / size[k];
    b[k] = a[k] / size[k];
  }
  mjtNum k0 = lb_norm3(a), k1 = lb_max(lb_norm3(b), mjMINVAL);
  if (gradient) {
    mjtNum inverse = 1 / lb_max(k0, mjMINVAL);
    for (int k = 0; k < 3; k++) {
      mjtNum dk0 = b[k] * inverse, dk1 = b[k] / (k1 * size[k] * size[k]);
      gradient[k] = ((2 * k0 - 1) * dk0 - k0 * (k0 - 1) * dk1 / k1) / k1;
    }
    lb_normalize3(gradient);
  }
  return k0 * (k0 - 1) / k1;
}

static mjtNum cylinderField(const mjtNum size[3], const mjtNum x[3], mjtNum gradient[3]) {
  mjtNum radius = sqrt(x[0] * x[0] + x[1] * x[1]);
  mjtNum side = radius - size[0], top = fabs(x[2]) - size[1];
  mjtNum out[2] = {lb_max(side, 0), lb_max(top, 0)};
  mjtNum outside = sqrt(out[0] * out[0] + out[1] * out[1]);
  mjtNum weight[2] = {side >= top, side < top};
  if (outside > 0) {
    weight[0] = out[0] / outside;
    weight[1] = out[1] / outside;
  }
  if (gradient) {
    mjtNum inverse = weight[0] / lb_max(radius, mjMINVAL);
    lb_set3(gradient, x[0] * inverse, x[1] * inverse, x[2] < 0 ? -weight[1] : weight[1]);
  }
  return lb_min(lb_max(side, top), 0) + outside;
}

// Inside, the way to the nearest face (in units of the half sizes) is measured along a direction
// that bends away from it where other faces are about as near.
static mjtNum boxField(const mjtNum size[3], const mjtNum x[3], mjtNum gradient[3]) {
  mjtNum depth[3], out[3], direction[3];
  int face = 0;
  for (int k = 0; k < 3; k++) {
    mjtNum a = fabs(x[k]) - size[k];
    depth[k] = -a / size[k];
    out[k] = lb_max(a, 0);
    if (depth[k] <= depth[face]) {
      face = k;
    }
  }
  mjtNum outside = lb_norm3(out), distance = outside;
  if (outside > 0) {
    lb_scl3(direction, out, 1 / outside);
  } else {
    for (int k = 0; k < 3; k++) {
      direction[k] = k == face ? 1 : depth[face] / lb_max(depth[k], mjMINVAL);
    }
    distance = -depth[face] * size[face] * lb_normalize3(direction);
  }
  if (gradient) {
    for (int k = 0; k < 3; k++) {
      gradient[k] = x[k] < 0 ? -direction[k] : direction[k];
    }
  }
  return distance;
}

// The octree of a mesh holds the distances at the corners of its cells; between them they are
// interpolated linearly along each axis. Outside the root the way to the root is added.
static mjtNum octreeField(const mjModel* m, int mesh, const mjtNum x[3], mjtNum gradient[3]) {
  int adr = m->mesh_octadr[mesh];
  const mjtNum* root = m->oct_aabb + 6 * adr;
  mjtNum y[3], way[3];
  for (int k = 0; k < 3; k++) {
    y[k] = lb_clip(x[k], root[k] - root[3 + k], root[k] + root[3 + k]);
    way[k] = x[k] - y[k];
  }
  mjtNum outside = lb_norm3(way);
  int node = adr;
  while (m->oct_child[8 * node] >= 0) {
    const mjtNum* box = m->oct_aabb + 6 * node;
    int child = (y[0] >= box[0]) + 2 * (y[1] >= box[1]) + 4 * (y[2] >= box[2]);
    node = adr + m->oct_child[8 * node + child];
  }
  const mjtNum *box = m->oct_aabb + 6 * node, *corner = m->oct_coeff + 8 * node;
  mjtNum s[3], distance = 0, slope[3] = {0, 0, 0};
  for (int k = 0; k < 3; k++) {
    s[k] = (y[k] - box[k] + box[3 + k]) / (2 * box[3 + k]);
  }
  for (int k = 0; k < 8; k++) {
    mjtNum w[3], sign[3];
    for (int j = 0; j < 3; j++) {
      bool high = k >> j & 1;
      w[j] = high ? s[j] : 1 - s[j];
      sign[j] = high ? 1 : -1;
    }
    distance += w[0] * w[1] * w[2] * corner[k];
    slope[0] += sign[0] * w[1] * w[2] * corner[k];
    slope[1] += sign[1] * w[0] * w[2] * corner[k];
    slope[2] += sign[2] * w[0] * w[1] * corner[k];
  }
  if (gradient) {
    // within the root the cell is the unit of length
    for (int k = 0; k < 3; k++) {
      if (outside > 0) {
        slope[k] = way[k] != 0 ? way[k] / outside : slope[k] / (2 * box[3 + k]);
      }
      gradient[k] = slope[k];
    }
  }
  return distance + outside;
}

// A mesh without an octree is taken as its convex hull, whose faces all bound the distance below.
static mjtNum hullField(const mjModel* m, int mesh, const mjtNum x[3], mjtNum gradient[3]) {
  mjtNum best = -mjMAXVAL;
  for (int i = 0; i < m->mesh_polynum[mesh]; i++) {
    int polygon = m->mesh_polyadr[mesh] + i;
    int vertex = m->mesh_polyvert[m->mesh_polyvertadr[polygon]];
    const float* corner = m->mesh_vert + 3 * (m->mesh_vertadr[mesh] + vertex);
    const mjtNum* normal = m->mesh_polynormal + 3 * polygon;
    mjtNum distance = normal[0] * (x[0] - corner[0]) + normal[1] * (x[1] - corner[1]) +
                      normal[2] * (x[2] - corner[2]);
    if (distance > best) {
      best = distance;
      if (gradient) {
        lb_copy3(gradient, normal);
      }
    }
  }
  return best;
}

// Of the index-th shape of s, at a point of its own frame. The gradient can be NULL.
static mjtNum field(const mjModel* m, const mjData* d, const mjSDF* s, int index, const mjtNum x[3],
                    mjtNum gradient[3]) {
  int id = s->id[index];
  if (s->plugin[index]) {
    if (gradient) {
      s->plugin[index]->sdf_gradient(gradient, x, d, id);
    }
    return s->plugin[index]->sdf_distance(x, d, id);
  }
  const mjtNum* size = m->geom_size + 3 * id;
  switch (s->geomtype[index]) {
    case mjGEOM_PLANE:
      return planeField(size, x, gradient);
    case mjGEOM_SPHERE:
      return sphereField(size, x, gradient);
    case mjGEOM_CAPSULE:
      return capsuleField(size, x, gradient);
    case mjGEOM_ELLIPSOID:
      return ellipsoidField(size, x, gradient);
    case mjGEOM_CYLINDER:
      return cylinderField(size, x, gradient);
    case mjGEOM_BOX:
      return boxField(size, x, gradient);
    case mjGEOM_MESH:
    case mjGEOM_SDF:
      if (m->geom_dataid[id] >= 0 && m->mesh_octadr[m->geom_dataid[id]] >= 0) {
        return octreeField(m, m->geom_dataid[id], x, gradient);
      }
      if (m->geom_dataid[id] >= 0 && m->mesh_polynum[m->geom_dataid[id]]) {
        return hullField(m, m->geom_dataid[id], x, gradient);
      }
      lb_error("geom %d has neither a mesh nor a plugin", id);
    default:
      lb_error("geom %d has no signed distance field", id);
  }
}

// ------------------------------------------------------------------------------ functions of both

// The index-th field at a point given in the common frame.
static mjtNum fieldOf(const mjModel* m, const mjData* d, const mjSDF* s, int index,
                      const mjtNum x[3], mjtNum gradient[3]) {
  const mjtNum* mat = s->relmat + 9 * index;
  mjtNum y[3], g[3];
  lb_mulMatVec3(y, mat, x);
  lb_add3(y, y, s->relpos + 3 * index);
  mjtNum distance = field(m, d, s, index, y, gradient ? g : NULL);
  if (gradient) {
    lb_mulMatTVec3(gradient, mat, g);
  }
  return distance;
}

static mjtNum combine(const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum x[3],
                      mjtNum gradient[3]) {
  mjtNum ga[3], gb[3];
  mjtNum a = fieldOf(m, d, s, 0, x, gradient ? ga : NULL);
  if (s->type == mjSDFTYPE_SINGLE) {
    if (gradient) {
      lb_copy3(gradient, ga);
    }
    return a;
  }
  mjtNum b = fieldOf(m, d, s, 1, x, gradient ? gb : NULL);
  mjtNum larger = lb_max(a, b);
  if (gradient) {
    if (s->type == mjSDFTYPE_MIDSURFACE) {
      lb_normalize3(ga);
      lb_normalize3(gb);
    }
    const mjtNum* g = a > b ? ga : gb;
    mjtNum sign = larger > 0 ? 1 : -1;
    for (int k = 0; k < 3; k++) {
      gradient[k] = s->type == mjSDFTYPE_INTERSECTION ? g[k]
                    : s->type == mjSDFTYPE_MIDSURFACE ? ga[k] - gb[k]
                                                      : ga[k] + gb[k] + sign * g[k];
    }
  }
  switch (s->type) {
    case mjSDFTYPE_INTERSECTION:
      return larger;
    case mjSDFTYPE_MIDSURFACE:
      return a - b;
    default:
      return a + b + fabs(larger);
  }
}

const mjpPlugin* mjc_getSDF(const mjModel* m, int id) {
  int instance = m->geom_plugin[id];
  if (instance < 0) {
    return NULL;
  }
  const mjpPlugin* plugin = mjp_getPluginAtSlot(m->plugin[instance]);
  if (!plugin || !(plugin->capabilityflags & mjPLUGIN_SDF)) {
    lb_error("the plugin of geom %d is not a signed distance field", id);
  }
  return plugin;
}

mjtNum mjc_distance(const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum x[3]) {
  return combine(m, d, s, x, NULL);
}

void mjc_gradient(const mjModel* m, const mjData* d, const mjSDF* s, mjtNum gradient[3],
                  const mjtNum x[3]) {
  combine(m, d, s, x, gradient);
}

// --------------------------------------------------------------------------------------- descent

// The shape functions of a geom, for entry index of s.
static void setShape(const mjModel* m, mjSDF* s, int index, int geom) {
  s->plugin[index] = mjc_getSDF(m, geom);
  s->id[index] = s->plugin[index] ? m->geom_plugin[geom] : geom;
  s->geomtype[index] = (mjtGeom)m->geom_type[geom];
}

// Steps of steepest descent: the gradient is halved until the step decreases the function enough.
static void descend(const mjModel* m, const mjData* d, mjSDF* s, mjtSDFType type, int steps,
                    mjtNum x[3]) {
  static const mjtNum shortest = 1e-4, sufficient = .1;
  s->type = type;
  for (int i = 0; i < steps; i++) {
    mjtNum gradient[3], y[3];
    mjtNum start = combine(m, d, s, x, gradient);
    mjtNum decrease = sufficient * lb_dot3(gradient, gradient), step = 1;
    for (;;) {
      lb_addScl3(y, x, gradient, -step);
      if (combine(m, d, s, y, NULL) - start <= -step * decrease || step < shortest) {
        break;
      }
      step *= .5;
    }
    lb_copy3(x, y);
  }
}

// Points that fill the unit cube evenly, the same in every call.
static mjtNum halton(int index, int base) {
  mjtNum weight = 1, sum = 0;
  for (int i = index; i; i /= base) {
    weight /= base;
    sum += weight * (i % base);
  }
  return sum;
}

// The pose of a geom in the common frame, and the way back.
typedef struct {
  mjtNum pos[3];
  mjtNum mat[9];
} Pose;

// The box that encloses a geom's own box in the common frame.
static void boxOf(const mjModel* m, int geom, const Pose* pose, mjtNum low[3], mjtNum high[3]) {
  const mjtNum* box = m->geom_aabb + 6 * geom;
  mjtNum center[3];
  lb_mulMatVec3(center, pose->mat, box);
  lb_add3(center, center, pose->pos);
  for (int k = 0; k < 3; k++) {
    mjtNum half = 0;
    for (int j = 0; j < 3; j++) {
      half += fabs(pose->mat[3 * k + j]) * box[3 + j];
    }
    low[k] = center[k] - half;
    high[k] = center[k] + half;
  }
}

LB_PAIR_FUNCTION(lb_collideSdf) {
  const mjpPlugin* plugin[2];
  int id[2], geom[2] = {g1, g2};
  mjtGeom type[2];
  mjtNum relpos[6], relmat[9 * 2];
  mjSDF s = {.plugin = plugin, .id = id, .relpos = relpos, .relmat = relmat, .geomtype = type};

  // the common frame is that of g1
  const mjtNum *pos1 = d->geom_xpos + 3 * g1, *mat1 = d->geom_xmat + 9 * g1;
  mjtNum low[3], high[3], size[3];
  for (int k = 0; k < 2; k++) {
    const mjtNum *pos = d->geom_xpos + 3 * geom[k], *mat = d->geom_xmat + 9 * geom[k];
    mjtNum away[3], boxlow[3], boxhigh[3];
    Pose pose;
    setShape(m, &s, k, geom[k]);
    lb_sub3(away, pos1, pos);
    lb_mulMatTVec3(relpos + 3 * k, mat, away);
    lb_mulMatTMat3(relmat + 9 * k, mat, mat1);
    lb_scl3(away, away, -1);
    lb_mulMatTVec3(pose.pos, mat1, away);
    lb_mulMatTMat3(pose.mat, mat1, mat);
    boxOf(m, geom[k], &pose, boxlow, boxhigh);
    for (int j = 0; j < 3; j++) {
      low[j] = k == 0 ? boxlow[j] : lb_max(low[j], boxlow[j]);
      high[j] = k == 0 ? boxhigh[j] : lb_min(high[j], boxhigh[j]);
    }
  }
  for (int k = 0; k < 3; k++) {
    size[k] = high[k] - low[k];
    if (size[k] < 0) {
      return 0;
    }
  }
  int n = 0;
  for (int i = 0; i < m->opt.sdf_initpoints && n < mjMAXCONPAIR; i++) {
    mjtNum x[3] = {low[0] + size[0] * halton(i, 2), low[1] + size[1] * halton(i, 3),
                   low[2] + size[2] * halton(i, 5)};
    descend(m, d, &s, mjSDFTYPE_COLLISION, m->opt.sdf_iterations, x);
    descend(m, d, &s, mjSDFTYPE_INTERSECTION, 1, x);
    mjtNum distance = mjc_distance(m, d, &s, x);
    if (distance >= 0) {
      continue;
    }
    mjtNum gradient[3], normal[3];
    s.type = mjSDFTYPE_MIDSURFACE;
    mjc_gradient(m, d, &s, gradient, x);
    lb_mulMatVec3(normal, mat1, gradient);
    lb_normalize3(normal);
    mjPreContact* c = con + n;
    c->dist = distance;
    lb_mulMatVec3(c->pos, mat1, x);
    lb_add3(c->pos, c->pos, pos1);
    lb_addScl3(c->pos, c->pos, normal, -distance / 2);
    lb_copy3(c->normal, normal);
    lb_zero3(c->tangent);
    n++;
  }
  return n;
}

// The field of one geom, in its own frame.
typedef struct {
  const mjpPlugin* plugin;
  int id;
  mjtGeom type;
  mjtNum relpos[3];
  mjtNum relmat[9];
} Single;

static mjSDF singleField(const mjModel* m, int geom, Single* room) {
  *room = (Single){.relmat = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  mjSDF s = {.plugin = &room->plugin,
             .id = &room->id,
             .type = mjSDFTYPE_SINGLE,
             .relpos = room->relpos,
             .relmat = room->relmat,
             .geomtype = &room->type};
  setShape(m, &s, 0, geom);
  return s;
}

// Walks over a triangle to where the field is least: towards the corner that promises most, as far
// as that helps.
static void descendTriangle(const mjModel* m, const mjData* d, const mjSDF* s,
                            const mjtNum corner[3][3], int steps, mjtNum x[3]) {
  for (int i = 0; i < steps; i++) {
    mjtNum gradient[3], way[3], best = 0, step = 1;
    mjtNum start = combine(m, d, s, x, gradient);
    int target = -1;
    for (int k = 0; k < 3; k++) {
      lb_sub3(way, corner[k], x);
      mjtNum slope = lb_dot3(gradient, way);
      if (slope < best) {
        best = slope;
        target = k;
      }
    }
    if (target < 0) {
      return;
    }
    lb_sub3(way, corner[target], x);
    mjtNum y[3];
    for (; step > 1e-4; step *= .5) {
      lb_addScl3(y, x, way, step);
      if (combine(m, d, s, y, NULL) < start) {
        break;
      }
    }
    if (step <= 1e-4) {
      return;
    }
    lb_copy3(x, y);
  }
}

int lb_collideSdfTriangle(const mjModel* m, const mjData* d, mjPreContact* con, int geom,
                          const mjtNum* points) {
  const mjtNum *pos = d->geom_xpos + 3 * geom, *mat = d->geom_xmat + 9 * geom;
  Single room;
  mjSDF s = singleField(m, geom, &room);
  mjtNum corner[3][3], x[3] = {0, 0, 0};
  for (int k = 0; k < 3; k++) {
    mjtNum offset[3];
    lb_sub3(offset, points + 3 * k, pos);
    lb_mulMatTVec3(corner[k], mat, offset);
    lb_addToScl3(x, corner[k], 1.0 / 3);
  }
  descendTriangle(m, d, &s, corner, m->opt.sdf_iterations, x);
  mjtNum gradient[3], distance = combine(m, d, &s, x, gradient);
  if (distance >= 0) {  // as between geoms, margins do not count
    return 0;
  }
  lb_normalize3(gradient);
  lb_mulMatVec3(con->normal, mat, gradient);
  con->dist = distance;
  lb_mulMatVec3(con->pos, mat, x);
  lb_addTo3(con->pos, pos);
  lb_addToScl3(con->pos, con->normal, -0.5 * con->dist);
  lb_zero3(con->tangent);
  return 1;
}

// Walks along the ray, each time as far as the field tells to be free. Unlike other rays the result
// is a length: the ray's direction is taken as a unit vector.
mjtNum lb_raySdf(const mjModel* m, const mjData* d, int geom, const mjtNum pnt[3],
                 const mjtNum vec[3], mjtNum normal[3]) {
  static const int maxSteps = 1000;
  static const mjtNum close = 1e-10;
  Single room;
  mjSDF s = singleField(m, geom, &room);
  lbRay ray;
  const mjtNum* mat = d->geom_xmat + 9 * geom;
  lb_localRay(&ray, d->geom_xpos + 3 * geom, mat, pnt, vec);
  lb_normalize3(ray.vec);
  const mjtNum* box = m->geom_aabb + 6 * geom;
  mjtNum away[3];
  lb_sub3(away, box, ray.pnt);
  mjtNum end = lb_norm3(away) + lb_norm3(box + 3);
  if (normal) {
    lb_zero3(normal);
  }
  mjtNum x = 0;
  for (int i = 0; i < maxSteps && x <= end; i++) {
    mjtNum point[3];
    lb_addScl3(point, ray.pnt, ray.vec, x);
    mjtNum distance = fabs(mjc_distance(m, d, &s, point));
    x += distance;
    if (distance < close) {
      if (normal) {
        mjtNum gradient[3];
        mjc_gradient(m, d, &s, gradient, point);
        lb_normalize3(gradient);
        lb_mulMatVec3(normal, mat, gradient);
      }
      return x;
    }
  }
  return -1;
}

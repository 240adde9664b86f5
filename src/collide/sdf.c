// Signed distance fields of two shapes, and their contacts.
//
// Two fields touch where both are negative; the contacts are found by descending, from a fixed set
// of starting points, a function of both fields whose minima lie deep inside both of them.

#include "collide/sdf.h"

#include <math.h>

#include "base/error.h"
#include "collide/collide.h"
#include "math/inline.h"
#include "model/plugin_slots.h"

// ------------------------------------------------------------------------------ functions of both

// The index-th field at a point given in the common frame.
static mjtNum fieldOf(const mjModel* m, const mjData* d, const mjSDF* s, int index,
                      const mjtNum x[3], mjtNum gradient[3]) {
  const mjtNum* mat = s->relmat + 9 * index;
  mjtNum y[3], g[3];
  lb_mulMatVec3(y, mat, x);
  lb_add3(y, y, s->relpos + 3 * index);
  mjtNum distance = lb_shapeField(m, d, s, index, y, gradient ? g : NULL);
  if (gradient) {
    lb_mulMatTVec3(gradient, mat, g);
  }
  return distance;
}

mjtNum lb_sdfField(const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum x[3],
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
  LB_REQUIRE(m);
  lb_checkId(m->ngeom, id, "geom", "mjc_getSDF");
  int instance = m->geom_plugin[id];
  if (instance < 0) {
    return NULL;
  }
  const mjpPlugin* plugin = lb_instancePlugin(m, instance);
  if (!plugin || !(plugin->capabilityflags & mjPLUGIN_SDF)) {
    lb_error("the plugin of geom %d is not a signed distance field", id);
  }
  return plugin;
}

// Points are in the frame of a single shape: its pose, which callers leave unset, is not looked at.
static mjtNum publicField(const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum x[3],
                          mjtNum gradient[3]) {
  return s->type == mjSDFTYPE_SINGLE ? lb_shapeField(m, d, s, 0, x, gradient)
                                     : lb_sdfField(m, d, s, x, gradient);
}

mjtNum mjc_distance(const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum x[3]) {
  LB_REQUIRE(m && s && x);
  return publicField(m, d, s, x, NULL);
}

void mjc_gradient(const mjModel* m, const mjData* d, const mjSDF* s, mjtNum gradient[3],
                  const mjtNum x[3]) {
  LB_REQUIRE(m && s && gradient && x);
  publicField(m, d, s, x, gradient);
}

// --------------------------------------------------------------------------------------- descent

void lb_setSdfShape(const mjModel* m, mjSDF* s, int index, int geom) {
  s->plugin[index] = mjc_getSDF(m, geom);
  s->id[index] = s->plugin[index] ? m->geom_plugin[geom] : geom;
  s->geomtype[index] = (mjtGeom)m->geom_type[geom];
  int mesh = m->geom_dataid[geom];
  if (!s->plugin[index] || mesh < 0) {
    return;
  }

  // COMPAT: PLUG-06: a plugin's field is in the frame of the mesh's file
  mjtNum turn[9], *mat = s->relmat + 9 * index, *pos = s->relpos + 3 * index, turned[9], moved[3];
  lb_quat2Mat(turn, m->mesh_quat + 4 * mesh);
  lb_mulMatMat3(turned, turn, mat);
  lb_copy9(mat, turned);
  lb_mulMatVec3(moved, turn, pos);
  lb_add3(pos, moved, m->mesh_pos + 3 * mesh);
}

// Steps of steepest descent: the gradient is halved until the step decreases the function enough.
// COMPAT: SDF-STEP: a search that finds no such step makes the shortest one; when that goes up, it
// is the last.
static void descend(const mjModel* m, const mjData* d, mjSDF* s, mjtSDFType type, int steps,
                    mjtNum x[3]) {
  static const mjtNum shortest = 1e-4, sufficient = .1;
  s->type = type;
  mjtNum change = 0;
  for (int i = 0; i < steps && change <= 0; i++) {
    mjtNum gradient[3], y[3];
    mjtNum start = lb_sdfField(m, d, s, x, gradient);
    mjtNum decrease = sufficient * lb_dot3(gradient, gradient);
    for (mjtNum step = 1;; step *= .5) {
      lb_addScl3(y, x, gradient, -step);
      change = lb_sdfField(m, d, s, y, NULL) - start;
      if (change <= -step * decrease || step < shortest) {
        break;
      }
    }
    lb_copy3(x, y);
  }
}

mjtNum lb_halton(int index, int base) {
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
    lb_sub3(away, pos1, pos);
    lb_mulMatTVec3(relpos + 3 * k, mat, away);
    lb_mulMatTMat3(relmat + 9 * k, mat, mat1);
    lb_setSdfShape(m, &s, k, geom[k]);
    lb_scl3(away, away, -1);
    lb_mulMatTVec3(pose.pos, mat1, away);
    lb_mulMatTMat3(pose.mat, mat1, mat);
    if (k == 0) {
      lb_unit9(pose.mat);  // without rounding
    }
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
    mjtNum x[3] = {low[0] + size[0] * lb_halton(i, 2), low[1] + size[1] * lb_halton(i, 3),
                   low[2] + size[2] * lb_halton(i, 5)};
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

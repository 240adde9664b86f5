// A signed distance field alone: its value, its deepest point on a triangle, rays into it.

#include "collide/sdf.h"

#include <math.h>

#include "collide/collide.h"
#include "collide/ray.h"
#include "math/inline.h"

void lb_singleSdf(const mjModel* m, int geom, lbSingleSdf* s) {
  *s = (lbSingleSdf){.relmat = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  s->sdf = (mjSDF){.plugin = &s->plugin,
                   .id = &s->id,
                   .type = mjSDFTYPE_SINGLE,
                   .relpos = s->relpos,
                   .relmat = s->relmat,
                   .geomtype = &s->type};
  lb_setSdfShape(m, &s->sdf, 0, geom);
}

// Value and gradient of a single field.
static mjtNum fieldAt(const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum x[3],
                      mjtNum gradient[3]) {
  if (gradient) {
    lb_sdfField(m, d, s, x, gradient);
  }
  return lb_sdfField(m, d, s, x, NULL);
}

mjtNum lb_geomField(const mjModel* m, const mjData* d, int geom, const mjtNum x[3],
                    mjtNum gradient[3]) {
  lbSingleSdf s;
  lb_singleSdf(m, geom, &s);
  return fieldAt(m, d, &s.sdf, x, gradient);
}

void lb_startInTriangle(const mjtNum corner[3][3], int index, mjtNum x[3]) {
  // a point of the unit square, folded into the triangle
  mjtNum u = lb_halton(index, 2), v = lb_halton(index, 3);
  if (u + v > 1) {
    u = 1 - u;
    v = 1 - v;
  }
  for (int k = 0; k < 3; k++) {
    x[k] = (1 - u - v) * corner[0][k] + u * corner[1][k] + v * corner[2][k];
  }
}

void lb_descendTriangle(const mjModel* m, const mjData* d, const mjSDF* s,
                        const mjtNum corner[3][3], mjtNum x[3]) {
  for (int i = 0; i < m->opt.sdf_iterations; i++) {
    mjtNum gradient[3], least = 0, step = 2.0 / (i + 2);
    int target = 0;
    lb_sdfField(m, d, s, x, gradient);
    for (int k = 0; k < 3; k++) {
      mjtNum value = lb_dot3(gradient, corner[k]);
      if (k == 0 || value < least) {
        least = value;
        target = k;
      }
    }
    for (int k = 0; k < 3; k++) {
      x[k] += step * (corner[target][k] - x[k]);
    }
  }
}

int lb_collideSdfTriangle(const mjModel* m, const mjData* d, mjPreContact* con, int geom,
                          const mjtNum* points) {
  const mjtNum *pos = d->geom_xpos + 3 * geom, *mat = d->geom_xmat + 9 * geom;
  lbSingleSdf s;
  lb_singleSdf(m, geom, &s);
  mjtNum corner[3][3], x[3] = {0, 0, 0}, distance = mjMAXVAL;
  for (int k = 0; k < 3; k++) {
    mjtNum offset[3];
    lb_sub3(offset, points + 3 * k, pos);
    lb_mulMatTVec3(corner[k], mat, offset);
  }

  // the deepest of the points where the starts end
  for (int i = 1; i <= m->opt.sdf_initpoints; i++) {
    mjtNum y[3];
    lb_startInTriangle(corner, i, y);
    lb_descendTriangle(m, d, &s.sdf, corner, y);
    mjtNum found = lb_sdfField(m, d, &s.sdf, y, NULL);
    if (found < distance) {
      distance = found;
      lb_copy3(x, y);
    }
  }
  mjtNum gradient[3];
  lb_sdfField(m, d, &s.sdf, x, gradient);
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
  lbSingleSdf s;
  lb_singleSdf(m, geom, &s);
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
    mjtNum distance = fabs(lb_sdfField(m, d, &s.sdf, point, NULL));
    x += distance;
    if (distance < close) {
      if (normal) {
        mjtNum gradient[3];
        lb_sdfField(m, d, &s.sdf, point, gradient);
        lb_normalize3(gradient);
        lb_mulMatVec3(normal, mat, gradient);
      }
      return x;
    }
  }
  return -1;
}

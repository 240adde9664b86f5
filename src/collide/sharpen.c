// Normals of curved geoms at a contact.
//
// Portal refinement (mpr.c) ends at a tolerance, and its normal is only that good. Where a geom is
// curved, its surface has a normal in closed form at the point nearest to the contact; with two
// curved geoms the contact takes the mean of both.

#include "collide/sharpen.h"

#include "math/inline.h"

// The normal of an ellipsoid, S = diag(size), at the point of its surface nearest to p. Not unit.
// COMPAT: COL-36: few steps with a coarse end, so that the way there is part of the result.
static void ellipsoidNormal(const mjtNum size[3], const mjtNum p[3], mjtNum n[3]) {
  const int steps = 30;
  const mjtNum enough = 1e-6;
  mjtNum square[3], level = -1;
  for (int i = 0; i < 3; i++) {
    square[i] = size[i] * size[i];
    level += p[i] * p[i] / square[i];
  }
  if (level > 0) {
    // outside: p = x + t S^-2 x, Newton's method for the t at which x is on the surface
    mjtNum t = 0;
    for (int k = 0; k < steps; k++) {
      mjtNum value = -1, slope = 0;
      for (int i = 0; i < 3; i++) {
        mjtNum scale = square[i] + t, part = size[i] * p[i] / scale;
        value += part * part;
        slope += 2 * part * part / scale;
      }
      if (value < enough * slope) {
        break;
      }
      t += value / slope;
    }
    for (int i = 0; i < 3; i++) {
      n[i] = p[i] / (square[i] + t);
    }
    return;
  }

  // inside: the ray along n leaves the ellipsoid at p + t n, and n becomes the normal there
  mjtNum step = 1;
  for (int k = 0; k < steps && step >= enough; k++) {
    mjtNum a = 0, b = 0, previous[3];
    for (int i = 0; i < 3; i++) {
      a += n[i] * n[i] / square[i];
      b += n[i] * p[i] / square[i];
    }
    mjtNum t = (-b + sqrt(b * b - a * level)) / a;
    lb_copy3(previous, n);
    for (int i = 0; i < 3; i++) {
      n[i] = (p[i] + t * n[i]) / square[i];
    }
    lb_normalize3(n);
    step = lb_dist3(previous, n);
  }
}

// The outward normal of a geom at the contact, false where it has none of its own there. `n` comes
// with the normal found, outward.
static bool geomNormal(const mjModel* m, const mjData* d, int geom, const mjtNum pos[3],
                       mjtNum n[3]) {
  // COMPAT: COL-36: what of a cylinder counts as barrel
  const mjtNum barrel = 0.95, clear = 0.25;
  const mjtNum *mat = d->geom_xmat + 9 * geom, *size = m->geom_size + 3 * geom;
  mjtNum offset[3], p[3], local[3];
  lb_sub3(offset, pos, d->geom_xpos + 3 * geom);
  lb_mulMatTVec3(p, mat, offset);
  switch (m->geom_type[geom]) {
    case mjGEOM_SPHERE:
      lb_copy3(local, p);
      break;
    case mjGEOM_CAPSULE:
      lb_set3(local, p[0], p[1], p[2] - lb_clip(p[2], -size[1], size[1]));
      break;
    case mjGEOM_ELLIPSOID:
      lb_mulMatTVec3(local, mat, n);
      ellipsoidNormal(size, p, local);
      break;
    case mjGEOM_CYLINDER:
      if (fabs(p[2]) > barrel * size[1] ||
          size[1] - fabs(p[2]) < clear * fabs(size[0] - sqrt(p[0] * p[0] + p[1] * p[1]))) {
        return false;
      }
      lb_set3(local, p[0], p[1], 0);
      break;
    default:
      return false;
  }
  lb_normalize3(local);
  lb_mulMatVec3(n, mat, local);
  return true;
}

void lb_sharpenNormal(const mjModel* m, const mjData* d, int g1, int g2, mjPreContact* con) {
  mjtNum n1[3], n2[3];
  lb_copy3(n1, con->normal);
  lb_neg3(n2, con->normal);
  bool found1 = g1 >= 0 && geomNormal(m, d, g1, con->pos, n1);
  bool found2 = g2 >= 0 && geomNormal(m, d, g2, con->pos, n2);
  if (found1 && found2) {
    lb_sub3(con->normal, n1, n2);
    lb_normalize3(con->normal);
  } else if (found1) {
    lb_copy3(con->normal, n1);
  } else if (found2) {
    lb_neg3(con->normal, n2);
  }
}

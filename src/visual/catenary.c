// The hanging string: y = a cosh((x - x0) / a) + c, with x across gravity and y against it.
//
// For ends w apart across gravity and h apart along it, a chain of length l has
// sqrt(l^2 - h^2) = 2 a sinh(w / (2 a)); Newton's method finds u = w / (2 a) from sinh(u) / u. The
// lowest point follows from tanh((w / 2 - x0) / a) = h / l.

#include "visual/catenary.h"

#include <math.h>

#include "api/mj_functions.h"
#include "api/mju_functions.h"
#include "math/inline.h"
#include "math/libm.h"

enum { MAX_ITERATIONS = 50 };

// narrower than this share of its length, a string hangs straight down and up
static const mjtNum narrowest = 0.01;

static int isActuated(const mjModel* m, int tendonId) {
  for (int i = 0; i < m->nu; i++) {
    if (m->actuator_trntype[i] == mjTRN_TENDON && m->actuator_trnid[2 * i] == tendonId) {
      return 1;
    }
  }
  return 0;
}

// Whether a tendon has some stiffness or damping: a linear coefficient or one of the polynomial's.
static int hasCoefficient(const mjtNum* linear, const mjtNum* polynomial, int tendonId) {
  return linear[tendonId] != 0 || !mju_isZero(polynomial + mjNPOLY * tendonId, mjNPOLY);
}

mjtNum lb_stringLength(const mjModel* m, const mjData* d, int tendonId) {
  int first = m->tendon_adr[tendonId];
  if (m->tendon_num[tendonId] != 2 || m->wrap_type[first] != mjWRAP_SITE ||
      m->wrap_type[first + 1] != mjWRAP_SITE ||
      hasCoefficient(m->tendon_damping, m->tendon_dampingpoly, tendonId) ||
      m->tendon_frictionloss[tendonId] != 0 || lb_norm3(m->opt.gravity) < mjMINVAL ||
      isActuated(m, tendonId)) {
    return 0;
  }
  if (hasCoefficient(m->tendon_stiffness, m->tendon_stiffnesspoly, tendonId)) {
    const mjtNum* slack = m->tendon_lengthspring + 2 * (size_t)tendonId;
    return slack[0] == 0 ? lb_max(slack[1], 0) : 0;
  }
  const mjtNum* range = m->tendon_range + 2 * (size_t)tendonId;
  bool hangs = m->tendon_limited[tendonId] && range[0] == 0 && range[1] > d->ten_length[tendonId];
  return hangs ? range[1] : 0;
}

// Solves sinh(u) = ratio * u for u > 0.
static mjtNum solveSinh(mjtNum ratio) {
  mjtNum u = ratio < 3 ? sqrt(6 * (ratio - 1)) : lb_log(2 * ratio * lb_log(2 * ratio));
  for (int i = 0; i < MAX_ITERATIONS; i++) {
    mjtNum e = lb_exp(u);
    mjtNum sinh = 0.5 * (e - 1 / e), cosh = 0.5 * (e + 1 / e);
    mjtNum slope = cosh - ratio;
    mjtNum change = slope > mjMINVAL ? (sinh - ratio * u) / slope : 0;
    u -= change;
    if (fabs(change) < 1e-14 * u) {
      break;
    }
  }
  return u;
}

void lb_makeCatenary(lbCatenary* curve, const mjtNum from[3], const mjtNum to[3],
                     const mjtNum gravity[3], mjtNum length, int pieces) {
  mjtNum between[3];
  lb_copy3(curve->from, from);
  lb_copy3(curve->to, to);
  lb_scl3(curve->up, gravity, -1);
  lb_normalize3(curve->up);
  lb_sub3(between, to, from);
  curve->turns = 0;
  if (lb_norm3(between) > length) {
    curve->pieces = 1;
    return;
  }
  mjtNum height = lb_dot3(between, curve->up);
  lb_addScl3(curve->across, between, curve->up, -height);
  curve->width = lb_norm3(curve->across);
  curve->turns = curve->width < narrowest * length;
  curve->pieces = curve->turns ? 2 : pieces;
  if (curve->turns) {
    // two straight pieces of equal slope
    mjtNum cosine = sqrt(1 - (curve->width / length) * (curve->width / length));
    mjtNum down = 0.5 * (length - height / cosine);
    lb_addScl3(curve->lowest, from, curve->across, down / length);
    lb_addScl3(curve->lowest, curve->lowest, curve->up, -down * cosine);
    return;
  }
  lb_scl3(curve->across, curve->across, 1 / curve->width);
  mjtNum u = solveSinh(sqrt(length * length - height * height) / curve->width);
  curve->scale = curve->width / (2 * lb_max(u, mjMINVAL));
  mjtNum slope = height / length;
  curve->middle = 0.5 * curve->width - curve->scale * 0.5 * lb_log((1 + slope) / (1 - slope));
}

static mjtNum coshOf(mjtNum x) {
  mjtNum e = lb_exp(x);
  return 0.5 * (e + 1 / e);
}

void lb_catenaryPoint(const lbCatenary* curve, int i, mjtNum point[3]) {
  if (i >= curve->pieces) {
    lb_copy3(point, curve->to);
    return;
  }
  if (curve->turns) {
    lb_copy3(point, curve->lowest);
    return;
  }

  // spread over one piece less than the slices: the last ends at the other site
  mjtNum x = curve->width * i / (curve->pieces + 1);
  mjtNum a = curve->scale;
  mjtNum y = a * (coshOf((x - curve->middle) / a) - coshOf(curve->middle / a));
  lb_addScl3(point, curve->from, curve->across, x);
  lb_addScl3(point, point, curve->up, y);
}

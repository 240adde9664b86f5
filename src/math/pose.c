// Poses as they are computed while a model loads: each operation rounds as in the reference, to the
// last bit. COMPAT: MODEL-POSE-BITS: objects that touch exactly, as stacks and feet on the floor in
// many models, are in contact or not by the last bit of their positions. Unlike the operations of
// math/inline.h, which serve each step, lengths are divided by and vectors turn by matrices.

#include "math/pose.h"

#include "math/inline.h"

double lb_unitLength(double* v, int n) {
  static const double tiny = 1e-14;
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += v[i] * v[i];
  }
  // COMPAT: MODEL-POSE-BITS: the square is compared, and what is too short stays as it is
  if (sum < tiny) {
    return 0;
  }
  double length = sqrt(sum);
  for (int i = 0; i < n && fabs(length - 1) > tiny; i++) {
    v[i] /= length;
  }
  return length;
}

void lb_unitNormal(double v[3]) {
  double length = lb_norm3(v);
  for (int i = 0; i < 3; i++) {
    v[i] = length < mjMINVAL ? i == 0 : v[i] / length;
  }
}

void lb_turn(double res[3], const double vec[3], const double quat[4]) {
  double R[9];
  lb_quat2Mat(R, quat);
  lb_mulMatVec3(res, R, vec);
}

void lb_leaveFrame(double pos[3], double quat[4], const double outerPos[3],
                   const double outerQuat[4]) {
  double turned[3], product[4];
  lb_turn(turned, pos, outerQuat);
  lb_add3(pos, turned, outerPos);
  lb_mulQuat(product, outerQuat, quat);
  lb_copy4(quat, product);
}

void lb_axes2Quat(double quat[4], const double x[3], const double y[3], const double z[3]) {
  if (x[0] + y[1] + z[2] > 0) {
    double w = 0.5 * sqrt(1 + x[0] + y[1] + z[2]);
    lb_set4(quat, w, 0.25 * (y[2] - z[1]) / w, 0.25 * (z[0] - x[2]) / w, 0.25 * (x[1] - y[0]) / w);
  } else if (x[0] > y[1] && x[0] > z[2]) {
    double a = 0.5 * sqrt(1 + x[0] - y[1] - z[2]);
    lb_set4(quat, 0.25 * (y[2] - z[1]) / a, a, 0.25 * (y[0] + x[1]) / a, 0.25 * (z[0] + x[2]) / a);
  } else if (y[1] > z[2]) {
    double b = 0.5 * sqrt(1 - x[0] + y[1] - z[2]);
    lb_set4(quat, 0.25 * (z[0] - x[2]) / b, 0.25 * (y[0] + x[1]) / b, b, 0.25 * (z[1] + y[2]) / b);
  } else {
    double c = 0.5 * sqrt(1 - x[0] - y[1] + z[2]);
    lb_set4(quat, 0.25 * (x[1] - y[0]) / c, 0.25 * (z[0] + x[2]) / c, 0.25 * (z[1] + y[2]) / c, c);
  }
  lb_unitLength(quat, 4);
}

void lb_weldInertial(lbInertial* body, const lbInertial* added, const double pos[3],
                     const double quat[4]) {
  lbInertial parts[2] = {*body, *added};
  double full[9] = {0}, center[3] = {0}, vectors[9];
  double mass = body->mass + added->mass;
  if (added->mass < mjMINVAL) {
    return;
  }
  lb_leaveFrame(parts[1].pos, parts[1].quat, pos, quat);
  for (int i = 0; i < 2; i++) {
    lb_addToScl3(center, parts[i].pos, parts[i].mass / mass);
  }
  for (int part = 0; part < 2; part++) {
    double R[9], offset[3];
    lb_quat2Mat(R, parts[part].quat);
    lb_sub3(offset, parts[part].pos, center);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        for (int k = 0; k < 3; k++) {
          full[3 * i + j] += R[3 * i + k] * parts[part].inertia[k] * R[3 * j + k];
        }
        full[3 * i + j] +=
            parts[part].mass * ((i == j ? lb_dot3(offset, offset) : 0) - offset[i] * offset[j]);
      }
    }
  }
  lb_principalAxes(body->inertia, vectors, body->quat, full);
  lb_copy3(body->pos, center);
  body->mass = mass;
}

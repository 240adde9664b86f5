// Small fixed-size algebra: 3-vectors, quaternions, 3 x 3 matrices, poses, spatial vectors.
//
// lb_xxx is the inline twin of the public mju_xxx: same arguments, same results. Every function
// reads all its inputs before it writes, so an output may be (or overlap) any input; only two
// outputs of one call must differ from each other.
//
// Conventions. Matrices are row-major. Quaternions are (w, x, y, z). Spatial vectors are
// (rotation; translation): motion = (angular; linear velocity), force = (torque; force). A spatial
// inertia is 10 numbers about a point P with axes of the frame it is expressed in:
//   (Ixx, Iyy, Izz, Ixy, Ixz, Iyz, m cx, m cy, m cz, m),  c = centre of mass minus P.

#pragma once

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "api/types.h"
#include "math/libm.h"

// -------------------------------------------------------------------------------------- scalars

static inline mjtNum lb_min(mjtNum a, mjtNum b) {
  return a <= b ? a : b;
}

// A whole number within bounds: low where x is no number.
static inline int lb_toInt(mjtNum x, int low, int high) {
  return x > low ? (x < high ? (int)x : high) : low;
}

static inline mjtNum lb_max(mjtNum a, mjtNum b) {
  return a >= b ? a : b;
}

static inline mjtNum lb_clip(mjtNum x, mjtNum min, mjtNum max) {
  return x < min ? min : (x > max ? max : x);
}

static inline mjtNum lb_sign(mjtNum x) {
  return x > 0 ? 1 : (x < 0 ? -1 : 0);
}

static inline int lb_minInt(int a, int b) {
  return a < b ? a : b;
}

static inline int lb_maxInt(int a, int b) {
  return a > b ? a : b;
}

// -------------------------------------------------------------------------------------- vectors

static inline void lb_set3(mjtNum res[3], mjtNum x, mjtNum y, mjtNum z) {
  res[0] = x;
  res[1] = y;
  res[2] = z;
}

static inline void lb_set4(mjtNum res[4], mjtNum w, mjtNum x, mjtNum y, mjtNum z) {
  res[0] = w;
  res[1] = x;
  res[2] = y;
  res[3] = z;
}

static inline void lb_zero3(mjtNum res[3]) {
  lb_set3(res, 0, 0, 0);
}

static inline void lb_copy3(mjtNum res[3], const mjtNum data[3]) {
  lb_set3(res, data[0], data[1], data[2]);
}

static inline void lb_scl3(mjtNum res[3], const mjtNum vec[3], mjtNum scl) {
  lb_set3(res, vec[0] * scl, vec[1] * scl, vec[2] * scl);
}

static inline void lb_neg3(mjtNum res[3], const mjtNum vec[3]) {
  lb_set3(res, -vec[0], -vec[1], -vec[2]);
}

static inline void lb_add3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3]) {
  lb_set3(res, vec1[0] + vec2[0], vec1[1] + vec2[1], vec1[2] + vec2[2]);
}

static inline void lb_sub3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3]) {
  lb_set3(res, vec1[0] - vec2[0], vec1[1] - vec2[1], vec1[2] - vec2[2]);
}

static inline void lb_addTo3(mjtNum res[3], const mjtNum vec[3]) {
  lb_add3(res, res, vec);
}

static inline void lb_subFrom3(mjtNum res[3], const mjtNum vec[3]) {
  lb_sub3(res, res, vec);
}

static inline void lb_addScl3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3],
                              mjtNum scl) {
  lb_set3(res, vec1[0] + vec2[0] * scl, vec1[1] + vec2[1] * scl, vec1[2] + vec2[2] * scl);
}

static inline void lb_addToScl3(mjtNum res[3], const mjtNum vec[3], mjtNum scl) {
  lb_addScl3(res, res, vec, scl);
}

static inline mjtNum lb_dot3(const mjtNum vec1[3], const mjtNum vec2[3]) {
  return vec1[0] * vec2[0] + vec1[1] * vec2[1] + vec1[2] * vec2[2];
}

static inline mjtNum lb_norm3(const mjtNum vec[3]) {
  return sqrt(lb_dot3(vec, vec));
}

static inline mjtNum lb_distSquared3(const mjtNum pos1[3], const mjtNum pos2[3]) {
  mjtNum x = pos1[0] - pos2[0], y = pos1[1] - pos2[1], z = pos1[2] - pos2[2];
  return x * x + y * y + z * z;
}

static inline mjtNum lb_dist3(const mjtNum pos1[3], const mjtNum pos2[3]) {
  return sqrt(lb_distSquared3(pos1, pos2));
}

// Scales to unit length and returns the old length; shorter than mjMINVAL becomes (1, 0, 0).
static inline mjtNum lb_normalize3(mjtNum vec[3]) {
  mjtNum norm = lb_norm3(vec);
  if (norm < mjMINVAL) {
    lb_set3(vec, 1, 0, 0);
  } else {
    lb_scl3(vec, vec, 1 / norm);
  }
  return norm;
}

static inline void lb_cross(mjtNum res[3], const mjtNum a[3], const mjtNum b[3]) {
  lb_set3(res, a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
}

// res += a x b
static inline void lb_addToCross(mjtNum res[3], const mjtNum a[3], const mjtNum b[3]) {
  lb_set3(res, res[0] + (a[1] * b[2] - a[2] * b[1]), res[1] + (a[2] * b[0] - a[0] * b[2]),
          res[2] + (a[0] * b[1] - a[1] * b[0]));
}

static inline int lb_isZero3(const mjtNum vec[3]) {
  uint64_t bits[3];
  memcpy(bits, vec, sizeof(bits));
  return (bits[0] | bits[1] | bits[2]) << 1 == 0;  // but for the sign; NaN has bits
}

static inline void lb_zero4(mjtNum res[4]) {
  lb_set4(res, 0, 0, 0, 0);
}

static inline void lb_unit4(mjtNum res[4]) {
  lb_set4(res, 1, 0, 0, 0);
}

static inline void lb_copy4(mjtNum res[4], const mjtNum data[4]) {
  lb_set4(res, data[0], data[1], data[2], data[3]);
}

static inline mjtNum lb_dot4(const mjtNum vec1[4], const mjtNum vec2[4]) {
  return vec1[0] * vec2[0] + vec1[1] * vec2[1] + vec1[2] * vec2[2] + vec1[3] * vec2[3];
}

// Scales to unit length and returns the old length. Shorter than mjMINVAL becomes (1, 0, 0, 0);
// what is unit already (to mjMINVAL) keeps its bits.
static inline mjtNum lb_normalize4(mjtNum vec[4]) {
  mjtNum norm = sqrt(lb_dot4(vec, vec));
  if (norm < mjMINVAL) {
    lb_unit4(vec);
  } else if (fabs(norm - 1) > mjMINVAL) {
    mjtNum scl = 1 / norm;
    lb_set4(vec, vec[0] * scl, vec[1] * scl, vec[2] * scl, vec[3] * scl);
  }
  return norm;
}

static inline void lb_zero6(mjtNum res[6]) {
  lb_zero3(res);
  lb_zero3(res + 3);
}

// Usually all are: no branch between them. NaN is not zero.
static inline int lb_isZero6(const mjtNum vec[6]) {
  return (vec[0] == 0) & (vec[1] == 0) & (vec[2] == 0) & (vec[3] == 0) & (vec[4] == 0) &
         (vec[5] == 0);
}

static inline void lb_copy6(mjtNum res[6], const mjtNum data[6]) {
  mjtNum a = data[0], b = data[1], c = data[2];
  lb_copy3(res + 3, data + 3);
  lb_set3(res, a, b, c);
}

static inline void lb_copy9(mjtNum res[9], const mjtNum data[9]) {
  mjtNum tmp[9];
  for (int i = 0; i < 9; i++) {
    tmp[i] = data[i];
  }
  for (int i = 0; i < 9; i++) {
    res[i] = tmp[i];
  }
}

static inline void lb_add6(mjtNum res[6], const mjtNum a[6], const mjtNum b[6]) {
  mjtNum tmp[6];
  for (int i = 0; i < 6; i++) {
    tmp[i] = a[i] + b[i];
  }
  lb_copy6(res, tmp);
}

static inline void lb_addTo6(mjtNum res[6], const mjtNum vec[6]) {
  lb_add6(res, res, vec);
}

static inline void lb_addToScl6(mjtNum res[6], const mjtNum vec[6], mjtNum scl) {
  mjtNum tmp[6];
  for (int i = 0; i < 6; i++) {
    tmp[i] = res[i] + vec[i] * scl;
  }
  lb_copy6(res, tmp);
}

static inline void lb_scl6(mjtNum res[6], const mjtNum vec[6], mjtNum scl) {
  mjtNum tmp[6];
  for (int i = 0; i < 6; i++) {
    tmp[i] = vec[i] * scl;
  }
  lb_copy6(res, tmp);
}

// res += sum of axis[i] * rate[i], count of 1 or more axes; they are added up before.
static inline void lb_addMotion(mjtNum res[6], const mjtNum* axis, const mjtNum* rate, int count) {
  mjtNum sum[6];
  lb_scl6(sum, axis, rate[0]);
  for (int i = 1; i < count; i++) {
    lb_addToScl6(sum, axis + 6 * i, rate[i]);
  }
  lb_addTo6(res, sum);
}

static inline mjtNum lb_dot6(const mjtNum a[6], const mjtNum b[6]) {
  return ((a[0] * b[0] + a[2] * b[2]) + (a[1] * b[1] + a[3] * b[3])) + (a[4] * b[4] + a[5] * b[5]);
}

// ------------------------------------------------------------------------------- 3 x 3 matrices

static inline void lb_unit9(mjtNum res[9]) {
  lb_set3(res, 1, 0, 0);
  lb_set3(res + 3, 0, 1, 0);
  lb_set3(res + 6, 0, 0, 1);
}

// res = mat vec
static inline void lb_mulMatVec3(mjtNum res[3], const mjtNum mat[9], const mjtNum vec[3]) {
  lb_set3(res, mat[0] * vec[0] + mat[1] * vec[1] + mat[2] * vec[2],
          mat[3] * vec[0] + mat[4] * vec[1] + mat[5] * vec[2],
          mat[6] * vec[0] + mat[7] * vec[1] + mat[8] * vec[2]);
}

// res = mat' vec
static inline void lb_mulMatTVec3(mjtNum res[3], const mjtNum mat[9], const mjtNum vec[3]) {
  lb_set3(res, mat[0] * vec[0] + mat[3] * vec[1] + mat[6] * vec[2],
          mat[1] * vec[0] + mat[4] * vec[1] + mat[7] * vec[2],
          mat[2] * vec[0] + mat[5] * vec[1] + mat[8] * vec[2]);
}

static inline void lb_transpose3(mjtNum res[9], const mjtNum mat[9]) {
  mjtNum tmp[9] = {mat[0], mat[3], mat[6], mat[1], mat[4], mat[7], mat[2], mat[5], mat[8]};
  lb_copy9(res, tmp);
}

// res = mat1 mat2
static inline void lb_mulMatMat3(mjtNum res[9], const mjtNum mat1[9], const mjtNum mat2[9]) {
  mjtNum tmp[9];
  for (int i = 0; i < 3; i++) {
    lb_mulMatTVec3(tmp + 3 * i, mat2, mat1 + 3 * i);
  }
  lb_copy9(res, tmp);
}

// res = mat1 mat2'
static inline void lb_mulMatMatT3(mjtNum res[9], const mjtNum mat1[9], const mjtNum mat2[9]) {
  mjtNum tmp[9];
  for (int i = 0; i < 3; i++) {
    lb_mulMatVec3(tmp + 3 * i, mat2, mat1 + 3 * i);
  }
  lb_copy9(res, tmp);
}

// res = mat1' mat2
static inline void lb_mulMatTMat3(mjtNum res[9], const mjtNum mat1[9], const mjtNum mat2[9]) {
  mjtNum tmp[9];
  for (int i = 0; i < 3; i++) {
    mjtNum column[3] = {mat1[i], mat1[3 + i], mat1[6 + i]};
    lb_mulMatTVec3(tmp + 3 * i, mat2, column);
  }
  lb_copy9(res, tmp);
}

// ---------------------------------------------------------------------------------- quaternions

// Rotates vec by quat: v + 2 (w t + u x t), t = u x v, u = (x, y, z). No normalisation.
static inline void lb_rotVecQuat(mjtNum res[3], const mjtNum vec[3], const mjtNum quat[4]) {
  const mjtNum w = quat[0], x = quat[1], y = quat[2], z = quat[3];
  mjtNum tx = w * vec[0] + y * vec[2] - z * vec[1];
  mjtNum ty = w * vec[1] + z * vec[0] - x * vec[2];
  mjtNum tz = w * vec[2] + x * vec[1] - y * vec[0];
  lb_set3(res, vec[0] + 2 * (y * tz - z * ty), vec[1] + 2 * (z * tx - x * tz),
          vec[2] + 2 * (x * ty - y * tx));
}

static inline void lb_negQuat(mjtNum res[4], const mjtNum quat[4]) {
  lb_set4(res, quat[0], -quat[1], -quat[2], -quat[3]);
}

// res = a b
static inline void lb_mulQuat(mjtNum res[4], const mjtNum a[4], const mjtNum b[4]) {
  lb_set4(res, a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
          a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
          a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
          a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]);
}

// res = quat (0, axis)
static inline void lb_mulQuatAxis(mjtNum res[4], const mjtNum quat[4], const mjtNum axis[3]) {
  lb_set4(res, -quat[1] * axis[0] - quat[2] * axis[1] - quat[3] * axis[2],
          quat[0] * axis[0] + quat[2] * axis[2] - quat[3] * axis[1],
          quat[0] * axis[1] + quat[3] * axis[0] - quat[1] * axis[2],
          quat[0] * axis[2] + quat[1] * axis[1] - quat[2] * axis[0]);
}

// The axis is used as it is: unit in, unit out.
static inline void lb_axisAngle2Quat(mjtNum res[4], const mjtNum axis[3], mjtNum angle) {
  if (angle == 0) {
    lb_unit4(res);
    return;
  }
  mjtNum s = lb_sin(angle * 0.5);
  lb_set4(res, lb_cos(angle * 0.5), axis[0] * s, axis[1] * s, axis[2] * s);
}

// Angular velocity (quaternion's own frame) that makes the rotation in time dt; at most pi / dt.
static inline void lb_quat2Vel(mjtNum res[3], const mjtNum quat[4], mjtNum dt) {
  mjtNum axis[3] = {quat[1], quat[2], quat[3]};
  mjtNum sinHalf = lb_normalize3(axis);
  mjtNum speed = 2 * lb_atan2(sinHalf, quat[0]);
  if (speed > mjPI) {
    speed -= 2 * mjPI;
  }
  lb_scl3(res, axis, speed / dt);
}

// Rotation vector res such that qb exp(res) = qa.
static inline void lb_subQuat(mjtNum res[3], const mjtNum qa[4], const mjtNum qb[4]) {
  mjtNum inverse[4], difference[4];
  lb_negQuat(inverse, qb);
  lb_mulQuat(difference, inverse, qa);
  lb_quat2Vel(res, difference, 1);
}

static inline void lb_quat2Mat(mjtNum res[9], const mjtNum quat[4]) {
  const mjtNum w = quat[0], x = quat[1], y = quat[2], z = quat[3];
  mjtNum ww = w * w, xx = x * x, yy = y * y, zz = z * z;
  lb_set3(res, ww + xx - yy - zz, 2 * (x * y - w * z), 2 * (x * z + w * y));
  lb_set3(res + 3, 2 * (x * y + w * z), ww - xx + yy - zz, 2 * (y * z - w * x));
  lb_set3(res + 6, 2 * (x * z - w * y), 2 * (y * z + w * x), ww - xx - yy + zz);
}

// Unit quaternion of a rotation matrix; the component that is computed first is positive: w when
// the trace is positive, else the one of the largest diagonal element.
static inline void lb_mat2Quat(mjtNum quat[4], const mjtNum mat[9]) {
  mjtNum q[4], scl;
  if (mat[0] + mat[4] + mat[8] > 0) {
    q[0] = 0.5 * sqrt(1 + mat[0] + mat[4] + mat[8]);
    scl = 0.25 / q[0];
    lb_set3(q + 1, scl * (mat[7] - mat[5]), scl * (mat[2] - mat[6]), scl * (mat[3] - mat[1]));
  } else if (mat[0] > mat[4] && mat[0] > mat[8]) {
    q[1] = 0.5 * sqrt(1 + mat[0] - mat[4] - mat[8]);
    scl = 0.25 / q[1];
    q[0] = scl * (mat[7] - mat[5]);
    q[2] = scl * (mat[1] + mat[3]);
    q[3] = scl * (mat[2] + mat[6]);
  } else if (mat[4] > mat[8]) {
    q[2] = 0.5 * sqrt(1 - mat[0] + mat[4] - mat[8]);
    scl = 0.25 / q[2];
    q[0] = scl * (mat[2] - mat[6]);
    q[1] = scl * (mat[1] + mat[3]);
    q[3] = scl * (mat[5] + mat[7]);
  } else {
    q[3] = 0.5 * sqrt(1 - mat[0] - mat[4] + mat[8]);
    scl = 0.25 / q[3];
    lb_set3(q, scl * (mat[3] - mat[1]), scl * (mat[2] + mat[6]), scl * (mat[5] + mat[7]));
  }
  lb_normalize4(q);
  lb_copy4(quat, q);
}

// Time derivative of quat for angular velocity vel in the world frame: (0, vel) quat / 2.
static inline void lb_derivQuat(mjtNum res[4], const mjtNum quat[4], const mjtNum vel[3]) {
  lb_set4(res, 0.5 * (-vel[0] * quat[1] - vel[1] * quat[2] - vel[2] * quat[3]),
          0.5 * (vel[0] * quat[0] + vel[1] * quat[3] - vel[2] * quat[2]),
          0.5 * (-vel[0] * quat[3] + vel[1] * quat[0] + vel[2] * quat[1]),
          0.5 * (vel[0] * quat[2] - vel[1] * quat[1] + vel[2] * quat[0]));
}

// quat = normalized(quat) exp(vel scale), vel in the quaternion's own frame.
static inline void lb_quatIntegrate(mjtNum quat[4], const mjtNum vel[3], mjtNum scale) {
  mjtNum axis[3], rotation[4];
  lb_copy3(axis, vel);
  mjtNum angle = scale * lb_normalize3(axis);
  lb_axisAngle2Quat(rotation, axis, angle);
  lb_normalize4(quat);
  lb_mulQuat(quat, quat, rotation);
}

// ---------------------------------------------------------------------------------------- poses

// (posres, quatres) = (pos1, quat1) after (pos2, quat2); the resulting quaternion is normalized.
static inline void lb_mulPose(mjtNum posres[3], mjtNum quatres[4], const mjtNum pos1[3],
                              const mjtNum quat1[4], const mjtNum pos2[3], const mjtNum quat2[4]) {
  mjtNum p[3], q[4];
  lb_mulQuat(q, quat1, quat2);
  lb_normalize4(q);
  lb_rotVecQuat(p, pos2, quat1);
  lb_add3(posres, p, pos1);
  lb_copy4(quatres, q);
}

static inline void lb_negPose(mjtNum posres[3], mjtNum quatres[4], const mjtNum pos[3],
                              const mjtNum quat[4]) {
  mjtNum p[3], q[4];
  lb_negQuat(q, quat);
  lb_rotVecQuat(p, pos, q);
  lb_neg3(posres, p);
  lb_copy4(quatres, q);
}

// res = pos + quat * vec
static inline void lb_trnVecPose(mjtNum res[3], const mjtNum pos[3], const mjtNum quat[4],
                                 const mjtNum vec[3]) {
  mjtNum rotated[3];
  lb_rotVecQuat(rotated, vec, quat);
  lb_add3(res, rotated, pos);
}

// ------------------------------------------------------------------------------ spatial algebra

// Moves a motion (isForce = 0) or force vector from reference point oldpos to newpos; rotnew2old
// (may be NULL) turns new-frame coordinates into old-frame ones.
static inline void lb_transformSpatial(mjtNum res[6], const mjtNum vec[6], int isForce,
                                       const mjtNum newpos[3], const mjtNum oldpos[3],
                                       const mjtNum rotnew2old[9]) {
  mjtNum offset[3], shift[3], rot[3], lin[3];
  lb_sub3(offset, newpos, oldpos);
  lb_copy3(rot, vec);
  lb_copy3(lin, vec + 3);
  if (isForce) {
    lb_cross(shift, offset, lin);
    lb_subFrom3(rot, shift);
  } else {
    lb_cross(shift, offset, rot);
    lb_subFrom3(lin, shift);
  }
  if (rotnew2old) {
    lb_mulMatTVec3(rot, rotnew2old, rot);
    lb_mulMatTVec3(lin, rotnew2old, lin);
  }
  lb_copy3(res, rot);
  lb_copy3(res + 3, lin);
}

// Motion x motion: time derivative of the motion vector vec fixed in a frame moving with vel.
static inline void lb_crossMotion(mjtNum res[6], const mjtNum vel[6], const mjtNum vec[6]) {
  mjtNum rot[3], lin[3];
  lb_cross(rot, vel, vec);
  lb_cross(lin, vel, vec + 3);
  lb_addToCross(lin, vel + 3, vec);
  lb_copy3(res, rot);
  lb_copy3(res + 3, lin);
}

// Motion x* force: time derivative of the force vector f fixed in a frame moving with vel.
static inline void lb_crossForce(mjtNum res[6], const mjtNum vel[6], const mjtNum f[6]) {
  mjtNum rot[3], lin[3];
  lb_cross(rot, vel, f);
  lb_addToCross(rot, vel + 3, f + 3);
  lb_cross(lin, vel, f + 3);
  lb_copy3(res, rot);
  lb_copy3(res + 3, lin);
}

// Spatial inertia of a body about a point: principal moments inert[3], orientation mat of the
// principal axes, dif = centre of mass minus the point.
static inline void lb_inertCom(mjtNum res[10], const mjtNum inert[3], const mjtNum mat[9],
                               const mjtNum dif[3], mjtNum mass) {
  mjtNum scaled[9], rotated[9];
  for (int i = 0; i < 9; i++) {
    scaled[i] = mat[i] * inert[i % 3];
  }
  lb_mulMatMatT3(rotated, scaled, mat);
  const mjtNum x = dif[0], y = dif[1], z = dif[2];
  res[0] = rotated[0] + mass * (y * y + z * z);
  res[1] = rotated[4] + mass * (x * x + z * z);
  res[2] = rotated[8] + mass * (x * x + y * y);
  res[3] = rotated[3] - mass * x * y;
  res[4] = rotated[6] - mass * x * z;
  res[5] = rotated[7] - mass * y * z;
  lb_set3(res + 6, mass * x, mass * y, mass * z);
  res[9] = mass;
}

// Momentum (a force vector) of spatial inertia i moving with v.
static inline void lb_mulInertVec(mjtNum res[6], const mjtNum i[10], const mjtNum v[6]) {
  mjtNum rx = i[0] * v[0] + i[3] * v[1] + i[4] * v[2] - i[8] * v[4] + i[7] * v[5];
  mjtNum ry = i[3] * v[0] + i[1] * v[1] + i[5] * v[2] + i[8] * v[3] - i[6] * v[5];
  mjtNum rz = i[4] * v[0] + i[5] * v[1] + i[2] * v[2] - i[7] * v[3] + i[6] * v[4];
  mjtNum lx = i[8] * v[1] - i[7] * v[2] + i[9] * v[3];
  mjtNum ly = i[6] * v[2] - i[8] * v[0] + i[9] * v[4];
  mjtNum lz = i[7] * v[0] - i[6] * v[1] + i[9] * v[5];
  lb_set3(res, rx, ry, rz);
  lb_set3(res + 3, lx, ly, lz);
}

// Motion axis of a hinge (offset = reference point minus anchor) or of a slide (offset NULL).
static inline void lb_dofCom(mjtNum res[6], const mjtNum axis[3], const mjtNum offset[3]) {
  mjtNum a[3], lin[3];
  lb_copy3(a, axis);
  if (offset) {
    lb_cross(lin, a, offset);
    lb_copy3(res, a);
    lb_copy3(res + 3, lin);
  } else {
    lb_zero3(res);
    lb_copy3(res + 3, a);
  }
}

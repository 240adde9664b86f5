// Public functions of fixed size: 3- and 4-vectors, quaternions, poses, spatial vectors. The work
// is in math/inline.h.

#include "api/limber.h"
#include "math/inline.h"

// ------------------------------------------------------------------------------------ 3-vectors

void mju_zero3(mjtNum res[3]) {
  lb_zero3(res);
}

void mju_copy3(mjtNum res[3], const mjtNum data[3]) {
  lb_copy3(res, data);
}

void mju_scl3(mjtNum res[3], const mjtNum vec[3], mjtNum scl) {
  lb_scl3(res, vec, scl);
}

void mju_add3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3]) {
  lb_add3(res, vec1, vec2);
}

void mju_sub3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3]) {
  lb_sub3(res, vec1, vec2);
}

void mju_addTo3(mjtNum res[3], const mjtNum vec[3]) {
  lb_addTo3(res, vec);
}

void mju_subFrom3(mjtNum res[3], const mjtNum vec[3]) {
  lb_subFrom3(res, vec);
}

void mju_addToScl3(mjtNum res[3], const mjtNum vec[3], mjtNum scl) {
  lb_addToScl3(res, vec, scl);
}

void mju_addScl3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3], mjtNum scl) {
  lb_addScl3(res, vec1, vec2, scl);
}

mjtNum mju_normalize3(mjtNum vec[3]) {
  return lb_normalize3(vec);
}

mjtNum mju_norm3(const mjtNum vec[3]) {
  return lb_norm3(vec);
}

mjtNum mju_dot3(const mjtNum vec1[3], const mjtNum vec2[3]) {
  return lb_dot3(vec1, vec2);
}

mjtNum mju_dist3(const mjtNum pos1[3], const mjtNum pos2[3]) {
  return lb_dist3(pos1, pos2);
}

void mju_mulMatVec3(mjtNum res[3], const mjtNum mat[9], const mjtNum vec[3]) {
  lb_mulMatVec3(res, mat, vec);
}

void mju_mulMatTVec3(mjtNum res[3], const mjtNum mat[9], const mjtNum vec[3]) {
  lb_mulMatTVec3(res, mat, vec);
}

void mju_cross(mjtNum res[3], const mjtNum a[3], const mjtNum b[3]) {
  lb_cross(res, a, b);
}

// ------------------------------------------------------------------------------------ 4-vectors

void mju_zero4(mjtNum res[4]) {
  lb_zero4(res);
}

void mju_unit4(mjtNum res[4]) {
  lb_unit4(res);
}

void mju_copy4(mjtNum res[4], const mjtNum data[4]) {
  lb_copy4(res, data);
}

mjtNum mju_normalize4(mjtNum vec[4]) {
  return lb_normalize4(vec);
}

// ---------------------------------------------------------------------------------- quaternions

void mju_rotVecQuat(mjtNum res[3], const mjtNum vec[3], const mjtNum quat[4]) {
  lb_rotVecQuat(res, vec, quat);
}

void mju_negQuat(mjtNum res[4], const mjtNum quat[4]) {
  lb_negQuat(res, quat);
}

void mju_mulQuat(mjtNum res[4], const mjtNum quat1[4], const mjtNum quat2[4]) {
  lb_mulQuat(res, quat1, quat2);
}

void mju_mulQuatAxis(mjtNum res[4], const mjtNum quat[4], const mjtNum axis[3]) {
  lb_mulQuatAxis(res, quat, axis);
}

void mju_axisAngle2Quat(mjtNum res[4], const mjtNum axis[3], mjtNum angle) {
  lb_axisAngle2Quat(res, axis, angle);
}

void mju_quat2Vel(mjtNum res[3], const mjtNum quat[4], mjtNum dt) {
  lb_quat2Vel(res, quat, dt);
}

void mju_subQuat(mjtNum res[3], const mjtNum qa[4], const mjtNum qb[4]) {
  lb_subQuat(res, qa, qb);
}

void mju_quat2Mat(mjtNum res[9], const mjtNum quat[4]) {
  lb_quat2Mat(res, quat);
}

void mju_mat2Quat(mjtNum quat[4], const mjtNum mat[9]) {
  lb_mat2Quat(quat, mat);
}

void mju_derivQuat(mjtNum res[4], const mjtNum quat[4], const mjtNum vel[3]) {
  lb_derivQuat(res, quat, vel);
}

void mju_quatIntegrate(mjtNum quat[4], const mjtNum vel[3], mjtNum scale) {
  lb_quatIntegrate(quat, vel, scale);
}

// ------------------------------------------------------------------------ poses, spatial vectors

void mju_mulPose(mjtNum posres[3], mjtNum quatres[4], const mjtNum pos1[3], const mjtNum quat1[4],
                 const mjtNum pos2[3], const mjtNum quat2[4]) {
  lb_mulPose(posres, quatres, pos1, quat1, pos2, quat2);
}

void mju_negPose(mjtNum posres[3], mjtNum quatres[4], const mjtNum pos[3], const mjtNum quat[4]) {
  lb_negPose(posres, quatres, pos, quat);
}

void mju_trnVecPose(mjtNum res[3], const mjtNum pos[3], const mjtNum quat[4], const mjtNum vec[3]) {
  lb_trnVecPose(res, pos, quat, vec);
}

void mju_transformSpatial(mjtNum res[6], const mjtNum vec[6], int flg_force, const mjtNum newpos[3],
                          const mjtNum oldpos[3], const mjtNum rotnew2old[9]) {
  lb_transformSpatial(res, vec, flg_force, newpos, oldpos, rotnew2old);
}

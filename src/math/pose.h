// Poses as they are computed while a model loads; see pose.c.
#pragma once

// Position and orientation in an outer frame.
typedef struct lbPose_ {
  double pos[3], quat[4];
} lbPose;

// Scales v (n = 3 or 4) to length 1 and returns its length before. Vectors that have length 1 up
// to 1e-14 stay as they are; so does one shorter than 1e-7, whose length is then 0.
double lb_unitLength(double* v, int n);

// Scales the normal of a face, which may be tiny, to length 1; (1, 0, 0) if it has no length.
void lb_unitNormal(double v[3]);

// res = R(quat) vec; res must not be vec.
void lb_turn(double res[3], const double vec[3], const double quat[4]);

// Takes a pose given in an outer frame out of it.
void lb_leaveFrame(double pos[3], double quat[4], const double outerPos[3],
                   const double outerQuat[4]);

// Unit quaternion of the axes x, y, z of a frame, its largest component positive.
void lb_axes2Quat(double quat[4], const double x[3], const double y[3], const double z[3]);

// Moments (largest first), axes and their quaternion of a symmetric matrix: mju_eig3 without the
// unit lengths kept while sorting. COMPAT: MODEL-POSE-BITS: models are compiled with this one, bit
// by bit.
void lb_principalAxes(double eigval[3], double eigvec[9], double quat[4], const double mat[9]);

// Mass distribution of a body in its frame: centre, principal axes, mass, principal moments.
typedef struct lbInertial_ {
  double pos[3];
  double quat[4];
  double mass;
  double inertia[3];
} lbInertial;

// Adds what is welded to a body at a pose in it.
void lb_weldInertial(lbInertial* body, const lbInertial* added, const double pos[3],
                     const double quat[4]);

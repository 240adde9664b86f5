// Rotations beyond the one-liners of math/inline.h: from a direction, from a deformation gradient,
// from Euler angles, and derivatives in tangent space.
//
// Derivatives are with respect to a rotation vector multiplied on the right, q exp(phi): the
// angular velocity of a ball joint lives in the same space.

#include "api/limber.h"
#include "base/error.h"
#include "math/inline.h"

void mju_quatZ2Vec(mjtNum quat[4], const mjtNum vec[3]) {
  mjtNum direction[3];
  lb_copy3(direction, vec);
  if (lb_normalize3(direction) < mjMINVAL) {
    lb_unit4(quat);
    return;
  }

  // rotate about z x direction; a multiple of z leaves the axis open, x serves
  mjtNum axis[3] = {-direction[1], direction[0], 0};
  mjtNum sine = lb_normalize3(axis);
  if (sine < mjMINVAL) {
    lb_set4(quat, direction[2] < 0 ? 0 : 1, direction[2] < 0 ? 1 : 0, 0, 0);
    return;
  }
  lb_axisAngle2Quat(quat, axis, lb_atan2(sine, direction[2]));
}

// Müller, Bender, Chentanez, Macklin: A robust method to extract the rotational part of
// deformations (2016): turn R by omega = sum(r_i x a_i) / |sum(r_i . a_i)| over the columns of R
// and of the matrix until the turn vanishes.
int mju_mat2Rot(mjtNum quat[4], const mjtNum mat[9]) {
  enum { maxIterations = 500 };
  const mjtNum tolerance = 1e-9;

  int iteration = 0;
  for (; iteration < maxIterations; iteration++) {
    mjtNum rot[9], omega[3] = {0, 0, 0}, scale = 0;
    lb_quat2Mat(rot, quat);
    for (int i = 0; i < 3; i++) {
      mjtNum r[3] = {rot[i], rot[3 + i], rot[6 + i]};
      mjtNum a[3] = {mat[i], mat[3 + i], mat[6 + i]};
      lb_addToCross(omega, r, a);
      scale += lb_dot3(r, a);
    }
    lb_scl3(omega, omega, 1 / (fabs(scale) + mjMINVAL));

    mjtNum angle = lb_normalize3(omega);
    if (angle < tolerance) {
      break;
    }
    mjtNum turn[4];
    lb_axisAngle2Quat(turn, omega, angle);
    lb_mulQuat(quat, turn, quat);
    lb_normalize4(quat);
  }
  return iteration;
}

void mju_euler2Quat(mjtNum quat[4], const mjtNum euler[3], const char* seq) {
  if (!seq || !seq[0] || !seq[1] || !seq[2] || seq[3]) {
    lb_complain("mju_euler2Quat: seq must contain exactly 3 characters");
    return;
  }

  mjtNum result[4] = {1, 0, 0, 0};
  for (int i = 0; i < 3; i++) {
    char letter = seq[i];
    bool fixed = letter >= 'X' && letter <= 'Z';
    int axis = fixed ? letter - 'X' : letter - 'x';
    if (axis < 0 || axis > 2) {
      lb_complain("mju_euler2Quat: seq[%d] is '%c', should be one of x, y, z, X, Y, Z", i, letter);
      return;
    }

    // lower case: axes that turn along; upper case: fixed axes
    mjtNum turn[4] = {lb_cos(euler[i] / 2), 0, 0, 0};
    turn[1 + axis] = lb_sin(euler[i] / 2);
    if (fixed) {
      lb_mulQuat(result, turn, result);
    } else {
      lb_mulQuat(result, result, turn);
    }
  }
  lb_copy4(quat, result);
}

// res = I + a [w] + b [w]^2, [w] the cross product matrix of w.
static void crossPolynomial(mjtNum res[9], const mjtNum w[3], mjtNum a, mjtNum b) {
  mjtNum square = lb_dot3(w, w);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      res[3 * i + j] = b * w[i] * w[j];
    }
    res[4 * i] += 1 - b * square;
  }
  res[1] -= a * w[2];
  res[2] += a * w[1];
  res[3] += a * w[2];
  res[5] -= a * w[0];
  res[6] -= a * w[1];
  res[7] += a * w[0];
}

// With w = log(qb^-1 qa) and t = |w|: Da = I + [w] / 2 + (1 - t/2 cot(t/2)) / t^2 [w]^2 (inverse
// right Jacobian of the rotation group), Db = -Da'.
void mjd_subQuat(const mjtNum qa[4], const mjtNum qb[4], mjtNum Da[9], mjtNum Db[9]) {
  LB_REQUIRE(qa && qb);
  mjtNum w[3], derivative[9];
  lb_subQuat(w, qa, qb);
  mjtNum square = lb_dot3(w, w), half = 0.5 * sqrt(square);

  // the series replaces a difference of nearly equal numbers
  mjtNum b =
      half < 1e-3 ? 1.0 / 12 + square / 720 : (1 - half * lb_cos(half) / lb_sin(half)) / square;
  crossPolynomial(derivative, w, 0.5, b);
  if (Da) {
    lb_copy9(Da, derivative);
  }
  if (Db) {
    lb_transpose3(Db, derivative);
    for (int i = 0; i < 9; i++) {
      Db[i] = -Db[i];
    }
  }
}

// With w = vel scale and t = |w|: Dquat = exp(-[w]), Dvel = right Jacobian
// I - (1 - cos t) / t^2 [w] + (t - sin t) / t^3 [w]^2.
void mjd_quatIntegrate(const mjtNum vel[3], mjtNum scale, mjtNum Dquat[9], mjtNum Dvel[9],
                       mjtNum Dscale[3]) {
  LB_REQUIRE(vel);
  mjtNum w[3], input[3];
  lb_copy3(input, vel);
  lb_scl3(w, input, scale);
  mjtNum square = lb_dot3(w, w), angle = sqrt(square);
  bool tiny = angle < 1e-3;
  mjtNum halfSine = lb_sin(0.5 * angle);
  mjtNum cosTerm = tiny ? 0.5 - square / 24 : 2 * halfSine * halfSine / square;

  if (Dquat) {
    mjtNum sinTerm = tiny ? 1 - square / 6 : lb_sin(angle) / angle;
    crossPolynomial(Dquat, w, -sinTerm, cosTerm);
  }
  if (Dvel) {
    mjtNum cubicTerm = tiny ? 1.0 / 6 - square / 120 : (angle - lb_sin(angle)) / (square * angle);
    crossPolynomial(Dvel, w, -cosTerm, cubicTerm);
  }
  if (Dscale) {
    // (an angle that is no number leaves no derivative)
    for (int i = 0; i < 3; i++) {
      Dscale[i] = input[i] + (angle - angle);
    }
  }
}

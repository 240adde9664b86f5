// Eigenvalues of a symmetric 3 x 3 matrix.
//
// Jacobi's method with the rotation kept as a quaternion: in every turn the largest off-diagonal
// element of R' A R is rotated away (Golub and Van Loan, section 8.5.2); at the end quarter turns
// sort the eigenvalues, so that R stays a proper rotation.

#include "api/limber.h"
#include "math/inline.h"
#include "math/pose.h"

// quat = quat (cosine, sine * axis)
static void turnAbout(mjtNum quat[4], int axis, mjtNum cosine, mjtNum sine) {
  mjtNum turn[4] = {cosine, 0, 0, 0};
  turn[1 + axis] = sine;
  lb_mulQuat(quat, quat, turn);
}

static int diagonalize(mjtNum eigval[3], mjtNum eigvec[9], mjtNum quat[4], const mjtNum mat[9],
                       bool unit) {
  enum { maxIterations = 500 };
  const mjtNum tolerance = 1e-12;
  // COMPAT: MATH-EIG3: sqrt(1/2) with the peer's 15 digits; equal moments are told apart by the
  // last bits
  const mjtNum quarter = 0.707106781186548;

  mjtNum q[4] = {1, 0, 0, 0}, rot[9], diag[9], tmp[9], input[9];
  lb_copy9(input, mat);
  int iteration = 0;
  for (; iteration < maxIterations; iteration++) {
    lb_quat2Mat(rot, q);
    lb_mulMatTMat3(tmp, rot, input);
    lb_mulMatMat3(diag, tmp, rot);

    // the pair (row, column) with the largest element, and the axis across it
    mjtNum size01 = fabs(diag[1]), size02 = fabs(diag[2]), size12 = fabs(diag[5]);
    int row = 0, column = 1, axis = 2;
    if (size01 > size02 && size01 > size12) {
      row = 0, column = 1, axis = 2;
    } else if (size02 > size12) {
      row = 0, column = 2, axis = 1;
    } else {
      row = 1, column = 2, axis = 0;
    }
    mjtNum element = diag[3 * row + column];
    if (fabs(element) < tolerance) {
      break;
    }

    // the smaller of the two angles that zero it, halved for the quaternion
    mjtNum tau = (diag[4 * column] - diag[4 * row]) / (2 * element);
    mjtNum root = sqrt(1 + tau * tau);
    mjtNum tangent = tau >= 0 ? 1 / (tau + root) : -1 / (-tau + root);
    mjtNum cosine = 1 / sqrt(1 + tangent * tangent);
    mjtNum sineHalf = sqrt(0.5 - 0.5 * cosine);
    if ((tau >= 0) == (axis != 1)) {
      sineHalf = -sineHalf;
    }
    // COMPAT: MATH-EIG3: turns that small, about 1e-6 radians, end the iteration and are not made
    if (1 - cosine < tolerance) {
      break;
    }
    turnAbout(q, axis, sqrt(1 - sineHalf * sineHalf), sineHalf);
    lb_normalize4(q);
  }

  // sort: largest first, where they differ by more than the tolerance
  mjtNum value[3] = {diag[0], diag[4], diag[8]};
  for (int pass = 0; pass < 3; pass++) {
    int i = pass % 2;
    if (value[i] + tolerance < value[i + 1]) {
      mjtNum swap = value[i];
      value[i] = value[i + 1];
      value[i + 1] = swap;
      turnAbout(q, (i + 2) % 3, quarter, quarter);
      if (unit) {
        lb_normalize4(q);
      }
    }
  }

  lb_copy3(eigval, value);
  lb_copy4(quat, q);
  lb_quat2Mat(eigvec, q);
  return iteration;
}

int mju_eig3(mjtNum eigval[3], mjtNum eigvec[9], mjtNum quat[4], const mjtNum mat[9]) {
  return diagonalize(eigval, eigvec, quat, mat, true);
}

void lb_principalAxes(mjtNum eigval[3], mjtNum eigvec[9], mjtNum quat[4], const mjtNum mat[9]) {
  diagonalize(eigval, eigvec, quat, mat, false);
}

// Frames that coincide with their body's, or with its inertial frame.

#include "compile/constants/same_frame.h"

#include "math/inline.h"

// Whether n numbers are so close that frames count as the same.
static bool equal(const mjtNum* a, const mjtNum* b, int n, mjtNum sign) {
  for (int i = 0; i < n; i++) {
    if (fabs(a[i] - sign * b[i]) >= 1e-6) {
      return false;
    }
  }
  return true;
}

// A quaternion and its negative are the same rotation.
static bool equalTurn(const mjtNum a[4], const mjtNum b[4]) {
  return equal(a, b, 4, 1) || equal(a, b, 4, -1);
}

bool lb_isNullPos(const mjtNum pos[3]) {
  return equal(pos, pos, 3, 0);
}

mjtByte lb_sameFrame(const mjModel* m, int body, const mjtNum pos[3], const mjtNum quat[4],
                     bool inertia) {
  static const mjtNum unit[4] = {1, 0, 0, 0};
  if (equalTurn(quat, unit)) {
    return lb_isNullPos(pos) ? mjSAMEFRAME_BODY : mjSAMEFRAME_BODYROT;
  }
  if (inertia && equalTurn(quat, m->body_iquat + 4 * body)) {
    return equal(pos, m->body_ipos + 3 * body, 3, 1) ? mjSAMEFRAME_INERTIA : mjSAMEFRAME_INERTIAROT;
  }
  return mjSAMEFRAME_NONE;
}

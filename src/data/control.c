// The inputs of actuators: their names and their neutral values.
//
// actuator_ctrlspec tells what the controls of a servo mean: for orientation servos the chart of
// the target (rotation vector or quaternion), otherwise one bit per input in the order position,
// velocity, feed-forward, voltage. Zero: a single unnamed input.

#include "api/mj_functions.h"

#include "base/error.h"

static bool isOrientation(const mjModel* m, int id) {
  return m->actuator_gaintype[id] == mjGAIN_SO3;
}

static const char* chartInputName(int chart, int input) {
  static const char* const quaternion[4] = {"qw", "qx", "qy", "qz"};
  static const char* const rotation[3] = {"rx", "ry", "rz"};
  if (chart == mjCHART_QUAT) {
    return input < 4 ? quaternion[input] : NULL;
  }
  return input < 3 ? rotation[input] : NULL;
}

const char* mj_actuatorInputName(const mjModel* m, int id, int input) {
  LB_REQUIRE(m);
  static const struct {
    int bit;
    const char* name;
  } inputs[] = {
      {mjINPUT_POS, "pos"}, {mjINPUT_VEL, "vel"}, {mjINPUT_FF, "ff"}, {mjINPUT_VOLTAGE, "voltage"}};
  if (id < 0 || id >= m->nactuator || input < 0) {
    return NULL;
  }
  int spec = m->actuator_ctrlspec[id];
  if (isOrientation(m, id)) {
    return chartInputName(spec, input);
  }
  for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
    if ((spec & inputs[i].bit) && input-- == 0) {
      return inputs[i].name;
    }
  }
  return NULL;
}

void mj_resetCtrl(const mjModel* m, mjData* d) {
  LB_REQUIRE(m && d);
  for (mjtSize i = 0; i < m->nu; i++) {
    d->ctrl[i] = 0;
  }

  // the neutral target of a quaternion servo is no rotation
  for (int i = 0; i < m->nactuator; i++) {
    if (isOrientation(m, i) && m->actuator_ctrlspec[i] == mjCHART_QUAT) {
      d->ctrl[m->actuator_ctrladr[i]] = 1;
    }
  }
}

// Bending of the surface of hollow lattices.

#include "check.h"
#include "constraint/scenes_support.h"
#include "force/passive_flex.h"

enum { MAX_NODES = 128 };

static Scene hollow(const char* kind) {
  char xml[1000];
  snprintf(xml, sizeof xml,
           "<mujoco><option gravity='0 0 0'/><worldbody><flexcomp name='f' type='grid' "
           "count='5 5 5' spacing='.1 .1 .1' dim='3' radius='.001' mass='1' %s>"
           "<edge equality='strain'/><contact selfcollide='none' internal='false'/>"
           "<elasticity young='1000' poisson='.1' elastic2d='bend' thickness='.02'/></flexcomp>"
           "</worldbody></mujoco>",
           kind);
  Scene s = loadScene(xml);
  assert_true(s.m->flex_interp[0] < 0);
  mj_forward(s.m, s.d);
  return s;
}

// Forces on the nodes at places x[3 * node].
static void forces(Scene s, const mjtNum* x, mjtNum* force) {
  mju_zero(force, 3 * s.m->flex_nodenum[0]);
  lb_shellForces(s.m, s.d, 0, x, force);
}

static const char* const kinds[] = {"dof='trilinear' cellcount='2 2 2'",
                                    "dof='quadratic' cellcount='1 2 1'"};

// The places of the nodes at rest, turned.
static void turned(Scene s, const mjtNum quat[4], mjtNum* x) {
  for (int i = 0; i < s.m->flex_nodenum[0]; i++) {
    mju_rotVecQuat(x + 3 * i, s.m->flex_node0 + 3 * i, quat);
  }
}

static void the_shape_at_rest_is_at_rest_however_it_is_turned(void** state) {
  for (int k = 0; k < 2; k++) {
    Scene s = hollow(kinds[k]);
    mjtNum x[3 * MAX_NODES], force[3 * MAX_NODES], axis[3] = {.6, 0, .8}, quat[4];
    assert_true(s.m->flex_nodenum[0] <= MAX_NODES);
    mju_axisAngle2Quat(quat, axis, 0);
    turned(s, quat, x);
    forces(s, x, force);
    for (int i = 0; i < 3 * s.m->flex_nodenum[0]; i++) {
      ASSERT_NEAR(force[i], 0, 1e-9);
    }
    freeScene(s);
  }
}

static void a_dented_shell_is_pushed_back_and_its_forces_balance(void** state) {
  for (int k = 0; k < 2; k++) {
    Scene s = hollow(kinds[k]);
    int count = s.m->flex_nodenum[0], top = -1;
    mjtNum x[3 * MAX_NODES], force[3 * MAX_NODES], sum[3] = {0}, quat[4] = {1, 0, 0, 0};
    turned(s, quat, x);

    // the highest node nearest to the middle
    for (int i = 0; i < count; i++) {
      if (top < 0 || x[3 * i + 2] - hypot(x[3 * i], x[3 * i + 1]) >
                         x[3 * top + 2] - hypot(x[3 * top], x[3 * top + 1]) + 1e-9) {
        top = i;
      }
    }
    x[3 * top + 2] -= .01;
    forces(s, x, force);
    assert_true(force[3 * top + 2] > 1e-6);
    for (int i = 0; i < count; i++) {
      mju_addTo3(sum, force + 3 * i);
    }
    ASSERT_NUMBERS(sum, 1e-9, 0, 0, 0);
    freeScene(s);
  }
}

// Inside a flat face, where nothing is curved at rest, the forces of a dent turn nothing either.
static void torques_of_a_dent_in_a_face_balance(void** state) {
  Scene s = hollow("dof='trilinear' cellcount='4 4 4'");
  int count = s.m->flex_nodenum[0], middle = -1;
  assert_true(count <= MAX_NODES);
  mjtNum x[3 * MAX_NODES], force[3 * MAX_NODES], torque[3] = {0}, part[3], largest = 0;
  mjtNum quat[4] = {1, 0, 0, 0};
  turned(s, quat, x);
  for (int i = 0; i < count; i++) {
    bool isMiddle = fabs(x[3 * i]) + fabs(x[3 * i + 1]) < 1e-9 && x[3 * i + 2] > .19;
    middle = isMiddle ? i : middle;
  }
  assert_true(middle >= 0);
  x[3 * middle] += .01;
  x[3 * middle + 1] += .02;
  x[3 * middle + 2] -= .03;
  forces(s, x, force);
  for (int i = 0; i < count; i++) {
    mju_cross(part, x + 3 * i, force + 3 * i);
    mju_addTo3(torque, part);
    largest = fmax(largest, mju_norm3(part));
  }
  assert_true(largest > 1e-6);
  for (int k = 0; k < 3; k++) {
    ASSERT_NEAR(torque[k] / largest, 0, 1e-9);
  }
  freeScene(s);
}

// Turning a deformed shell of flat faces turns its forces.
static void forces_turn_with_the_shell(void** state) {
  Scene s = hollow(kinds[0]);
  int count = s.m->flex_nodenum[0];
  mjtNum x[3 * MAX_NODES], plain[3 * MAX_NODES], force[3 * MAX_NODES], axis[3] = {.6, 0, .8};
  mjtNum quat[4] = {1, 0, 0, 0};
  turned(s, quat, x);
  x[2] += .01;
  x[3 * count - 1] += .02;
  forces(s, x, plain);
  assert_true(mju_norm(plain, 3 * count) > 1e-4);
  mju_axisAngle2Quat(quat, axis, 1);
  for (int i = 0; i < count; i++) {
    mju_rotVecQuat(x + 3 * i, x + 3 * i, quat);
    mju_rotVecQuat(plain + 3 * i, plain + 3 * i, quat);
  }
  forces(s, x, force);
  ASSERT_NEAR(farthest(plain, force, 3 * count), 0, 1e-6);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_shape_at_rest_is_at_rest_however_it_is_turned),
      cmocka_unit_test(a_dented_shell_is_pushed_back_and_its_forces_balance),
      cmocka_unit_test(torques_of_a_dent_in_a_face_balance),
      cmocka_unit_test(forces_turn_with_the_shell),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

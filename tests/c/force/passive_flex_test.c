// Elasticity of flexes: edges, elements, bending.

#include "check.h"
#include "constraint/scenes_support.h"

static void elastic_forces_on_a_free_flex_balance(void** state) {
  Scene s = loadScene(
      "<mujoco><option gravity='0 0 0'/><worldbody>"
      "<flexcomp name='f' type='grid' count='4 4 1' spacing='.1 .1 .1' dim='2' mass='1' "
      "radius='.01'>"
      "<contact selfcollide='none' contype='0' conaffinity='0'/>"
      "<elasticity young='1e4' poisson='.2' thickness='.01' damping='.01' "
      "elastic2d='both'/></flexcomp>"
      "</worldbody></mujoco>");
  for (int i = 0; i < s.m->nv; i++) {
    s.d->qpos[i] = 0.01 * sin(3.1 * i);
    s.d->qvel[i] = cos(1.7 * i);
  }
  mj_fwdPosition(s.m, s.d);
  mj_fwdVelocity(s.m, s.d);
  mjtNum sum[3] = {0, 0, 0}, largest = 0;
  for (int i = 0; i < s.m->nv; i++) {
    sum[i % 3] += s.d->qfrc_passive[i];
    largest = fmax(largest, fabs(s.d->qfrc_passive[i]));
  }
  assert_true(largest > 1);
  for (int i = 0; i < 3; i++) {
    ASSERT_NEAR(sum[i] / largest, 0, 1e-12);
  }
  freeScene(s);
}

// A cloth of 4 x 4 vertices that bends and stretches.
static Scene cloth(const char* elastic) {
  char xml[1000];
  snprintf(xml, sizeof xml,
           "<mujoco><option gravity='0 0 0'/><worldbody>"
           "<flexcomp name='f' type='grid' count='4 4 1' spacing='.1 .1 .1' dim='2' mass='1' "
           "radius='.01'><contact selfcollide='none' contype='0' conaffinity='0'/>"
           "<elasticity young='1e4' poisson='.2' thickness='.01' elastic2d='%s'/></flexcomp>"
           "</worldbody></mujoco>",
           elastic);
  return loadScene(xml);
}

static void edges_are_springs_and_dampers(void** state) {
  Scene s = loadScene(
      "<mujoco><option gravity='0 0 0'/><worldbody><flexcomp name='f' type='grid' count='2 1 1' "
      "spacing='.5 1 1' dim='1' mass='1' radius='.01'><edge stiffness='30' damping='4'/>"
      "<contact selfcollide='none'/></flexcomp></worldbody></mujoco>");
  assert_int_equal(s.m->nv, 6);
  s.d->qpos[3] = .25;
  s.d->qvel[3] = 2;
  mj_forward(s.m, s.d);
  mjtNum stretch = s.d->flexedge_length[0] - s.m->flexedge_length0[0];
  ASSERT_NEAR(stretch, .25, 1e-7);
  ASSERT_NUMBERS(s.d->qfrc_spring, 1e-12, 30 * stretch, 0, 0, -30 * stretch, 0, 0);
  ASSERT_NUMBERS(s.d->qfrc_damper, 1e-12, 8, 0, 0, -8, 0, 0);
  freeScene(s);
}

static void a_rigid_motion_costs_no_force(void** state) {
  static const char* const kinds[] = {"stretch", "bend", "both"};
  for (int k = 0; k < 3; k++) {
    Scene s = cloth(kinds[k]);
    mjtNum axis[3] = {.6, 0, .8}, quat[4], shift[3] = {1, 2, 3};
    mju_axisAngle2Quat(quat, axis, 1.2);
    mj_kinematics(s.m, s.d);
    for (int v = 0; v < s.m->nflexvert; v++) {
      const mjtNum* rest = s.d->xpos + 3 * s.m->flex_vertbodyid[v];
      mjtNum turned[3];
      mju_rotVecQuat(turned, rest, quat);
      mju_addTo3(turned, shift);
      mju_sub3(s.d->qpos + 3 * v, turned, rest);
    }
    mj_forward(s.m, s.d);
    for (int i = 0; i < s.m->nv; i++) {
      ASSERT_NEAR(s.d->qfrc_spring[i], 0, 1e-4);
    }
    freeScene(s);
  }
}

// The forces are minus the gradient of an energy: their derivative by the positions is symmetric.
static void elastic_forces_are_conservative(void** state) {
  Scene s = cloth("both");
  int nv = (int)s.m->nv;
  mjtNum* slope = malloc((size_t)(nv * nv) * sizeof(mjtNum));
  for (int i = 0; i < nv; i++) {
    s.d->qpos[i] = .01 * sin(3.1 * i);
  }
  for (int i = 0; i < nv; i++) {
    const mjtNum eps = 1e-6, saved = s.d->qpos[i];
    for (int side = 0; side < 2; side++) {
      s.d->qpos[i] = saved + (side ? eps : -eps);
      mj_forward(s.m, s.d);
      for (int j = 0; j < nv; j++) {
        slope[nv * i + j] =
            side ? (s.d->qfrc_spring[j] - slope[nv * i + j]) / (2 * eps) : s.d->qfrc_spring[j];
      }
    }
    s.d->qpos[i] = saved;
  }
  mjtNum largest = 0;
  for (int i = 0; i < nv * nv; i++) {
    largest = fmax(largest, fabs(slope[i]));
  }
  for (int i = 0; i < nv; i++) {
    for (int j = 0; j < i; j++) {
      ASSERT_NEAR(slope[nv * i + j] / largest, slope[nv * j + i] / largest, 1e-7);
    }
  }
  free(slope);
  freeScene(s);
}

static void bending_alone_lets_a_sheet_stretch_in_its_plane(void** state) {
  Scene s = cloth("bend");
  for (int v = 0; v < 16; v++) {
    s.d->qpos[3 * v] = .02 * (v / 4);
  }
  mj_forward(s.m, s.d);
  for (int i = 0; i < s.m->nv; i++) {
    ASSERT_NEAR(s.d->qfrc_spring[i], 0, 1e-6);
  }

  // but one vertex out of the plane is pulled back
  s.d->qpos[3 * 5 + 2] = .02;
  mj_forward(s.m, s.d);
  assert_true(s.d->qfrc_spring[3 * 5 + 2] < -1e-4);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(elastic_forces_on_a_free_flex_balance),
      cmocka_unit_test(edges_are_springs_and_dampers),
      cmocka_unit_test(a_rigid_motion_costs_no_force),
      cmocka_unit_test(elastic_forces_are_conservative),
      cmocka_unit_test(bending_alone_lets_a_sheet_stretch_in_its_plane),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

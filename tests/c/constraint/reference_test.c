// Reference accelerations: aref = -b v - k d(r) (r - margin), and what turns with bodies.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"

static void rows_ask_for_a_spring_and_a_damper(void** state) {
  Scene s = mixedScene();
  mj_forward(s.m, s.d);
  const mjData* d = s.d;
  mjtNum* velocity = malloc(d->nefc * sizeof(mjtNum));
  mj_mulJacVec(s.m, s.d, velocity, d->qvel);
  assert_true(farthest(velocity, d->efc_vel, d->nefc) < 1e-12);
  for (int i = d->ne; i < d->nefc; i++) {
    const mjtNum* KBIP = d->efc_KBIP + 4 * i;
    mjtNum expected =
        -KBIP[1] * velocity[i] - KBIP[0] * KBIP[2] * (d->efc_pos[i] - d->efc_margin[i]);
    assert_true(fabs(expected - d->efc_aref[i]) < 1e-9 * (1 + fabs(expected)));
  }
  free(velocity);
  freeScene(s);
}

// A rod that turns about its connected end at w: the end would leave its place with w^2 l, which
// the reference takes back.
static void a_turning_connect_takes_back_its_centripetal_acceleration(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body name='rod'><freejoint/><geom type='capsule' size='.01' fromto='0 0 "
      "0 2 0 0'/></body></worldbody><equality><connect body1='rod' anchor='0 0 0'/></equality>"
      "</mujoco>");
  const mjtNum w = 3;
  // about the rod's end, which is the origin of its body, nothing moves but the rest turns
  s.d->qvel[5] = w;
  mj_forward(s.m, s.d);
  assert_true(fabs(s.d->efc_aref[0]) < 1e-9);
  // the other end as the anchor: J'v has the acceleration -w^2 l along the rod
  s.m->eq_data[0] = 2;
  mj_forward(s.m, s.d);
  mjtNum pull = -s.d->efc_KBIP[0] * s.d->efc_KBIP[2] * s.d->efc_pos[0];
  mjtNum damp = -s.d->efc_KBIP[1] * s.d->efc_vel[0];
  assert_true(fabs(s.d->efc_aref[0] - (pull + damp + w * w * 2)) < 1e-9);
  freeScene(s);
}

// Rows of one cone keep being of that cone when the option changes before they are remade.
static void rows_keep_the_cone_that_they_were_made_with(void** state) {
  static const int integrators[] = {mjINT_EULER, mjINT_DISCRETE};
  for (int k = 0; k < 4; k++) {
    Scene s = loadScene(
        "<mujoco><worldbody><geom type='plane' size='1 1 1' surfacevel='1 2 0 0 0 3'/>"
        "<body pos='0 0 .09'><freejoint/><geom size='.1' adhesion='5' condim='6'/></body>"
        "</worldbody></mujoco>");
    s.m->opt.integrator = integrators[k / 2];
    s.m->opt.cone = k % 2 ? mjCONE_ELLIPTIC : mjCONE_PYRAMIDAL;
    mj_forward(s.m, s.d);
    assert_int_equal(s.d->nefc, k % 2 ? 6 : 10);
    mjtNum velocity[10], reference[10], scale[10], force[6], changed[6];
    size_t bytes = (size_t)s.d->nefc * sizeof(mjtNum);
    memcpy(velocity, s.d->efc_vel, bytes);
    memcpy(reference, s.d->efc_aref, bytes);
    memcpy(scale, s.d->efc_R, bytes);
    mj_contactForce(s.m, s.d, 0, force);
    s.m->opt.cone = k % 2 ? mjCONE_PYRAMIDAL : mjCONE_ELLIPTIC;
    mj_contactForce(s.m, s.d, 0, changed);
    assert_memory_equal(changed, force, sizeof force);
    mj_forwardSkip(s.m, s.d, mjSTAGE_POS, 1);
    assert_memory_equal(s.d->efc_vel, velocity, bytes);
    assert_memory_equal(s.d->efc_aref, reference, bytes);
    assert_memory_equal(s.d->efc_R, scale, bytes);
    freeScene(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_ask_for_a_spring_and_a_damper),
      cmocka_unit_test(a_turning_connect_takes_back_its_centripetal_acceleration),
      cmocka_unit_test(rows_keep_the_cone_that_they_were_made_with),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

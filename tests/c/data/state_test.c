// State vectors: sizes, round trips, errors, and that a saved state repeats the future to the bit.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/error.h"
#include "bodies_support.h"

static Scene stateScene(void) {
  return loadScene(
      "<mujoco><size nuserdata='3' nkey='2'/><worldbody><geom type='plane' size='1 1 1'/><body "
      "pos='0 0 .2'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
      "<body name='h' pos='0 1 1'><joint name='j'/><geom size='.1' pos='.2 0 0'/></body><body "
      "mocap='true'/></worldbody>"
      "<equality><connect body1='h' anchor='0 0 1' active='false'/></equality>"
      "<actuator><general joint='j' dyntype='filter' dynprm='.1' "
      "gainprm='2'/></actuator></mujoco>");
}

static void sizes_add_up(void** state) {
  Scene s = stateScene();
  int sum = 0;
  for (int i = 0; i < mjNSTATE; i++) {
    sum += mj_stateSize(s.m, 1 << i);
  }
  assert_int_equal(sum, mj_stateSize(s.m, mjSTATE_INTEGRATION));
  assert_int_equal(mj_stateSize(s.m, mjSTATE_PHYSICS), s.m->nq + s.m->nv + s.m->na);
  assert_int_equal(mj_stateSize(s.m, mjSTATE_FULLPHYSICS), 1 + s.m->nq + s.m->nv + s.m->na);
  assert_int_equal(mj_stateSize(s.m, mjSTATE_USER), s.m->nu + s.m->nv + 6 * s.m->nbody + s.m->neq +
                                                        7 * s.m->nmocap + s.m->nuserdata);
  assert_int_equal(mj_stateSize(s.m, 0), 0);
  freeScene(s);
}

static void a_saved_state_repeats_the_future_to_the_bit(void** state) {
  Scene s = stateScene();
  int size = mj_stateSize(s.m, mjSTATE_INTEGRATION);
  mjtNum* saved = malloc(size * sizeof(mjtNum));
  mjtNum* first = malloc(size * sizeof(mjtNum));
  mjtNum* second = malloc(size * sizeof(mjtNum));
  s.d->ctrl[0] = .4;
  for (int i = 0; i < 100; i++) {
    mj_step(s.m, s.d);
  }
  s.d->eq_active[0] = 1;
  s.d->userdata[1] = 7;
  mj_getState(s.m, s.d, saved, mjSTATE_INTEGRATION);
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < 100; i++) {
      mj_step(s.m, s.d);
    }
    mj_getState(s.m, s.d, k ? second : first, mjSTATE_INTEGRATION);
    mj_resetData(s.m, s.d);
    mj_setState(s.m, s.d, saved, mjSTATE_INTEGRATION);
  }
  assert_memory_equal(first, second, size * sizeof(mjtNum));
  assert_int_equal(s.d->eq_active[0], 1);
  free(saved);
  free(first);
  free(second);
  freeScene(s);
}

static void extracting_gives_what_reading_does(void** state) {
  Scene s = stateScene();
  shake(s, 1, 1);
  int part = mjSTATE_QVEL | mjSTATE_EQ_ACTIVE | mjSTATE_USERDATA;
  int size = mj_stateSize(s.m, mjSTATE_INTEGRATION);
  mjtNum* all = malloc(size * sizeof(mjtNum));
  mjtNum expected[40], got[40];
  mj_getState(s.m, s.d, all, mjSTATE_INTEGRATION);
  mj_getState(s.m, s.d, expected, part);
  mj_extractState(s.m, all, mjSTATE_INTEGRATION, got, part);
  assert_memory_equal(expected, got, mj_stateSize(s.m, part) * sizeof(mjtNum));

  mjData* other = mj_makeData(s.m);
  mj_copyState(s.m, s.d, other, mjSTATE_INTEGRATION);
  assert_memory_equal(s.d->qpos, other->qpos, s.m->nq * sizeof(mjtNum));
  mj_deleteData(other);
  free(all);
  freeScene(s);
}

static void keyframes_store_and_restore(void** state) {
  Scene s = stateScene();
  shake(s, 1, 1);
  s.d->time = 3;
  s.d->ctrl[0] = .6;
  s.d->mocap_pos[1] = 4;
  mjtNum qpos[20];
  memcpy(qpos, s.d->qpos, s.m->nq * sizeof(mjtNum));
  mj_setKeyframe(s.m, s.d, 1);
  mj_resetDataKeyframe(s.m, s.d, 1);
  assert_near(qpos, s.d->qpos, (int)s.m->nq, 1e-15);
  assert_float_equal(s.d->time, 3, 0);
  assert_float_equal(s.d->ctrl[0], .6, 0);
  assert_float_equal(s.d->mocap_pos[1], 4, 0);
  freeScene(s);
}

typedef struct Call_ {
  Scene scene;
  int signature;
} Call;

static void size(void* context) {
  Call* call = context;
  mj_stateSize(call->scene.m, call->signature);
}

static void extractMore(void* context) {
  Call* call = context;
  mjtNum src[100] = {0}, dst[100];
  mj_extractState(call->scene.m, src, mjSTATE_QPOS, dst, mjSTATE_QPOS | mjSTATE_QVEL);
}

static void extractFromNothing(void* context) {
  Call* call = context;
  mj_extractState(call->scene.m, NULL, -1, NULL, 0);
}

static void storeBeyond(void* context) {
  Call* call = context;
  mj_setKeyframe(call->scene.m, call->scene.d, 2);
}

static void invalid_requests_are_errors(void** state) {
  Call call = {stateScene(), -1};
  assert_false(lb_protect(size, &call));
  call.signature = 1 << mjNSTATE;
  assert_false(lb_protect(size, &call));
  assert_non_null(strstr(lb_lastError(), "invalid state signature"));
  assert_false(lb_protect(extractMore, &call));
  assert_false(lb_protect(extractFromNothing, &call));
  assert_non_null(strstr(lb_lastError(), "mj_extractState: invalid srcsig -1 < 0"));
  assert_false(lb_protect(storeBeyond, &call));
  freeScene(call.scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sizes_add_up),
      cmocka_unit_test(a_saved_state_repeats_the_future_to_the_bit),
      cmocka_unit_test(extracting_gives_what_reading_does),
      cmocka_unit_test(keyframes_store_and_restore),
      cmocka_unit_test(invalid_requests_are_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

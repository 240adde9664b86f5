// mju_threadpool: threads come and go with mjData, and change no bit of what a step computes.

#include "data/threadpool.h"
#include "api/limber.h"
#include "base/memory.h"
#include "check.h"
#include "constraint/scenes_support.h"
#include "data/stack.h"
#include "threads_support.h"

static void threads_stay_until_they_are_ended(void** state) {
  Scene s = loadScene("<mujoco/>");
  size_t blocks = lb_liveBlocks();
  const int counts[] = {1, 2, 3, 2, 0, -1, 4};
  for (int i = 0; i < (int)(sizeof counts / sizeof *counts); i++) {
    mju_threadpool(s.d, counts[i]);
    assert_int_equal(s.d->threadpool != 0, counts[i] > 0);
    assert_int_equal(lb_threadCount(s.d), counts[i] > 1 ? counts[i] : 1);
    mj_resetData(s.m, s.d);
    assert_int_equal(lb_threadCount(s.d), counts[i] > 1 ? counts[i] : 1);
    mj_step(s.m, s.d);
  }
  mjData* copy = mj_copyData(NULL, s.m, s.d);
  assert_int_equal(copy->threadpool, 0);
  mju_threadpool(copy, 2);
  uintptr_t pool = copy->threadpool;
  mj_copyData(copy, s.m, s.d);
  assert_true(copy->threadpool == pool);
  mj_deleteData(copy);
  mju_threadpool(s.d, 0);
  assert_int_equal(lb_liveBlocks(), blocks);
  freeScene(s);
}

enum { ITEMS = 1000 };

typedef struct Job_ {
  int result[ITEMS];
  int failing;  // item that raises an error, or gives a warning
  bool warns;
} Job;

static void squares(const mjModel* m, mjData* own, void* context, int first, int end) {
  Job* job = context;
  for (int i = first; i < end; i++) {
    mj_markStack(own);
    int* number = mj_stackAllocInt(own, 1 + (size_t)i % 7);
    *number = i;
    if (i == job->failing && job->warns) {
      mj_warning(own, mjWARN_BADQPOS, 0);
    } else if (i == job->failing) {
      lb_error("item %d", i);
    }
    job->result[i] = *number * *number;
    mj_freeStack(own);
  }
}

static void each_item_is_done_once_with_a_stack_of_its_own(void** state) {
  Scene s = loadScene("<mujoco/>");
  mju_threadpool(s.d, 3);
  for (int grain = 1; grain < 2 * ITEMS; grain = 3 * grain + 1) {
    Job job = {.failing = -1};
    assert_true(lb_spread(s.m, s.d, ITEMS, grain, squares, &job));
    for (int i = 0; i < ITEMS; i++) {
      assert_int_equal(job.result[i], i * i);
    }
    assert_int_equal(s.d->pstack, 0);
  }
  freeScene(s);
}

// What depends on the order is left to one thread, and nothing of it is to be seen before.
static void errors_and_warnings_are_for_one_thread(void** state) {
  Scene s = loadScene("<mujoco/>");
  mju_threadpool(s.d, 3);
  for (int i = 0; i < 200; i++) {
    Job job = {.failing = 5 * i, .warns = i % 2};
    assert_false(lb_spread(s.m, s.d, ITEMS, 1, squares, &job));
    assert_int_equal(s.d->warning[mjWARN_BADQPOS].number, 0);
    assert_int_equal(s.d->pstack, 0);
    Job good = {.failing = -1};
    assert_true(lb_spread(s.m, s.d, ITEMS, 1, squares, &good));
  }
  freeScene(s);
}

static void compareWithOneThread(const mjModel* m, int steps) {
  for (int threads = 1; threads <= 3; threads++) {
    mjData *one = mj_makeData(m), *many = mj_makeData(m);
    mju_threadpool(many, threads);
    for (int i = 0; i < steps; i++) {
      for (int k = 0; k < m->nu; k++) {
        one->ctrl[k] = many->ctrl[k] = ((i + 7 * k) % 20 - 10) * .05;
      }
      mj_step(m, one);
      mj_step(m, many);
      assertSameData(m, one, many);
    }
    mj_deleteData(many);
    mj_deleteData(one);
  }
}

static void robots_on_a_plane_move_as_with_one_thread(void** state) {
  char* text = robotsText(12, "20M");
  Scene s = loadScene(text);
  for (int solver = mjSOL_PGS; solver <= mjSOL_NEWTON; solver++) {
    s.m->opt.solver = solver;
    compareWithOneThread(s.m, 120);
  }
  s.m->opt.solver = mjSOL_NEWTON;
  s.m->opt.integrator = mjINT_RK4;
  compareWithOneThread(s.m, 40);
  s.m->opt.integrator = mjINT_IMPLICITFAST;
  compareWithOneThread(s.m, 40);
  s.m->opt.enableflags |= mjENBL_SLEEP;
  compareWithOneThread(s.m, 200);
  freeScene(s);
  free(text);
}

// Robots with motors on a plane. root: attributes of their bodies; rest: what follows the
// actuators.
static Scene drivenScene(const char* root, const char* rest) {
  static char text[20000];
  char *at = text, *end = text + sizeof text;
  at += snprintf(at, end - at,
                 "<mujoco><option timestep='.005' integrator='implicitfast'/>"
                 "<size memory='20M'/><worldbody><geom type='plane' size='9 9 1'/>");
  for (int i = 0; i < 14; i++) {
    at += snprintf(at, end - at,
                   "<body pos='%d %d .3' %s><freejoint/><geom type='box' size='.2 .1 .05'/>"
                   "<body pos='.2 .1 0'><joint name='a%d' axis='0 1 0' damping='.1'/>"
                   "<geom type='capsule' fromto='0 0 0 .1 0 -.3' size='.03'/></body>"
                   "<body pos='-.2 0 0'><joint name='b%d' axis='0 1 0' stiffness='2' "
                   "actuatorgravcomp='true' range='-20 20' actuatorfrcrange='-2 2'/>"
                   "<geom type='capsule' fromto='0 0 0 0 0 -.3' size='.03'/></body></body>",
                   i % 5, i / 5, root, i, i);
  }
  at += snprintf(at, end - at, "</worldbody><actuator>");
  for (int i = 0; i < 14; i++) {
    at += snprintf(at, end - at,
                   "<motor joint='a%d' gear='3'/><position joint='b%d' kp='5' kv='.2' "
                   "timeconst='.03'/>",
                   i, i);
  }
  snprintf(at, end - at, "</actuator>%s</mujoco>", rest);
  return loadScene(text);
}

static void driven_robots_move_as_with_one_thread(void** state) {
  Scene s = drivenScene("", "");
  compareWithOneThread(s.m, 120);
  s.m->opt.integrator = mjINT_RK4;
  compareWithOneThread(s.m, 20);
  freeScene(s);
  // passive forces that actuation needs, and that need it
  s = drivenScene("gravcomp='.5'",
                  "<tendon><fixed damping='.3'><joint joint='a0' coef='1'/>"
                  "<joint joint='b3' coef='2'/></fixed></tendon>");
  compareWithOneThread(s.m, 120);
  freeScene(s);
}

static void controls_are_those_of_the_moment_when_forces_are_made(void** state) {
  Scene s = drivenScene("", "");
  mjData* one = mj_makeData(s.m);
  mju_threadpool(s.d, 2);
  mjData* both[2] = {one, s.d};
  for (int i = 0; i < 90; i++) {
    for (int k = 0; k < 2; k++) {
      mj_step1(s.m, both[k]);
      both[k]->ctrl[i % s.m->nu] = sin(i);
      mj_step2(s.m, both[k]);
    }
    assertSameData(s.m, one, s.d);
    // once, a control that is no number
    one->ctrl[5] = s.d->ctrl[5] = i == 60 ? NAN : cos(i);
    mj_step(s.m, one);
    mj_step(s.m, s.d);
    assertSameData(s.m, one, s.d);
  }
  assert_int_equal(one->warning[mjWARN_BADCTRL].number, 1);
  mj_deleteData(one);
  freeScene(s);
}

static void a_stage_that_is_called_alone_computes_all_of_it(void** state) {
  Scene s = drivenScene("", "");
  mjData* one = mj_makeData(s.m);
  mju_threadpool(s.d, 2);
  mjData* both[2] = {one, s.d};
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < 60; i++) {
      mj_step(s.m, both[k]);
    }
    // joint a0
    both[k]->qpos[7] += .2;
    mj_fwdPosition(s.m, both[k]);
  }
  assert_true(fabs(one->actuator_length[0] - 3 * one->qpos[7]) < 1e-12);
  assertSameData(s.m, one, s.d);
  mj_deleteData(one);
  freeScene(s);
}

static void every_kind_of_row_moves_as_with_one_thread(void** state) {
  Scene s = mixedScene();
  compareWithOneThread(s.m, 100);
  freeScene(s);
  s = wallScene();
  compareWithOneThread(s.m, 30);
  freeScene(s);
}

// Each item in one share, in order; each share of one thread.
static void assertAllOnce(const mjData* d, const lbShares* shares, int count) {
  assert_int_equal(shares->start[0], 0);
  assert_int_equal(shares->start[shares->count], count);
  for (int k = 0; k < shares->count; k++) {
    assert_true(shares->start[k] <= shares->start[k + 1]);
    assert_in_range(shares->home[k], 0, lb_threadCount(d) - 1);
    // of empty ones and the next, which begin alike, any
    assert_int_equal(shares->start[lb_shareAt(shares, shares->start[k])], shares->start[k]);
  }
}

static void even_shares_are_all_items_once_and_none_is_left_out(void** state) {
  Scene s = loadScene("<mujoco/>");
  mju_threadpool(s.d, 3);
  for (int count = 1; count < 400; count += count / 3 + 1) {
    for (int parts = 1; parts <= lbMOST_SHARES; parts += parts / 2 + 1) {
      lbShares shares = {0};
      lb_addEvenShares(s.d, &shares, count, parts);
      assert_int_equal(shares.count, parts);
      assertAllOnce(s.d, &shares, count);
      for (int k = 1; k < parts; k++) {
        assert_true(shares.home[k] >= shares.home[k - 1]);
      }
    }
  }
  freeScene(s);
}

static int bodyAt(const mjModel* m, const mjData* d, const void* context, int item) {
  return ((const int*)context)[item];
}

// Items of ascending bodies are cut where another thread's bodies begin; where bodies alternate
// there is no room for all the cuts, and one thread has to do it.
static void shares_are_cut_where_the_bodies_of_another_thread_begin(void** state) {
  char* text = robotsText(24, "20M");
  Scene s = loadScene(text);
  mju_threadpool(s.d, 3);
  static int bodies[ITEMS];
  lbShares shares = {0};
  for (int count = 1; count <= ITEMS; count += count / 2 + 1) {
    for (int i = 0; i < count; i++) {
      bodies[i] = (int)((int64_t)i * s.m->nbody / count);
    }
    assert_true(lb_cutShares(s.m, s.d, &shares, count, bodyAt, bodies));
    assertAllOnce(s.d, &shares, count);
    for (int k = 0; k < shares.count; k++) {
      for (int i = shares.start[k]; i < shares.start[k + 1]; i++) {
        assert_int_equal(lb_homeOf(s.m, s.d, bodies[i]), shares.home[k]);
      }
    }
  }
  for (int i = 0; i < ITEMS; i++) {
    bodies[i] = i % 2 ? 1 : (int)s.m->nbody - 1;
  }
  assert_false(lb_cutShares(s.m, s.d, &shares, ITEMS, bodyAt, bodies));
  assert_int_equal(shares.count, lbMOST_SHARES);
  assert_false(lb_addShare(&shares, ITEMS, 0));
  freeScene(s);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(threads_stay_until_they_are_ended),
      cmocka_unit_test(each_item_is_done_once_with_a_stack_of_its_own),
      cmocka_unit_test(errors_and_warnings_are_for_one_thread),
      cmocka_unit_test(robots_on_a_plane_move_as_with_one_thread),
      cmocka_unit_test(driven_robots_move_as_with_one_thread),
      cmocka_unit_test(controls_are_those_of_the_moment_when_forces_are_made),
      cmocka_unit_test(a_stage_that_is_called_alone_computes_all_of_it),
      cmocka_unit_test(every_kind_of_row_moves_as_with_one_thread),
      cmocka_unit_test(even_shares_are_all_items_once_and_none_is_left_out),
      cmocka_unit_test(shares_are_cut_where_the_bodies_of_another_thread_begin),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// Lists of what is awake, and waking of islands.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"
#include "data/awake.h"

static const char ballsXml[] =
    "<mujoco><option><flag sleep='enable'/></option><worldbody><geom size='.1'/>"
    "<body><freejoint/><geom size='.1'/></body><body pos='1 0 0'><freejoint/><geom size='.1'/>"
    "</body><body pos='2 0 0'><joint/><geom size='.1'/></body></worldbody></mujoco>";

static void sleeping_trees_leave_the_lists(void** state) {
  Scene scene = loadScene(ballsXml);
  mjData* d = scene.d;
  d->tree_asleep[0] = 1;
  d->tree_asleep[1] = 0;
  lb_updateAwake(scene.m, d);
  assert_int_equal(d->ntree_awake, 1);
  assert_int_equal(d->nv_awake, 1);
  assert_int_equal(d->dof_awake_ind[0], 12);

  // the world is static, and listed
  assert_int_equal(d->nbody_awake, 2);
  assert_int_equal(d->body_awake_ind[0], 0);
  assert_int_equal(d->body_awake_ind[1], 3);
  assert_true(lb_treeAsleep(scene.m, d, 1));
  freeScene(scene);
}

static void an_island_wakes_as_a_whole(void** state) {
  Scene scene = loadScene(ballsXml);
  mjData* d = scene.d;
  d->tree_asleep[0] = 1;
  d->tree_asleep[1] = 0;
  d->tree_asleep[2] = 2;
  lb_updateAwake(scene.m, d);
  assert_int_equal(lb_wakeTree(scene.m, d, 1), 2);
  assert_int_equal(lb_wakeTree(scene.m, d, 1), 0);
  assert_int_equal(d->tree_asleep[0], lbJUST_WOKEN);
  assert_true(lb_isAsleep(d, 2));
  assert_int_equal(d->nv_awake, 12);
  freeScene(scene);
}

static void without_the_flag_everything_is_awake(void** state) {
  Scene scene = loadScene(ballsXml);
  scene.d->tree_asleep[2] = 2;
  scene.m->opt.enableflags = 0;
  lb_updateAwake(scene.m, scene.d);
  assert_int_equal(scene.d->nv_awake, 13);
  assert_null(lb_awakeDofs(scene.m, scene.d).item);
  freeScene(scene);
}

static void neighbouring_sleepers_are_met_together(void** state) {
  Scene scene = loadScene(ballsXml);
  mjData* d = scene.d;
  int first, end = 0;
  assert_false(lb_nextSleepers(scene.m, d, &first, &end));
  d->tree_asleep[1] = 1;
  d->tree_asleep[2] = 2;
  end = 0;
  assert_true(lb_nextSleepers(scene.m, d, &first, &end));
  assert_int_equal(first, 1);
  assert_int_equal(end, 3);
  assert_false(lb_nextSleepers(scene.m, d, &first, &end));
  freeScene(scene);
}

static void when_all_sleep_they_are_met_at_once(void** state) {
  Scene scene = loadScene(ballsXml);
  mjData* d = scene.d;
  scene.m->opt.enableflags |= mjENBL_SLEEP;
  for (int t = 0; t < scene.m->ntree; t++) {
    d->tree_asleep[t] = t;
  }
  lb_updateAwake(scene.m, d);
  int first, end = 0;
  assert_true(lb_nextSleepers(scene.m, d, &first, &end));
  assert_int_equal(first, 0);
  assert_int_equal(end, scene.m->ntree);
  assert_false(lb_nextSleepers(scene.m, d, &first, &end));
  freeScene(scene);
}

static void only_listed_dofs_are_copied_and_cleared(void** state) {
  mjtNum to[4] = {1, 1, 1, 1};
  const mjtNum from[4] = {5, 6, 7, 8};
  const int item[2] = {1, 3};
  lb_copyDofs(to, from, (lbIndexList){.item = item, .count = 2});
  assert_memory_equal(to, ((mjtNum[]){1, 6, 1, 8}), sizeof to);
  lb_clearDofs(to, (lbIndexList){.item = item + 1, .count = 1});
  assert_memory_equal(to, ((mjtNum[]){1, 6, 1, 0}), sizeof to);
  lb_copyDofs(to, from, (lbIndexList){.count = 3});
  assert_memory_equal(to, ((mjtNum[]){5, 6, 7, 0}), sizeof to);
  lb_clearDofs(to, (lbIndexList){.count = 2});
  assert_memory_equal(to, ((mjtNum[]){0, 0, 7, 0}), sizeof to);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sleeping_trees_leave_the_lists),
      cmocka_unit_test(an_island_wakes_as_a_whole),
      cmocka_unit_test(neighbouring_sleepers_are_met_together),
      cmocka_unit_test(when_all_sleep_they_are_met_at_once),
      cmocka_unit_test(only_listed_dofs_are_copied_and_cleared),
      cmocka_unit_test(without_the_flag_everything_is_awake),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

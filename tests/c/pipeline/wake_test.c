// Who wakes sleeping trees.

#include "pipeline/wake.h"
#include "check.h"
#include "constraint/scenes_support.h"
#include "data/awake.h"

// Three balls of their own trees, all asleep: the first two in one island.
static Scene sleepers(const char* rest) {
  char xml[2000];
  snprintf(xml, sizeof xml,
           "<mujoco><option><flag sleep='enable'/></option><worldbody>"
           "<body name='a'><joint name='a' type='slide'/><geom size='.1'/></body>"
           "<body name='b' pos='1 0 0'><joint name='b' type='slide'/><geom size='.1'/></body>"
           "<body name='c' pos='2 0 0'><joint name='c' type='slide'/><geom size='.1'/></body>"
           "</worldbody>%s</mujoco>",
           rest);
  Scene s = loadScene(xml);
  s.d->tree_asleep[0] = 1;
  s.d->tree_asleep[1] = 0;
  s.d->tree_asleep[2] = 2;
  lb_updateAwake(s.m, s.d);
  assert_int_equal(s.d->ntree_awake, 0);
  return s;
}

static void assertAsleep(Scene s, bool a, bool b, bool c) {
  assert_int_equal(lb_isAsleep(s.d, 0), a);
  assert_int_equal(lb_isAsleep(s.d, 1), b);
  assert_int_equal(lb_isAsleep(s.d, 2), c);
}

static void a_velocity_or_force_wakes_the_island(void** state) {
  Scene s = sleepers("");
  assert_int_equal(lb_wakePerturbed(s.m, s.d), 0);
  s.d->xfrc_applied[6 * 2 + 5] = 1e-300;
  assert_true(lb_isPushed(s.m, s.d, 1));
  assert_false(lb_isPushed(s.m, s.d, 0));
  assert_int_equal(lb_wakePerturbed(s.m, s.d), 2);
  assertAsleep(s, false, false, true);
  assert_int_equal(s.d->ntree_awake, 2);
  s.d->qvel[2] = -0.0;
  assert_int_equal(lb_wakePerturbed(s.m, s.d), 1);
  freeScene(s);
}

static void an_equality_wakes_the_other_side(void** state) {
  static const char* const ties[] = {
      "<equality><joint joint1='b' joint2='c'/></equality>",
      "<equality><connect body1='b' body2='c' anchor='0 0 0'/></equality>",
      "<tendon><fixed name='t'><joint joint='b' coef='1'/></fixed><fixed name='u'>"
      "<joint joint='c' coef='1'/></fixed></tendon>"
      "<equality><tendon tendon1='t' tendon2='u'/></equality>"};
  for (int i = 0; i < 3; i++) {
    Scene s = sleepers(ties[i]);
    s.d->eq_active[0] = 0;
    assert_int_equal(lb_wakeEqualities(s.m, s.d), 0);

    // both sides asleep, in different islands
    s.d->eq_active[0] = 1;
    assert_int_equal(lb_wakeEqualities(s.m, s.d), 3);

    // one side awake
    s.d->tree_asleep[2] = 2;
    lb_updateAwake(s.m, s.d);
    assert_int_equal(lb_wakeEqualities(s.m, s.d), 1);
    assertAsleep(s, false, false, false);
    freeScene(s);
  }
}

static void an_equality_inside_an_island_lets_it_sleep(void** state) {
  Scene s = sleepers("<equality><joint joint1='a' joint2='b'/></equality>");
  assert_int_equal(lb_wakeEqualities(s.m, s.d), 0);
  assertAsleep(s, true, true, true);
  freeScene(s);
}

static void a_tendon_wakes_at_its_limit_only(void** state) {
  Scene s = sleepers(
      "<tendon><fixed limited='true' range='-1 1' margin='.1'><joint joint='b' coef='1'/>"
      "<joint joint='c' coef='1'/></fixed></tendon>");
  s.d->ten_length[0] = .8;
  assert_int_equal(lb_wakeTendons(s.m, s.d), 0);
  s.d->ten_length[0] = .95;
  assert_int_equal(lb_wakeTendons(s.m, s.d), 3);
  freeScene(s);
}

static void a_contact_wakes_when_the_other_side_is_awake(void** state) {
  Scene s = sleepers("");
  mjContact contact = {.geom = {1, 2}};
  s.d->contact = &contact;
  s.d->ncon = 1;
  assert_int_equal(lb_wakeCollided(s.m, s.d), 0);  // both asleep: they have touched before
  lb_wakeTree(s.m, s.d, 2);
  assert_int_equal(lb_wakeCollided(s.m, s.d), 2);
  assertAsleep(s, false, false, false);
  freeScene(s);
}

static void with_sleep_disabled_nobody_looks(void** state) {
  Scene s = sleepers("");
  s.m->opt.enableflags = 0;
  s.d->qvel[0] = 1;
  assert_int_equal(lb_wakePerturbed(s.m, s.d), 0);
  freeScene(s);
}

// SLEEP-01
static void without_the_flag_all_are_awake(void** state) {
  Scene s = sleepers("");
  s.m->opt.enableflags = 0;
  mj_forward(s.m, s.d);
  assertAsleep(s, false, false, false);
  assert_int_equal(s.d->tree_asleep[0], -11);
  assert_int_equal(s.d->ntree_awake, 3);
  assert_int_equal(s.d->nbody_awake, s.m->nbody);
  assert_int_equal(s.d->nv_awake, s.m->nv);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_velocity_or_force_wakes_the_island),
      cmocka_unit_test(an_equality_wakes_the_other_side),
      cmocka_unit_test(an_equality_inside_an_island_lets_it_sleep),
      cmocka_unit_test(a_tendon_wakes_at_its_limit_only),
      cmocka_unit_test(a_contact_wakes_when_the_other_side_is_awake),
      cmocka_unit_test(with_sleep_disabled_nobody_looks),
      cmocka_unit_test(without_the_flag_all_are_awake),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

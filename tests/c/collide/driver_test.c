// The order of contacts, and the table of pair functions.

#include <string.h>

#include "base/error.h"
#include "collide/pairs_support.h"

// Balls at one place: every pair touches. Body a has two geoms, b one, c one.
static const char xml[] =
    "<mujoco><worldbody><body name='a'><freejoint/><geom name='a1' type='box' size='.1 .1 .1'/>"
    "<geom name='a2' size='.1'/></body><body name='b'><freejoint/><geom name='b1' size='.1'/>"
    "</body><body name='c'><freejoint/><geom name='c1' size='.1'/></body></worldbody>"
    "<contact><pair geom1='c1' geom2='b1'/></contact></mujoco>";

// COMPAT: COL-56, COL-20
static void contacts_come_in_the_order_of_bodies_then_of_geoms(void** state) {
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  // geoms by number: a1 box, a2, b1, c1 balls; the ball goes first
  const int expected[][2] = {{1, 2}, {2, 0}, {1, 3}, {3, 0}, {2, 3}};
  int seen = 0;
  for (int i = 0; i < s.d->ncon; i++) {
    const int *geom = s.d->contact[i].geom, *last = i ? s.d->contact[i - 1].geom : NULL;
    if (last && geom[0] == last[0] && geom[1] == last[1]) {
      continue;
    }
    assert_true(seen < 5);
    assert_int_equal(geom[0], expected[seen][0]);
    assert_int_equal(geom[1], expected[seen][1]);
    seen++;
  }
  assert_int_equal(seen, 5);
  freeScene(s);
}

static void an_explicit_pair_is_not_tested_a_second_time(void** state) {
  Scene s = loadScene(xml);
  mj_forward(s.m, s.d);
  int count = 0;
  for (int i = 0; i < s.d->ncon; i++) {
    count += s.d->contact[i].geom[0] + s.d->contact[i].geom[1] == 5;
  }
  assert_int_equal(count, 1);
  freeScene(s);
}

static int tooMany(const mjModel* m, mjData* d, mjPreContact* con, int g1, int g2, mjtNum margin) {
  return mjMAXCONPAIR + 1;
}

static void forward(void* scene) {
  mj_forward(((Scene*)scene)->m, ((Scene*)scene)->d);
}

static void a_function_that_returns_too_many_contacts_is_an_error(void** state) {
  Scene s = loadScene(xml);
  mjfCollision before = mjCOLLISIONFUNC[mjGEOM_SPHERE][mjGEOM_SPHERE];
  mjCOLLISIONFUNC[mjGEOM_SPHERE][mjGEOM_SPHERE] = tooMany;
  bool passed = lb_protect(forward, &s);
  mjCOLLISIONFUNC[mjGEOM_SPHERE][mjGEOM_SPHERE] = before;
  assert_false(passed);
  assert_non_null(strstr(lb_lastError(), "returned 51 contacts"));
  freeScene(s);
}

static void ignoreMessage(const char* message) {
}

// COMPAT: CONTACT-FULL
static void contacts_without_room_are_one_warning_a_step(void** state) {
  char xml[8000];
  int length = snprintf(xml, sizeof(xml),
                        "<mujoco><size memory='20K'/><worldbody><geom type='plane' size='3 3 "
                        ".1'/><body pos='0 0 .009'><freejoint/>");
  for (int i = 0; i < 100; i++) {
    length += snprintf(xml + length, sizeof(xml) - (size_t)length,
                       "<geom size='.01' pos='%d %d 0'/>", i % 10, i / 10);
  }
  snprintf(xml + length, sizeof(xml) - (size_t)length, "</body></worldbody></mujoco>");
  mju_user_warning = ignoreMessage;
  Scene s = loadScene(xml);
  mj_fwdKinematics(s.m, s.d);
  mj_collision(s.m, s.d);
  mjWarningStat first = s.d->warning[mjWARN_CONTACTFULL];
  mj_collision(s.m, s.d);
  mju_user_warning = NULL;
  assert_true(s.d->ncon > 0 && s.d->ncon < 100);
  assert_int_equal(first.number, 1);
  assert_int_equal(first.lastinfo, s.d->ncon);
  assert_int_equal(s.d->warning[mjWARN_CONTACTFULL].number, 2);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(contacts_come_in_the_order_of_bodies_then_of_geoms),
      cmocka_unit_test(an_explicit_pair_is_not_tested_a_second_time),
      cmocka_unit_test(contacts_without_room_are_one_warning_a_step),
      cmocka_unit_test(a_function_that_returns_too_many_contacts_is_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

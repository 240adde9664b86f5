// What becomes of contacts that were found: parameters, frames and memory.

#include <string.h>

#include "base/error.h"
#include "collide/contact.h"
#include "collide/pairs_support.h"
#include "data/contact_exclude.h"

#define TWO(first, second)                                      \
  "<mujoco><worldbody><body><freejoint/><geom size='.1' " first \
  "/></body><body><freejoint/><geom size='.1' " second "/></body></worldbody></mujoco>"

static void solver_parameters_are_mixed_by_their_weights(void** state) {
  Scene s = loadScene(TWO("solmix='3' solref='.02 1' solimp='.8 .9 .01 .5 2'",
                          "solmix='1' solref='.06 2' solimp='.4 .5 .05 .5 2'"));
  lbContactParam param;
  lb_contactParam(s.m, 0, 1, -1, -1, &param);
  assertClose(param.solref, (mjtNum[]){.03, 1.25}, 2, 1e-12);
  assertClose(param.solimp, (mjtNum[]){.7, .8, .02, .5, 2}, 5, 1e-12);
  freeScene(s);
}

// A direct reference (not positive) is no time constant: of two, the smaller.
static void direct_references_take_the_smaller(void** state) {
  Scene s = loadScene(TWO("solref='-100 -1'", "solref='-300 -.5'"));
  lbContactParam param;
  lb_contactParam(s.m, 0, 1, -1, -1, &param);
  assertClose(param.solref, (mjtNum[]){-300, -1}, 2, 1e-12);
  freeScene(s);
}

static void frames_are_completed_to_right_handed_ones(void** state) {
  Random random = {3};
  for (int t = 0; t < 50; t++) {
    mjtNum frame[9] = {0}, product[9], unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    randomUnit(&random, frame, 3);
    if (t % 2) {
      randomVector(&random, frame + 3, 3);
    }
    lb_makeFrame(frame);
    mju_mulMatMatT(product, frame, frame, 3, 3, 3);
    assertClose(product, unit, 9, 1e-12);
    mjtNum cross[3];
    mju_cross(cross, frame, frame + 3);
    assertClose(cross, frame + 6, 3, 1e-12);
  }
}

// Distances from margin to margin + gap are listed without acting; adhesion pulls there.
static void contacts_in_the_gap_are_excluded_unless_they_stick(void** state) {
  Scene s = loadScene(TWO("", ""));
  const int geom[2] = {0, 1}, none[2] = {-1, -1};
  lbContactParam param = {.condim = 3, .margin = .01, .gap = .02};
  mjPreContact con = {.dist = .015, .normal = {0, 0, 1}};
  lb_appendContact(s.d, &con, &param, geom, none, none, none);
  param.adhesion = 2;
  lb_appendContact(s.d, &con, &param, geom, none, none, none);
  con.dist = .005;
  param.adhesion = 0;
  lb_appendContact(s.d, &con, &param, geom, none, none, none);
  const mjContact* c = s.d->contact;
  assert_int_equal(c[0].exclude, lbEXCLUDE_GAP);
  assert_int_equal(c[1].exclude, lbEXCLUDE_NOT);
  assert_int_equal(c[1].dim, 1);
  assert_int_equal(c[2].exclude, lbEXCLUDE_NOT);
  freeScene(s);
}

static void a_contact_added_by_hand_replaces_what_was_computed_behind_the_contacts(void** state) {
  Scene s = loadScene(TWO("", ""));
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->ncon, 1);
  assert_true(s.d->nefc > 0);
  mjContact con = s.d->contact[0];
  assert_int_equal(mj_addContact(s.m, s.d, &con), 0);
  assert_int_equal(s.d->ncon, 2);
  assert_int_equal(s.d->nefc, 0);
  assert_memory_equal(s.d->contact, s.d->contact + 1, offsetof(mjContact, efc_address));
  freeScene(s);
}

static void appendWithoutNormal(void* context) {
  const Scene* s = context;
  const int geom[2] = {0, 1}, none[2] = {-1, -1};
  lb_appendContact(s->d, &(mjPreContact){.dist = -1}, &(lbContactParam){.condim = 3}, geom, none,
                   none, none);
}

// Nothing reads what was only begun.
static void a_contact_that_is_an_error_does_not_count(void** state) {
  Scene s = loadScene(TWO("", ""));
  mj_collision(s.m, s.d);
  int before = s.d->ncon;
  assert_false(lb_protect(appendWithoutNormal, &s));
  assert_non_null(strstr(lb_lastError(), "xaxis of contact frame undefined"));
  assert_int_equal(s.d->ncon, before);
  freeScene(s);
}

// CON-94: nothing of what lay there before.
static void the_cone_hessian_of_a_new_contact_is_zero(void** state) {
  Scene s = loadScene(TWO("", ""));
  memset(s.d->arena, 0x55, sizeof(mjContact));
  s.d->qpos[0] = .05;
  mj_fwdPosition(s.m, s.d);
  assert_true(s.d->ncon > 0);
  for (int i = 0; i < 36; i++) {
    assert_float_equal(s.d->contact[0].H[i], 0, 0);
  }
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_contact_that_is_an_error_does_not_count),
      cmocka_unit_test(the_cone_hessian_of_a_new_contact_is_zero),
      cmocka_unit_test(solver_parameters_are_mixed_by_their_weights),
      cmocka_unit_test(direct_references_take_the_smaller),
      cmocka_unit_test(frames_are_completed_to_right_handed_ones),
      cmocka_unit_test(contacts_in_the_gap_are_excluded_unless_they_stick),
      cmocka_unit_test(a_contact_added_by_hand_replaces_what_was_computed_behind_the_contacts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

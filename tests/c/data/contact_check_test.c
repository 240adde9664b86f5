// Contacts that programs make or change.

#include "check.h"
#include "constraint/scenes_support.h"

static mjContact changed;

static void addChanged(void* context) {
  const Scene* s = context;
  mj_addContact(s->m, s->d, &changed);
}

static void makeRows(void* context) {
  const Scene* s = context;
  mj_makeConstraint(s->m, s->d);
}

// What a contact names is in the model; without dimensions it has no rows.
static void contacts_that_do_not_fit_the_model_are_refused(void** state) {
  static const struct {
    int dim, geom, flex;
    const char* says;
  } cases[] = {
      {7, 0, -1, "Invalid condim value: 7"},
      {-1, 0, -1, "Invalid condim value: -1"},
      {3, 2, -1, "a contact names geom 2, and there are 2"},
      {3, -1, 0, "a contact names flex 0, and there are 0"},
  };
  Scene s = loadScene(
      "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body><body><freejoint/>"
      "<geom size='.1'/></body></worldbody></mujoco>");
  for (int i = 0; i < 4; i++) {
    mj_forward(s.m, s.d);
    changed = s.d->contact[0];
    changed.dim = cases[i].dim;
    changed.geom[0] = cases[i].geom;
    changed.flex[0] = cases[i].flex;
    ASSERT_SAYS(errorOf(addChanged, &s), cases[i].says);
    assert_int_equal(s.d->ncon, 1);
    s.d->contact[0] = changed;
    ASSERT_SAYS(errorOf(makeRows, &s), cases[i].says);
  }
  mj_forward(s.m, s.d);
  int rows = s.d->nefc;
  changed = s.d->contact[0];
  changed.dim = 0;
  assert_int_equal(mj_addContact(s.m, s.d, &changed), 0);
  mj_makeConstraint(s.m, s.d);
  assert_int_equal(s.d->nefc, rows);
  assert_int_equal(s.d->contact[1].efc_address, -1);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(contacts_that_do_not_fit_the_model_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

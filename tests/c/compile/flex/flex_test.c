// Flexes as work copies: what is refused, counts, what holds them.

#include "compile/compile_support.h"

#define GRID(dim, inside)                                                                         \
  "<worldbody><flexcomp name='f' type='grid' count='3 3 1' spacing='.1 .1 .1' mass='1' dim='" dim \
  "' radius='.01'>" inside "</flexcomp></worldbody>"

static void the_constraint_on_a_flex_is_noted(void** state) {
  static const char* const kinds[] = {"false", "true", "vert", "strain"};
  for (int i = 0; i < 4; i++) {
    char text[512];
    snprintf(text, sizeof text, GRID("2", "<edge equality='%s'/>"), kinds[i]);
    mjModel* m = compiled(text);
    assert_int_equal(m->flex_edgeequality[0], i);
    mj_deleteModel(m);
  }
}

static void parts_of_two_flexes_follow_each_other(void** state) {
  mjModel* m = compiled(
      "<worldbody><flexcomp name='a' type='grid' count='3 3 1' spacing='.1 .1 .1' "
      "mass='1' dim='2' radius='.01'/><flexcomp name='b' type='grid' count='2 2 2' "
      "spacing='.1 .1 .1' mass='1' dim='3' radius='.01'/></worldbody>");
  assert_int_equal(m->flex_vertadr[1], 9);
  assert_int_equal(m->flex_edgeadr[1], m->flex_edgenum[0]);
  assert_int_equal(m->flex_elemadr[1], 8);
  assert_int_equal(m->flex_elemdataadr[1], 24);
  assert_int_equal(m->nflexvert, 9 + 8);
  assert_int_equal(m->nflexelemdata, 24 + 4 * m->flex_elemnum[1]);
  mj_deleteModel(m);
}

static void flexes_without_sense_are_refused(void** state) {
  assertRefused(GRID("2", "<contact condim='2'/>"), "condim");
  assertRefused(
      "<worldbody><body name='b'/></worldbody><deformable><flex name='f' dim='1' body='b' "
      "vertex='0 0 0 1 0 0' element='0 1' texcoord='1'/></deformable>",
      "two texture coordinates per vertex expected");
  assertRefused(GRID("2", "<edge stiffness='1'/>"), "edge stiffness only available for dim=1");
  assertRefused(GRID("2", "<elasticity young='1' poisson='.5'/>"),
                "Poisson ratio must be in [0, 0.5)");
}

static void vertex_constraints_need_a_plane(void** state) {
  assertRefused(
      "<worldbody><body name='w'/></worldbody><worldbody><flexcomp name='f' type='direct' "
      "dim='2' mass='1' radius='.01' point='0 0 0 1 0 0 0 1 0 1 1 1' element='0 1 2 1 3 2'>"
      "<edge equality='vert'/></flexcomp></worldbody>",
      "flex vertices are not in the same plane");
}

// how many warnings a grid gets that says something of its flex
static int warningsOf(const char* attributes, const char* inside) {
  char text[1024], error[500] = "";
  snprintf(text, sizeof text,
           "<mujoco><worldbody><body name='b'><flexcomp name='f' type='grid' count='3 3 1'"
           " spacing='.1 .1 .1' mass='1' dim='2' radius='.01' %s>%s</flexcomp></body></worldbody>"
           "</mujoco>",
           attributes, inside);
  mjSpec* spec = mj_parseXMLString(text, NULL, error, sizeof error);
  mjModel* m = mj_compile(spec, NULL);
  mj_deleteModel(m);
  mj_deleteModel(mj_compile(spec, NULL));
  int count = mjs_numWarnings(spec);
  if (count) {
    assert_non_null(strstr(mjs_getWarning(spec, 0),
                           "flex 'f' is not rigid and has no equality constraints or passive"));
  }
  mj_deleteSpec(spec);
  return count;
}

static void a_flex_that_nothing_holds_together_warns_once(void** state) {
  assert_int_equal(warningsOf("", ""), 1);
  assert_int_equal(warningsOf("", "<elasticity young='1' thickness='.1' elastic2d='none'/>"), 1);
  assert_int_equal(warningsOf("rigid='true'", ""), 0);
  assert_int_equal(warningsOf("", "<edge equality='true'/>"), 0);
  assert_int_equal(warningsOf("", "<edge equality='strain'/>"), 0);
  assert_int_equal(warningsOf("", "<edge damping='1'/>"), 0);
  assert_int_equal(warningsOf("", "<elasticity damping='1'/>"), 0);
  assert_int_equal(warningsOf("", "<elasticity young='1' thickness='.1' elastic2d='bend'/>"), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_constraint_on_a_flex_is_noted),
      cmocka_unit_test(parts_of_two_flexes_follow_each_other),
      cmocka_unit_test(flexes_without_sense_are_refused),
      cmocka_unit_test(vertex_constraints_need_a_plane),
      cmocka_unit_test(a_flex_that_nothing_holds_together_warns_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

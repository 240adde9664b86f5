// The MJCF table: complete, and its rows agree with the fields that they set.

#include "mjcf/schema.h"
#include "mjcf/parse_support.h"

static const lbAttributes* listOf(const lbSchema* element, int list) {
  return list ? &element->groups[list - 1] : &element->attributes;
}

// The places in the field tables leave no gap and no two rows share one.
static void every_place_has_an_attribute_with_a_name_of_its_own(void** state) {
  for (int id = 0; id < LB_ELEM_COUNT; id++) {
    const lbSchema* element = lb_schema((lbElementId)id);
    for (int list = 0; list <= LB_SCHEMA_GROUPS; list++) {
      const lbAttributes* attributes = listOf(element, list);
      for (int i = 0; i < attributes->count; i++) {
        if (!attributes->items[i].name) {
          fail_msg("<%s> has nothing at place %d", element->name, i);
        }
      }
    }
  }
}

static void attributes_are_found_in_groups_too(void** state) {
  const lbSchema* geom = lb_schema(LB_ELEM_GEOM);
  assert_string_equal(lb_schemaAttribute(geom, "friction")->name, "friction");
  assert_int_equal(lb_schemaAttribute(geom, "friction")->minCount, 1);
  assert_int_equal(lb_schemaAttribute(geom, "friction")->maxCount, 3);
  assert_string_equal(lb_schemaAttribute(geom, "euler")->name, "euler");
  assert_null(lb_schemaAttribute(geom, "mocap"));
}

static void a_name_means_what_its_parent_says(void** state) {
  assert_int_equal(lb_schemaChild(LB_ELEM_BODY, "joint"), LB_ELEM_JOINT);
  assert_int_equal(lb_schemaChild(LB_ELEM_EQUALITY, "joint"), LB_ELEM_EQUALITY_JOINT);
  assert_int_equal(lb_schemaChild(LB_ELEM_BODY, "mesh"), -1);
}

// Words, lists and numbers that the tables give; each value is read, and written again.
static void attributes_of_the_field_tables_are_read_and_written(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><worldbody><geom name='g' type='box' size='1 2 3' shellinertia='true' condim='4' "
      "fluidshape='ellipsoid' user='7 8'/><light name='l' type='point' active='false'/>"
      "<camera name='c' output='rgb depth'/><camera name='d' output=''/></worldbody></mujoco>");
  const mjsGeom* geom = mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "g"));
  assert_int_equal(geom->type, mjGEOM_BOX);
  assert_int_equal(geom->typeinertia, mjINERTIA_SHELL);
  assert_float_equal(geom->fluid_ellipsoid, 1, 0);
  assert_int_equal(geom->userdata->count, 2);
  assert_int_equal(mjs_asCamera(mjs_findElement(spec, mjOBJ_CAMERA, "c"))->output,
                   mjCAMOUT_RGB | mjCAMOUT_DEPTH);
  assert_int_equal(mjs_asCamera(mjs_findElement(spec, mjOBJ_CAMERA, "d"))->output, mjCAMOUT_RGB);
  char* text = savedText(spec);
  assert_non_null(strstr(text, "shellinertia=\"true\""));
  assert_non_null(strstr(text, "fluidshape=\"ellipsoid\""));
  assert_non_null(strstr(text, "output=\"rgb depth\""));
  assert_non_null(strstr(text, "active=\"false\""));
  free(text);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_place_has_an_attribute_with_a_name_of_its_own),
      cmocka_unit_test(attributes_are_found_in_groups_too),
      cmocka_unit_test(a_name_means_what_its_parent_says),
      cmocka_unit_test(attributes_of_the_field_tables_are_read_and_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

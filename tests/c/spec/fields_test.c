// The field tables of spec structs: complete, and walked as they say.

#include "mjcf/parse_support.h"

#include "spec/fields.h"

static size_t endOf(const lbField* field) {
  size_t size = field->kind >= LB_FIELD_STRING
                    ? sizeof(void*)
                    : field->count * lb_fieldItemSize((lbFieldKind)field->kind);
  return field->offset + size;
}

// A struct or pointer between two fields is at most as large as its alignment.
static bool isPadding(size_t from, size_t to, const lbField* field) {
  return to >= from &&
         (to - from < sizeof(double) || (field && strncmp(field->name, "plugin", 6) == 0));
}

static void rows_cover_their_structs_but_for_the_handle(void** state) {
  for (int type = 0; type < mjNOBJECT; type++) {
    const lbStruct* layout = lb_structOf((mjtObj)type);
    if (!layout) {
      continue;
    }
    size_t at = sizeof(mjsElement*);
    for (int i = 0; i < layout->fieldCount; i++) {
      const lbField* field = &layout->fields[i];
      // the plugin has a handle of its own before its first field
      if (!isPadding(at, field->offset, field)) {
        fail_msg("%s: nothing is known of the bytes before %s", layout->kind, field->name);
      }
      at = endOf(field);
    }
    assert_true(isPadding(at, layout->publicSize, NULL));
  }
}

static void resetting_gives_the_defaults_and_empties_texts(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><worldbody><geom name='g' size='1' density='7' friction='3' user='1 2'/>"
      "</worldbody></mujoco>");
  mjsGeom* geom = mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "g"));
  mjs_setString(geom->info, "where from");
  const lbStruct* layout = lb_structOf(mjOBJ_GEOM);
  lb_resetFields(layout->fields, layout->fieldCount, geom, layout->defaults);
  assert_float_equal(geom->density, 1000, 0);
  assert_float_equal(geom->friction[1], 0.005, 0);
  assert_int_equal(geom->userdata->count, 0);
  assert_string_equal(mjs_getString(geom->info), "");
  mj_deleteSpec(spec);
}

static void fields_differ_where_one_number_or_letter_does(void** state) {
  mjSpec* spec = parseModel(
      "<mujoco><worldbody><geom name='a' size='1' user='1 2'/><geom name='b' size='1' user='1 2'/>"
      "</worldbody></mujoco>");
  mjsGeom* a = mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "a"));
  mjsGeom* b = mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "b"));
  const lbStruct* layout = lb_structOf(mjOBJ_GEOM);
  for (int i = 0; i < layout->fieldCount; i++) {
    bool isPlace = strcmp(layout->fields[i].name, "info") == 0;  // in the file
    assert_true(isPlace || lb_sameField(&layout->fields[i], a, b));
  }
  mjs_setString(a->info, "");
  mjs_setString(b->info, "");
  b->rgba[3] = 0.25f;
  b->userdata->items[1] = 3;
  int different = 0;
  for (int i = 0; i < layout->fieldCount; i++) {
    different += !lb_sameField(&layout->fields[i], a, b);
  }
  assert_int_equal(different, 2);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_cover_their_structs_but_for_the_handle),
      cmocka_unit_test(resetting_gives_the_defaults_and_empties_texts),
      cmocka_unit_test(fields_differ_where_one_number_or_letter_does),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

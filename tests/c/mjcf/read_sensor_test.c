// Reading of sensors: type, objects, references, parameters.

#include "spec/spec_support.h"

#define SENSOR(content) "<mujoco><sensor>\n" content "</sensor></mujoco>"

static const mjsSensor* firstOf(mjSpec* spec) {
  return mjs_asSensor(mjs_firstElement(spec, mjOBJ_SENSOR));
}

static void the_element_tells_type_and_kinds_of_objects(void** state) {
  static const struct {
    const char* xml;
    int type, objtype, reftype;
  } cases[] = {
      {SENSOR("<gyro site='o'/>"), mjSENS_GYRO, mjOBJ_SITE, mjOBJ_UNKNOWN},
      {SENSOR("<jointpos joint='o'/>"), mjSENS_JOINTPOS, mjOBJ_JOINT, mjOBJ_UNKNOWN},
      {SENSOR("<subtreecom body='o'/>"), mjSENS_SUBTREECOM, mjOBJ_BODY, mjOBJ_UNKNOWN},
      {SENSOR("<camprojection site='o' camera='r'/>"), mjSENS_CAMPROJECTION, mjOBJ_SITE,
       mjOBJ_CAMERA},
      {SENSOR("<framequat objtype='geom' objname='o' reftype='xbody' refname='r'/>"),
       mjSENS_FRAMEQUAT, mjOBJ_GEOM, mjOBJ_XBODY},
      {SENSOR("<distance geom1='o' body2='r'/>"), mjSENS_GEOMDIST, mjOBJ_GEOM, mjOBJ_BODY},
      {SENSOR("<tactile mesh='o' geom='r'/>"), mjSENS_TACTILE, mjOBJ_MESH, mjOBJ_GEOM},
      {SENSOR("<contact subtree1='o' geom2='r'/>"), mjSENS_CONTACT, mjOBJ_XBODY, mjOBJ_GEOM},
      {SENSOR("<rangefinder camera='o'/>"), mjSENS_RANGEFINDER, mjOBJ_CAMERA, mjOBJ_UNKNOWN}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    mjSpec* spec = parseModel(cases[i].xml);
    const mjsSensor* sensor = firstOf(spec);
    assert_int_equal(sensor->type, cases[i].type);
    assert_int_equal(sensor->objtype, cases[i].objtype);
    assert_int_equal(sensor->reftype, cases[i].reftype);
    assert_string_equal(mjs_getString(sensor->objname), "o");
    assert_string_equal(mjs_getString(sensor->refname), cases[i].reftype ? "r" : "");
    mj_deleteSpec(spec);
  }
}

static void contacts_and_rays_have_fields_as_bits(void** state) {
  mjSpec* spec = parseModel(SENSOR("<contact geom1='g'/>"));
  ASSERT_NUMBERS(firstOf(spec)->intprm, 0, 1 << mjCONDATA_FOUND, 0, 1);
  mj_deleteSpec(spec);
  spec =
      parseModel(SENSOR("<contact geom1='g' data='found dist normal' reduce='maxforce' num='4'/>"));
  ASSERT_NUMBERS(firstOf(spec)->intprm, 0,
                 1 << mjCONDATA_FOUND | 1 << mjCONDATA_DIST | 1 << mjCONDATA_NORMAL, 2, 4);
  mj_deleteSpec(spec);
  spec = parseModel(SENSOR("<rangefinder site='s' data='dir depth'/>"));
  assert_int_equal(firstOf(spec)->intprm[0], 1 << mjRAYDATA_DIR | 1 << mjRAYDATA_DEPTH);
  mj_deleteSpec(spec);
}

static void wrong_sensors_are_refused_with_their_place(void** state) {
  static const char* const cases[][2] = {
      {SENSOR("<contact geom1='g' num='0'/>"), "'num' must be positive in sensor"},
      {SENSOR("<contact geom1='g' data='dist found'/>"), "data attributes must be in order: found"},
      {SENSOR("<contact geom1='g' data='found found'/>"), "duplicate keyword: 'found'"},
      {SENSOR("<user/>"), "required attribute missing: 'dim'"},
      {SENSOR("<plugin plugin='mujoco.touch_grid' objtype='site'/>"),
       "objtype is specified but objname is not"},
      {SENSOR("<plugin plugin='mujoco.touch_grid' refname='s'/>"),
       "refname is specified but reftype is not"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char* message = refusalOf(cases[i][0]);
    ASSERT_SAYS(message, cases[i][1]);
    ASSERT_SAYS(message, ", line 2, column ");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_element_tells_type_and_kinds_of_objects),
      cmocka_unit_test(contacts_and_rays_have_fields_as_bits),
      cmocka_unit_test(wrong_sensors_are_refused_with_their_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

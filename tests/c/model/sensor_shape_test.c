// What sensors look at and how many numbers they read.

#include "model/sensor_shape.h"
#include "check.h"
#include "constraint/scenes_support.h"

static void the_size_of_a_reading_follows_from_its_fields(void** state) {
  // found force torque dist pos normal tangent; dist dir origin point normal depth
  assert_int_equal(lb_contactNumbers(0x7f), 1 + 3 + 3 + 1 + 3 + 3 + 3);
  assert_int_equal(lb_contactNumbers(1 << mjCONDATA_FORCE | 1 << mjCONDATA_DIST), 4);
  assert_int_equal(lb_rayNumbers(1 << mjRAYDATA_DIST | 1 << mjRAYDATA_DIR), 4);
  assert_int_equal(lb_rayNumbers(0), 0);
  assert_int_equal(lb_sensorNumbers(mjSENS_FRAMEQUAT), 4);
  assert_int_equal(lb_sensorNumbers(mjSENS_GEOMFROMTO), 6);
  assert_int_equal(lb_sensorNumbers(mjSENS_CONTACT), 0);
  assert_int_equal(lb_sensorNumbers(-1), 0);
  assert_int_equal(lb_sensorNumbers(1000), 0);
}

static void types_of_objects_are_told_by_letters(void** state) {
  assert_int_equal(lb_sensorObject(mjSENS_TOUCH), 'S');
  assert_int_equal(lb_sensorObject(mjSENS_CLOCK), '-');
  assert_int_equal(lb_sensorObject(mjSENS_USER), '*');
  assert_int_equal(lb_sensorObject(mjSENS_USER + 1), 0);
  assert_int_equal(lb_sensorObject(-1), 0);
  assert_true(lb_sensorObjectTypes('F') >> mjOBJ_CAMERA & 1);
  assert_false(lb_sensorObjectTypes('D') >> mjOBJ_CAMERA & 1);
  assert_true(lb_sensorObjectTypes('*') == ~0u);
}

static const char sensorsXml[] =
    "<mujoco><worldbody><body name='b'><joint name='h'/><geom name='g' size='.1'/><site name='s'/>"
    "<camera name='c' resolution='3 2'/><body><joint name='j' type='ball'/><geom size='.1'/></body>"
    "</body></worldbody><sensor><gyro site='s'/><ballquat joint='j'/>"
    "<framepos objtype='geom' objname='g' reftype='site' refname='s'/>"
    "<distance geom1='g' body2='b'/><contact geom1='g' num='2'/>"
    "<camprojection site='s' camera='c'/><rangefinder camera='c' data='dist dir'/>"
    "<insidesite site='s' objtype='body' objname='b'/></sensor></mujoco>";

static void sensors_that_the_compiler_makes_are_sound(void** state) {
  Scene s = loadScene(sensorsXml);
  for (int i = 0; i < s.m->nsensor; i++) {
    assert_true(lb_sensorInside(s.m, i));
  }
  assert_int_equal(s.m->sensor_dim[6], 6 * 4);
  freeScene(s);
}

// A number of a sensor changed by a damaged file.
static void assertUnsound(Scene s, int sensor, int* number, int value) {
  int before = *number;
  *number = value;
  if (lb_sensorInside(s.m, sensor)) {
    fail_msg("sensor %d is taken for sound with %d instead of %d", sensor, value, before);
  }
  *number = before;
}

static void damaged_sensors_are_not(void** state) {
  Scene s = loadScene(sensorsXml);
  mjModel* m = s.m;
  for (int i = 0; i < m->nsensor; i++) {
    assertUnsound(s, i, m->sensor_dim + i, m->sensor_dim[i] + 1);
    assertUnsound(s, i, m->sensor_type + i, 1000);
  }
  assertUnsound(s, 0, m->sensor_objid, 1);
  assertUnsound(s, 0, m->sensor_objid, -1);
  assertUnsound(s, 0, m->sensor_objtype, mjOBJ_GEOM);
  assertUnsound(s, 1, m->sensor_objid + 1, 0);  // a hinge
  assertUnsound(s, 2, m->sensor_refid + 2, 9);
  assertUnsound(s, 2, m->sensor_reftype + 2, mjOBJ_JOINT);
  assertUnsound(s, 3, m->sensor_refid + 3, -1);
  assertUnsound(s, 4, m->sensor_intprm + mjNSENS * 4 + 2, 0);
  assertUnsound(s, 4, m->sensor_objid + 4, -1);
  assertUnsound(s, 4, m->sensor_reftype + 4, mjOBJ_XBODY);  // without a body
  m->sensor_intprm[mjNSENS * 4 + 2] = 0;                    // no slots, although the size agrees
  assertUnsound(s, 4, m->sensor_dim + 4, 0);
  assertUnsound(s, 5, m->sensor_refid + 5, 1);
  assertUnsound(s, 7, m->sensor_refid + 7, -1);
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_size_of_a_reading_follows_from_its_fields),
      cmocka_unit_test(types_of_objects_are_told_by_letters),
      cmocka_unit_test(sensors_that_the_compiler_makes_are_sound),
      cmocka_unit_test(damaged_sensors_are_not),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

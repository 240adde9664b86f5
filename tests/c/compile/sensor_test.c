// Sensors while they are compiled.

#include "compile/compile_support.h"

#define SCENE                                                                                    \
  "<asset><mesh name='t' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset><worldbody><body name='b'>"   \
  "<joint name='j' range='-1 1'/><joint name='k' axis='0 1 0'/><joint name='ball' type='ball'/>" \
  "<geom name='g' size='1'/><geom name='h' size='1'/><site name='s'/></body></worldbody>"

static void sensors_follow_each_other_with_their_sizes(void** state) {
  mjModel* m = compiled(SCENE
                        "<sensor><framepos objtype='site' objname='s'/><ballquat joint='ball'/>"
                        "<jointpos joint='k'/><fromto geom1='g' geom2='h'/></sensor>");
  static const int dim[] = {3, 4, 1, 6}, adr[] = {0, 3, 7, 8};
  assert_memory_equal(m->sensor_dim, dim, sizeof dim);
  assert_memory_equal(m->sensor_adr, adr, sizeof adr);
  assert_int_equal(m->nsensordata, 14);
  mj_deleteModel(m);
}

static void stages_and_kinds_of_data_follow_the_type(void** state) {
  mjModel* m = compiled(SCENE
                        "<sensor><touch site='s'/><gyro site='s'/><framequat objtype='body' "
                        "objname='b'/><framexaxis objtype='body' objname='b'/><accelerometer "
                        "site='s'/></sensor>");
  static const int stage[] = {mjSTAGE_ACC, mjSTAGE_VEL, mjSTAGE_POS, mjSTAGE_POS, mjSTAGE_ACC};
  static const int kind[] = {mjDATATYPE_POSITIVE, mjDATATYPE_REAL, mjDATATYPE_QUATERNION,
                             mjDATATYPE_AXIS, mjDATATYPE_REAL};
  assert_memory_equal(m->sensor_needstage, stage, sizeof stage);
  assert_memory_equal(m->sensor_datatype, kind, sizeof kind);
  mj_deleteModel(m);
}

static void a_sample_buffer_holds_a_time_and_a_reading_for_each_sample(void** state) {
  mjModel* m = compiled(SCENE
                        "<sensor><framepos objtype='site' objname='s' nsample='5'/>"
                        "<jointpos joint='k' nsample='2'/></sensor>");
  assert_int_equal(m->sensor_historyadr[0], 0);
  int head = m->sensor_historyadr[1] - 5 * (1 + 3);
  assert_int_equal(m->nhistory, 2 * head + 5 * (1 + 3) + 2 * (1 + 1));
  mj_deleteModel(m);
}

static void sensors_that_look_at_the_wrong_thing_are_refused(void** state) {
  static const char* const cases[][2] = {
      {"<jointpos joint='ball'/>", "joint must be slide or hinge"},
      {"<ballquat joint='j'/>", "joint must be ball"},
      {"<jointlimitpos joint='k'/>", "joint must be limited"},
      {"<framexaxis objtype='site' objname='s' cutoff='1'/>", "cutoff applied to axis"},
      {"<gyro site='s' noise='-1'/>", "negative noise"},
      {"<gyro site='s' delay='1'/>", "delay > 0 without a history buffer"},
      {"<distance geom1='g' geom2='g'/>", "1st body/geom must be different"},
      {"<gyro site='s' interval='1 -1'/>", "phase must be greater than -period"},
  };
  for (int i = 0; i < 8; i++) {
    char text[1024];
    snprintf(text, sizeof text, SCENE "<sensor>%s</sensor>", cases[i][0]);
    assertRefused(text, cases[i][1]);
  }
}

// SENSOR-DISTANCE-TYPES: distances are between geoms or bodies that are named as such; the frame of
// a body (xbody) is none, although other sensors take it.
static void a_distance_is_not_measured_from_a_body_frame(void** state) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(
      "<mujoco><worldbody><body name='a'><geom size='1'/></body>"
      "<body name='b' pos='3 0 0'><geom size='1'/></body></worldbody>"
      "<sensor><distance name='d' body1='a' body2='b'/></sensor></mujoco>",
      NULL, error, sizeof error);
  mjModel* m = mj_compile(spec, NULL);
  assert_non_null(m);
  mj_deleteModel(m);
  mjs_asSensor(mjs_findElement(spec, mjOBJ_SENSOR, "d"))->objtype = mjOBJ_XBODY;
  assert_null(mj_compile(spec, NULL));
  assert_non_null(strstr(mjs_getError(spec), "sensor must be attached to body or geom"));
  mj_deleteSpec(spec);
}

// Calls may write numbers that no text gives: what is read, how contacts are chosen, how many.
static void what_sensors_read_is_checked_where_calls_wrote_it(void** state) {
  static const struct {
    int parameters[3];
    mjtSensor type;
    mjtObj reference;
    const char* reason;
  } cases[] = {
      {{0, 0, 1}, mjSENS_CONTACT, mjOBJ_UNKNOWN, "data spec (intprm[0]) must be positive"},
      {{255, 0, 1}, mjSENS_CONTACT, mjOBJ_UNKNOWN, "intprm[0]=255 has bits set beyond the first"},
      {{1, -1, 1}, mjSENS_CONTACT, mjOBJ_UNKNOWN, "unknown reduction criterion. got -1"},
      {{1, 4, 1}, mjSENS_CONTACT, mjOBJ_UNKNOWN, "unknown reduction criterion. got 4"},
      {{1, 0, 0}, mjSENS_CONTACT, mjOBJ_UNKNOWN, "num (intprm[2]) must be positive"},
      {{1, 0, 1}, mjSENS_CONTACT, mjOBJ_SITE, "second matching criterion"},
      {{127, 3, 5}, mjSENS_CONTACT, mjOBJ_UNKNOWN, NULL},
      {{64}, mjSENS_RANGEFINDER, mjOBJ_UNKNOWN, "bits set beyond the first mjNRAYDATA"},
      {{63}, mjSENS_RANGEFINDER, mjOBJ_UNKNOWN, NULL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char error[1000] = "";
    mjSpec* spec = mj_parseXMLString("<mujoco>" SCENE "</mujoco>", NULL, error, sizeof error);
    mjsSensor* sensor = mjs_addSensor(spec);
    sensor->type = cases[i].type;
    memcpy(sensor->intprm, cases[i].parameters, sizeof cases[i].parameters);
    sensor->objtype = mjOBJ_SITE;
    mjs_setString(sensor->objname, "s");
    sensor->reftype = cases[i].reference;
    mjs_setString(sensor->refname, cases[i].reference == mjOBJ_SITE ? "s" : "");
    mjModel* m = mj_compile(spec, NULL);
    if (cases[i].reason) {
      assert_null(m);
      assert_non_null(strstr(mjs_getError(spec), cases[i].reason));
    } else {
      assert_non_null(m);
    }
    mj_deleteModel(m);
    mj_deleteSpec(spec);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sensors_follow_each_other_with_their_sizes),
      cmocka_unit_test(stages_and_kinds_of_data_follow_the_type),
      cmocka_unit_test(a_sample_buffer_holds_a_time_and_a_reading_for_each_sample),
      cmocka_unit_test(sensors_that_look_at_the_wrong_thing_are_refused),
      cmocka_unit_test(a_distance_is_not_measured_from_a_body_frame),
      cmocka_unit_test(what_sensors_read_is_checked_where_calls_wrote_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// mujoco.sensor.touch_grid.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "api/limber.h"
#include "base/error.h"
#include "constraint/scenes_support.h"

#define KEY(name, value) "<config key='" name "' value='" value "'/>"

// A heavy ball on the floor, at rest; a site in its middle looks down, turned by `euler`.
static Scene resting(const char* config, const char* euler) {
  char xml[2000];
  snprintf(xml, sizeof xml,
           "<mujoco><extension><plugin plugin='mujoco.sensor.touch_grid'/></extension><worldbody>"
           "<geom type='plane' size='1 1 1'/><body pos='0 0 .0999'><freejoint/>"
           "<geom size='.1' mass='2'/><site name='s' euler='%s'/></body></worldbody><sensor>"
           "<plugin plugin='mujoco.sensor.touch_grid' objtype='site' objname='s'>%s</plugin>"
           "</sensor></mujoco>",
           euler, config);
  Scene s = loadScene(xml);
  for (int i = 0; i < 2000; i++) {
    mj_step(s.m, s.d);
  }
  return s;
}

static void weight_is_felt_in_the_cell_below(void** state) {
  Scene s = resting(KEY("size", "5 3") KEY("fov", "90 45") KEY("nchannel", "3"), "0 0 0");
  assert_int_equal(s.m->nsensordata, 3 * 5 * 3);
  mjtNum sum = 0;
  for (int i = 0; i < 45; i++) {
    sum += fabs(s.d->sensordata[i]);
  }
  mjtNum middle = s.d->sensordata[1 * 5 + 2];
  assert_true(fabs(middle - 2 * 9.81) < .05);
  assert_true(fabs(sum - middle) < 1e-3);
  freeScene(s);
}

// Turned about y by 30 degrees, the floor lies to one side; about x, above or below.
static void cells_follow_the_direction(void** state) {
  const char* euler[] = {"0 30 0", "0 -30 0", "30 0 0", "-30 0 0"};
  const int column[] = {3, 1, 2, 2}, row[] = {2, 2, 1, 3};
  for (int i = 0; i < 4; i++) {
    Scene s = resting(KEY("size", "5 5") KEY("fov", "75 75"), euler[i]);
    for (int k = 0; k < 25; k++) {
      bool hit = k == row[i] * 5 + column[i];
      assert_true(hit ? fabs(s.d->sensordata[k] - 2 * 9.81) < .05
                      : fabs(s.d->sensordata[k]) < 1e-6);
    }
    freeScene(s);
  }
}

static void foveal_cells_are_finer_in_the_middle(void** state) {
  // 12 degrees off: beyond the middle cell when cells are finer there
  Scene even = resting(KEY("size", "3 3") KEY("fov", "60 60"), "0 12 0");
  Scene foveal = resting(KEY("size", "3 3") KEY("fov", "60 60") KEY("gamma", "1"), "0 12 0");
  assert_true(even.d->sensordata[4] > 19 && foveal.d->sensordata[5] > 19);
  freeScene(even);
  freeScene(foveal);
}

static void contacts_outside_the_view_are_not_felt(void** state) {
  Scene s = resting(KEY("size", "3 3") KEY("fov", "40 40"), "0 60 0");
  for (int k = 0; k < 9; k++) {
    assert_true(s.d->sensordata[k] == 0);
  }
  freeScene(s);
}

static void felt_cells_are_drawn(void** state) {
  Scene s = resting(KEY("size", "3 3") KEY("fov", "40 40"), "0 0 0");
  mjvScene scn;
  mjvOption opt;
  mjvCamera cam;
  mjv_defaultScene(&scn);
  mjv_defaultOption(&opt);
  mjv_defaultCamera(&cam);
  mjv_makeScene(s.m, &scn, 100);
  mjv_updateScene(s.m, s.d, &opt, NULL, &cam, mjCAT_ALL, &scn);
  int drawn = 0;
  for (int i = 0; i < scn.ngeom; i++) {
    drawn += scn.geoms[i].objtype == mjOBJ_SENSOR;
  }
  assert_int_equal(drawn, s.d->ncon);
  mjv_freeScene(&scn);
  freeScene(s);
}

static void wrong_configurations_are_refused(void** state) {
  const char* cases[][2] = {
      {KEY("fov", "40 40"), "attribute 'size' is missing"},
      {KEY("size", "3.5 3") KEY("fov", "40 40"), "size must be a whole"},
      {KEY("size", "3 3") KEY("fov", "40 100"), "fov must be two angles"},
      {KEY("size", "3 3") KEY("fov", "40 40") KEY("nchannel", "7"),
       "nchannel must be a whole number from 1 to 6"},
      {KEY("size", "3 3") KEY("fov", "40 40") KEY("gamma", "2"), "gamma must be from 0 to 1"}};
  for (int i = 0; i < 5; i++) {
    char xml[2000], error[1000] = "";
    snprintf(xml, sizeof xml,
             "<mujoco><extension><plugin plugin='mujoco.sensor.touch_grid'/></extension>"
             "<worldbody><site name='s'/></worldbody><sensor><plugin objtype='site' objname='s' "
             "plugin='mujoco.sensor.touch_grid'>%s</plugin></sensor></mujoco>",
             cases[i][0]);
    mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
    mjModel* m = mj_compile(spec, NULL);
    assert_null(m);
    if (!strstr(mjs_getError(spec), cases[i][1])) {
      fail_msg("'%s'", mjs_getError(spec));
    }
    mj_deleteSpec(spec);
  }
}

static void makeData(void* model) {
  mj_deleteData(mj_makeData(model));
}

static void too_little_room_is_refused(void** state) {
  Scene s = resting(KEY("size", "3 3") KEY("fov", "40 40"), "0 0 0");
  s.m->sensor_dim[0]--;
  assert_false(lb_protect(makeData, s.m));
  assert_non_null(strstr(lb_lastError(), "too little room"));
  s.m->sensor_dim[0]++;
  freeScene(s);
}

// The samples of a sensor have as many numbers as its plugin says; what follows lies behind them.
static void samples_have_room_for_all_cells(void** state) {
  mjSpec* spec = mj_parseXMLString(
      "<mujoco><extension><plugin plugin='mujoco.sensor.touch_grid'/></extension><worldbody>"
      "<body><freejoint/><geom size='.1'/><site name='s'/></body></worldbody><sensor>"
      "<plugin name='grid' plugin='mujoco.sensor.touch_grid' objtype='site' objname='s'>" KEY(
          "size", "5 4") KEY("fov", "90 45") "</plugin><clock nsample='2' delay='.002'/>"
                                             "</sensor></mujoco>",
      NULL, NULL, 0);
  mjs_asSensor(mjs_findElement(spec, mjOBJ_SENSOR, "grid"))->nsample = 3;
  mjModel* m = mj_compile(spec, NULL);
  assert_non_null(m);
  assert_int_equal(m->nhistory, 2 + 3 * (1 + 20) + 2 + 2 * (1 + 1));
  assert_int_equal(m->sensor_historyadr[1], 2 + 3 * (1 + 20));
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 10; i++) {
    mj_step(m, d);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(weight_is_felt_in_the_cell_below),
      cmocka_unit_test(cells_follow_the_direction),
      cmocka_unit_test(foveal_cells_are_finer_in_the_middle),
      cmocka_unit_test(contacts_outside_the_view_are_not_felt),
      cmocka_unit_test(felt_cells_are_drawn),
      cmocka_unit_test(wrong_configurations_are_refused),
      cmocka_unit_test(too_little_room_is_refused),
      cmocka_unit_test(samples_have_room_for_all_cells),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

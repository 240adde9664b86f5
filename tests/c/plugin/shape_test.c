// What the signed distance plugins have in common: fields, boxes, meshes, frames.

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
#include "math/random.h"
#include "plugin/shape_support.h"

enum { shapeCount = 5 };

static const char* const shapes[shapeCount] = {
    "mujoco.sdf.torus", "mujoco.sdf.bowl", "mujoco.sdf.bolt", "mujoco.sdf.nut", "mujoco.sdf.gear"};

static void readDefaults(const mjpPlugin* plugin, mjtNum* attributes) {
  const char* value[16];
  for (int i = 0; i < plugin->nattribute; i++) {
    value[i] = "";
  }
  plugin->sdf_attribute(attributes, (const char**)plugin->attributes, value);
}

static mjtNum randomPoint(Random* random, const mjtNum box[6], mjtNum x[3]) {
  randomVector(random, x, 3);
  mjtNum away = 0;
  for (int k = 0; k < 3; k++) {
    x[k] = box[k] + 1.3 * box[3 + k] * x[k];
    mjtNum out = fmax(0, fabs(x[k] - box[k]) - box[3 + k]);
    away += out * out;
  }
  return sqrt(away);
}

static void near_the_surface_no_field_grows_faster_than_the_distance(void** state) {
  Random random = {3};
  for (int s = 0; s < shapeCount; s++) {
    const mjpPlugin* plugin = mjp_getPlugin(shapes[s], NULL);
    assert_non_null(plugin);
    mjtNum attributes[16], box[6];
    readDefaults(plugin, attributes);
    plugin->sdf_aabb(box, attributes);
    for (int i = 0; i < 20000; i++) {
      mjtNum x[3], y[3], step[3];
      randomPoint(&random, box, x);
      randomVector(&random, step, 3);
      mju_addScl3(y, x, step, 1e-3);
      mjtNum a = plugin->sdf_staticdistance(x, attributes);
      mjtNum b = plugin->sdf_staticdistance(y, attributes);
      assert_true(fabs(a) > .1 || fabs(a - b) <= 1.02 * mju_dist3(x, y) + 1e-12);
    }
  }
}

static void boxes_hold_the_shapes(void** state) {
  Random random = {4};
  for (int s = 0; s < shapeCount; s++) {
    const mjpPlugin* plugin = mjp_getPlugin(shapes[s], NULL);
    mjtNum attributes[16], box[6];
    readDefaults(plugin, attributes);
    plugin->sdf_aabb(box, attributes);
    int inside = 0;
    for (int i = 0; i < 20000; i++) {
      mjtNum x[3];
      mjtNum away = randomPoint(&random, box, x);
      mjtNum distance = plugin->sdf_staticdistance(x, attributes);
      inside += distance < 0;
      assert_true(away == 0 || distance > 0);
    }
    assert_true(inside > 100);
  }
}

static void meshes_lie_on_the_surface(void** state) {
  for (int s = 0; s < shapeCount; s++) {
    Scene scene = shapeScene(shapes[s], "", ">", "");
    const mjModel* m = scene.m;
    const mjpPlugin* plugin = mjp_getPlugin(shapes[s], NULL);
    mjtNum attributes[16], largest = 0;
    readDefaults(plugin, attributes);
    for (int i = 0; i < m->mesh_vertnum[0]; i++) {
      mjtNum v[3] = {m->mesh_vert[3 * i], m->mesh_vert[3 * i + 1], m->mesh_vert[3 * i + 2]}, x[3];
      mju_trnVecPose(x, m->mesh_pos, m->mesh_quat, v);
      largest = fmax(largest, fabs(plugin->sdf_staticdistance(x, attributes)));
    }
    assert_true(largest < .02);
    freeScene(scene);
  }
}

static void the_field_is_in_the_frame_of_the_file(void** state) {
  // a bowl's mesh is centred elsewhere; a ball rests on the inside of its bottom, at z = -radius
  Scene s = shapeScene("mujoco.sdf.bowl", "", "pos='0 0 3'>",
                       "<body pos='.3 .1 2.4'><freejoint/><geom name='ball' size='.15'/></body>");
  for (int i = 0; i < 3000; i++) {
    mj_step(s.m, s.d);
  }
  const mjtNum* ball = s.d->xpos + 6;
  mjtNum center[3] = {0, 0, 3};
  assert_true(fabs(mju_dist3(ball, center) - (1 - .02 - .15)) < .02);
  assert_true(ball[2] < 2.3);
  freeScene(s);
}

static const char* wrong;

static void readWrong(void* context) {
  const mjpPlugin* plugin = context;
  mjtNum attributes[16];
  const char* value[16];
  for (int i = 0; i < plugin->nattribute; i++) {
    value[i] = wrong;
  }
  plugin->sdf_attribute(attributes, (const char**)plugin->attributes, value);
}

static void errors_name_the_plugin_the_attribute_and_what_was_expected(void** state) {
  for (int s = 0; s < shapeCount; s++) {
    const mjpPlugin* plugin = mjp_getPlugin(shapes[s], NULL);
    wrong = "wide";
    assert_false(lb_protect(readWrong, (void*)plugin));
    const lbError* error = lb_lastErrorFields();
    assert_non_null(strstr(error->message, shapes[s]));
    assert_string_equal(error->attribute, plugin->attributes[0]);
    assert_string_equal(error->expected, "a number");
    assert_non_null(strstr(error->message, "expected a number"));
    wrong = "-1";
    assert_false(lb_protect(readWrong, (void*)plugin));
    assert_non_null(strstr(lb_lastErrorFields()->message, shapes[s]));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(near_the_surface_no_field_grows_faster_than_the_distance),
      cmocka_unit_test(boxes_hold_the_shapes),
      cmocka_unit_test(meshes_lie_on_the_surface),
      cmocka_unit_test(the_field_is_in_the_frame_of_the_file),
      cmocka_unit_test(errors_name_the_plugin_the_attribute_and_what_was_expected),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

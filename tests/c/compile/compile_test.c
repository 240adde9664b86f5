// Compiling models: what closed-form physics says about the numbers, what the peer refuses, and
// that nothing is left behind on any path.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "api/limber.h"
#include "base/memory.h"
#include "spec/fields.h"

// Compiles the inside of a <mujoco> element; NULL and the message when it is refused.
static mjModel* compile(const char* content, char* error, int errorSize) {
  char xml[8192];
  snprintf(xml, sizeof xml, "<mujoco>%s</mujoco>", content);
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, errorSize);
  if (!spec) {
    return NULL;
  }
  mjModel* m = mj_compile(spec, NULL);
  snprintf(error, (size_t)errorSize, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  return m;
}

static mjModel* mustCompile(const char* content) {
  char error[1024] = "";
  mjModel* m = compile(content, error, sizeof error);
  if (!m) {
    fail_msg("%s: %s", content, error);
  }
  return m;
}

#define ASSERT_NEAR(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

static void a_box_of_geoms_weighs_like_one_box(void** state) {
  // eight cubes of side 1 against one of side 2
  mjModel* parts = mustCompile(
      "<worldbody><body><joint/>"
      "<geom type='box' size='.5 .5 .5' pos='.5 .5 .5'/><geom type='box' size='.5 .5 .5' pos='-.5 "
      ".5 .5'/><geom type='box' size='.5 .5 .5' pos='.5 -.5 .5'/><geom type='box' size='.5 .5 .5' "
      "pos='-.5 -.5 .5'/><geom type='box' size='.5 .5 .5' pos='.5 .5 -.5'/><geom type='box' "
      "size='.5 .5 .5' pos='-.5 .5 -.5'/><geom type='box' size='.5 .5 .5' pos='.5 -.5 -.5'/><geom "
      "type='box' size='.5 .5 .5' pos='-.5 -.5 -.5'/></body></worldbody>");
  mjModel* whole =
      mustCompile("<worldbody><body><joint/><geom type='box' size='1 1 1'/></body></worldbody>");
  ASSERT_NEAR(parts->body_mass[1], whole->body_mass[1], 1e-9);
  for (int k = 0; k < 3; k++) {
    ASSERT_NEAR(parts->body_ipos[3 + k], 0, 1e-12);
    ASSERT_NEAR(parts->body_inertia[3 + k], whole->body_inertia[3 + k], 1e-9);
  }
  mj_deleteModel(parts);
  mj_deleteModel(whole);
}

static void a_mesh_of_a_box_weighs_like_the_box(void** state) {
  mjModel* m = mustCompile(
      "<asset><mesh name='b' vertex='-1 -2 -3 1 -2 -3 -1 2 -3 1 2 -3 -1 -2 3 1 -2 3 -1 2 3 1 2 3'/>"
      "</asset><worldbody><body><joint/><geom type='mesh' mesh='b'/></body><body><joint/>"
      "<geom type='box' size='1 2 3'/></body></worldbody>");
  ASSERT_NEAR(m->body_mass[1] / m->body_mass[2], 1, 1e-9);
  for (int k = 0; k < 3; k++) {
    ASSERT_NEAR(m->body_inertia[3 + k] / m->body_inertia[6 + k], 1, 1e-9);
    ASSERT_NEAR(m->geom_size[k], m->geom_size[3 + k], 1e-6);
  }

  // hull: Euler's formula, and six flat polygons
  const int* graph = m->mesh_graph + m->mesh_graphadr[0];
  assert_int_equal(graph[0], 8);
  assert_int_equal(graph[1], 12);
  assert_int_equal(m->mesh_polynum[0], 6);
  assert_int_equal(m->npolygonmax, 4);
  mj_deleteModel(m);
}

static int facesOfRaisedBox(double raised) {
  char text[512];
  snprintf(text, sizeof text,
           "<asset><mesh name='b' vertex='-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 "
           "1 %.9g'/></asset><worldbody><geom type='mesh' mesh='b'/></worldbody>",
           1 + raised);
  mjModel* m = mustCompile(text);
  int count = m->mesh_polynum[0];
  mj_deleteModel(m);
  return count;
}

static void hull_triangles_that_hardly_differ_in_direction_are_one_polygon(void** state) {
  // measured on the peer: both halves of the top count as upright up to 4.47e-4 rad
  assert_int_equal(facesOfRaisedBox(8.9e-4), 6);
  assert_int_equal(facesOfRaisedBox(9e-4), 7);
}

static void of_two_reasons_the_first_in_the_order_of_passes_is_told(void** state) {
#define MESH "<asset><mesh name='m' vertex='0 0 0 1 0 0'/></asset>"
#define JOINT "<body><joint limited='true' range='1 -1'/><geom size='1'/></body>"
#define MATERIAL "<asset><material name='m' texture='t'/></asset>"
  static const char* cases[][2] = {
      {MESH "<worldbody><geom size='1' material='x'/></worldbody>", "material 'x' not found"},
      {MESH "<contact><pair geom1='x' geom2='y'/></contact>", "geom 'x' not found"},
      {"<worldbody>" JOINT "<body><geom size='0'/></body></worldbody>", "range[0]"},
      {"<worldbody>" JOINT "<site size='0'/></worldbody>", "size 0 must be positive"},
      {"<worldbody><body mocap='true'><joint/><geom size='1'/><camera mode='targetbody' "
       "target='x'/>"
       "</body></worldbody>",
       "mocap body"},
      {"<deformable><skin vertex='0 0 0 1 0 0 0 1 0' face='0 1 2'><bone body='x' bindpos='0 0 0' "
       "bindquat='1 0 0 0' vertid='0 1 2' vertweight='1 1 "
       "1'/></skin></deformable><contact><exclude "
       "body1='y' body2='z'/></contact>",
       "unknown body 'x' in skin"},
      {"<contact><exclude body1='y' body2='z'/></contact><deformable><flex name='f' dim='1' "
       "body='x' vertex='0 0 0 1 0 0' element='0 1'/></deformable>",
       "unknown body 'x' in flex"},
      {"<tendon><fixed><joint joint='x' coef='1'/></fixed></tendon><equality><weld body1='y'/>"
       "</equality>",
       "unknown element 'y' in equality"},
      {MATERIAL "<actuator><motor joint='x'/></actuator>", "unknown transmission target"},
      {MATERIAL "<worldbody><site material='y'/></worldbody>", "material 'y' not found in site"},
      {MATERIAL "<worldbody><body><joint/></body></worldbody>", "texture 't' not found"},
      {"<worldbody><body><joint/></body></worldbody><keyframe><key qpos='1 2'/></keyframe>",
       "mass and inertia of moving bodies"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char error[1024] = "";
    assert_null(compile(cases[i][0], error, sizeof error));
    error[strcspn(error, "\n")] = 0;
    if (!strstr(error, cases[i][1])) {
      fail_msg("%s: '%s' does not say '%s'", cases[i][0], error, cases[i][1]);
    }
  }
}

static void bad_models_are_refused_with_the_reason(void** state) {
  static const char* cases[][2] = {
      {"<worldbody><body><joint/></body></worldbody>",
       "mass and inertia of moving bodies must be larger than mjMINVAL"},
      {"<worldbody><geom size='0'/></worldbody>", "size 0 must be positive in geom"},
      {"<worldbody><geom type='capsule' size='.1' fromto='0 0 0 0 0 0'/></worldbody>",
       "fromto points too close in geom"},
      {"<worldbody><body><joint/><geom type='plane' size='1 1 1'/></body></worldbody>",
       "plane only allowed in static bodies"},
      {"<worldbody><body><joint/><geom size='1'/><body><freejoint/><geom "
       "size='1'/></body></body></worldbody>",
       "free joint can only be used on top level"},
      {"<worldbody><geom size='1' material='none'/></worldbody>",
       "material 'none' not found in geom 0"},
      {"<worldbody><body><joint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 3'/></body>"
       "</worldbody>",
       "inertia must satisfy A + B >= C; use 'balanceinertia' to fix"},
      {"<worldbody><site name='s'/></worldbody><tendon><spatial name='t'><site site='s'/></spatial>"
       "</tendon>",
       "spatial path must contain at least two objects"},
      {"<asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 1 1 0'/></asset>"
       "<worldbody><geom type='mesh' mesh='m'/></worldbody>",
       "coplanar"},
      {"<actuator><motor joint='none'/></actuator>", "unknown transmission target 'none'"},
      {"<sensor><touch site='none'/></sensor>", "unrecognized name 'none' of sensorized object"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char error[1024] = "";
    size_t before = lb_liveBlocks();
    mjModel* m = compile(cases[i][0], error, sizeof error);
    assert_null(m);
    if (!strstr(error, cases[i][1])) {
      fail_msg("%s: '%s' does not say '%s'", cases[i][0], error, cases[i][1]);
    }
    assert_int_equal(lb_liveBlocks(), before);
  }
}

static const char* richModel =
    "<asset><texture name='t' type='2d' builtin='checker' width='8' height='8'/>"
    "<material name='m' texture='t'/><mesh name='b' vertex='-1 -1 -1 1 -1 -1 -1 1 -1 0 0 1'/>"
    "</asset><worldbody><geom type='plane' size='1 1 1' material='m'/><body name='a' pos='0 0 3'>"
    "<joint name='j'/><geom type='mesh' mesh='b'/><site name='s'/></body></worldbody>"
    "<tendon><fixed name='f'><joint joint='j' coef='2'/></fixed></tendon>"
    "<actuator><motor tendon='f'/></actuator><sensor><framepos objtype='site' "
    "objname='s'/></sensor>"
    "<keyframe><key qpos='1'/></keyframe>";

static void compiling_leaves_nothing_behind(void** state) {
  size_t before = lb_liveBlocks();
  mj_deleteModel(mustCompile(richModel));
  assert_int_equal(lb_liveBlocks(), before);
}

static void running_out_of_memory_anywhere_leaves_nothing_behind(void** state) {
  size_t before = lb_liveBlocks(), start = lb_allocationCount();
  mj_deleteModel(mustCompile(richModel));
  size_t calls = lb_allocationCount() - start;
  for (size_t n = 0; n < calls; n += 1 + n / 8) {
    char error[1024] = "";
    lb_failAllocationAfter((int64_t)n);
    mj_deleteModel(compile(richModel, error, sizeof error));
    lb_failAllocationAfter(-1);
    if (lb_liveBlocks() != before) {
      fail_msg("%zu blocks left after the allocation %zu failed", lb_liveBlocks() - before, n);
    }
  }
}

static void options_of_newer_versions_are_refused_by_name(void** state) {
  char error[500];
  assert_null(compile("<option><flag ipc='enable'/></option>", error, sizeof error));
  assert_non_null(strstr(error, "flag 'ipc' is of version 3.14"));
  mj_deleteModel(compile("<option><flag ipc='disable'/></option>", error, sizeof error));
}

// Writes values that a field's enum does not have, and expects their names in the message.
static int tryEnums(mjSpec* s, void* object, const lbField* fields, int count, const char* kind) {
  int tried = 0;
  for (int i = 0; i < count; i++) {
    int last = (int)fields[i].last, values[] = {-1, INT32_MIN, last + 1};
    int* place = (int*)((char*)object + fields[i].offset);
    for (int k = 0; k < 3 && last; k++, tried++) {
      char expected[120];
      snprintf(expected, sizeof expected, "invalid %s in %s: %d, expected 0 to %d", fields[i].name,
               kind, values[k], last);
      int before = *place;
      *place = values[k];
      assert_null(mj_compile(s, NULL));
      *place = before;
      if (!strstr(mjs_getError(s), expected)) {
        fail_msg("%s, expected '%s'", mjs_getError(s), expected);
      }
    }
  }
  return tried;
}

static void values_that_are_none_of_an_enum_are_refused_by_name(void** state) {
  mjSpec* s = mj_makeSpec();
  mjsBody* body = mjs_addBody(mjs_findBody(s, "world"), NULL);
  mjs_addJoint(body, NULL);
  mjs_addGeom(body, NULL);
  mjs_addSite(body, NULL);
  mjs_addCamera(body, NULL);
  mjs_addLight(body, NULL);
  mjs_addFrame(body, NULL);
  mjs_addFlex(s);
  mjs_addMesh(s, NULL);
  mjs_addTexture(s);
  mjs_addEquality(s, NULL);
  mjs_addTendon(s, NULL);
  mjs_addActuator(s, NULL);
  mjs_addSensor(s);
  int count, tried = 0;
  const lbField* settings = lb_specFields(&count);
  tried += tryEnums(s, s, settings, count, "spec");
  for (int type = 0; type <= mjOBJ_FRAME; type++) {
    const lbStruct* shape = lb_structOf(type);
    mjsElement* element = shape ? mjs_firstElement(s, type) : NULL;
    if (element && type == mjOBJ_BODY) {
      element = body->element;
    }
    if (element) {
      tried += tryEnums(s, (char*)element + shape->publicOffset, shape->fields, shape->fieldCount,
                        shape->kind);
    }
  }
  assert_true(tried > 100);
  mj_deleteSpec(s);
}

static void parts_of_compiling_are_timed(void** state) {
  mj_clearCache(mj_getCache());
  mjSpec* s = mj_parseXMLString(
      "<mujoco><asset><texture name='t' type='2d' builtin='flat' width='500' height='500'/>"
      "<mesh name='m' builtin='sphere' params='4'/></asset>"
      "<worldbody><geom type='mesh' mesh='m'/></worldbody></mujoco>",
      NULL, NULL, 0);
  const double* t = mjs_getTimer(s);
  assert_float_equal(t[mjCTIMER_TOTAL], 0, 0);
  mj_deleteModel(mj_compile(s, NULL));
  double meshes = 0;
  for (int i = mjCTIMER_MESH_LOAD; i < mjNCTIMER; i++) {
    assert_true(t[i] > 0);
    meshes += t[i];
  }
  assert_true(t[mjCTIMER_TEXTURE] > 0);
  assert_true(t[mjCTIMER_ASSETS] >= meshes + t[mjCTIMER_TEXTURE] - 1e-6);
  assert_true(t[mjCTIMER_TOTAL] >= t[mjCTIMER_ASSETS]);
  assert_true(t[mjCTIMER_TOTAL] < 60);
  mj_deleteSpec(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_box_of_geoms_weighs_like_one_box),
      cmocka_unit_test(a_mesh_of_a_box_weighs_like_the_box),
      cmocka_unit_test(hull_triangles_that_hardly_differ_in_direction_are_one_polygon),
      cmocka_unit_test(of_two_reasons_the_first_in_the_order_of_passes_is_told),
      cmocka_unit_test(bad_models_are_refused_with_the_reason),
      cmocka_unit_test(compiling_leaves_nothing_behind),
      cmocka_unit_test(running_out_of_memory_anywhere_leaves_nothing_behind),
      cmocka_unit_test(options_of_newer_versions_are_refused_by_name),
      cmocka_unit_test(values_that_are_none_of_an_enum_are_refused_by_name),
      cmocka_unit_test(parts_of_compiling_are_timed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

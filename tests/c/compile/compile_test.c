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

static void a_solid_box_has_the_inertia_of_the_textbook(void** state) {
  mjModel* m = mustCompile(
      "<worldbody><body><joint/><geom type='box' size='1 2 3' mass='12'/></body></worldbody>");
  ASSERT_NEAR(m->body_mass[1], 12, 1e-12);
  ASSERT_NEAR(m->body_inertia[3], 12 * (4 + 9) / 3.0, 1e-12);
  ASSERT_NEAR(m->body_inertia[4], 12 * (1 + 9) / 3.0, 1e-12);
  ASSERT_NEAR(m->body_inertia[5], 12 * (1 + 4) / 3.0, 1e-12);
  mj_deleteModel(m);
}

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

static void the_inverse_weight_of_a_pendulum_is_known(void** state) {
  // point mass 2 at distance 3 from a hinge
  mjModel* m = mustCompile(
      "<worldbody><body><joint axis='0 1 0'/><inertial pos='3 0 0' mass='2' "
      "diaginertia='1e-6 1e-6 1e-6'/></body></worldbody>");
  double inertia = 2 * 9 + 1e-6;
  ASSERT_NEAR(m->dof_M0[0], inertia, 1e-12);
  ASSERT_NEAR(m->dof_invweight0[0], 1 / inertia, 1e-12);
  ASSERT_NEAR(m->body_invweight0[2], 9 / inertia / 3, 1e-12);
  ASSERT_NEAR(m->stat.meaninertia, inertia, 1e-12);
  mj_deleteModel(m);
}

static void angles_are_radians_in_the_model(void** state) {
  mjModel* m =
      mustCompile("<worldbody><body><joint range='-90 45'/><geom size='1'/></body></worldbody>");
  assert_true(m->jnt_limited[0]);
  ASSERT_NEAR(m->jnt_range[0], -mjPI / 2, 1e-15);
  ASSERT_NEAR(m->jnt_range[1], mjPI / 4, 1e-15);
  mj_deleteModel(m);
}

static void damping_ratio_one_is_critical(void** state) {
  mjModel* m = mustCompile(
      "<worldbody><body><joint name='j' type='slide'/><geom size='.1' mass='4'/></body></worldbody>"
      "<actuator><position joint='j' kp='9' dampratio='1'/></actuator>");
  ASSERT_NEAR(m->actuator_biasprm[2], -2 * sqrt(9 * 4), 1e-12);
  mj_deleteModel(m);
}

static void the_length_range_of_a_tendon_is_the_circle_of_its_end(void** state) {
  // LR-08: the tendon's end runs on a circle of radius 1 about a hinge, seen from 3 away
  mjModel* m = mustCompile(
      "<compiler><lengthrange mode='all'/></compiler><worldbody><site name='a' pos='3 0 0'/>"
      "<body><joint axis='0 0 1'/><geom size='.1' pos='1 0 0'/>"
      "<site name='b' pos='.6 .8 0'/></body></worldbody>"
      "<tendon><spatial name='t'><site site='a'/><site site='b'/></spatial></tendon>"
      "<actuator><motor tendon='t'/></actuator>");
  ASSERT_NEAR(m->actuator_lengthrange[0], 2, 0.05);
  ASSERT_NEAR(m->actuator_lengthrange[1], 4, 0.05);
  mj_deleteModel(m);
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
      {"<worldbody><body><joint/><body><freejoint/><geom size='1'/></body></body></worldbody>",
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

static void copying_back_keeps_an_edit(void** state) {
  char error[1024] = "";
  mjSpec* spec = mj_parseXMLString(
      "<mujoco><worldbody><frame pos='1 0 0'><body name='a'><joint name='j' range='0 90'/>"
      "<geom size='1'/></body></frame></worldbody></mujoco>",
      NULL, error, sizeof error);
  assert_non_null(spec);
  mjModel* m = mj_compile(spec, NULL);
  m->geom_size[0] = 2;
  m->body_mass[1] = 7;
  assert_int_equal(mj_copyBack(spec, m), 1);
  mjModel* again = mj_compile(spec, NULL);
  ASSERT_NEAR(again->geom_size[0], 2, 0);
  ASSERT_NEAR(again->body_mass[1], 7, 0);
  ASSERT_NEAR(again->body_pos[3], 1, 0);
  ASSERT_NEAR(again->jnt_range[1], mjPI / 2, 1e-15);
  mj_deleteModel(m);
  mj_deleteModel(again);
  mj_deleteSpec(spec);
}

static void recompiling_keeps_the_state(void** state) {
  char error[1024] = "";
  mjSpec* spec = mj_parseXMLString(
      "<mujoco><worldbody><body><joint name='j'/><geom size='1'/></body></worldbody></mujoco>",
      NULL, error, sizeof error);
  mjModel* m = mj_compile(spec, NULL);
  mjData* d = mj_makeData(m);
  d->qpos[0] = 0.5;
  d->qvel[0] = 2;
  d->time = 3;
  mjsBody* body = mjs_addBody(mjs_findBody(spec, "world"), NULL);
  mjs_addFreeJoint(body);
  mjsGeom* geom = mjs_addGeom(body, NULL);
  geom->size[0] = 1;
  assert_int_equal(mj_recompile(spec, NULL, m, d), 0);
  assert_int_equal(m->nq, 8);
  ASSERT_NEAR(d->qpos[0], 0.5, 0);
  ASSERT_NEAR(d->qvel[0], 2, 0);
  ASSERT_NEAR(d->time, 3, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_solid_box_has_the_inertia_of_the_textbook),
      cmocka_unit_test(a_box_of_geoms_weighs_like_one_box),
      cmocka_unit_test(a_mesh_of_a_box_weighs_like_the_box),
      cmocka_unit_test(hull_triangles_that_hardly_differ_in_direction_are_one_polygon),
      cmocka_unit_test(the_inverse_weight_of_a_pendulum_is_known),
      cmocka_unit_test(angles_are_radians_in_the_model),
      cmocka_unit_test(damping_ratio_one_is_critical),
      cmocka_unit_test(the_length_range_of_a_tendon_is_the_circle_of_its_end),
      cmocka_unit_test(bad_models_are_refused_with_the_reason),
      cmocka_unit_test(compiling_leaves_nothing_behind),
      cmocka_unit_test(running_out_of_memory_anywhere_leaves_nothing_behind),
      cmocka_unit_test(copying_back_keeps_an_edit),
      cmocka_unit_test(recompiling_keeps_the_state),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// Tactile sensors: depths and sliding speeds at the vertices of a mesh, by hand.

#include "check.h"
#include "compile/compile_support.h"
#include "constraint/scenes_support.h"

#include <cmocka.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// A pad of 2 x 2 vertices, of half sizes .1 and .2, that is pressed into `shape`, a geom of a body
// of its own at the origin; the pad's body is at `pos`. Touching is what the pad's ball does.
static Scene padOn(const char* shape, const char* pos) {
  char xml[1500];
  snprintf(xml, sizeof xml,
           "<asset><mesh name='pad' builtin='plate' params='2 2' scale='.1 .2 1'/></asset>"
           "<worldbody><body><geom %s mass='1'/></body>"
           "<body pos='%s'><freejoint/><geom name='ball' size='1' mass='1'/></body></worldbody>"
           "<sensor><tactile geom='ball' mesh='pad'/></sensor>",
           shape, pos);
  Scene scene = {compiled(xml), NULL};
  scene.d = mj_makeData(scene.m);
  mj_forward(scene.m, scene.d);
  assert_true(scene.d->ncon > 0);
  return scene;
}

// The global position of a vertex of the pad.
static void vertexPlace(Scene s, int vertex, mjtNum place[3]) {
  mjtNum local[3];
  mju_f2n(local, s.m->mesh_vert + 3 * vertex, 3);
  mju_mulMatVec(place, s.d->geom_xmat + 9, local, 3, 3);
  mju_addTo3(place, s.d->geom_xpos + 3);
}

static void depth_in_round_shapes_is_what_is_left_of_the_radius(void** state) {
  Scene s = padOn("size='.5'", ".1 0 .3");
  for (int i = 0; i < 4; i++) {
    mjtNum place[3];
    vertexPlace(s, i, place);
    ASSERT_NEAR(s.d->sensordata[i], fmax(0, .5 - mju_norm3(place)), 1e-7);
  }
  freeScene(s);

  s = padOn("type='capsule' size='.5 .3'", ".1 0 .6");
  for (int i = 0; i < 4; i++) {
    mjtNum place[3];
    vertexPlace(s, i, place);
    place[2] -= .3;
    ASSERT_NEAR(s.d->sensordata[i], fmax(0, .5 - mju_norm3(place)), 1e-7);
  }
  freeScene(s);

  s = padOn("type='cylinder' size='.5 .3'", ".1 0 .25");
  for (int i = 0; i < 4; i++) {
    mjtNum place[3];
    vertexPlace(s, i, place);
    ASSERT_NEAR(s.d->sensordata[i], fmax(0, fmin(.3 - place[2], .5 - hypot(place[0], place[1]))),
                1e-7);
  }
  freeScene(s);
}

static void depth_in_an_ellipsoid_is_exact_on_its_axes(void** state) {
  Scene s = padOn("type='ellipsoid' size='1 1 .5'", "0 .05 .3");
  int onAxis = 0;
  for (int i = 0; i < 4; i++) {
    mjtNum place[3];
    vertexPlace(s, i, place);
    if (hypot(place[0], place[1]) < 1e-6) {
      ASSERT_NEAR(s.d->sensordata[i], .5 - place[2], 1e-6);
      onAxis++;
    }
  }
  assert_int_equal(onAxis, 2);
  freeScene(s);
}

// TACTILE-BOX-DEPTH: n^2 sqrt(sum 1 / d_i^2) with the distances d_i to the faces, the nearest n.
static void depth_in_a_box_counts_all_faces(void** state) {
  Scene s = padOn("type='box' size='.5 .5 .5'", "0 0 .4");
  for (int i = 0; i < 4; i++) {
    mjtNum place[3], sum = 0, nearest = 1;
    vertexPlace(s, i, place);
    for (int k = 0; k < 3; k++) {
      mjtNum d = .5 - fabs(place[k]);
      nearest = fmin(nearest, d);
      sum += 1 / (d * d);
    }
    assert_true(s.d->sensordata[i] > nearest * 1.01);
    ASSERT_NEAR(s.d->sensordata[i], nearest * nearest * sqrt(sum), 1e-7);
  }
  freeScene(s);
}

// TACTILE-TANGENTS: sliding is measured along the tangents as the mesh has them, turned by the
// rotation of the mesh into its principal axes, not by that of the body.
static void sliding_speeds_are_taken_along_tangents_that_do_not_turn_with_the_body(void** state) {
  Scene s = padOn("size='.5'", "0 0 .3");
  const mjtNum quarter[4] = {sqrt(.5), 0, 0, sqrt(.5)};
  mju_copy(s.d->qpos + 3, quarter, 4);
  s.d->qvel[0] = 2;
  s.d->qvel[1] = -3;
  mj_forward(s.m, s.d);
  for (int i = 0; i < 4; i++) {
    for (int k = 1; k < 3; k++) {
      mjtNum tangent[3], direction[3];
      mju_f2n(tangent, s.m->mesh_normal + 9 * i + 3 * k, 3);
      mju_rotVecQuat(direction, tangent, s.m->mesh_quat);
      ASSERT_NEAR(s.d->sensordata[4 * k + i], fabs(mju_dot3(direction, s.d->qvel)), 1e-6);
    }
  }
  mjtNum speeds[2] = {s.d->sensordata[4], s.d->sensordata[8]};
  assert_true(fabs(speeds[0] - speeds[1]) > .5);

  // the same without the turn
  const mjtNum none[4] = {1, 0, 0, 0};
  mju_copy(s.d->qpos + 3, none, 4);
  mj_forward(s.m, s.d);
  ASSERT_NUMBERS(speeds, 1e-6, s.d->sensordata[4], s.d->sensordata[8]);
  freeScene(s);
}

static void what_does_not_touch_is_not_felt(void** state) {
  Scene s = loadScene(
      "<mujoco><asset><mesh name='pad' builtin='plate' params='2 2'/></asset><worldbody>"
      "<body><geom size='.5' contype='0' conaffinity='0'/></body>"
      "<body><freejoint/><geom name='ball' size='1'/></body></worldbody>"
      "<sensor><tactile geom='ball' mesh='pad'/></sensor></mujoco>");
  mj_forward(s.m, s.d);
  assert_int_equal(s.m->sensor_dim[0], 12);
  for (int i = 0; i < 12; i++) {
    assert_true(s.d->sensordata[i] == 0);
  }
  freeScene(s);
}

// COMPAT: TACTILE-BOX-DEPTH
static void depths_in_a_box_count_relative_to_its_sides(void** state) {
  const char* turns[] = {"", "euler='20 30 40'"};
  for (int k = 0; k < 2; k++) {
    char xml[900];
    snprintf(xml, sizeof(xml),
             "<mujoco><asset><mesh name='m' builtin='sphere' params='2' scale='.1 .1 .1'/></asset>"
             "<worldbody><body><joint type='slide'/><geom type='box' size='.3 .2 .1' %s/></body>"
             "<body pos='.05 .03 .08'><freejoint/><geom name='g' type='mesh' mesh='m'/></body>"
             "</worldbody><sensor><tactile geom='g' mesh='m'/></sensor></mujoco>",
             turns[k]);
    Scene s = loadScene(xml);
    mj_forward(s.m, s.d);
    int count = s.m->sensor_dim[0] / 3, inside = 0;
    const mjtNum *size = s.m->geom_size, *mat = s.d->geom_xmat;
    for (int i = 0; i < count; i++) {
      mjtNum point[3], local[3], least = INFINITY, inverse = 0;
      for (int a = 0; a < 3; a++) {
        point[a] = s.m->mesh_vert[3 * i + a];
      }
      mju_mulMatVec3(point, s.d->geom_xmat + 9, point);
      mju_addTo3(point, s.d->geom_xpos + 3);
      mju_subFrom3(point, s.d->geom_xpos);
      mju_mulMatTVec3(local, mat, point);
      for (int a = 0; a < 3; a++) {
        mjtNum d = size[a] - fabs(local[a]);
        least = d <= 0 ? 0 : fmin(least, d * d / size[a]);
        inverse += size[a] * size[a] / (d * d);
      }
      assert_true(fabs(s.d->sensordata[i] - least * sqrt(inverse)) < 1e-9);
      inside += least > 0;
    }
    assert_int_equal(inside, 97);
    mjtNum most = 0;
    for (int i = 0; i < count; i++) {
      most = fmax(most, s.d->sensordata[i]);
    }
    assert_true(fabs(most - (k ? 0.2026315752389622 : 0.22346371096120793)) < 1e-9);  // the peer's
    freeScene(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(depth_in_round_shapes_is_what_is_left_of_the_radius),
      cmocka_unit_test(depth_in_an_ellipsoid_is_exact_on_its_axes),
      cmocka_unit_test(depth_in_a_box_counts_all_faces),
      cmocka_unit_test(sliding_speeds_are_taken_along_tangents_that_do_not_turn_with_the_body),
      cmocka_unit_test(what_does_not_touch_is_not_felt),
      cmocka_unit_test(depths_in_a_box_count_relative_to_its_sides),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// EPA: penetration depth from each kind of simplex that GJK may end with.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collide/convex.h"
#include "collide/pairs_support.h"

static lbShape box(mjtNum x, mjtNum y, mjtNum z, mjtNum half) {
  lbShape shape = {.type = mjGEOM_BOX, .geom = -1, .vertex = -1, .vertexMesh = -1};
  mju_copy3(shape.pos, (mjtNum[]){x, y, z});
  shape.mat[0] = shape.mat[4] = shape.mat[8] = 1;
  mju_copy3(shape.size, (mjtNum[]){half, half, half});
  return shape;
}

static lbGjk settings(void) {
  return (lbGjk){.tolerance = 1e-9, .maxIterations = 100};
}

static void the_depth_of_overlapping_boxes_is_the_least_overlap(void** state) {
  Scene s = loadScene("<mujoco/>");
  lbShape a = box(0, 0, 0, 1), b = box(.3, .1, 1.9, 1);
  lbGjk gjk = settings();
  assert_true(lb_gjk(&a, &b, &gjk));
  assert_true(gjk.dist == 0);
  lbEpa epa;
  assert_true(lb_epa(s.d, &a, &b, &gjk, &epa));
  assertClose(&epa.dist, (mjtNum[]){-.1}, 1, 1e-9);
  mjtNum between[3];
  mju_sub3(between, epa.x1, epa.x2);
  assertClose(between, (mjtNum[]){0, 0, .1}, 3, 1e-9);
  freeScene(s);
}

static void any_tetrahedron_is_moved_around_the_origin_and_grows_to_the_depth(void** state) {
  Scene s = loadScene("<mujoco/>");
  lbShape a = box(0, 0, 0, 1), b = box(.3, .1, 1.9, 1);
  const mjtNum dirs[4][3] = {{1, .9, .8}, {-1, -.9, -.8}, {.9, -1, .8}, {-.9, 1, .7}};
  lbGjk gjk = settings();
  for (int i = 0; i < 4; i++) {
    mjtNum unit[3];
    mju_copy3(unit, dirs[i]);
    mju_normalize3(unit);
    lb_minkowskiSupport(&a, &b, unit, gjk.simplex + i);
  }
  assert_true(lb_surroundOrigin(&a, &b, &gjk));
  lbEpa epa;
  assert_true(lb_epa(s.d, &a, &b, &gjk, &epa));
  assertClose(&epa.dist, (mjtNum[]){-.1}, 1, 1e-9);
  freeScene(s);
}

// The pyramid around a segment is a part of the result: its third of a turn has a sine of eleven
// digits. COMPAT: EPA-SINE
static void the_pyramid_around_a_segment_has_the_sine_of_the_reference(void** state) {
  lbShape a = {.type = mjGEOM_ELLIPSOID, .geom = -1, .vertex = -1, .vertexMesh = -1};
  a.mat[0] = a.mat[4] = a.mat[8] = 1;
  mju_copy3(a.size, (mjtNum[]){1, 2, 3});
  lbShape b = a;
  b.pos[0] = .25;
  Scene s = loadScene("<mujoco/>");
  lbEpa epa;
  const mjtNum dirs[2][3] = {{.3, .2, 1}, {-.3, -.2, -1}};
  mjtNum expected = 0;
  for (int digits = 0; digits < 2; digits++) {
    // the same steps, with the sine of the reference and with all digits
    lbGjk gjk = {.tolerance = 1e-9, .maxIterations = 0, .count = 2};
    lbShape one = a, two = b;
    for (int i = 0; i < 2; i++) {
      mjtNum unit[3];
      mju_copy3(unit, dirs[i]);
      mju_normalize3(unit);
      lb_minkowskiSupport(&one, &two, unit, gjk.simplex + i);
    }
    gjk.maxIterations = 1;
    mjtNum axis[3], dir[3], least[3] = {0, 0, 0}, turn[9], nearest = mjMAXVAL;
    mju_sub3(axis, gjk.simplex[1].diff, gjk.simplex[0].diff);
    mju_copy3(dir, axis);
    mju_normalize3(axis);
    int smallest = 0;
    for (int i = 1; i < 3; i++) {
      smallest = fabs(axis[i]) < fabs(axis[smallest]) ? i : smallest;
    }
    least[smallest] = 1;
    mju_cross(dir, least, dir);
    mjtNum sine = digits ? sqrt(.75) : 0.86602540378;
    for (int i = 0; i < 3; i++) {
      int j = (i + 1) % 3, k = (i + 2) % 3;
      turn[4 * i] = -.5 + axis[i] * axis[i] * 1.5;
      turn[3 * i + j] = axis[i] * axis[j] * 1.5 - axis[k] * sine;
      turn[3 * j + i] = axis[i] * axis[j] * 1.5 + axis[k] * sine;
    }
    lbMinkowski corner[5];
    memcpy(corner, gjk.simplex, 2 * sizeof(lbMinkowski));
    for (int k = 0; k < 3; k++) {
      mjtNum unit[3], turned[3], length = mju_norm3(dir);
      for (int i = 0; i < 3; i++) {
        unit[i] = dir[i] / length;
      }
      lb_minkowskiSupport(&one, &two, unit, corner + 2 + k);
      mju_mulMatVec3(turned, turn, dir);
      mju_copy3(dir, turned);
    }
    const int faces[6][3] = {{0, 2, 3}, {0, 4, 2}, {0, 3, 4}, {1, 3, 2}, {1, 2, 4}, {1, 4, 3}};
    for (int f = 0; f < 6; f++) {
      mjtNum foot[3];
      assert_true(lb_projectOrigin(corner[faces[f][0]].diff, corner[faces[f][1]].diff,
                                   corner[faces[f][2]].diff, foot));
      nearest = fmin(nearest, mju_norm3(foot));
    }
    // one step looks at the nearest face and leaves its distance
    assert_true(lb_epa(s.d, &one, &two, &gjk, &epa));
    if (!digits) {
      expected = nearest;
      assert_true(-epa.dist == nearest);
    } else {
      assert_true(nearest != expected);
    }
  }
  freeScene(s);
}

// Corners and edges in line with the axes: a face of the first polytope goes through the origin.
static void aligned_shapes_have_their_contacts(void** state) {
  const char* poses[] = {"-.125 .4375 -.25 .5 0 .5 0", "-.125 0 .125 .5 0 0 .5",
                         "0 .4375 -.25 1 0 0 0", "0 -.125 -.4375 1 0 0 0"};
  for (int k = 0; k < 4; k++) {
    Scene s = loadScene(
        "<mujoco><option><flag multiccd='disable'/></option><asset><mesh name='p' vertex='0 0 0 "
        ".25 .25 .125 -.25 .25 .125 -.25 -.25 .125 .25 -.25 .125 0 0 .25'/></asset><worldbody>"
        "<geom type='box' size='.25 .25 .25'/><body><freejoint/><geom type='mesh' mesh='p'/>"
        "</body></worldbody></mujoco>");
    char* rest = (char*)poses[k];
    for (int i = 0; i < 7; i++) {
      s.d->qpos[i] = strtod(rest, &rest);
    }
    mj_fwdPosition(s.m, s.d);
    assert_int_equal(s.d->ncon, 1);
    assertClose(&s.d->contact[0].dist, (mjtNum[]){k == 1 ? -.125 : -.0625}, 1, 1e-9);
    freeScene(s);
  }
}

// COMPAT: EPA-FACE-THROUGH-ORIGIN: one above the other, turned about the axis that goes through
// both: the first polytope has a face through the origin, or corners in the plane of the segment's
// end.
static void shapes_in_line_have_their_contacts_however_they_are_turned(void** state) {
  const char* shapes[] = {"type='mesh' mesh='brick'", "type='mesh' mesh='post'",
                          "type='cylinder' size='.1 .2'"};
  const char* turns[] = {"1 0 0 0", "0 1 0 0", ".8 0 0 .6", "0 .6 .8 0",
                         ".9238795325112867 0 0 .3826834323650898"};
  for (int k = 0; k < 75; k++) {
    char xml[1200];
    snprintf(
        xml, sizeof(xml),
        "<mujoco><asset><mesh name='brick' vertex='-.1 -.15 -.2 -.1 -.15 .2 -.1 .15 -.2 -.1 .15 "
        ".2 .1 -.15 -.2 .1 -.15 .2 .1 .15 -.2 .1 .15 .2'/><mesh name='post' vertex='.15 0 -.2 "
        "0 .15 -.2 -.15 0 -.2 0 -.15 -.2 .15 0 .2 0 .15 .2 -.15 0 .2 0 -.15 .2'/></asset>"
        "<worldbody><geom %s quat='%s'/><body pos='0 0 .39'><freejoint/><geom %s quat='%s'/>"
        "</body></worldbody></mujoco>",
        shapes[k / 25], turns[k % 5], shapes[k / 25], turns[k / 5 % 5]);
    Scene s = loadScene(xml);
    mj_fwdPosition(s.m, s.d);
    assert_true(s.d->ncon >= 4);
    assertClose(&s.d->contact[0].dist, (mjtNum[]){-.01}, 1, 1e-7);
    assertClose(s.d->contact[0].frame, (mjtNum[]){0, 0, 1}, 3, 1e-7);
    freeScene(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_depth_of_overlapping_boxes_is_the_least_overlap),
      cmocka_unit_test(any_tetrahedron_is_moved_around_the_origin_and_grows_to_the_depth),
      cmocka_unit_test(the_pyramid_around_a_segment_has_the_sine_of_the_reference),
      cmocka_unit_test(aligned_shapes_have_their_contacts),
      cmocka_unit_test(shapes_in_line_have_their_contacts_however_they_are_turned),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

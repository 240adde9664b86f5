// What holds for the contacts of any two convex shapes.

#include <string.h>

#include "collide/pairs_support.h"

enum { trials = 40 };

typedef void (*Check)(Scene scene, Random* random, int trial);

static void forAllPairs(const char* option, Check check) {
  for (int a = 0; a < shapeCount; a++) {
    for (int b = a; b < shapeCount; b++) {
      Scene scene = pairScene(a, b, option);
      Random random = {(uint64_t)(10 * a + b + 1)};
      for (int t = 0; t < trials; t++) {
        place(scene, 0, randomPose(&random, .2));
        place(scene, 1, randomPose(&random, .2));
        collide(scene);
        check(scene, &random, t);
      }
      freeScene(scene);
    }
  }
}

static void checkFrames(Scene scene, Random* random, int trial) {
  for (int i = 0; i < scene.d->ncon; i++) {
    const mjContact* c = scene.d->contact + i;
    mjtNum product[9], unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    mju_mulMatMatT(product, c->frame, c->frame, 3, 3, 3);
    assertClose(product, unit, 9, 1e-12);
    assert_true(c->dist <= 0);
    assert_int_equal(c->exclude, 0);
    assert_true(c->geom[0] != c->geom[1]);
  }
}

static void contact_frames_are_orthonormal(void** state) {
  forAllPairs("", checkFrames);
}

static void checkInvariance(Scene scene, Random* random, int trial) {
  mjtNum before = deepest(scene);
  Pose frame = randomPose(random, 1), pose;
  for (int k = 0; k < 2; k++) {
    memcpy(&pose, scene.d->qpos + 7 * k, sizeof(Pose));
    place(scene, k, compose(frame, pose));
  }
  collide(scene);
  mjtNum after = deepest(scene);
  assertClose(&after, &before, 1, 2e-6);
}

static const char exact[] = "<option ccd_tolerance='1e-9' ccd_iterations='200'/>";

static void moving_both_shapes_keeps_the_contacts(void** state) {
  forAllPairs(exact, checkInvariance);
}

static void checkDepth(Scene scene, Random* random, int trial) {
  const int* type = scene.m->geom_type;
  // a capsule whose axis enters a box is pushed out end by end
  if (!scene.d->ncon || (type[0] == mjGEOM_CAPSULE && type[1] == mjGEOM_BOX)) {
    return;
  }
  const mjContact* deep = scene.d->contact;
  for (int i = 1; i < scene.d->ncon; i++) {
    if (scene.d->contact[i].dist < deep->dist) {
      deep = scene.d->contact + i;
    }
  }
  int second = scene.m->geom_bodyid[deep->geom[1]] - 1;
  mjtNum depth = -deep->dist, normal[3];
  mju_copy3(normal, deep->frame);
  Pose pose;
  memcpy(&pose, scene.d->qpos + 7 * second, sizeof(Pose));

  // pushed apart by the depth they just touch, by less they still overlap
  Pose pushed = pose;
  mju_addToScl3(pushed.pos, normal, depth + 1e-5);
  place(scene, second, pushed);
  collide(scene);
  // contacts of faces that are not quite parallel differ a little
  assert_true(deepest(scene) > -.005 * depth - 1e-5);
  pushed = pose;
  mju_addToScl3(pushed.pos, normal, .9 * depth);
  place(scene, second, pushed);
  collide(scene);
  mjtNum rest = deepest(scene);
  assert_true(rest > -.11 * depth - 1e-5);
  assert_true(rest <= 0);
}

static void pushing_along_the_normal_by_the_depth_separates(void** state) {
  forAllPairs(exact, checkDepth);
}

static void checkFar(Scene scene, Random* random, int trial) {
  Pose far = randomPose(random, .2);
  far.pos[trial % 3] += 3;
  place(scene, 1, far);
  collide(scene);
  assert_int_equal(scene.d->ncon, 0);
}

static void distant_shapes_do_not_touch(void** state) {
  forAllPairs("", checkFar);
}

static void checkDistance(Scene scene, Random* random, int trial) {
  Pose near = randomPose(random, .2);
  near.pos[trial % 3] += .6;
  place(scene, 1, near);
  collide(scene);
  mjtNum fromto[6], back[6], way[3];
  mjtNum dist = mj_geomDistance(scene.m, scene.d, 0, 1, 5, fromto);
  mjtNum reverse = mj_geomDistance(scene.m, scene.d, 1, 0, 5, back);
  assertClose(&dist, &reverse, 1, 2e-6);
  mju_sub3(way, fromto + 3, fromto);
  mjtNum length = mju_norm3(way), size = fabs(dist);
  assertClose(&length, &size, 1, 1e-9);
  if (scene.d->ncon) {
    assert_true(dist < 1e-6);
  } else {
    assert_true(dist > -1e-6);
  }
}

static void distance_is_symmetric_and_agrees_with_the_contacts(void** state) {
  forAllPairs("", checkDistance);
}

// 0.05 + 0.01 is not the 0.06 that the positions are apart.
static void boxes_that_touch_exactly_are_in_contact(void** state) {
  Scene scene = loadScene(
      "<mujoco><worldbody><geom type='box' size='.2 .1 .01' pos='0 0 -.01'/><body pos='-.1 0 .05'>"
      "<freejoint/><geom type='box' size='.05 .05 .05'/></body></worldbody></mujoco>");
  collide(scene);
  assert_int_equal(scene.d->ncon, 4);
  for (int i = 0; i < 4; i++) {
    assert_true(fabs(scene.d->contact[i].dist) < 1e-15);
    assert_int_equal(scene.d->contact[i].exclude, 1);
  }
  freeScene(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(contact_frames_are_orthonormal),
      cmocka_unit_test(moving_both_shapes_keeps_the_contacts),
      cmocka_unit_test(pushing_along_the_normal_by_the_depth_separates),
      cmocka_unit_test(distant_shapes_do_not_touch),
      cmocka_unit_test(distance_is_symmetric_and_agrees_with_the_contacts),
      cmocka_unit_test(boxes_that_touch_exactly_are_in_contact),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

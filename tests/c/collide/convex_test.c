// Many random pairs of convex shapes, sizes up to a thousand times apart, against methods that
// share nothing with GJK and EPA but the support functions: a distance has a separating plane as
// proof, an overlap is confirmed by libccd. LIMBER_PAIRS sets the number of pairs, a million takes
// some minutes. Degenerate pairs only have to end.

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "collide/collide.h"
#include "collide/convex.h"
#include "collide/mpr.h"
#include "collide/pairs_support.h"

enum { hullPoints = 12, defaultPairs = 20000 };

typedef struct Solid_ {
  lbShape shape;
  mjtNum points[3 * hullPoints];
  mjtNum scale;
} Solid;

static void randomSolid(Random* random, Solid* solid) {
  static const int types[] = {mjGEOM_SPHERE,   mjGEOM_CAPSULE, mjGEOM_ELLIPSOID,
                              mjGEOM_CYLINDER, mjGEOM_BOX,     LB_SHAPE_POINTS};
  lbShape* shape = &solid->shape;
  memset(shape, 0, sizeof(*shape));
  shape->type = types[(int)(3 + 3 * nextRandom(random)) % 6];
  shape->geom = shape->vertex = shape->vertexMesh = -1;
  solid->scale = pow(30, nextRandom(random));
  mjtNum quat[4];
  randomVector(random, shape->pos, 3);
  randomUnit(random, quat, 4);
  mju_quat2Mat(shape->mat, quat);
  for (int i = 0; i < 3; i++) {
    shape->size[i] = solid->scale * pow(3, nextRandom(random));
  }
  randomVector(random, solid->points, 3 * hullPoints);
  for (int i = 0; i < hullPoints; i++) {
    mju_scl3(solid->points + 3 * i, solid->points + 3 * i, solid->scale);
    mju_addTo3(solid->points + 3 * i, shape->pos);
  }
  if (shape->type == LB_SHAPE_POINTS) {
    shape->points = solid->points;
    shape->pointCount = hullPoints;
  }
}

static void moveSolid(Solid* solid, const mjtNum by[3]) {
  mju_addTo3(solid->shape.pos, by);
  for (int i = 0; i < hullPoints; i++) {
    mju_addTo3(solid->points + 3 * i, by);
  }
}

// How far shape 2 is beyond shape 1 along a unit vector.
static mjtNum gapAlong(Solid* solid1, Solid* solid2, const mjtNum dir[3]) {
  lbMinkowski far;
  lbShape shape1 = solid1->shape, shape2 = solid2->shape;
  lb_minkowskiSupport(&shape1, &shape2, dir, &far);
  return -mju_dot3(far.diff, dir);
}

static void checkDistance(Solid* solid1, Solid* solid2, const lbGjk* gjk) {
  mjtNum way[3];
  mju_sub3(way, gjk->x2, gjk->x1);
  mjtNum length = mju_normalize3(way), scale = solid1->scale + solid2->scale + gjk->dist;
  assertClose(&length, &gjk->dist, 1, 1e-9 * scale);
  mjtNum proof = gapAlong(solid1, solid2, way);
  if (!(fabs(proof - gjk->dist) <= 1e-5 * scale)) {
    fail_msg("types %d %d: distance %g, separated by %g", solid1->shape.type, solid2->shape.type,
             gjk->dist, proof);
  }
}

static void distances_of_random_pairs_are_proven(void** state) {
  const char* count = getenv("LIMBER_PAIRS");
  long pairs = count ? atol(count) : defaultPairs, apart = 0, together = 0;
  Scene scene = loadScene("<mujoco><option ccd_iterations='200'/></mujoco>");
  Random random = {42};
  for (long t = 0; t < pairs; t++) {
    Solid solid1, solid2;
    randomSolid(&random, &solid1);
    randomSolid(&random, &solid2);
    mjtNum by[3];
    randomVector(&random, by, 3);
    mju_scl3(by, by, 1.5 * (solid1.scale + solid2.scale));
    moveSolid(&solid2, by);

    lbShape shape1 = solid1.shape, shape2 = solid2.shape;
    lbGjk gjk = {.tolerance = 1e-6, .maxIterations = 200, .cutoff = mjMAXVAL};
    assert_true(lb_gjk(&shape1, &shape2, &gjk));
    if (gjk.dist > 0) {
      checkDistance(&solid1, &solid2, &gjk);
      apart++;
      continue;
    }
    // both methods may call a touch differently
    mjPreContact contact;
    shape1 = solid1.shape;
    shape2 = solid2.shape;
    if (!lb_mprPenetration(scene.m, &shape1, &shape2, &contact)) {
      lbEpa epa;
      shape1 = solid1.shape;
      shape2 = solid2.shape;
      mjtNum depth = 0;
      if (lb_penetration(scene.m, scene.d, &shape1, &shape2, &contact, &epa)) {
        depth = fmax(0, -gapAlong(&solid1, &solid2, contact.normal));
      }
      if (depth > 1e-3 * fmin(solid1.scale, solid2.scale)) {
        fail_msg("pair %ld, types %d %d: only one method finds an overlap, of %g", t,
                 solid1.shape.type, solid2.shape.type, depth);
      }
    }
    together++;
  }
  print_message("%ld pairs: %ld apart, %ld together\n", pairs, apart, together);
  assert_true(apart > pairs / 10 && together > pairs / 10);
  freeScene(scene);
}

// ------------------------------------------------------------------------------------- degenerate

static const char* const flags[] = {"", "<option><flag multiccd='disable'/></option>",
                                    "<option><flag nativeccd='disable'/></option>"};

static void collideScene(void* scene) {
  collide(*(Scene*)scene);
}

static void forDegenerate(void (*spoil)(Scene scene, int kind), int kinds) {
  for (int f = 0; f < 3; f++) {
    for (int a = 0; a < shapeCount; a++) {
      for (int b = a; b < shapeCount; b++) {
        Scene scene = pairScene(a, b, flags[f]);
        for (int kind = 0; kind < kinds; kind++) {
          mj_resetData(scene.m, scene.d);
          spoil(scene, kind);
          // contacts or an error, but an end
          if (lb_protect(collideScene, &scene)) {
            assert_in_range(scene.d->ncon, 0, mjMAXCONPAIR);
          }
        }
        freeScene(scene);
      }
    }
  }
}

// Same place, a hair apart, one inside the other, touching within rounding.
static void coincide(Scene scene, int kind) {
  static const mjtNum offsets[] = {0, 1e-300, 1e-16, 1e-9, .4, .6};
  scene.d->qpos[0] = offsets[kind];
}

static void coincident_shapes_end(void** state) {
  forDegenerate(coincide, 6);
}

static void flatten(Scene scene, int kind) {
  static const mjtNum scales[] = {0, 1e-300, 1e-12, 1e12};
  scene.m->geom_size[0] *= scales[kind];
  scene.m->geom_size[5] *= scales[3 - kind];
  scene.m->geom_rbound[0] = scene.m->geom_rbound[1] = 1e15;
  scene.d->qpos[0] = .1;
}

static void sizes_of_any_ratio_end(void** state) {
  for (int kind = 0; kind < 4; kind++) {
    for (int a = 0; a < shapeCount; a++) {
      for (int b = a; b < shapeCount; b++) {
        Scene scene = pairScene(a, b, flags[kind % 3]);
        flatten(scene, kind);
        collide(scene);
        freeScene(scene);
      }
    }
  }
}

static void spoilNumbers(Scene scene, int kind) {
  static const mjtNum numbers[] = {NAN, INFINITY, 1e308, -1e200};
  scene.d->qpos[kind % 7] = numbers[kind / 7];
}

static void numbers_that_are_none_end(void** state) {
  forDegenerate(spoilNumbers, 28);
}

// COMPAT: COL-TOUCH
static void a_ball_that_just_touches_has_no_contact(void** state) {
  Scene scene = loadScene(
      "<mujoco><asset><mesh name='c' vertex='-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 "
      "1 1 1'/><hfield name='h' nrow='2' ncol='2' size='1 1 1 .1' elevation='0 0 0 0'/></asset>"
      "<worldbody><geom type='mesh' mesh='c'/><geom type='hfield' hfield='h' pos='5 0 0'/><body>"
      "<freejoint/><geom size='.25'/></body></worldbody></mujoco>");
  for (int i = 0; i < 2; i++) {
    mju_copy3(scene.d->qpos, (mjtNum[]){i ? 5.25 : .125, .25, i ? .25 : 1.25});
    mj_fwdPosition(scene.m, scene.d);
    assert_int_equal(scene.d->ncon, 0);
    scene.d->qpos[2] -= 1e-9;
    mj_fwdPosition(scene.m, scene.d);
    assert_true(scene.d->ncon > 0);
  }
  freeScene(scene);
}

// The corners that the search meets first are all but the same point.
static void cubes_touch_by_a_hair(void** state) {
  Scene scene = loadScene(
      "<mujoco><asset><mesh name='c' vertex='-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 "
      "1 1 1'/></asset><worldbody><geom type='mesh' mesh='c'/><body><freejoint/>"
      "<geom type='mesh' mesh='c'/></body></worldbody></mujoco>");
  for (mjtNum depth = 1e-12; depth < 1e-3; depth *= 10) {
    scene.d->qpos[2] = 2 - depth;
    mj_fwdPosition(scene.m, scene.d);
    assert_int_equal(scene.d->ncon, 4);
    assertClose(&scene.d->contact[0].dist, (mjtNum[]){-depth}, 1, 1e-15);
  }
  freeScene(scene);
}

// Whether GJK and EPA find a contact of the two geoms of a scene.
static bool penetrates(Scene scene, mjtNum margin) {
  lbShape shape[2];
  for (int i = 0; i < 2; i++) {
    lb_geomShape(scene.m, scene.d, i, shape + i);
    shape[i].inflate = margin / 2;
  }
  mjPreContact con;
  lbEpa epa;
  return lb_penetration(scene.m, scene.d, shape, shape + 1, &con, &epa);
}

// Boxes around geoms are compared first: they never hide a contact.
static void boxes_hide_no_contact(void** state) {
  int touching = 0, apart = 0;
  for (int type1 = 0; type1 < shapeCount; type1++) {
    for (int type2 = type1; type2 < shapeCount; type2++) {
      Scene scene = pairScene(type1, type2, "");
      Random random = {(unsigned)(10 * type1 + type2 + 1)};
      for (int t = 0; t < 200; t++) {
        mjtNum margin = t % 2 ? 0.1 : 0;
        place(scene, 0, randomPose(&random, .5));
        place(scene, 1, randomPose(&random, .5));
        mj_kinematics(scene.m, scene.d);
        bool found = penetrates(scene, margin);
        mjPreContact con[mjMAXCONPAIR];
        assert_int_equal(lb_collideConvex(scene.m, scene.d, con, 0, 1, margin) > 0, found);
        touching += found;
        apart += !found;
      }
      freeScene(scene);
    }
  }
  assert_true(touching > 1000 && apart > 1000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(distances_of_random_pairs_are_proven),
      cmocka_unit_test(coincident_shapes_end),
      cmocka_unit_test(sizes_of_any_ratio_end),
      cmocka_unit_test(numbers_that_are_none_end),
      cmocka_unit_test(a_ball_that_just_touches_has_no_contact),
      cmocka_unit_test(cubes_touch_by_a_hair),
      cmocka_unit_test(boxes_hide_no_contact),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

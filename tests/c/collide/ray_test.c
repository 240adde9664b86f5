// Rays.

#include <string.h>

#include "collide/pairs_support.h"

enum { trials = 300 };

static const char zoo[] =
    "<mujoco><asset><mesh name='solid' vertex='.3 0 0 -.25 .1 0 0 .3 .05 0 -.28 0 .05 .1 .3 0 -.1 "
    "-.3'/><hfield name='hills' nrow='4' ncol='4' size='1 1 .3 .1' elevation='0 1 0 2 1 0 3 0 0 1 "
    "0 2 1 1 0 0'/></asset><worldbody>"
    "<geom type='plane' size='3 3 .1' pos='0 0 -1'/>"
    "<geom type='hfield' hfield='hills' pos='1 1 -.9' group='1'/>"
    "<body pos='1 0 0' euler='10 20 30'><joint/><geom size='.3'/></body>"
    "<body pos='-1 0 0' euler='10 20 30'><joint/><geom type='capsule' size='.2 .3'/></body>"
    "<body pos='0 1 0' euler='10 20 30'><joint/><geom type='ellipsoid' size='.2 .3 .4'/></body>"
    "<body pos='0 -1 0' euler='10 20 30'><joint/><geom type='cylinder' size='.2 .3'/></body>"
    "<body pos='0 0 1' euler='10 20 30'><joint/><geom type='box' size='.2 .3 .4'/></body>"
    "<body euler='10 20 30'><joint/><geom type='mesh' mesh='solid' group='2'/></body>"
    "</worldbody></mujoco>";

static void aim(Random* random, mjtNum pnt[3], mjtNum vec[3]) {
  mjtNum target[3];
  randomVector(random, target, 3);
  randomUnit(random, vec, 3);
  for (int k = 0; k < 3; k++) {
    pnt[k] = target[k] - 3 * vec[k];
  }
}

static void the_nearest_geom_is_found(void** state) {
  Scene scene = loadScene(zoo);
  mj_forward(scene.m, scene.d);
  Random random = {1};
  int hits = 0;
  for (int t = 0; t < trials; t++) {
    mjtNum pnt[3], vec[3], normal[3], best = -1;
    int geom, nearest = -1;
    aim(&random, pnt, vec);
    mjtNum x = mj_ray(scene.m, scene.d, pnt, vec, NULL, 1, -1, &geom, normal);
    for (int g = 0; g < scene.m->ngeom; g++) {
      const mjtNum *pos = scene.d->geom_xpos + 3 * g, *mat = scene.d->geom_xmat + 9 * g;
      int type = scene.m->geom_type[g];
      mjtNum y = type == mjGEOM_MESH ? mj_rayMesh(scene.m, scene.d, g, pnt, vec, NULL)
                 : type == mjGEOM_HFIELD
                     ? mj_rayHfield(scene.m, scene.d, g, pnt, vec, NULL)
                     : mju_rayGeom(pos, mat, scene.m->geom_size + 3 * g, pnt, vec, type, NULL);
      if (y >= 0 && (best < 0 || y < best)) {
        best = y;
        nearest = g;
      }
    }
    assert_int_equal(geom, nearest);
    assertClose(&x, &best, 1, 1e-12);
    if (x >= 0) {
      hits++;
      mjtNum length = mju_norm3(normal), one = 1;
      assertClose(&length, &one, 1, 1e-9);
      // the ray comes from outside
      if (scene.m->geom_type[geom] != mjGEOM_HFIELD) {
        assert_true(mju_dot3(normal, vec) <= 1e-9 || scene.m->geom_type[geom] == mjGEOM_PLANE);
      }
    } else {
      assert_int_equal(geom, -1);
    }
  }
  assert_true(hits > trials / 3);
  freeScene(scene);
}

static void many_rays_equal_single_rays(void** state) {
  Scene scene = loadScene(zoo);
  mj_forward(scene.m, scene.d);
  Random random = {2};
  mjtNum pnt[3] = {.4, -1.9, 1.2}, vec[3 * trials], dist[trials], normals[3 * trials];
  int geoms[trials];
  for (int t = 0; t < trials; t++) {
    randomUnit(&random, vec + 3 * t, 3);
  }
  mj_multiRay(scene.m, scene.d, pnt, vec, NULL, 1, -1, geoms, dist, normals, trials, mjMAXVAL);
  for (int t = 0; t < trials; t++) {
    mjtNum normal[3];
    int geom;
    mjtNum x = mj_ray(scene.m, scene.d, pnt, vec + 3 * t, NULL, 1, -1, &geom, normal);
    assert_int_equal(geoms[t], geom);
    assertClose(dist + t, &x, 1, 1e-12);
    assertClose(normals + 3 * t, normal, 3, 1e-12);
  }
  freeScene(scene);
}

static void filters_hide_geoms(void** state) {
  Scene scene = loadScene(zoo);
  mj_forward(scene.m, scene.d);
  mjtNum pnt[3] = {-.01, -.01, 0}, down[3] = {0, 0, -1}, above[3] = {-.01, -.01, .5};
  int geom, last = (int)scene.m->ngeom - 1;
  // from inside the mesh; without its body, group or moving geoms the plane remains
  mj_ray(scene.m, scene.d, above, down, NULL, 1, -1, &geom, NULL);
  assert_int_equal(geom, last);
  mjtNum x = mj_ray(scene.m, scene.d, pnt, down, NULL, 1, scene.m->geom_bodyid[last], &geom, NULL);
  assert_int_equal(geom, 0);
  assert_true(fabs(x - 1) < 1e-12);
  mjtByte groups[mjNGROUP] = {1, 1, 0, 1, 1, 1};
  mj_ray(scene.m, scene.d, pnt, down, groups, 1, -1, &geom, NULL);
  assert_int_equal(geom, 0);
  mj_ray(scene.m, scene.d, pnt, down, groups, 0, -1, &geom, NULL);
  assert_int_equal(geom, -1);
  freeScene(scene);
}

// COMPAT: RAY-CUTOFF
static void a_cutoff_leaves_out_geoms_that_begin_further_away(void** state) {
  Scene scene = loadScene(
      "<mujoco><worldbody><geom type='box' size='1 .2 .2' pos='0 5 0'/>"
      "<geom type='plane' size='1 1 1' pos='0 0 -3'/></worldbody></mujoco>");
  mj_forward(scene.m, scene.d);
  mjtNum pnt[3] = {0, 0, 0}, vec[6] = {0, 2, 0, 0, 0, -1}, dist[2], radius = sqrt(1.08);
  // the sphere around the box begins before the box; that of a plane is its centre
  mj_multiRay(scene.m, scene.d, pnt, vec, NULL, 1, -1, NULL, dist, NULL, 2, 5 - radius - 1e-9);
  assert_true(dist[0] == -1 && dist[1] == 3);
  mj_multiRay(scene.m, scene.d, pnt, vec, NULL, 1, -1, NULL, dist, NULL, 2, 5 - radius + 1e-9);
  assert_true(fabs(dist[0] - 2.4) < 1e-12 && dist[1] == 3);
  mj_multiRay(scene.m, scene.d, pnt, vec, NULL, 1, -1, NULL, dist, NULL, 2, 3 - 1e-9);
  assert_true(dist[0] == -1 && dist[1] == -1);
  pnt[0] = .9;
  mj_multiRay(scene.m, scene.d, pnt, vec + 3, NULL, 1, -1, NULL, dist, NULL, 1, 3.1);
  assert_true(dist[0] == -1);
  mj_multiRay(scene.m, scene.d, pnt, vec + 3, NULL, 1, -1, NULL, dist, NULL, 1, NAN);
  assert_true(dist[0] == 3);
  freeScene(scene);
}

// COMPAT: RAY-SHORT: a lone ray of length zero is an error, one of many meets nothing.
static void short_rays_among_many_meet_nothing(void** state) {
  Scene scene = loadScene("<mujoco><worldbody><geom size='.1'/></worldbody></mujoco>");
  mj_forward(scene.m, scene.d);
  mjtNum pnt[3] = {0, 0, 1}, vec[9] = {0, 0, 0, 0, 0, -1, 3e-8, 0, 0};
  mjtNum dist[3], normal[9] = {5, 6, 7};
  int geom[3] = {8, 8, 8};
  mj_multiRay(scene.m, scene.d, pnt, vec, NULL, 1, -1, geom, dist, normal, 3, mjMAXVAL);
  assert_true(dist[0] == -1 && dist[2] == -1);
  assert_true(fabs(dist[1] - .9) < 1e-12 && normal[5] == 1);
  assert_true(geom[0] == 8 && geom[1] == 0 && geom[2] == 8);
  assert_true(normal[0] == 5 && normal[1] == 6 && normal[2] == 7);
  freeScene(scene);
}

// COMPAT: RAY-BEFORE-FORWARD
static void before_a_computation_spheres_are_found_where_poses_are_zeros(void** state) {
  Scene scene = loadScene(
      "<mujoco><worldbody><body pos='0 0 2'><freejoint/><geom size='.1'/></body>"
      "<geom type='box' size='.4 .4 .4'/><geom size='.2' pos='0 0 1'/></worldbody></mujoco>");
  mjtNum above[3] = {0, 0, 3}, down[3] = {0, 0, -1}, normal[3];
  int geom;
  mjtNum x = mj_ray(scene.m, scene.d, above, down, NULL, 1, -1, &geom, normal);
  assert_true(fabs(x - 2.8) < 1e-12);
  assert_true(scene.m->geom_size[3 * geom] == .2 && normal[2] == 1);
  freeScene(scene);
}

static void skins_are_hit(void** state) {
  // a square of two triangles
  int face[6] = {0, 1, 2, 0, 2, 3}, vertex;
  float vert[12] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
  mjtNum pnt[3] = {.9, .2, 2}, vec[3] = {0, 0, -.5};
  mjtNum x = mju_raySkin(2, 4, face, vert, pnt, vec, &vertex);
  assert_true(fabs(x - 4) < 1e-6);
  assert_int_equal(vertex, 1);
  pnt[0] = 1.1;
  assert_true(mju_raySkin(2, 4, face, vert, pnt, vec, &vertex) == -1);
  assert_int_equal(vertex, 1);  // as it was
}

// COMPAT: RAY-LENGTH: along a square of less than mjMINVAL there is nothing, but a ray that only
// touches meets what it touches.
static void rays_of_next_to_no_length_meet_no_solid(void** state) {
  static const mjtNum origin[3] = {0}, upright[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  static const mjtNum size[3] = {1, 1, 1}, above[3] = {0, 0, 3}, beside[3] = {1, 0, 3};
  for (int type = mjGEOM_SPHERE; type <= mjGEOM_BOX; type++) {
    mjtNum top = type == mjGEOM_CAPSULE ? 2 : 1;
    for (int power = 0; power <= 16; power++) {
      mjtNum down[3] = {0, 0, -pow(10, -power)};
      mjtNum x = mju_rayGeom(origin, upright, size, above, down, type, NULL);
      assert_true(power > 7 ? x == -1 : fabs(x * down[2] + 3 - top) < 1e-9);
    }
  }
  mjtNum down[3] = {0, 0, -1};
  assert_true(mju_rayGeom(origin, upright, size, beside, down, mjGEOM_SPHERE, NULL) == 3);
}

static void a_height_field_of_one_row_has_no_walls(void** state) {
  Scene scene = loadScene(
      "<mujoco><asset><hfield name='h' nrow='1' ncol='2' size='1 1 1 1' elevation='0 1'/></asset>"
      "<worldbody><geom type='hfield' hfield='h'/></worldbody></mujoco>");
  mj_forward(scene.m, scene.d);
  mjtNum pnt[3] = {3, 0, .2}, vec[3] = {-1, 0, 0}, below[3] = {3, 0, -.5};
  assert_true(mj_rayHfield(scene.m, scene.d, 0, pnt, vec, NULL) == -1);
  assert_true(mj_rayHfield(scene.m, scene.d, 0, below, vec, NULL) == 2);
  freeScene(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_nearest_geom_is_found),
      cmocka_unit_test(many_rays_equal_single_rays),
      cmocka_unit_test(filters_hide_geoms),
      cmocka_unit_test(a_cutoff_leaves_out_geoms_that_begin_further_away),
      cmocka_unit_test(short_rays_among_many_meet_nothing),
      cmocka_unit_test(before_a_computation_spheres_are_found_where_poses_are_zeros),
      cmocka_unit_test(skins_are_hit),
      cmocka_unit_test(rays_of_next_to_no_length_meet_no_solid),
      cmocka_unit_test(a_height_field_of_one_row_has_no_walls),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

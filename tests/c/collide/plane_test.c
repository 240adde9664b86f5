// A plane against everything convex, in closed form.

#include <string.h>

#include "collide/pairs_support.h"

static Scene onPlane(const char* geom) {
  char xml[900];
  snprintf(xml, sizeof(xml),
           "<mujoco><asset><mesh name='t' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset><worldbody>"
           "<geom type='plane' size='1 1 1'/><body><freejoint/><geom %s/></body></worldbody>"
           "</mujoco>",
           geom);
  return loadScene(xml);
}

static mjtNum leastAt(Scene s, Random* random, mjtNum height) {
  mjtNum least = 0;
  randomUnit(random, s.d->qpos + 3, 4);
  s.d->qpos[2] = height;
  mj_fwdPosition(s.m, s.d);
  for (int i = 0; i < s.d->ncon; i++) {
    least = fmin(least, s.d->contact[i].dist);
    assertClose(s.d->contact[i].frame, (mjtNum[]){0, 0, 1}, 3, 1e-12);
  }
  return least;
}

// The lowest point of the shape in its present pose, from its dimensions.
static mjtNum lowest(Scene s) {
  const mjtNum *R = s.d->geom_xmat + 9, *size = s.m->geom_size + 3, *z = R + 6;
  switch (s.m->geom_type[1]) {
    case mjGEOM_SPHERE:
      return -size[0];
    case mjGEOM_CAPSULE:
      return -size[0] - fabs(z[2]) * size[1];
    case mjGEOM_ELLIPSOID:
      return -sqrt(z[0] * z[0] * size[0] * size[0] + z[1] * z[1] * size[1] * size[1] +
                   z[2] * z[2] * size[2] * size[2]);
    case mjGEOM_CYLINDER:
      return -sqrt(1 - z[2] * z[2]) * size[0] - fabs(z[2]) * size[1];
    default:
      return -fabs(z[0]) * size[0] - fabs(z[1]) * size[1] - fabs(z[2]) * size[2];
  }
}

static void the_deepest_contact_is_the_lowest_point(void** state) {
  const char* geoms[] = {"size='.2'", "type='capsule' size='.1 .2'",
                         "type='ellipsoid' size='.1 .2 .3'", "type='cylinder' size='.15 .2'",
                         "type='box' size='.1 .2 .3'"};
  Random random = {9};
  for (int k = 0; k < 5; k++) {
    Scene s = onPlane(geoms[k]);
    for (int t = 0; t < 40; t++) {
      mjtNum found = leastAt(s, &random, .05), expected = .05 + lowest(s);
      assertClose(&found, &expected, 1, 1e-9);
    }
    freeScene(s);
  }
}

static int upright(const char* geom, mjtNum height) {
  Scene s = onPlane(geom);
  s.d->qpos[2] = height;
  mj_fwdPosition(s.m, s.d);
  int count = s.d->ncon;
  freeScene(s);
  return count;
}

static void flat_shapes_rest_on_several_contacts(void** state) {
  assert_int_equal(upright("size='.2'", .19), 1);
  assert_int_equal(upright("type='capsule' size='.1 .2' euler='0 90 0'", .09), 2);
  assert_int_equal(upright("type='ellipsoid' size='.1 .2 .3'", .29), 1);
  assert_int_equal(upright("type='cylinder' size='.15 .2'", .19), 3);
  assert_int_equal(upright("type='box' size='.1 .2 .3'", .29), 4);
}

// COMPAT: COL-41: a small hull is searched without a climb, and the neighbours looked at are those
// of the hull vertex with the id of the mesh vertex: of three lowest vertices two are found.
static void a_mesh_touches_with_its_lowest_vertices(void** state) {
  Scene s = onPlane("type='mesh' mesh='t'");
  s.d->qpos[2] = -.01;
  mj_fwdPosition(s.m, s.d);
  mjtNum lowest = 0;
  for (int v = 0; v < s.m->nmeshvert; v++) {
    mjtNum x[3] = {s.m->mesh_vert[3 * v], s.m->mesh_vert[3 * v + 1], s.m->mesh_vert[3 * v + 2]};
    mju_mulMatVec3(x, s.d->geom_xmat + 9, x);
    lowest = fmin(lowest, x[2] + s.d->geom_xpos[5]);
  }
  assert_int_equal(s.d->ncon, 2);
  for (int i = 0; i < 2; i++) {
    assertClose(&s.d->contact[i].dist, &lowest, 1, 1e-6);
  }
  freeScene(s);
}

// COMPAT: COL-TOUCH: a vertex that just touches is listed, its neighbours are not
static void a_mesh_that_just_touches_has_one_contact(void** state) {
  Scene s = loadScene(
      "<mujoco><asset><mesh name='c' vertex='-.25 -.25 -.25 .25 -.25 -.25 -.25 .25 -.25 .25 .25 "
      "-.25 -.25 -.25 .25 .25 -.25 .25 -.25 .25 .25 .25 .25 .25'/></asset><worldbody><geom "
      "type='plane' size='1 1 1'/><body pos='0 0 .25'><freejoint/><geom type='mesh' mesh='c'/>"
      "</body></worldbody></mujoco>");
  mj_fwdPosition(s.m, s.d);
  assert_int_equal(s.d->ncon, 1);
  s.d->qpos[2] -= 1e-9;
  mj_fwdPosition(s.m, s.d);
  assert_int_equal(s.d->ncon, 3);
  freeScene(s);
}

// The vertex of the mesh where a climb over its hull from the hull's first vertex ends.
static int climbed(const mjModel* m, const mjtNum dir[3]) {
  const int *graph = m->mesh_graph, count = graph[0];
  const int *edgeAdr = graph + 2, *id = edgeAdr + count, *edges = id + count;
  int at = 0;
  mjtNum highest = -mjMAXVAL;
  for (int next = 0; next >= 0;) {
    at = next;
    next = -1;
    for (const int* edge = edges + edgeAdr[at]; *edge >= 0; edge++) {
      const float* v = m->mesh_vert + 3 * id[*edge];
      mjtNum height = v[0] * dir[0] + v[1] * dir[1] + v[2] * dir[2];
      const float* here = m->mesh_vert + 3 * id[at];
      highest = fmax(highest, here[0] * dir[0] + here[1] * dir[1] + here[2] * dir[2]);
      if (height > highest) {
        highest = height;
        next = *edge;
      }
    }
  }
  return id[at];
}

// COMPAT: COL-PLANE-MESH-TIES: a ring of twelve segments that lies or stands on the floor
static void of_corners_that_are_equally_low_the_first_of_a_climb_is_found(void** state) {
  Scene s = loadScene(
      "<mujoco><asset><mesh name='ring' builtin='supertorus' params='12 .3 1 1'/></asset>"
      "<worldbody><geom type='plane' size='1 1 1'/><body><freejoint/><geom type='mesh' "
      "mesh='ring'/>"
      "</body></worldbody></mujoco>");
  mjtNum half = sqrt(.5), down[3] = {0, 0, -1};
  mjtNum turns[6][4] = {{1, 0, 0, 0},        {0, 1, 0, 0},       {half, 0, half, 0},
                        {half, 0, -half, 0}, {half, half, 0, 0}, {half, -half, 0, 0}};
  for (int i = 0; i < 6; i++) {
    mju_copy4(s.d->qpos + 3, turns[i]);
    mj_kinematics(s.m, s.d);
    mjtNum local[3], x[3];
    mju_mulMatTVec3(local, s.d->geom_xmat + 9, down);
    const float* v = s.m->mesh_vert + 3 * climbed(s.m, local);
    mju_mulMatVec3(x, s.d->geom_xmat + 9, (mjtNum[]){v[0], v[1], v[2]});
    mju_addTo3(x, s.d->geom_xpos + 3);
    s.d->qpos[2] -= x[2] + .01;
    mj_fwdPosition(s.m, s.d);
    assert_true(s.d->ncon >= 1);
    assertClose(s.d->contact[0].pos, x, 2, 1e-12);
    assertClose(&s.d->contact[0].dist, (mjtNum[]){-.01}, 1, 1e-12);
  }
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_deepest_contact_is_the_lowest_point),
      cmocka_unit_test(flat_shapes_rest_on_several_contacts),
      cmocka_unit_test(a_mesh_touches_with_its_lowest_vertices),
      cmocka_unit_test(a_mesh_that_just_touches_has_one_contact),
      cmocka_unit_test(of_corners_that_are_equally_low_the_first_of_a_climb_is_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

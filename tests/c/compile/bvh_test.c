// Bounding volume hierarchies of models.

#include "compile/compile_support.h"

// Whether the boxes of children lie in those of their parents, in one tree.
static void assertNested(const mjModel* m, int adr, int count) {
  for (int i = adr; i < adr + count; i++) {
    for (int k = 0; k < 2; k++) {
      int child = m->bvh_child[2 * i + k];
      for (int axis = 0; child >= 0 && axis < 3; axis++) {
        const mjtNum *outer = m->bvh_aabb + 6 * i, *inner = m->bvh_aabb + 6 * (adr + child);
        assert_true(inner[axis] - inner[3 + axis] >= outer[axis] - outer[3 + axis] - 1e-9);
        assert_true(inner[axis] + inner[3 + axis] <= outer[axis] + outer[3 + axis] + 1e-9);
      }
    }
  }
}

static void a_body_has_a_tree_over_its_geoms(void** state) {
  mjModel* m = compiled(
      "<worldbody><body><joint/><geom size='.1'/><geom size='.1' pos='1 0 0'/>"
      "<geom size='.1' pos='0 3 0'/></body><body/></worldbody>");
  assert_int_equal(m->body_bvhnum[1], 5);
  assert_int_equal(m->body_bvhnum[2], 0);
  assert_int_equal(m->body_bvhadr[2], -1);
  assertNested(m, m->body_bvhadr[1], 5);
  int leaves = 0;
  for (int i = 0; i < 5; i++) {
    leaves += m->bvh_nodeid[m->body_bvhadr[1] + i] >= 0;
  }
  assert_int_equal(leaves, 3);
  mj_deleteModel(m);
}

// COMPAT: BVH-COLLIDES
static void a_body_leaves_out_what_never_collides(void** state) {
  mjModel* m = compiled(
      "<worldbody><geom name='w' size='1' pos='9 0 0'/><body><geom size='.1'/><geom name='x' "
      "size='.1' "
      "pos='1 0 0' contype='0' conaffinity='0'/><geom size='.1' pos='2 0 0' contype='0'/></body>"
      "<body><geom size='.1' contype='0' conaffinity='0'/></body></worldbody>"
      "<contact><pair geom1='w' geom2='x'/></contact>");
  assert_int_equal(m->nbvh, 4);
  assert_int_equal(m->body_bvhnum[1], 3);
  assert_int_equal(m->bvh_nodeid[2], 1);
  assert_int_equal(m->bvh_nodeid[3], 3);
  assert_int_equal(m->body_bvhnum[2], 0);
  assert_int_equal(m->body_bvhadr[2], -1);
  mj_deleteModel(m);
}

static void boxes_are_in_the_inertial_frame(void** state) {
  mjModel* m =
      compiled("<worldbody><body><joint/><geom size='.1' pos='5 0 0'/></body></worldbody>");
  ASSERT_NUMBERS(m->bvh_aabb + 6 * m->body_bvhadr[1], 1e-15, 0, 0, 0, .1, .1, .1);
  mj_deleteModel(m);
}

static void a_mesh_has_a_tree_over_its_faces(void** state) {
  mjModel* m = compiled(
      "<asset><mesh name='t' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset><worldbody>"
      "<geom type='mesh' mesh='t'/></worldbody>");
  assert_int_equal(m->mesh_bvhnum[0], 7);
  assertNested(m, m->mesh_bvhadr[0], 7);
  mj_deleteModel(m);
}

// COL-54: elements below the active layers have no place in the tree, and the radius plays no part
// in its shape.
static void a_flex_has_a_tree_over_its_active_elements(void** state) {
  mjModel* m = compiled(
      "<worldbody><flexcomp name='f' type='grid' count='6 6 6' spacing='.1 .1 .1' "
      "dim='3' mass='1' radius='.01'><contact activelayers='1'/></flexcomp>"
      "</worldbody>");
  int active = 0;
  for (int e = 0; e < m->nflexelem; e++) {
    active += m->flex_elemlayer[e] < 1;
  }
  assert_true(active < m->nflexelem);
  assert_int_equal(m->nbvhdynamic, 2 * active - 1);
  mj_deleteModel(m);
}

// COMPAT: BVH-GEOMS: the box of this mesh lies beyond the sphere, its centre of mass before it.
static void geoms_of_a_body_are_sorted_by_their_places(void** state) {
  mjModel* m = compiled(
      "<asset><mesh name='m' vertex='0 0 0 4 0 0 0 1 0 0 0 1'/></asset><worldbody><body><joint/>"
      "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/><geom size='.1' pos='1.5 0 0'/>"
      "<geom type='mesh' mesh='m'/></body></worldbody>");
  int root = m->body_bvhadr[1];
  assert_int_equal(m->bvh_nodeid[root + 1], 1);
  assert_int_equal(m->bvh_nodeid[root + 2], 0);
  mj_deleteModel(m);
}

// COMPAT: BVH-FACES: sorted by the centres of their circumcircles, not of their boxes.
static void faces_of_a_mesh_are_sorted_by_their_circumcentres(void** state) {
  mjModel* m = compiled(
      "<asset><mesh name='m' vertex='0 0 0 1 .1 0 .2 .6 0 .1 .2 .4 .7 .5 .3 .5 -.2 .1'/></asset>"
      "<worldbody><geom type='mesh' mesh='m'/></worldbody>");
  static const int order[] = {1, 3, 7, 5, 4, 0, 2, 6};
  int found = 0, adr = m->mesh_bvhadr[0];
  for (int i = adr; i < adr + m->mesh_bvhnum[0]; i++) {
    if (m->bvh_nodeid[i] >= 0) {
      assert_int_equal(m->bvh_nodeid[i], order[found++]);
    }
  }
  assert_int_equal(found, 8);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_body_has_a_tree_over_its_geoms),
      cmocka_unit_test(a_body_leaves_out_what_never_collides),
      cmocka_unit_test(boxes_are_in_the_inertial_frame),
      cmocka_unit_test(a_mesh_has_a_tree_over_its_faces),
      cmocka_unit_test(geoms_of_a_body_are_sorted_by_their_places),
      cmocka_unit_test(faces_of_a_mesh_are_sorted_by_their_circumcentres),
      cmocka_unit_test(a_flex_has_a_tree_over_its_active_elements),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// Contacts, forces and bounding volumes as they are drawn.

#include "visual/picture_support.h"

static const char* const resting =
    "<mujoco><option timestep='.002'/><worldbody><geom type='plane' size='9 9 1'/>"
    "<body pos='0 0 .1'><freejoint/><geom size='.1'/></body></worldbody></mujoco>";

// The arrow of a contact's force is as long as the force, in lengths of the model per weight.
static void the_arrow_of_a_contact_is_as_long_as_its_force(void** state) {
  Picture p;
  openPicture(&p, resting, 50);
  for (int i = 0; i < 1000; i++) {
    mj_step(p.s.m, p.s.d);
  }
  p.opt.flags[mjVIS_CONTACTFORCE] = 1;
  updatePicture(&p);
  mjtNum force[6];
  mj_contactForce(p.s.m, p.s.d, 0, force);
  const mjvGeom* arrow = findType(&p, mjGEOM_ARROW, 0);
  assert_non_null(arrow);
  mjtNum wanted = force[0] * p.s.m->vis.map.force / p.s.m->stat.meanmass;
  assert_true(fabs(arrow->size[2] - wanted) < 1e-3 * wanted);
  assert_true(fabs(fabs(arrow->mat[8]) - 1) < 1e-3);
  closePicture(&p);
}

static void contacts_are_flat_cylinders_where_bodies_touch(void** state) {
  Picture p;
  openPicture(&p, resting, 50);
  updatePicture(&p);
  assert_null(findType(&p, mjGEOM_CYLINDER, 0));
  p.opt.flags[mjVIS_CONTACTPOINT] = 1;
  updatePicture(&p);
  const mjvGeom* point = findType(&p, mjGEOM_CYLINDER, 0);
  assert_non_null(point);
  assertNear(point->pos, p.s.d->contact[0].pos, 3);
  closePicture(&p);
}

static const char* const fitted =
    "<mujoco><asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset>"
    "<worldbody><geom type='box' mesh='m'/></worldbody></mujoco>";

// COMPAT: VIS-FITTED-MESH: a box that was fitted to a mesh shows the mesh's volumes.
static void primitives_fitted_to_a_mesh_show_its_volumes(void** state) {
  Picture p;
  openPicture(&p, fitted, 50);
  assert_int_equal(p.s.m->geom_type[0], mjGEOM_BOX);
  p.opt.flags[mjVIS_MESHBVH] = 1;
  p.opt.bvh_depth = 0;
  updatePicture(&p);
  const mjvGeom* box = findType(&p, mjGEOM_LINEBOX, 0);
  assert_non_null(box);
  assertNear(box->size, p.s.m->bvh_aabb + 6 * p.s.m->mesh_bvhadr[0] + 3, 3);
  closePicture(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_arrow_of_a_contact_is_as_long_as_its_force),
      cmocka_unit_test(contacts_are_flat_cylinders_where_bodies_touch),
      cmocka_unit_test(primitives_fitted_to_a_mesh_show_its_volumes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

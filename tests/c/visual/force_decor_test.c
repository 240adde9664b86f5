// Contacts, forces and bounding volumes as they are drawn.

#include "visual/picture_support.h"

#include <stdio.h>

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

static const char* const pressed =
    "<mujoco><worldbody><geom name='floor' type='plane' size='9 9 1' condim='4'/>"
    "<body pos='0 0 .09'><freejoint/><geom size='.1' condim='4'/></body>"
    "<body name='v0' pos='2 0 .005'><joint type='slide' axis='0 0 1'/>"
    "<inertial mass='.1' pos='0 0 0' diaginertia='1 1 1'/></body>"
    "<body name='v1' pos='2.2 0 .005'><joint type='slide' axis='0 0 1'/>"
    "<inertial mass='.1' pos='0 0 0' diaginertia='1 1 1'/></body></worldbody>"
    "<deformable><flex dim='1' body='v0 v1' vertex='0 0 0 0 0 0' element='0 1' radius='.01'/>"
    "</deformable></mujoco>";

// COMPAT: VIS-19: sides without names are letter and number, "f0.v1" a vertex of the first flex.
static void contact_points_show_who_touches(void** state) {
  Picture p;
  openPicture(&p, pressed, 50);
  p.opt.flags[mjVIS_CONTACTPOINT] = 1;
  p.opt.label = mjLABEL_CONTACTPOINT;
  updatePicture(&p);
  assert_string_equal(findType(&p, mjGEOM_CYLINDER, 0)->label, "floor | g1");
  assert_string_equal(findType(&p, mjGEOM_CYLINDER, 1)->label, "floor | f0.v0");
  assert_string_equal(findType(&p, mjGEOM_CYLINDER, 2)->label, "floor | f0.v1");
  closePicture(&p);
}

// COMPAT: VIS-19: normal and friction, no torque; the label at the normal is the size of the whole
// force, the friction arrow carries none and is there where friction is zero. A condim 1 contact
// has no friction.
static void a_split_contact_force_labels_its_normal(void** state) {
  Picture p;
  openPicture(&p, pressed, 50);
  p.s.d->qfrc_applied[5] = 1;
  mj_forward(p.s.m, p.s.d);
  p.opt.flags[mjVIS_CONTACTFORCE] = p.opt.flags[mjVIS_CONTACTSPLIT] = 1;
  p.opt.label = mjLABEL_CONTACTFORCE;
  updatePicture(&p);
  mjtNum force[6];
  mj_contactForce(p.s.m, p.s.d, 0, force);
  char normal[20];
  snprintf(normal, sizeof normal, "%.3g", force[0]);
  assert_string_equal(findType(&p, mjGEOM_ARROW, 0)->label, normal);
  assert_string_equal(findType(&p, mjGEOM_ARROW, 1)->label, "");
  assert_true(findType(&p, mjGEOM_ARROW, 1)->size[2] == 0);
  assert_int_equal(findType(&p, mjGEOM_ARROW, 2)->objid, 1);
  p.s.d->qfrc_applied[0] = 5;
  mj_forward(p.s.m, p.s.d);
  updatePicture(&p);
  mj_contactForce(p.s.m, p.s.d, 0, force);
  assert_true(hypot(force[1], force[2]) > 1);
  snprintf(normal, sizeof normal, "%.3g", mju_norm3(force));
  assert_string_equal(findType(&p, mjGEOM_ARROW, 0)->label, normal);
  closePicture(&p);
}

static const char* const stacked =
    "<mujoco><worldbody><geom size='.1'/>"
    "<body pos='0 0 .19'><freejoint/><geom size='.1'/></body>"
    "<body pos='0 0 .38'><freejoint/><geom size='.1'/></body></worldbody></mujoco>";

// Between bodies a force has two heads, unless one is the world or it is split in two; none draws
// none.
static void forces_between_bodies_have_two_heads(void** state) {
  Picture p;
  openPicture(&p, stacked, 50);
  p.opt.flags[mjVIS_CONTACTFORCE] = 1;
  updatePicture(&p);
  assert_int_equal(findType(&p, mjGEOM_ARROW, 0)->objid, 0);
  assert_int_equal(findType(&p, mjGEOM_ARROW2, 0)->objid, 1);
  p.opt.flags[mjVIS_CONTACTSPLIT] = 1;
  updatePicture(&p);
  assert_null(findType(&p, mjGEOM_ARROW2, 0));
  assert_int_equal(findType(&p, mjGEOM_ARROW, 2)->objid, 1);
  p.s.d->contact[1].dim = 1;
  p.s.d->efc_type[p.s.d->contact[1].efc_address] = mjCNSTR_CONTACT_FRICTIONLESS;
  updatePicture(&p);
  assert_int_equal(findType(&p, mjGEOM_ARROW2, 0)->objid, 1);
  mju_zero(p.s.d->efc_force, p.s.d->nefc);
  updatePicture(&p);
  assert_null(findType(&p, mjGEOM_ARROW, 0));
  closePicture(&p);
}

static const char* const welded =
    "<mujoco><worldbody>"
    "<body name='p' euler='10 20 30'><freejoint/><geom size='.1'/></body>"
    "<body name='q' euler='50 0 30'><freejoint/><geom size='.1'/></body></worldbody>"
    "<equality><weld body1='p' body2='q' relpose='1 2 3 .5 .5 .5 .5'/></equality></mujoco>";

static void marks_of_welds_are_turned_like_their_bodies(void** state) {
  Picture p;
  openPicture(&p, welded, 50);
  p.opt.flags[mjVIS_CONSTRAINT] = 1;
  updatePicture(&p);
  for (int i = 0; i < 2; i++) {
    assertNear(findGeom(&p, mjOBJ_EQUALITY, 0, i)->mat, p.s.d->xmat + 9 * (1 + i), 9);
  }
  closePicture(&p);
}

static const char* const lattice =
    "<mujoco><worldbody><flexcomp name='f' type='grid' dim='3' count='3 3 3' spacing='.1 .1 .1'"
    " mass='1' radius='.01' dof='trilinear' cellcount='2 1 1'>"
    "<contact selfcollide='none' internal='false'/></flexcomp></worldbody></mujoco>";

static void lattices_show_their_grid_and_hidden_flexes_no_boxes(void** state) {
  Picture p;
  openPicture(&p, lattice, 100);
  p.opt.flags[mjVIS_MESHBVH] = 1;
  updatePicture(&p);
  assert_non_null(findType(&p, mjGEOM_LINEBOX, 0));
  // 3 x 2 x 2 nodes: 2 + 1 + 1 lines between neighbours along each axis
  const mjvGeom* line = findType(&p, mjGEOM_LINE, 19);
  assert_int_equal(line->objid, 2);
  assert_null(findType(&p, mjGEOM_LINE, 20));
  line = findType(&p, mjGEOM_LINE, 0);
  assertNear(line->pos, (mjtNum[]){-0.1, -0.1, -0.1}, 3);
  assertNear(line->size, (mjtNum[]){3, 3, 0.1}, 3);
  p.opt.flexgroup[0] = 0;
  updatePicture(&p);
  assert_null(findType(&p, mjGEOM_LINEBOX, 0));
  assert_non_null(findType(&p, mjGEOM_LINE, 19));
  closePicture(&p);
}

static const char* const measured =
    "<mujoco><asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset>"
    "<worldbody><geom type='sdf' mesh='m'/></worldbody></mujoco>";

static void meshes_with_an_octree_show_its_nodes_of_one_depth(void** state) {
  Picture p;
  openPicture(&p, measured, 2000);
  p.opt.flags[mjVIS_MESHBVH] = 1;
  for (int depth = 0; depth < 4; depth++) {
    int count = 0;
    for (int i = 0; i < p.s.m->noct; i++) {
      count += p.s.m->oct_depth[i] == depth;
    }
    p.opt.bvh_depth = depth;
    updatePicture(&p);
    assert_non_null(findType(&p, mjGEOM_LINEBOX, count - 1));
    assert_null(findType(&p, mjGEOM_LINEBOX, count));
  }
  closePicture(&p);
}

static void a_hollow_lattice_shows_the_grid_of_its_surface(void** state) {
  Picture p;
  openPicture(&p,
              "<mujoco><worldbody><flexcomp name='f' type='box' dim='3' count='4 4 4' mass='1'"
              " spacing='.1 .1 .1' radius='.01' dof='trilinear' cellcount='3 2 2'>"
              "<edge equality='strain'/><elasticity young='1000' poisson='.1' elastic2d='bend'"
              " thickness='.02'/><contact selfcollide='none' internal='false'/></flexcomp>"
              "</worldbody></mujoco>",
              200);
  p.opt.flags[mjVIS_MESHBVH] = 1;
  updatePicture(&p);
  // 4 x 3 x 3 nodes: 27 + 24 + 24 lines, without the 11 of the two nodes inside
  assert_non_null(findType(&p, mjGEOM_LINE, 63));
  assert_null(findType(&p, mjGEOM_LINE, 64));
  closePicture(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_arrow_of_a_contact_is_as_long_as_its_force),
      cmocka_unit_test(contacts_are_flat_cylinders_where_bodies_touch),
      cmocka_unit_test(contact_points_show_who_touches),
      cmocka_unit_test(a_split_contact_force_labels_its_normal),
      cmocka_unit_test(primitives_fitted_to_a_mesh_show_its_volumes),
      cmocka_unit_test(forces_between_bodies_have_two_heads),
      cmocka_unit_test(marks_of_welds_are_turned_like_their_bodies),
      cmocka_unit_test(lattices_show_their_grid_and_hidden_flexes_no_boxes),
      cmocka_unit_test(meshes_with_an_octree_show_its_nodes_of_one_depth),
      cmocka_unit_test(a_hollow_lattice_shows_the_grid_of_its_surface),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

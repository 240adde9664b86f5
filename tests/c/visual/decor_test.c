// Joints, inertias and cameras drawn as symbols.

#include "visual/picture_support.h"
#include "visual/visual.h"

// A hinge is an arrow from its anchor along its axis.
static void a_hinge_is_an_arrow_along_its_axis(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 50);
  p.opt.flags[mjVIS_JOINT] = 1;
  updatePicture(&p);
  const mjvGeom* arrow = findGeom(&p, mjOBJ_JOINT, 1, 0);
  assert_int_equal(arrow->type, mjGEOM_ARROW1);
  assertNear(arrow->pos, (mjtNum[]){0.3, 0, 1}, 3);
  // the third column of its matrix: the direction
  assertNear((float[]){arrow->mat[2], arrow->mat[5], arrow->mat[8]}, (mjtNum[]){0, 1, 0}, 3);
  assert_int_equal(findGeom(&p, mjOBJ_JOINT, 0, 0)->type, mjGEOM_BOX);  // free
  closePicture(&p);
}

// The box of uniform density that has mass and inertia of the body: of a box, the box itself.
static void the_inertia_of_a_box_is_drawn_as_that_box(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 50);
  p.opt.flags[mjVIS_INERTIA] = 1;
  updatePicture(&p);
  const mjvGeom* box = findGeom(&p, mjOBJ_BODY, 2, 0);
  assert_int_equal(box->type, mjGEOM_BOX);
  assertNear(box->pos, (mjtNum[]){0.3, 0, 1}, 3);
  assertNear(box->size, (mjtNum[]){0.1, 0.1, 0.1}, 3);
  closePicture(&p);
}

static void colours_mix_by_their_weight(void** state) {
  const float from[4] = {0, 0, 0, 1}, to[4] = {1, 0.5f, 0, 1};
  float mixed[4];
  lb_mixColors(mixed, from, to, 0.25f);
  assertNear(mixed, (mjtNum[]){0.25, 0.125, 0, 1}, 4);
}

static int labelled(const Picture* p, const char* text) {
  int count = 0;
  for (int i = 0; i < p->scn.ngeom; i++) {
    count += strcmp(p->scn.geoms[i].label, text) == 0;
  }
  return count;
}

// COMPAT: VIS-19: the label of a selection is the body's name, at the body or on its inertia box.
static void a_selected_body_shows_its_name_once(void** state) {
  Picture p;
  openPicture(&p,
              "<mujoco><worldbody><body name='one'><freejoint/><geom name='g' size='.1'/>"
              "<geom size='.1'/></body><body name='two'><geom size='.1'/></body>"
              "</worldbody></mujoco>",
              50);
  p.opt.label = mjLABEL_SELECTION;
  updatePicture(&p);
  assert_int_equal(labelled(&p, ""), p.scn.ngeom);
  p.pert.select = 1;
  updatePicture(&p);
  assert_int_equal(labelled(&p, ""), p.scn.ngeom - 1);
  assert_int_equal(labelled(&p, "one"), 1);
  assert_string_equal(findType(&p, mjGEOM_LABEL, 0)->label, "one");
  p.opt.flags[mjVIS_INERTIA] = 1;
  updatePicture(&p);
  assert_null(findType(&p, mjGEOM_LABEL, 0));
  assert_int_equal(labelled(&p, "one"), 1);
  closePicture(&p);
}

static const char* const twoNamed =
    "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body>"
    "<body pos='1 0 0'><freejoint/><geom size='.1'/></body></worldbody></mujoco>";

// COMPAT: VIS-13: the inertia box of the selected body glows as its geoms do.
static void the_inertia_box_of_a_selected_body_glows(void** state) {
  Picture p;
  openPicture(&p, twoNamed, 50);
  p.opt.flags[mjVIS_INERTIA] = 1;
  p.pert.select = 2;
  updatePicture(&p);
  assert_true(findGeom(&p, mjOBJ_BODY, 1, 0)->emission == 0);
  assert_true(findGeom(&p, mjOBJ_BODY, 2, 0)->emission == p.s.m->vis.global.glow);
  closePicture(&p);
}

static void a_connector_without_length_is_not_turned(void** state) {
  mjvGeom geom = {0};
  const mjtNum point[3] = {1, 2, 3};
  mjv_connector(&geom, mjGEOM_CAPSULE, .1, point, point);
  assertNear(geom.mat, (mjtNum[]){1, 0, 0, 0, 1, 0, 0, 0, 1}, 9);
  assertNear(geom.size, (mjtNum[]){.1, .1, 0}, 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_hinge_is_an_arrow_along_its_axis),
      cmocka_unit_test(the_inertia_of_a_box_is_drawn_as_that_box),
      cmocka_unit_test(colours_mix_by_their_weight),
      cmocka_unit_test(a_selected_body_shows_its_name_once),
      cmocka_unit_test(the_inertia_box_of_a_selected_body_glows),
      cmocka_unit_test(a_connector_without_length_is_not_turned),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

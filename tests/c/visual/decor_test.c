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

static const char* const still =
    "<mujoco><worldbody><body name='still'><geom size='.1' pos='.2 0 0'/><site/></body>"
    "<body name='free' pos='1 0 0'><freejoint/><geom "
    "size='.1'/><site/></body></worldbody></mujoco>";

static int decorations(Picture* p, int catmask) {
  mjv_updateScene(p->s.m, p->s.d, &p->opt, &p->pert, &p->cam, catmask, &p->scn);
  int count = 0;
  for (int i = 0; i < p->scn.ngeom; i++) {
    count += p->scn.geoms[i].category == mjCAT_DECOR;
  }
  return count;
}

// What decorates a body is as hidden as the body.
static void decoration_is_shown_with_its_owner(void** state) {
  Picture p;
  openPicture(&p, still, 50);
  static const struct {
    int frame, label, inertia, count;
  } cases[] = {{mjFRAME_BODY, 0, 0, 3},
               {mjFRAME_GEOM, 0, 0, 3},
               {mjFRAME_SITE, 0, 0, 3},
               {0, mjLABEL_BODY, 0, 1},
               {0, 0, 1, 1}};
  for (int i = 0; i < 5; i++) {
    p.opt.frame = cases[i].frame;
    p.opt.label = cases[i].label;
    p.opt.flags[mjVIS_INERTIA] = cases[i].inertia;
    assert_int_equal(decorations(&p, mjCAT_ALL), 2 * cases[i].count);
    assert_int_equal(decorations(&p, mjCAT_STATIC | mjCAT_DECOR), cases[i].count);
    assert_int_equal(decorations(&p, mjCAT_DYNAMIC | mjCAT_DECOR), cases[i].count);
    assert_int_equal(decorations(&p, mjCAT_DECOR), 0);
    p.opt.flags[mjVIS_STATIC] = 0;
    assert_int_equal(decorations(&p, mjCAT_ALL), cases[i].count);
    p.opt.flags[mjVIS_STATIC] = 1;
  }
  closePicture(&p);
}

static void frames_of_bodies_stand_at_their_inertia_where_it_is_shown(void** state) {
  Picture p;
  openPicture(&p, still, 50);
  p.opt.frame = mjFRAME_BODY;
  p.opt.flags[mjVIS_SELECT] = 1;
  p.pert.select = 1;
  updatePicture(&p);
  const mjvGeom* x = findType(&p, mjGEOM_CYLINDER, 0);
  mjtNum length = p.s.m->vis.scale.framelength * p.s.m->stat.meansize;
  assertNear(x->pos, (mjtNum[]){length / 2, 0, 0}, 3);
  // the selected point comes after them
  const mjvGeom* last = &p.scn.geoms[p.scn.ngeom - 1];
  assert_int_equal(last->type, mjGEOM_SPHERE);
  assert_int_equal(last->category, mjCAT_DECOR);
  p.opt.flags[mjVIS_INERTIA] = 1;
  updatePicture(&p);
  assertNear(findType(&p, mjGEOM_CYLINDER, 0)->pos, (mjtNum[]){0.2 + length / 2, 0, 0}, 3);
  closePicture(&p);
}

static const char* const stateful =
    "<mujoco><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody><actuator>"
    "<general joint='j' dyntype='integrator' actrange='-4 4' actlimited='true'/>"
    "<general joint='j' dyntype='integrator' actrange='-4 4' actlimited='true'"
    " ctrlrange='-10 10' ctrllimited='true'/>"
    "<general joint='j' dyntype='integrator'/></actuator></mujoco>";

// An activation in the range of the control, or else its own, or else as it is.
static void activations_are_shown_in_their_range(void** state) {
  Picture p;
  openPicture(&p, stateful, 50);
  p.opt.flags[mjVIS_ACTUATOR] = p.opt.flags[mjVIS_ACTIVATION] = 1;
  const float weight[3] = {0.25f, 0.1f, 1};
  for (int i = 0; i < 3; i++) {
    p.s.d->act[i] = 1;
  }
  updatePicture(&p);
  for (int i = 0; i < 3; i++) {
    float wanted[4];
    lb_mixColors(wanted, p.s.m->vis.rgba.actuator, p.s.m->vis.rgba.actuatorpositive, weight[i]);
    const mjtNum number[4] = {wanted[0], wanted[1], wanted[2], wanted[3]};
    assertNear(findGeom(&p, mjOBJ_ACTUATOR, i, 0)->rgba, number, 4);
  }
  closePicture(&p);
}

static const char* const parallel =
    "<mujoco><worldbody><geom size='.1'/>"
    "<camera pos='0 0 1' resolution='8 4' fovy='1.5' projection='orthographic'/>"
    "<camera pos='0 0 1' resolution='8 4' sensorsize='.02 .01' focal='.03 .04'"
    " projection='orthographic'/>"
    "<camera pos='0 0 1' resolution='2 1'/><camera pos='0 0 1' resolution='1 1'/>"
    "</worldbody></mujoco>";

// As far as half of the sum of half its width and half its height; a lens is none of its.
static void the_frustum_of_parallel_rays_goes_by_its_size(void** state) {
  Picture p;
  openPicture(&p, parallel, 200);
  p.opt.flags[mjVIS_CAMERA] = 1;
  updatePicture(&p);
  for (int i = 0; i < 2; i++) {
    const mjvGeom* far = findGeom(&p, mjOBJ_CAMERA, i, 1);
    assert_int_equal(far->type, mjGEOM_TRIANGLE);
    mjtNum half = p.s.m->cam_fovy[i] / 2;
    assert_true(fabs(far->pos[2] - (1 - (2 * half + half) / 2)) < 1e-4);
    assert_true(fabs(far->pos[0] + 2 * half) < 1e-4);
    assert_true(fabs(far->pos[1] + half) < 1e-4);
  }
  assert_int_equal(findGeom(&p, mjOBJ_CAMERA, 2, 0)->type, mjGEOM_TRIANGLE);
  assert_int_equal(findGeom(&p, mjOBJ_CAMERA, 3, 0)->type, mjGEOM_BOX);
  closePicture(&p);
}

// Free and ball joints are as large as the arrows of others are long, times .3.
static void free_joints_are_as_large_as_arrows_are_long(void** state) {
  Picture p;
  openPicture(&p, twoNamed, 50);
  p.opt.flags[mjVIS_JOINT] = 1;
  p.s.m->vis.scale.jointlength = 2;
  p.s.m->vis.scale.jointwidth = 7;
  updatePicture(&p);
  mjtNum size = 0.3 * 2 * p.s.m->stat.meansize;
  assertNear(findGeom(&p, mjOBJ_JOINT, 0, 0)->size, (mjtNum[]){size, size, size}, 3);
  closePicture(&p);
}

// COMPAT: VIS-PULL-SECOND
static void two_mice_pull_in_two_colours(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 50);
  p.opt.flags[mjVIS_PERTOBJ] = 1;
  const float line[4] = {.2f, .7f, .35f, .45f}, box[4] = {.6f, .1f, .3f, .9f};
  memcpy(p.s.m->vis.rgba.constraint, line, sizeof line);
  memcpy(p.s.m->vis.rgba.inertia, box, sizeof box);
  const mjtNum wanted[3][2][4] = {{{.2, .7, .35, .45}, {.6, .1, .3, .9}},
                                  {{.7, .2, .35, .45}, {.1, .6, .3, .9}},
                                  {{.7, .7, .35, .45}, {.6, .6, .3, .9}}};
  p.pert.select = 1;
  const int both = mjPERT_TRANSLATE | mjPERT_ROTATE;
  for (int mice = 1; mice < 4; mice++) {
    p.pert.active = mice & 1 ? both : 0;
    p.pert.active2 = mice & 2 ? both : 0;
    updatePicture(&p);
    assertNear(findType(&p, mjGEOM_CAPSULE, 0)->rgba, wanted[mice - 1][0], 4);
    assertNear(findType(&p, mjGEOM_LINEBOX, 0)->rgba, wanted[mice - 1][1], 4);
  }
  closePicture(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_hinge_is_an_arrow_along_its_axis),
      cmocka_unit_test(two_mice_pull_in_two_colours),
      cmocka_unit_test(the_inertia_of_a_box_is_drawn_as_that_box),
      cmocka_unit_test(colours_mix_by_their_weight),
      cmocka_unit_test(a_selected_body_shows_its_name_once),
      cmocka_unit_test(the_inertia_box_of_a_selected_body_glows),
      cmocka_unit_test(a_connector_without_length_is_not_turned),
      cmocka_unit_test(decoration_is_shown_with_its_owner),
      cmocka_unit_test(frames_of_bodies_stand_at_their_inertia_where_it_is_shown),
      cmocka_unit_test(activations_are_shown_in_their_range),
      cmocka_unit_test(the_frustum_of_parallel_rays_goes_by_its_size),
      cmocka_unit_test(free_joints_are_as_large_as_arrows_are_long),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

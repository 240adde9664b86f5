// Geoms, sites, tendons and frames of a model as they are drawn.

#include "visual/picture_support.h"

#include <stdio.h>

static const char* const marked =
    "<mujoco><worldbody><body pos='1 2 3'><geom name='g' size='.1' rgba='.1 .2 .3 1'/>"
    "<site name='s' pos='0 0 .5' size='.05' type='box' rgba='1 0 0 1'/></body>"
    "<body pos='2 2 3'><joint/><geom size='.1' group='5'/><site name='t' size='.01'/></body>"
    "</worldbody><tendon><spatial width='.02'><site site='s'/><site site='t'/></spatial></tendon>"
    "</mujoco>";

static void geoms_have_the_pose_size_and_colour_of_the_model(void** state) {
  Picture p;
  openPicture(&p, marked, 50);
  updatePicture(&p);
  const mjvGeom* geom = findGeom(&p, mjOBJ_GEOM, 0, 0);
  assert_int_equal(geom->type, mjGEOM_SPHERE);
  assertNear(geom->pos, (mjtNum[]){1, 2, 3}, 3);
  assertNear(geom->size, (mjtNum[]){0.1, 0.1, 0.1}, 3);
  assertNear(geom->rgba, (mjtNum[]){0.1, 0.2, 0.3, 1}, 4);
  const mjvGeom* site = findGeom(&p, mjOBJ_SITE, 0, 0);
  assert_int_equal(site->type, mjGEOM_BOX);
  assertNear(site->pos, (mjtNum[]){1, 2, 3.5}, 3);
  closePicture(&p);
}

static void groups_hide_geoms(void** state) {
  Picture p;
  openPicture(&p, marked, 50);
  updatePicture(&p);
  assert_null(findGeom(&p, mjOBJ_GEOM, 1, 0));
  p.opt.geomgroup[5] = 1;
  updatePicture(&p);
  assert_non_null(findGeom(&p, mjOBJ_GEOM, 1, 0));
  closePicture(&p);
}

static void a_tendon_is_a_capsule_from_site_to_site(void** state) {
  Picture p;
  openPicture(&p, marked, 50);
  updatePicture(&p);
  const mjvGeom* tendon = findGeom(&p, mjOBJ_TENDON, 0, 0);
  assert_int_equal(tendon->type, mjGEOM_CAPSULE);
  assertNear(tendon->pos, (mjtNum[]){1.5, 2, 3.25}, 3);
  assertNear(tendon->size, (mjtNum[]){0.02, 0.02, sqrt(1.25) / 2}, 3);
  closePicture(&p);
}

static void a_frame_is_three_cylinders(void** state) {
  Picture p;
  openPicture(&p, marked, 50);
  updatePicture(&p);
  int before = p.scn.ngeom;
  p.opt.frame = mjFRAME_SITE;
  updatePicture(&p);
  assert_int_equal(p.scn.ngeom, before + 2 * 3);
  closePicture(&p);
}

static void a_label_is_the_name(void** state) {
  Picture p;
  openPicture(&p, marked, 50);
  p.opt.label = mjLABEL_GEOM;
  updatePicture(&p);
  assert_string_equal(findGeom(&p, mjOBJ_GEOM, 0, 0)->label, "g");
  closePicture(&p);
}

static const char* const cloth =
    "<mujoco><asset><skin name='s' vertex='0 0 0 1 0 0 0 1 0' face='0 1 2'><bone body='b' "
    "bindpos='0 0 0' bindquat='1 0 0 0' vertid='0 1 2' vertweight='1 1 1'/></skin></asset>"
    "<worldbody><geom type='plane' size='1 1 1'/><body name='b' pos='3 0 1'><freejoint/>"
    "<geom size='.1'/></body><flexcomp name='f' type='grid' count='2 2 1' spacing='.1 .1 .1' "
    "pos='0 0 .005' dim='2' radius='.01'><pin id='%s'/></flexcomp></worldbody></mujoco>";

// COMPAT: VIS-08: transparency is for skins and flexes too, as it is for bodies that move.
static void skins_and_flexes_become_transparent(void** state) {
  Picture p;
  char xml[1000];
  snprintf(xml, sizeof xml, cloth, "0");
  openPicture(&p, xml, 50);
  p.opt.flags[mjVIS_TRANSPARENT] = 1;
  updatePicture(&p);
  float alpha = p.s.m->vis.map.alpha;
  assert_true(alpha < 1);
  assert_true(findType(&p, mjGEOM_FLEX, 0)->rgba[3] == alpha);
  assert_true(findType(&p, mjGEOM_SKIN, 0)->rgba[3] == alpha);
  closePicture(&p);
}

// COMPAT: VIS-CLEAR: what is clear at last is left out: colours of islands come before, and so does
// transparency. Tendons are there in any case.
static void clear_geoms_are_left_out_at_last(void** state) {
  static const char* const clear =
      "<mujoco><visual><map alpha='%s'/></visual><worldbody><geom type='plane' size='1 1 1'/>"
      "<body name='b' pos='0 0 .05'><freejoint/><geom size='.1' rgba='1 1 1 %s'/>"
      "<site name='s' rgba='1 1 1 %s'/></body><site name='w' pos='0 0 1'/></worldbody>"
      "<tendon><spatial rgba='1 1 1 0'><site site='s'/><site site='w'/></spatial></tendon>"
      "<deformable><skin vertex='0 0 0 1 0 0 0 1 0' face='0 1 2' rgba='1 1 1 %s'><bone body='b' "
      "bindpos='0 0 0' bindquat='1 0 0 0' vertid='0 1 2' vertweight='1 1 1'/></skin></deformable>"
      "</mujoco>";
  static const struct {
    const char *map, *own;
    int flag;
    bool geom, site;
  } cases[] = {{"1", "0", mjVIS_TEXTURE, false, false},
               {"1", "0", mjVIS_ISLAND, true, false},
               {"0", "1", mjVIS_TEXTURE, true, true},
               {"0", "1", mjVIS_TRANSPARENT, false, false},
               {"0", "1", mjVIS_ISLAND, true, true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Picture p;
    char xml[1000];
    snprintf(xml, sizeof xml, clear, cases[i].map, cases[i].own, cases[i].own, cases[i].own);
    openPicture(&p, xml, 50);
    p.opt.flags[cases[i].flag] = 1;
    updatePicture(&p);
    assert_int_equal(findGeom(&p, mjOBJ_GEOM, 1, 0) != NULL, cases[i].geom);
    assert_int_equal(findGeom(&p, mjOBJ_SITE, 1, 0) != NULL, cases[i].site);
    assert_int_equal(findType(&p, mjGEOM_SKIN, 0) != NULL, cases[i].site);
    assert_non_null(findGeom(&p, mjOBJ_TENDON, 0, 0));
    closePicture(&p);
  }
}

// COMPAT: VIS-HULL: only meshes that can collide are drawn as their hulls.
static void hulls_are_drawn_of_meshes_that_collide(void** state) {
  Picture p;
  openPicture(&p,
              "<mujoco><asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset><worldbody>"
              "<geom type='mesh' mesh='m'/><geom type='mesh' mesh='m' contype='0'/>"
              "<geom type='mesh' mesh='m' contype='0' conaffinity='0'/></worldbody></mujoco>",
              50);
  for (int hull = 0; hull < 2; hull++) {
    p.opt.flags[mjVIS_CONVEXHULL] = hull;
    updatePicture(&p);
    assert_int_equal(findGeom(&p, mjOBJ_GEOM, 0, 0)->dataid, hull);
    assert_int_equal(findGeom(&p, mjOBJ_GEOM, 1, 0)->dataid, hull);
    assert_int_equal(findGeom(&p, mjOBJ_GEOM, 2, 0)->dataid, 0);
  }
  closePicture(&p);
}

// COMPAT: VIS-JOINT-ALPHA: joints and the limits of tendons are opaque in any colours.
static void joints_and_limits_of_tendons_are_opaque(void** state) {
  Picture p;
  openPicture(&p,
              "<mujoco><visual><rgba joint='1 0 0 .2' constraint='0 1 0 .3'/></visual><worldbody>"
              "<site name='w'/><body pos='0 0 1'><joint axis='0 1 0' range='.5 1'/><joint/>"
              "<geom size='.1'/><site name='s' pos='.1 0 0'/></body></worldbody><tendon><spatial "
              "range='0 .5'><site site='w'/>"
              "<site site='s'/></spatial></tendon><compiler angle='radian'/></mujoco>",
              50);
  p.opt.flags[mjVIS_JOINT] = 1;
  updatePicture(&p);
  for (int i = 0; i < 2; i++) {
    assert_true(findGeom(&p, mjOBJ_JOINT, i, 0)->rgba[3] == 1);
  }
  assert_true(findGeom(&p, mjOBJ_JOINT, 0, 0)->rgba[1] > .5f);
  assert_true(findGeom(&p, mjOBJ_TENDON, 0, 0)->rgba[1] > .5f);
  assert_true(findGeom(&p, mjOBJ_TENDON, 0, 0)->rgba[3] == 1);
  closePicture(&p);
}

// COMPAT: VIS-12: a flex has the colour of the island of its first body that moves: grey without
// one, its own when nothing of it moves.
static void a_flex_has_the_colour_of_its_island(void** state) {
  static const struct {
    const char* pinned;
    mjtNum height;
    mjtNum grey;
  } cases[] = {{"0", 1, .7}, {"0 1 2 3", 0, .5}};
  for (int i = 0; i < 2; i++) {
    Picture p;
    char xml[1000];
    snprintf(xml, sizeof xml, cloth, cases[i].pinned);
    openPicture(&p, xml, 50);
    for (int k = 0; k < p.s.m->nv; k++) {
      p.s.d->qpos[p.s.m->nq - 1 - k % 9] += i == 0 && k < 9 ? cases[i].height : 0;
    }
    mj_forward(p.s.m, p.s.d);
    p.opt.flags[mjVIS_ISLAND] = 1;
    updatePicture(&p);
    const mjtNum grey = cases[i].grey;
    assertNear(findType(&p, mjGEOM_FLEX, 0)->rgba, (mjtNum[]){grey, grey, grey, 1}, 4);
    closePicture(&p);
  }
}

static void a_flex_of_which_nothing_is_shown_is_no_geom(void** state) {
  Picture p;
  openPicture(&p,
              "<mujoco><worldbody><flexcomp name='f' type='grid' count='2 2 1' dim='2' mass='1'"
              " spacing='.1 .1 .1'/></worldbody></mujoco>",
              50);
  updatePicture(&p);
  assert_non_null(findType(&p, mjGEOM_FLEX, 0));
  p.opt.flags[mjVIS_FLEXEDGE] = p.opt.flags[mjVIS_FLEXSKIN] = 0;
  updatePicture(&p);
  assert_null(findType(&p, mjGEOM_FLEX, 0));
  p.opt.flags[mjVIS_FLEXVERT] = 1;
  updatePicture(&p);
  assert_non_null(findType(&p, mjGEOM_FLEX, 0));
  closePicture(&p);
}

static const char* const strings =
    "<mujoco><worldbody><site name='a'/>"
    "<body pos='1 0 0'><joint type='slide' axis='1 0 0'/><geom size='.1'/><site "
    "name='b'/></body></worldbody><tendon>"
    "<spatial range='0 1.5' margin='1'><site site='a'/><site site='b'/></spatial>"
    "<spatial range='0 .9'><site site='a'/><site site='b'/></spatial>"
    "<spatial springlength='0 .9' stiffness='1' range='0 .8'><site site='a'/><site "
    "site='b'/></spatial>"
    "<spatial springlength='0 1.5' stiffness='0 1'><site site='a'/><site site='b'/></spatial>"
    "<spatial range='0 1.5' damping='0 1'><site site='a'/><site site='b'/></spatial>"
    "</tendon></mujoco>";

// A string keeps its colour, slack by a limit, or held by a spring; its name is on every piece.
static void strings_have_their_own_colour_and_many_names(void** state) {
  Picture p;
  openPicture(&p, strings, 200);
  int pieces = p.s.m->vis.quality.numslices;
  static const struct {
    bool hangs, plain;
  } wanted[] = {{true, true}, {false, false}, {false, true}, {true, true}, {false, true}};
  p.opt.label = mjLABEL_TENDON;
  updatePicture(&p);
  for (int i = 0; i < 5; i++) {
    const mjvGeom* piece = findGeom(&p, mjOBJ_TENDON, i, 0);
    bool plain = piece->rgba[0] == 0.5f && piece->rgba[1] == 0.5f && piece->rgba[2] == 0.5f;
    assert_int_equal(plain, wanted[i].plain);
    const mjvGeom* last = findGeom(&p, mjOBJ_TENDON, i, wanted[i].hangs ? pieces - 1 : 0);
    assert_non_null(last);
    assert_string_not_equal(last->label, "");
    assert_null(findGeom(&p, mjOBJ_TENDON, i, wanted[i].hangs ? pieces : 1));
  }
  p.opt.flags[mjVIS_ISLAND] = 1;
  updatePicture(&p);
  for (int i = 0; i < 5; i++) {
    bool isString = wanted[i].hangs || i == 2;
    assert_int_equal(findGeom(&p, mjOBJ_TENDON, i, 0)->rgba[0] == 0.5f, isString);
  }
  closePicture(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(geoms_have_the_pose_size_and_colour_of_the_model),
      cmocka_unit_test(groups_hide_geoms),
      cmocka_unit_test(a_tendon_is_a_capsule_from_site_to_site),
      cmocka_unit_test(a_frame_is_three_cylinders),
      cmocka_unit_test(a_label_is_the_name),
      cmocka_unit_test(skins_and_flexes_become_transparent),
      cmocka_unit_test(clear_geoms_are_left_out_at_last),
      cmocka_unit_test(hulls_are_drawn_of_meshes_that_collide),
      cmocka_unit_test(joints_and_limits_of_tendons_are_opaque),
      cmocka_unit_test(a_flex_has_the_colour_of_its_island),
      cmocka_unit_test(a_flex_of_which_nothing_is_shown_is_no_geom),
      cmocka_unit_test(strings_have_their_own_colour_and_many_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

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
      cmocka_unit_test(a_flex_has_the_colour_of_its_island),
      cmocka_unit_test(a_flex_of_which_nothing_is_shown_is_no_geom),
      cmocka_unit_test(strings_have_their_own_colour_and_many_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

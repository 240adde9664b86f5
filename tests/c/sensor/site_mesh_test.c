// Sites with the shape of a mesh, from the text to the readings and back.

#include "api/limber.h"
#include "check.h"
#include "constraint/scenes_support.h"
#include "sensor/internal.h"

#include <stdlib.h>
#include <string.h>

// A small pyramid, a box that stands on a plane, and what feels it.
static const char* const scene =
    "<mujoco><asset><mesh name='small' vertex='0 0 0  .1 0 0  0 .1 0  0 0 .1'/>"
    "<mesh name='wide' vertex='-1 -1 -.1  1 -1 -.1  0 1 -.1  0 0 .1'/></asset>"
    "<worldbody><geom type='plane' size='9 9 1'/><site name='ball' size='.1' pos='4 0 0'/>"
    "<site name='corner' type='mesh' mesh='small' pos='5 0 0'/>"
    "<body name='b' pos='0 0 .199'><freejoint/><geom type='box' size='.1 .1 .2'/>"
    "<site name='sole' type='mesh' mesh='wide' pos='0 0 -.2'/>"
    "<site name='head' type='mesh' mesh='wide' pos='0 0 .4'/>"
    "<site name='below' type='mesh' mesh='wide' pos='0 0 -.6'/></body></worldbody>"
    "<sensor><touch site='sole'/><touch site='head'/><touch site='below'/></sensor></mujoco>";

static void points_are_inside_of_the_hull_where_the_file_has_it(void** state) {
  Scene s = loadScene(scene);
  mj_forward(s.m, s.d);
  int corner = mj_name2id(s.m, mjOBJ_SITE, "corner"), ball = mj_name2id(s.m, mjOBJ_SITE, "ball");
  assert_int_equal(s.m->site_dataid[ball], -1);
  assert_int_equal(s.m->site_dataid[corner], mj_name2id(s.m, mjOBJ_MESH, "small"));
  assert_true(mj_insideSite(s.m, s.d, corner, (mjtNum[]){5.02, 0.02, 0.02}));
  assert_false(mj_insideSite(s.m, s.d, corner, (mjtNum[]){5.05, 0.05, 0.05}));
  assert_false(mj_insideSite(s.m, s.d, corner, (mjtNum[]){4.99, 0.02, 0.02}));
  s.m->site_dataid[corner] = -1;
  assert_false(mj_insideSite(s.m, s.d, corner, (mjtNum[]){5.02, 0.02, 0.02}));
  freeScene(s);
}

static void rays_meet_the_hull_ahead_of_them(void** state) {
  Scene s = loadScene(scene);
  mj_forward(s.m, s.d);
  int site = mj_name2id(s.m, mjOBJ_SITE, "corner");
  static const mjtNum ahead[3] = {1, 0, 0}, back[3] = {-1, 0, 0};
  static const mjtNum before[3] = {4, 0.02, 0.02}, beside[3] = {4, 0.2, 0.02};
  assert_true(lb_rayMeetsSiteMesh(s.m, s.d, site, before, ahead));
  assert_false(lb_rayMeetsSiteMesh(s.m, s.d, site, before, back));
  assert_false(lb_rayMeetsSiteMesh(s.m, s.d, site, beside, ahead));
  assert_true(lb_rayMeetsSiteMesh(s.m, s.d, site, (mjtNum[]){5.02, 0.02, 0.02}, back));
  freeScene(s);
}

static void touch_is_felt_where_the_hull_is(void** state) {
  Scene s = loadScene(scene);
  mj_forward(s.m, s.d);
  // the rays go out of the body, down
  assert_true(s.d->sensordata[0] > 1);
  assert_true(s.d->sensordata[1] == 0);
  assert_true(s.d->sensordata[2] == s.d->sensordata[0]);
  mjtNum* pos = s.m->site_pos + 3 * mj_name2id(s.m, mjOBJ_SITE, "below");
  pos[0] = 3;
  mj_forward(s.m, s.d);
  assert_true(s.d->sensordata[2] == 0);
  freeScene(s);
}

static void files_hold_the_mesh_only_where_a_site_has_one(void** state) {
  Scene plain = loadScene("<mujoco><worldbody><site/><site type='box'/></worldbody></mujoco>");
  mjtSize bytes = mj_sizeModel(plain.m);
  plain.m->site_type[0] = mjGEOM_MESH;
  assert_int_equal(mj_sizeModel(plain.m), bytes + 2 * (mjtSize)sizeof(int));
  freeScene(plain);

  Scene s = loadScene(scene);
  bytes = mj_sizeModel(s.m);
  char* file = malloc((size_t)bytes);
  mj_saveModel(s.m, NULL, file, (int)bytes);
  mjModel* read = mj_loadModelBuffer(file, (int)bytes);
  mjModel* copy = mj_copyModel(NULL, read);
  assert_memory_equal(copy->site_dataid, s.m->site_dataid, (size_t)s.m->nsite * sizeof(int));
  mj_deleteModel(read);
  mj_deleteModel(copy);
  int wrong = 2;
  memcpy(file + bytes - sizeof wrong, &wrong, sizeof wrong);
  assert_null(mj_loadModelBuffer(file, (int)bytes));
  assert_null(mj_loadModelBuffer(file, (int)bytes - 4));
  free(file);
  freeScene(s);
}

static void meshes_that_only_sites_have_are_not_discarded(void** state) {
  Scene s = loadScene(
      "<mujoco><compiler discardvisual='true'/><asset>"
      "<mesh name='a' vertex='0 0 0  1 0 0  0 1 0  0 0 1'/>"
      "<mesh name='b' vertex='0 0 0  2 0 0  0 2 0  0 0 2'/></asset><worldbody>"
      "<geom type='mesh' mesh='a' contype='0' conaffinity='0'/><site type='mesh' mesh='b'/>"
      "</worldbody></mujoco>");
  assert_int_equal(s.m->nmesh, 1);
  assert_int_equal(s.m->site_dataid[0], 0);
  assert_true(s.m->mesh_graphadr[0] >= 0);
  freeScene(s);
}

static void saving_and_attaching_keep_the_mesh(void** state) {
  char error[500] = "", text[8000];
  mjSpec* child = mj_parseXMLString(scene, NULL, error, sizeof error);
  mjSpec* parent = mj_makeSpec();
  mjsFrame* frame = mjs_addFrame(mjs_findBody(parent, "world"), NULL);
  mjs_setDeepCopy(parent, 1);
  assert_non_null(mjs_attach(frame->element, mjs_findBody(child, "b")->element, "x-", ""));
  mjModel* m = mj_compile(parent, NULL);
  assert_non_null(m);
  int site = mj_name2id(m, mjOBJ_SITE, "x-sole");
  assert_string_equal(mj_id2name(m, mjOBJ_MESH, m->site_dataid[site]), "x-wide");

  // the size is the mesh's: it is not written
  mj_copyBack(parent, m);
  assert_int_equal(mj_saveXMLString(parent, text, sizeof text, error, sizeof error), 0);
  const char* written = strstr(text, "x-sole");
  assert_non_null(written);
  const char *type = strstr(written, "type=\"mesh\""), *end = strstr(written, "/>");
  assert_true(type && type < end && strstr(type, "mesh=\"x-wide\"") < end);
  const char* size = strstr(written, "size=");
  assert_true(!size || size > end);
  mj_deleteModel(m);
  mj_deleteSpec(parent);
  mj_deleteSpec(child);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(points_are_inside_of_the_hull_where_the_file_has_it),
      cmocka_unit_test(rays_meet_the_hull_ahead_of_them),
      cmocka_unit_test(touch_is_felt_where_the_hull_is),
      cmocka_unit_test(files_hold_the_mesh_only_where_a_site_has_one),
      cmocka_unit_test(meshes_that_only_sites_have_are_not_discarded),
      cmocka_unit_test(saving_and_attaching_keep_the_mesh),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// The abstract scene: buffers, limits, transforms between model and room, cameras, perturbation.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "api/mjv_functions.h"
#include "base/memory.h"
#include "constraint/scenes_support.h"

static const char* const twoBodies =
    "<mujoco><worldbody><light/><geom type='plane' size='0 0 1'/>"
    "<body name='a' pos='0 0 1'><freejoint/><geom size='.1'/>"
    "<body pos='.3 0 0'><joint axis='0 1 0'/><geom type='box' size='.1 .1 .1'/></body></body>"
    "</worldbody></mujoco>";

typedef struct Picture_ {
  Scene s;
  mjvScene scn;
  mjvOption opt;
  mjvCamera cam;
  mjvPerturb pert;
} Picture;

static void openPicture(Picture* p, int maxgeom) {
  p->s = loadScene(twoBodies);
  mj_forward(p->s.m, p->s.d);
  mjv_defaultScene(&p->scn);
  mjv_makeScene(p->s.m, &p->scn, maxgeom);
  mjv_defaultOption(&p->opt);
  mjv_defaultFreeCamera(p->s.m, &p->cam);
  mjv_defaultPerturb(&p->pert);
}

static void updatePicture(Picture* p) {
  mjv_updateScene(p->s.m, p->s.d, &p->opt, &p->pert, &p->cam, mjCAT_ALL, &p->scn);
}

static void closePicture(Picture* p) {
  mjv_freeScene(&p->scn);
  freeScene(p->s);
}

static void a_full_scene_says_so_and_keeps_what_it_has(void** state) {
  Picture p;
  openPicture(&p, 2);
  updatePicture(&p);
  assert_int_equal(p.scn.ngeom, 2);
  assert_int_equal(p.scn.status, 1);
  closePicture(&p);
}

static void making_and_freeing_leaves_nothing_behind(void** state) {
  size_t before = lb_liveBlocks();
  Picture p;
  openPicture(&p, 100);
  mjv_makeScene(p.s.m, &p.scn, 50);
  updatePicture(&p);
  assert_int_equal(p.scn.ngeom, 3);
  closePicture(&p);
  assert_int_equal(lb_liveBlocks(), before);
}

static void categories_choose_what_is_added(void** state) {
  Picture p;
  openPicture(&p, 100);
  mjv_updateScene(p.s.m, p.s.d, &p.opt, &p.pert, &p.cam, mjCAT_STATIC, &p.scn);
  assert_int_equal(p.scn.ngeom, 1);
  mjv_addGeoms(p.s.m, p.s.d, &p.opt, &p.pert, mjCAT_DYNAMIC, &p.scn);
  assert_int_equal(p.scn.ngeom, 3);
  closePicture(&p);
}

static void room_and_model_are_inverse_to_each_other(void** state) {
  mjvScene scn;
  mjv_defaultScene(&scn);
  scn.enabletransform = 1;
  scn.scale = 2;
  scn.translate[0] = 1;
  scn.rotate[0] = scn.rotate[2] = 0.5f;
  const mjtNum pos[3] = {1, 2, 3}, quat[4] = {0.6, 0.8, 0, 0};
  mjtNum roomPos[3], roomQuat[4], backPos[3], backQuat[4];
  mjv_model2room(roomPos, roomQuat, pos, quat, &scn);
  mjv_room2model(backPos, backQuat, roomPos, roomQuat, &scn);
  for (int i = 0; i < 3; i++) {
    assert_true(fabs(backPos[i] - pos[i]) < 1e-12);
  }
  for (int i = 0; i < 4; i++) {
    assert_true(fabs(backQuat[i] - quat[i]) < 1e-12);
  }
}

static void a_turn_of_the_camera_keeps_the_eye(void** state) {
  Picture p;
  openPicture(&p, 10);
  mjtNum before[3], after[3];
  mjv_cameraFrame(before, NULL, NULL, NULL, p.s.d, &p.cam);
  mjv_moveCamera(p.s.m, mjMOUSE_TURN_H, 0.1, 0.2, &p.cam);
  mjv_moveCamera(p.s.m, mjMOUSE_TURN_V, 0.1, 0.2, &p.cam);
  mjv_cameraFrame(after, NULL, NULL, NULL, p.s.d, &p.cam);
  for (int i = 0; i < 3; i++) {
    assert_true(fabs(after[i] - before[i]) < 1e-12);
  }
  closePicture(&p);
}

static void a_pulled_body_comes_to_the_reference(void** state) {
  Picture p;
  openPicture(&p, 10);
  updatePicture(&p);
  p.s.m->opt.gravity[2] = 0;
  p.pert.select = 1;
  mjv_initPerturb(p.s.m, p.s.d, &p.scn, &p.pert);
  p.pert.active = mjPERT_TRANSLATE;
  p.pert.refselpos[0] += 0.2;
  for (int i = 0; i < 2000; i++) {
    mjv_applyPerturbForce(p.s.m, p.s.d, &p.pert);
    mj_step(p.s.m, p.s.d);
  }
  assert_true(fabs(p.s.d->xpos[3] - 0.2) < 0.02);
  closePicture(&p);
}

static void the_middle_of_the_picture_shows_what_one_looks_at(void** state) {
  Picture p;
  openPicture(&p, 10);
  p.cam.lookat[0] = p.cam.lookat[1] = 0;
  p.cam.lookat[2] = 1;
  updatePicture(&p);
  mjtNum point[3];
  int geom, flex, skin;
  assert_int_equal(
      mjv_select(p.s.m, p.s.d, &p.opt, 1.5, 0.5, 0.5, &p.scn, point, &geom, &flex, &skin), 1);
  assert_int_equal(geom, 1);
  assert_int_equal(flex, -1);
  mjtNum distance =
      sqrt(point[0] * point[0] + point[1] * point[1] + (point[2] - 1) * (point[2] - 1));
  assert_true(fabs(distance - 0.1) < 1e-3);
  closePicture(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_full_scene_says_so_and_keeps_what_it_has),
      cmocka_unit_test(making_and_freeing_leaves_nothing_behind),
      cmocka_unit_test(categories_choose_what_is_added),
      cmocka_unit_test(room_and_model_are_inverse_to_each_other),
      cmocka_unit_test(a_turn_of_the_camera_keeps_the_eye),
      cmocka_unit_test(a_pulled_body_comes_to_the_reference),
      cmocka_unit_test(the_middle_of_the_picture_shows_what_one_looks_at),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

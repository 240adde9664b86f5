// Perturbation with the mouse: the reference and the spring that pulls to it.

#include "visual/picture_support.h"

static void a_pulled_body_comes_to_the_reference(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 10);
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

// One unit of mouse motion is the height of the picture at the selected point.
static void the_reference_moves_with_the_mouse(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 10);
  p.cam.azimuth = 90;  // looks along y, x to the right
  p.cam.elevation = 0;
  updatePicture(&p);
  p.pert.select = 1;
  mjv_initPerturb(p.s.m, p.s.d, &p.scn, &p.pert);
  mjtNum x = p.pert.refpos[0], scale = p.pert.scale;
  assert_true(scale > 0);
  mjv_movePerturb(p.s.m, p.s.d, mjMOUSE_MOVE_V, 0.25, 0, &p.scn, &p.pert);
  assert_true(fabs(p.pert.refpos[0] - x - 0.25 * scale) < 1e-9);
  closePicture(&p);
}

static void the_reference_never_turns_further_than_a_quarter(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 10);
  updatePicture(&p);
  p.pert.select = 1;
  mjv_initPerturb(p.s.m, p.s.d, &p.scn, &p.pert);
  for (int i = 0; i < 10; i++) {
    mjv_movePerturb(p.s.m, p.s.d, mjMOUSE_ROTATE_H, 0.1, 0, &p.scn, &p.pert);
  }
  mjtNum turn[3], body[4];
  mju_mulQuat(body, p.s.d->xquat + 4, p.s.m->body_iquat + 4);
  mju_subQuat(turn, p.pert.refquat, body);
  assert_true(fabs(mju_norm3(turn) - mjPI / 2) < 1e-9);
  closePicture(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_pulled_body_comes_to_the_reference),
      cmocka_unit_test(the_reference_moves_with_the_mouse),
      cmocka_unit_test(the_reference_never_turns_further_than_a_quarter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

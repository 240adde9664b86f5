// Perturbation with the mouse: the reference and the spring that pulls to it.

#include "check.h"
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

// COMPAT: VIS-PULL-SPIN: spins are damped about the pull, and about the x axis where there is none.
static void a_pull_damps_the_spin_about_itself(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 10);
  updatePicture(&p);
  p.s.d->qvel[3] = 2;
  p.s.d->qvel[5] = 3;
  mj_forward(p.s.m, p.s.d);
  p.pert.select = 1;
  mjv_initPerturb(p.s.m, p.s.d, &p.scn, &p.pert);
  p.pert.active = mjPERT_TRANSLATE;
  mjtNum damping = sqrt(p.s.m->vis.map.stiffnessrot) / p.s.m->body_invweight0[3];
  mjv_applyPerturbForce(p.s.m, p.s.d, &p.pert);
  ASSERT_NEAR(p.s.d->xfrc_applied[9], -2 * damping, 1e-9);
  ASSERT_NEAR(p.s.d->xfrc_applied[11], 0, 1e-9);
  p.pert.refselpos[2] += .1;
  mjv_applyPerturbForce(p.s.m, p.s.d, &p.pert);
  ASSERT_NEAR(p.s.d->xfrc_applied[9], 0, 1e-9);
  ASSERT_NEAR(p.s.d->xfrc_applied[11], -3 * damping, 1e-9);
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

// COMPAT: VIS-ORTHO-PACE: measured with the peer
static void orthographic_cameras_have_a_pace_of_their_own(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 10);
  p.pert.select = 1;
  for (int i = 0; i < 2; i++) {
    mjvGLCamera* c = p.scn.camera + i;
    *c = (mjvGLCamera){.orthographic = 1, .frustum_near = 1, .frustum_top = 2};
    c->forward[1] = c->up[2] = 1;
    c->pos[1] = (float)p.s.d->xpos[4] - 3;
  }
  mjv_initPerturb(p.s.m, p.s.d, &p.scn, &p.pert);
  ASSERT_NEAR(p.pert.scale, .15 * 2 * 3, 1e-6);
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

static const char* const moved =
    "<mujoco><worldbody><body mocap='true' pos='1 2 3' euler='10 20 30'>"
    "<geom type='box' size='.2 .3 .4' pos='.1 .2 .3' euler='30 40 "
    "50'/></body></worldbody></mujoco>";

// The reference of a mocap body is that of its inertial frame, too: it turns about its centre.
static void a_mocap_body_turns_about_its_centre_of_mass(void** state) {
  Picture p;
  openPicture(&p, moved, 10);
  updatePicture(&p);
  const mjtNum* centre = p.s.d->xipos + 3;
  p.pert.select = 1;
  mjv_initPerturb(p.s.m, p.s.d, &p.scn, &p.pert);
  for (int i = 0; i < 3; i++) {
    assert_true(p.pert.refpos[i] == centre[i]);
  }
  p.pert.active = mjPERT_ROTATE;
  updatePicture(&p);
  const mjvGeom* box = findType(&p, mjGEOM_LINEBOX, 0);
  assertNear(box->pos, centre, 3);
  assertNear(box->size, (mjtNum[]){0.2, 0.3, 0.4}, 3);
  const mjtNum before[3] = {centre[0], centre[1], centre[2]};
  mjtNum pos[3] = {p.s.d->mocap_pos[0], p.s.d->mocap_pos[1], p.s.d->mocap_pos[2]};
  mjv_movePerturb(p.s.m, p.s.d, mjMOUSE_ROTATE_V, 0.05, 0.1, &p.scn, &p.pert);
  mjv_applyPerturbPose(p.s.m, p.s.d, &p.pert, 1);
  mj_kinematics(p.s.m, p.s.d);
  mjtNum quat[4], twist[3];
  mju_mulQuat(quat, p.s.d->xquat + 4, p.s.m->body_iquat + 4);
  mju_subQuat(twist, quat, p.pert.refquat);
  assert_true(mju_norm3(twist) < 1e-9);
  assert_true(mju_dist3(pos, p.s.d->mocap_pos) > 0.01);
  assert_true(mju_dist3(before, centre) < 1e-9);
  closePicture(&p);
}

typedef struct Motion_ {
  Picture* p;
  int action;
} Motion;

static void movePerturb(void* context) {
  const Motion* motion = context;
  Picture* p = motion->p;
  mjv_movePerturb(p->s.m, p->s.d, motion->action, 0.1, 0.1, &p->scn, &p->pert);
}

static void motions_that_turn_the_camera_move_no_body(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 10);
  updatePicture(&p);
  Motion motion = {&p, mjMOUSE_TURN_V};
  assert_string_equal(errorOf(movePerturb, &motion),
                      "convert2D: unexpected mouse action 8 in convert2D");
  closePicture(&p);
}

// COMPAT: VIS-PULL-WORLD
static void nothing_selected_is_the_world(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 10);
  updatePicture(&p);
  mjv_movePerturb(p.s.m, p.s.d, mjMOUSE_MOVE_H_REL, 0.1, 0.2, &p.scn, &p.pert);
  assert_true(fabs(p.pert.refpos[0] - 0.2) < 1e-12 && fabs(p.pert.refpos[1] - 0.1) < 1e-12);
  mju_axisAngle2Quat(p.pert.refquat, (mjtNum[]){0, 0, 1}, 0.1);
  p.pert.active = mjPERT_ROTATE;
  mjv_applyPerturbForce(p.s.m, p.s.d, &p.pert);
  assert_true(fabs(p.s.d->xfrc_applied[5] - 0.1 * p.s.m->vis.map.stiffnessrot) < 1e-9);
  closePicture(&p);
}

// COMPAT: VIS-PULL-FLEX: four vertices with five edges: each has two and a half neighbours
static void a_vertex_weighs_as_much_as_its_neighbours_too(void** state) {
  Picture p;
  openPicture(
      &p,
      "<mujoco><worldbody><flexcomp name='f' type='grid' dim='2' count='2 2 1' mass='4'"
      " spacing='1 1 1'><contact selfcollide='none'/></flexcomp>"
      "<body name='b'><freejoint/><geom size='.1' mass='1'/><flexcomp name='r' type='grid' dim='2'"
      " count='2 2 1' mass='1' spacing='1 1 1' rigid='true'/></body></worldbody></mujoco>",
      10);
  updatePicture(&p);
  const int rigid = 1, none = p.s.m->nflex;
  const mjtNum wanted[] = {1, 2.5, 1, 1};
  const int flexes[] = {-1, 0, rigid, none};
  for (int i = 0; i < 4; i++) {
    p.pert.select = 1;
    p.pert.flexselect = flexes[i];
    mjv_initPerturb(p.s.m, p.s.d, &p.scn, &p.pert);
    ASSERT_NEAR(p.pert.localmass, wanted[i], 1e-9);
  }
  closePicture(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_pulled_body_comes_to_the_reference),
      cmocka_unit_test(a_pull_damps_the_spin_about_itself),
      cmocka_unit_test(the_reference_moves_with_the_mouse),
      cmocka_unit_test(orthographic_cameras_have_a_pace_of_their_own),
      cmocka_unit_test(the_reference_never_turns_further_than_a_quarter),
      cmocka_unit_test(a_mocap_body_turns_about_its_centre_of_mass),
      cmocka_unit_test(motions_that_turn_the_camera_move_no_body),
      cmocka_unit_test(nothing_selected_is_the_world),
      cmocka_unit_test(a_vertex_weighs_as_much_as_its_neighbours_too),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// Cameras: room and model, turns, frames and the height of the picture.

#include "check.h"
#include "visual/picture_support.h"

static void room_and_model_are_inverse_to_each_other(void** state) {
  mjvScene scn;
  mjv_defaultScene(&scn);
  scn.enabletransform = 1;
  scn.rotate[0] = scn.rotate[1] = scn.rotate[2] = scn.rotate[3] = 0.5f;
  const mjtNum pos[3] = {1, 2, 3}, quat[4] = {0.6, 0.8, 0, 0};
  for (int i = 0; i < 2; i++) {
    scn.scale = i ? 1 : 2;
    scn.translate[0] = i;
    mjtNum roomPos[3], roomQuat[4], backPos[3], backQuat[4];
    mjv_model2room(roomPos, roomQuat, pos, quat, &scn);
    mjv_room2model(backPos, backQuat, roomPos, roomQuat, &scn);
    ASSERT_NUMBERS(backPos, 1e-12, 1, 2, 3);
    ASSERT_NUMBERS(backQuat, 1e-12, 0.6, 0.8, 0, 0);
  }
}

static void toRoom(void* scn) {
  mjtNum pos[3] = {1, 2, 3}, quat[4] = {1, 0, 0, 0};
  mjv_model2room(pos, quat, pos, quat, scn);
}

// COMPAT: VIS-ROOM: measured with the peer
static void the_room_scales_the_translation_and_always_wants_a_scale(void** state) {
  mjvScene scn;
  mjv_defaultScene(&scn);
  scn.enabletransform = 1;
  scn.scale = 3;
  mju_n2f(scn.translate, (mjtNum[]){1, 2, 3}, 3);
  mju_n2f(scn.rotate, (mjtNum[]){.5, .5, .5, .5}, 4);
  mjtNum pos[3] = {1, 2, 3}, quat[4] = {1, 0, 0, 0};
  mjv_model2room(pos, quat, pos, quat, &scn);
  ASSERT_NUMBERS(pos, 1e-6, 12, 9, 15);
  scn.enabletransform = 0;
  scn.scale = 0;
  ASSERT_SAYS(errorOf(toRoom, &scn), "mjv_model2room: mjvScene scale too small");
}

// COMPAT: VIS-ROOM: measured with the peer
static void positions_turn_by_the_quaternion_that_is_there(void** state) {
  mjvScene scn;
  mjv_defaultScene(&scn);
  scn.enabletransform = 1;
  scn.scale = 2;
  mju_n2f(scn.translate, (mjtNum[]){1, 2, 3}, 3);
  mju_n2f(scn.rotate, (mjtNum[]){.5, .2, -1, 3}, 4);
  const mjtNum pos[3] = {3, 4, 6}, quat[4] = {.8, .6, 0, 0};
  mjtNum otherPos[3], otherQuat[4];
  mjv_room2model(otherPos, otherQuat, pos, quat, &scn);
  ASSERT_NUMBERS(otherPos, 1e-5, -13.1, -29.18, -7.62);
  ASSERT_NUMBERS(otherQuat, 1e-4, .1621, .0436, -.3117, -.9352);
  mjv_model2room(otherPos, otherQuat, pos, quat, &scn);
  ASSERT_NUMBERS(otherPos, 1e-4, -136.8, -191.44, -40.16);
  ASSERT_NUMBERS(otherQuat, 1e-4, .0873, .1434, .3117, .9352);
  mju_n2f(scn.rotate, (mjtNum[]){0, 0, 0, 0}, 4);
  mjv_room2model(otherPos, otherQuat, pos, quat, &scn);
  ASSERT_NUMBERS(otherPos, 1e-12, 1, 1, 1.5);
  ASSERT_NUMBERS(otherQuat, 0, 1, 0, 0, 0);
}

static void askCamera(void* scn) {
  mjtNum pos[3], forward[3], up[3];
  mjv_cameraInModel(pos, forward, up, scn);
}

static void askHeight(void* scn) {
  mjv_frustumHeight(scn);
}

static void askAverage(void* scn) {
  const mjvGLCamera* cameras = ((mjvScene*)scn)->camera;
  mjv_averageCamera(cameras, cameras + 1);
}

// COMPAT: VIS-ROOM: measured with the peer
static void cameras_that_a_program_sets_are_averaged(void** state) {
  mjvScene scn;
  mjv_defaultScene(&scn);
  ASSERT_SAYS(errorOf(askCamera, &scn), "mjv_cameraInModel: mjvScene frustum_near too small");
  for (int i = 0; i < 2; i++) {
    mjvGLCamera* c = scn.camera + i;
    c->pos[0] = (float)(2 * i);
    c->forward[1] = 1;
    c->up[1] = c->up[2] = (float)M_SQRT1_2;
    c->frustum_near = i ? .3f : .1f;
    c->frustum_top = c->frustum_bottom + .08f;
  }
  mjtNum pos[3], forward[3], up[3];
  ASSERT_NEAR(mjv_frustumHeight(&scn), .5333333, 1e-6);
  mjv_cameraInRoom(pos, forward, up, &scn);
  ASSERT_NUMBERS(pos, 0, 1, 0, 0);
  ASSERT_NUMBERS(forward, 0, 0, 1, 0);
  ASSERT_NUMBERS(up, 1e-12, 0, M_SQRT1_2, M_SQRT1_2);
  mjv_cameraInModel(pos, forward, up, &scn);
  ASSERT_NUMBERS(forward, 1e-5, 0, .90237, -.43096);
  ASSERT_NUMBERS(up, 1e-5, 0, .43096, .90237);
  scn.camera[1].orthographic = 1;
  ASSERT_SAYS(errorOf(askHeight, &scn), "cannot average frustums");
  ASSERT_SAYS(errorOf(askAverage, &scn), "mjv_averageCamera: cannot average frustums");
}

static void a_turn_of_the_camera_keeps_the_eye(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 10);
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

static void the_axes_of_a_camera_are_a_right_handed_frame(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 10);
  p.cam.azimuth = 30;
  p.cam.elevation = -20;
  mjtNum head[3], forward[3], up[3], right[3], cross[3], wanted[3];
  mjv_cameraFrame(head, forward, up, right, p.s.d, &p.cam);
  mju_cross(cross, forward, up);
  for (int i = 0; i < 3; i++) {
    assert_true(fabs(cross[i] - right[i]) < 1e-12);
  }
  // the eye is `distance` behind what it looks at
  mju_addScl3(wanted, p.cam.lookat, forward, -p.cam.distance);
  assert_true(mju_dist3(wanted, head) < 1e-12);
  assert_true(fabs(forward[2] - sin(-20 * mjPI / 180)) < 1e-12);
  closePicture(&p);
}

// At distance 1 the picture is 2 tan(fovy / 2) high.
static void the_height_of_the_picture_comes_from_the_field_of_view(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 10);
  updatePicture(&p);
  mjtNum wanted = 2 * tan(p.s.m->vis.global.fovy * mjPI / 360);
  assert_true(fabs(mjv_frustumHeight(&p.scn) - wanted) < 1e-6);
  closePicture(&p);
}

static void a_tracking_camera_looks_at_the_centre_of_mass(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 10);
  p.cam.type = mjCAMERA_TRACKING;
  p.cam.trackbodyid = 1;
  updatePicture(&p);
  assert_true(mju_dist3(p.cam.lookat, p.s.d->subtree_com + 3) == 0);
  closePicture(&p);
}

static void updateCamera(void* picture) {
  Picture* p = picture;
  mjv_updateCamera(p->s.m, p->s.d, &p->cam, &p->scn);
}

// COMPAT: VIS-TRACK-NONE: the frame is that of a free camera; updates need a body.
static void a_camera_that_tracks_no_body_stays(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 10);
  mjtNum free[3], tracking[3];
  mju_copy3(p.cam.lookat, (mjtNum[]){7, 8, 9});
  mjv_cameraFrame(free, NULL, NULL, NULL, p.s.d, &p.cam);
  p.cam.type = mjCAMERA_TRACKING;
  p.cam.trackbodyid = -1;
  mjv_cameraFrame(tracking, NULL, NULL, NULL, p.s.d, &p.cam);
  ASSERT_NUMBERS(tracking, 0, free[0], free[1], free[2]);
  assertNear(mjv_camera2GLCamera(p.s.m, p.s.d, &p.cam).pos, free, 3);
  ASSERT_SAYS(errorOf(updateCamera, &p), "track body id is outside valid range");
  closePicture(&p);
}

static void the_model_moves_where_the_scene_has_a_transformation(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 10);
  updatePicture(&p);
  const mjtNum up[3] = {0, 0, 1};
  mjv_moveModel(p.s.m, mjMOUSE_ZOOM, 0, .2, up, &p.scn);
  assert_true(p.scn.scale == 1);
  p.scn.enabletransform = 1;
  mjv_moveModel(p.s.m, mjMOUSE_ZOOM, 0, .2, up, &p.scn);
  assert_true(p.scn.scale > 1);
  closePicture(&p);
}

// COMPAT: VIS-ROOM-OFF: and keeps the numbers of the room
static void a_camera_of_the_model_leaves_the_room(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 10);
  p.scn.enabletransform = 1;
  p.scn.scale = 3;
  mjv_updateCamera(p.s.m, p.s.d, &p.cam, &p.scn);
  assert_int_equal(p.scn.enabletransform, 0);
  assert_true(p.scn.scale == 3);

  // one that the program sets stays in it, with the headlight
  p.scn.enabletransform = 1;
  p.cam.type = mjCAMERA_USER;
  mjv_updateCamera(p.s.m, p.s.d, &p.cam, &p.scn);
  mjv_makeLights(p.s.m, p.s.d, &p.scn);
  assert_int_equal(p.scn.enabletransform, 1);
  mjtNum pos[3], forward[3], up[3];
  mjv_cameraInModel(pos, forward, up, &p.scn);
  assertNear(p.scn.lights[0].pos, pos, 3);
  assertNear(p.scn.lights[0].dir, forward, 3);
  closePicture(&p);
}

static void moveUserCamera(void* picture) {
  Picture* p = picture;
  mjv_moveCamera(p->s.m, mjMOUSE_MOVE_V, .1, .2, &p->cam);
}

// COMPAT: VIS-MOVE-USER
static void a_camera_of_the_program_turns_and_zooms(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 10);
  p.cam.type = mjCAMERA_USER;
  mjtNum azimuth = p.cam.azimuth, distance = p.cam.distance;
  mjv_moveCamera(p.s.m, mjMOUSE_ROTATE_V, .1, 0, &p.cam);
  ASSERT_NEAR(p.cam.azimuth, azimuth - 18, 1e-12);
  mjv_moveCamera(p.s.m, mjMOUSE_ZOOM, 0, .1, &p.cam);
  assert_true(p.cam.distance < distance);
  ASSERT_SAYS(errorOf(moveUserCamera, &p), "mjv_cameraFrame: unknown camera type");
  closePicture(&p);
}

static void parallel_rays_know_no_lens(void** state) {
  Picture p;
  openPicture(&p,
              "<mujoco><worldbody><camera resolution='8 4' sensorsize='.02 .01' focal='.03 .04'"
              " projection='orthographic'/></worldbody></mujoco>",
              10);
  p.cam.type = mjCAMERA_FIXED;
  p.cam.fixedcamid = 0;
  float zver[2], zhor[2];
  mjv_cameraFrustum(zver, zhor, NULL, p.s.m, &p.cam);
  assert_true(zhor[0] == 0 && zhor[1] == 0);
  assertNear(zver, (mjtNum[]){p.s.m->cam_fovy[0] / 2, p.s.m->cam_fovy[0] / 2}, 2);
  closePicture(&p);
}

static void a_fixed_camera_that_is_not_there_is_read_nowhere(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 10);
  p.cam.type = mjCAMERA_FIXED;
  const int ids[] = {-1, 0, 1000, -(1 << 20)};
  for (int i = 0; i < 4; i++) {
    p.cam.fixedcamid = ids[i];
    ASSERT_SAYS(errorOf(updateCamera, &p), "fixed camera id is outside valid range");
  }
  closePicture(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(room_and_model_are_inverse_to_each_other),
      cmocka_unit_test(the_room_scales_the_translation_and_always_wants_a_scale),
      cmocka_unit_test(positions_turn_by_the_quaternion_that_is_there),
      cmocka_unit_test(cameras_that_a_program_sets_are_averaged),
      cmocka_unit_test(a_turn_of_the_camera_keeps_the_eye),
      cmocka_unit_test(the_axes_of_a_camera_are_a_right_handed_frame),
      cmocka_unit_test(the_height_of_the_picture_comes_from_the_field_of_view),
      cmocka_unit_test(a_tracking_camera_looks_at_the_centre_of_mass),
      cmocka_unit_test(a_camera_that_tracks_no_body_stays),
      cmocka_unit_test(the_model_moves_where_the_scene_has_a_transformation),
      cmocka_unit_test(a_camera_of_the_model_leaves_the_room),
      cmocka_unit_test(a_camera_of_the_program_turns_and_zooms),
      cmocka_unit_test(parallel_rays_know_no_lens),
      cmocka_unit_test(a_fixed_camera_that_is_not_there_is_read_nowhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

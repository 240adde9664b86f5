// Orientations and poses inside frames.

#include "compile/compile_support.h"
#include "math/pose.h"

static void ways_to_give_an_orientation_agree(void** state) {
  mjModel* m = compiled(
      "<worldbody><site euler='90 0 0'/><site axisangle='1 0 0 90'/><site xyaxes='1 0 0 0 0 1'/>"
      "<site quat='2 2 0 0'/><site zaxis='0 -1 0'/></worldbody>");
  mjtNum half = sqrt(0.5);
  for (int i = 0; i < 5; i++) {
    ASSERT_NUMBERS(m->site_quat + 4 * i, 1e-15, half, half, 0, 0);
  }
  mj_deleteModel(m);
}

static void angles_follow_the_compiler_settings(void** state) {
  mjModel* m = compiled(
      "<compiler angle='radian' eulerseq='zyx'/><worldbody>"
      "<site euler='0 0 1.5707963267948966'/></worldbody>");
  ASSERT_NUMBERS(m->site_quat, 1e-15, sqrt(0.5), sqrt(0.5), 0, 0);
  mj_deleteModel(m);
}

static void a_bad_orientation_is_refused_with_the_element(void** state) {
  assertRefused("<worldbody><site xyaxes='1 0 0 2 0 0'/></worldbody>", "in site 0");
  assertRefused("<worldbody><body xyaxes='0 0 0 2 0 0'/></worldbody>",
                "error 'xaxis too small' in frame alternative");
}

static void frames_are_looked_at_before_what_is_in_their_body(void** state) {
  assertRefused("<worldbody><frame/><frame zaxis='0 0 0'/></worldbody>",
                "orientation specification error 'zaxis too small' in frame 1");
  assertRefused("<worldbody><geom type='box'/><frame axisangle='0 0 0 1'/></worldbody>",
                "'axisangle too small' in frame 0");
  assertRefused(
      "<worldbody><geom type='box'/><body><frame axisangle='0 0 0 1'/></body></worldbody>",
      "size 0 must be positive in geom");
}

static void a_frame_turns_and_moves_what_is_inside(void** state) {
  mjModel* m = compiled(
      "<worldbody><frame pos='1 0 0' euler='0 0 90'><geom size='1' pos='1 0 0'/>"
      "<site pos='0 0 5'/></frame></worldbody>");
  ASSERT_NUMBERS(m->geom_pos, 1e-15, 1, 1, 0);
  ASSERT_NUMBERS(m->geom_quat, 1e-15, sqrt(0.5), 0, 0, sqrt(0.5));
  ASSERT_NUMBERS(m->site_pos, 1e-15, 1, 0, 5);
  mj_deleteModel(m);
}

// FRAME-ORDER: frames within frames are joined from the outside in, to the last bit.
static void nested_frames_are_joined_from_the_outside_in(void** state) {
  mjModel* m = compiled(
      "<worldbody><frame pos='.1 .2 .3' quat='1 .2 .3 .4'>"
      "<frame pos='.7 .1 .4' quat='1 .5 .1 .3'><frame pos='.3 .9 .2' "
      "quat='1 .7 .2 .6'><site pos='.6 .3 .8' quat='1 .1 .9 .2'/></frame></frame>"
      "</frame></worldbody>");
  mjtNum pos[4][3] = {{.1, .2, .3}, {.7, .1, .4}, {.3, .9, .2}, {.6, .3, .8}};
  mjtNum quat[4][4] = {{1, .2, .3, .4}, {1, .5, .1, .3}, {1, .7, .2, .6}, {1, .1, .9, .2}};
  mjtNum in[4][3], inQuat[4][4];
  for (int i = 0; i < 4; i++) {
    lb_unitLength(quat[i], 4);
  }
  memcpy(in, pos, sizeof pos);
  memcpy(inQuat, quat, sizeof quat);
  for (int i = 1; i < 4; i++) {
    lb_leaveFrame(pos[i], quat[i], pos[i - 1], quat[i - 1]);
  }
  for (int i = 2; i >= 0; i--) {
    lb_leaveFrame(in[3], inQuat[3], in[i], inQuat[i]);
  }
  lb_unitLength(quat[3], 4);
  assert_memory_equal(m->site_pos, pos[3], sizeof pos[3]);
  assert_memory_equal(m->site_quat, quat[3], sizeof quat[3]);
  assert_memory_not_equal(m->site_pos, in[3], sizeof in[3]);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ways_to_give_an_orientation_agree),
      cmocka_unit_test(angles_follow_the_compiler_settings),
      cmocka_unit_test(a_bad_orientation_is_refused_with_the_element),
      cmocka_unit_test(frames_are_looked_at_before_what_is_in_their_body),
      cmocka_unit_test(a_frame_turns_and_moves_what_is_inside),
      cmocka_unit_test(nested_frames_are_joined_from_the_outside_in),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

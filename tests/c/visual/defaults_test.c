// Default settings.

#include "visual/picture_support.h"

// The first half of the groups is for show, the second half for helpers.
static void half_of_the_groups_are_shown(void** state) {
  mjvOption opt;
  mjv_defaultOption(&opt);
  for (int i = 0; i < mjNGROUP; i++) {
    assert_int_equal(opt.geomgroup[i], i < 3);
    assert_int_equal(opt.skingroup[i], i < 3);
  }
  assert_true(opt.flags[mjVIS_STATIC] && opt.flags[mjVIS_TENDON] && !opt.flags[mjVIS_CONTACTPOINT]);
}

static void the_free_camera_sees_the_whole_model(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 10);
  assert_true(mju_dist3(p.cam.lookat, p.s.m->stat.center) == 0);
  assert_true(p.cam.distance == 1.5 * p.s.m->stat.extent);
  assert_int_equal(p.cam.type, mjCAMERA_FREE);
  closePicture(&p);
}

static void lines_of_a_figure_differ_in_colour(void** state) {
  static mjvFigure fig;
  mjv_defaultFigure(&fig);
  for (int i = 0; i < mjMAXLINE; i++) {
    for (int k = 0; k < i; k++) {
      assert_memory_not_equal(fig.linergb[i], fig.linergb[k], sizeof fig.linergb[i]);
    }
  }
}

static void a_model_is_copied_for_a_scene_without_large_assets(void** state) {
  Picture p;
  openPicture(&p,
              "<mujoco><asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset>"
              "<worldbody><geom name='g' type='mesh' mesh='m' pos='1 2 3'/></worldbody></mujoco>",
              10);
  mjModel* copy = mj_copyModel(NULL, p.s.m);
  p.s.m->geom_pos[0] = p.s.m->mesh_vert[0] = 7;
  p.s.m->vis.global.fovy = 30;
  mjv_copyModel(copy, p.s.m);
  assert_true(copy->geom_pos[0] == 7);
  assert_true(copy->vis.global.fovy == 30);
  assert_false(copy->mesh_vert[0] == 7);
  mj_deleteModel(copy);
  closePicture(&p);
}

static void a_state_is_copied_for_a_scene_without_matrices(void** state) {
  Picture p;
  openPicture(
      &p,
      "<mujoco><worldbody><geom type='plane' size='1 1 .1'/><body pos='0 0 .09'><freejoint/>"
      "<geom size='.1'/></body><body pos='1 0 0'><joint name='j'/><geom size='.1'/></body>"
      "</worldbody><tendon><fixed><joint joint='j' coef='2'/></fixed></tendon>"
      "<actuator><motor joint='j'/></actuator></mujoco>",
      10);
  const mjModel* m = p.s.m;
  mjData* d = p.s.d;
  mjData* copy = mj_makeData(m);
  mj_forward(m, d);
  assert_true(d->ncon > 0);
  assert_ptr_equal(mjv_copyData(copy, m, d), copy);
  assert_int_equal(copy->ncon, d->ncon);
  assert_memory_equal(copy->contact, d->contact, (size_t)d->ncon * sizeof(mjContact));
  assert_memory_equal(copy->xpos, d->xpos, 3 * (size_t)m->nbody * sizeof(mjtNum));
  assert_memory_equal(copy->efc_force, d->efc_force, (size_t)d->nefc * sizeof(mjtNum));
  assert_true(d->M[0] != 0 && copy->M[0] == 0);
  assert_true(d->actuator_moment[0] != 0 && copy->actuator_moment[0] == 0);
  mjtNum expected[6], force[6];
  mj_contactForce(m, d, 0, expected);
  mj_contactForce(m, copy, 0, force);
  assert_memory_equal(force, expected, sizeof force);
  // what comes later reads nothing that was left out
  mj_step(m, d);
  mj_step(m, copy);
  assert_memory_equal(copy->qpos, d->qpos, (size_t)m->nq * sizeof(mjtNum));
  mjData* made = mjv_copyData(NULL, m, d);
  assert_memory_equal(made->qpos, d->qpos, (size_t)m->nq * sizeof(mjtNum));
  mj_deleteData(made);
  mj_deleteData(copy);
  closePicture(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(half_of_the_groups_are_shown),
      cmocka_unit_test(the_free_camera_sees_the_whole_model),
      cmocka_unit_test(lines_of_a_figure_differ_in_colour),
      cmocka_unit_test(a_model_is_copied_for_a_scene_without_large_assets),
      cmocka_unit_test(a_state_is_copied_for_a_scene_without_matrices),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

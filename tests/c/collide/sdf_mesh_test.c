// Faces of a mesh against a signed distance field.

#include "collide/pairs_support.h"

// A large face cuts a torus: every contact lies on the face and is as deep as the field there.
static void faces_of_a_mesh_are_searched(void** state) {
  Scene scene = loadScene(
      "<mujoco><option sdf_initpoints='40' sdf_iterations='0'/>"
      "<extension><plugin plugin='mujoco.sdf.torus'><instance name='t'/></plugin></extension>"
      "<asset><mesh name='t'><plugin instance='t'/></mesh>"
      "<mesh name='m' vertex='-1 -1 0 1 -1 0 0 1 0 0 0 -1' face='0 1 2 0 3 1 1 3 2 2 3 0'/></asset>"
      "<worldbody><body><freejoint/><geom type='sdf' mesh='t'><plugin instance='t'/></geom></body>"
      "<body pos='0 0 -.1'><freejoint/><geom type='mesh' mesh='m'/></body></worldbody></mujoco>");
  mj_forward(scene.m, scene.d);
  assert_true(scene.d->ncon > 3 && scene.d->ncon <= 40);
  for (int i = 0; i < scene.d->ncon; i++) {
    const mjContact* c = &scene.d->contact[i];
    mjtNum x[3];
    mju_addScl3(x, c->pos, c->frame, c->dist / 2);
    mjtNum ring = sqrt(x[0] * x[0] + x[1] * x[1]) - .35;
    mjtNum expected[2] = {-.1, sqrt(ring * ring + x[2] * x[2]) - .15}, found[2] = {x[2], c->dist};
    assertClose(found, expected, 2, 1e-6);
    for (int k = 0; k < i; k++) {
      assert_true(mju_dist3(c->pos, scene.d->contact[k].pos) > 1e-9);
    }
  }
  freeScene(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(faces_of_a_mesh_are_searched),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

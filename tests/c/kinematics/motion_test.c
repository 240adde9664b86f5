// Velocities and accelerations of objects, momentum of subtrees.

#include "bodies_support.h"
#include "check.h"

enum { MAX_DOFS = 40 };

static void velocity_of_a_site_is_its_jacobian_times_qvel(void** state) {
  Scene s = movingScene();
  int site = mj_name2id(s.m, mjOBJ_SITE, "toe");
  mjtNum jacp[3 * MAX_DOFS], jacr[3 * MAX_DOFS], expected[6], velocity[6], local[6];
  mj_jacSite(s.m, s.d, jacp, jacr, site);
  mju_mulMatVec(expected, jacr, s.d->qvel, 3, (int)s.m->nv);
  mju_mulMatVec(expected + 3, jacp, s.d->qvel, 3, (int)s.m->nv);
  mj_objectVelocity(s.m, s.d, mjOBJ_SITE, site, velocity, 0);
  assert_near(expected, velocity, 6, 1e-12);
  mj_objectVelocity(s.m, s.d, mjOBJ_SITE, site, local, 1);
  mju_mulMatVec3(velocity, s.d->site_xmat + 9 * site, local);
  mju_mulMatVec3(velocity + 3, s.d->site_xmat + 9 * site, local + 3);
  assert_near(expected, velocity, 6, 1e-12);
  freeScene(s);
}

static void acceleration_of_a_site_is_J_qacc_plus_Jdot_qvel_minus_gravity(void** state) {
  Scene s = movingScene();
  int site = mj_name2id(s.m, mjOBJ_SITE, "toe"), body = s.m->site_bodyid[site], nv = (int)s.m->nv;
  const mjtNum* point = s.d->site_xpos + 3 * site;
  mjtNum J[2][3 * MAX_DOFS], Jdot[2][3 * MAX_DOFS], expected[6], part[3], acceleration[6];
  mj_rnePostConstraint(s.m, s.d);
  mj_jac(s.m, s.d, J[1], J[0], point, body);
  mj_jacDot(s.m, s.d, Jdot[1], Jdot[0], point, body);
  for (int k = 0; k < 2; k++) {
    mju_mulMatVec(expected + 3 * k, J[k], s.d->qacc, 3, nv);
    mju_mulMatVec(part, Jdot[k], s.d->qvel, 3, nv);
    mju_addTo3(expected + 3 * k, part);
  }
  mju_subFrom3(expected + 3, s.m->opt.gravity);
  mj_objectAcceleration(s.m, s.d, mjOBJ_SITE, site, acceleration, 0);
  assert_near(expected, acceleration, 6, 1e-11);
  freeScene(s);
}

static void velocityOfMissingSite(void* context) {
  Scene* s = context;
  mjtNum velocity[6];
  mj_objectVelocity(s->m, s->d, mjOBJ_SITE, -1, velocity, 0);
}

static void velocityOfTendon(void* context) {
  Scene* s = context;
  mjtNum velocity[6];
  mj_objectVelocity(s->m, s->d, mjOBJ_TENDON, 0, velocity, 0);
}

static void a_mocap_body_does_not_accelerate(void** state) {
  Scene s = loadScene(
      "<mujoco><worldbody><body mocap='true'><site name='s'/></body></worldbody></mujoco>");
  mj_forward(s.m, s.d);
  mj_rnePostConstraint(s.m, s.d);
  mjtNum acceleration[6];
  mj_objectAcceleration(s.m, s.d, mjOBJ_SITE, 0, acceleration, 0);
  assert_true(mju_isZero(acceleration, 6));
  freeScene(s);
}

static void wrong_objects_are_errors(void** state) {
  Scene s = movingScene();
  ASSERT_SAYS(errorOf(velocityOfMissingSite, &s), "mj_objectVelocity: invalid object id -1");
  ASSERT_SAYS(errorOf(velocityOfTendon, &s), "invalid object type");
  freeScene(s);
}

// Sums over the bodies below, by their Jacobians.
static void a_subtree_has_the_momentum_of_its_bodies(void** state) {
  Scene s = movingScene();
  int nv = (int)s.m->nv;
  mj_subtreeVel(s.m, s.d);
  for (int root = 0; root < s.m->nbody; root++) {
    mjtNum linear[3] = {0}, angular[3] = {0};
    for (int b = root ? root : 1; b < s.m->nbody; b++) {
      int up = b;
      while (up > root) {
        up = s.m->body_parentid[up];
      }
      if (up != root) {
        continue;
      }
      mjtNum jacp[3 * MAX_DOFS], jacr[3 * MAX_DOFS], v[3], w[3], local[3], offset[3], orbit[3];
      mj_jacBodyCom(s.m, s.d, jacp, jacr, b);
      mju_mulMatVec(v, jacp, s.d->qvel, 3, nv);
      mju_mulMatVec(w, jacr, s.d->qvel, 3, nv);
      mju_scl3(v, v, s.m->body_mass[b]);
      mju_addTo3(linear, v);
      mju_sub3(offset, s.d->xipos + 3 * b, s.d->subtree_com + 3 * root);
      mju_cross(orbit, offset, v);
      mju_addTo3(angular, orbit);

      // and its spin, in the principal axes
      mju_mulMatTVec3(local, s.d->ximat + 9 * b, w);
      for (int k = 0; k < 3; k++) {
        local[k] *= s.m->body_inertia[3 * b + k];
      }
      mju_mulMatVec3(local, s.d->ximat + 9 * b, local);
      mju_addTo3(angular, local);
    }
    mju_scl3(linear, linear, 1 / fmax(mjMINVAL, s.m->body_subtreemass[root]));
    assert_near(linear, s.d->subtree_linvel + 3 * root, 3, 1e-11);
    assert_near(angular, s.d->subtree_angmom + 3 * root, 3, 1e-11);
  }
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(velocity_of_a_site_is_its_jacobian_times_qvel),
      cmocka_unit_test(acceleration_of_a_site_is_J_qacc_plus_Jdot_qvel_minus_gravity),
      cmocka_unit_test(a_mocap_body_does_not_accelerate),
      cmocka_unit_test(wrong_objects_are_errors),
      cmocka_unit_test(a_subtree_has_the_momentum_of_its_bodies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

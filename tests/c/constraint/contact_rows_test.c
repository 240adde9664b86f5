// Rows of contacts, and the force that they carry.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/scenes_support.h"
#include "data/contact_exclude.h"

static const char ball[] =
    "<mujoco><option jacobian='dense'/><worldbody><geom type='plane' size='1 1 1' condim='4' "
    "friction='.5 .1 .1'/><body pos='0 0 .09'><freejoint/><geom size='.1' friction='.5 .1 .1'/>"
    "</body></worldbody></mujoco>";

// Row 0 of S is the velocity along the normal, rows 1 and 2 along the tangents, row 3 the spin.
static void elliptic_rows_are_velocities_in_the_contact_frame(void** state) {
  Scene s = loadScene(ball);
  s.m->opt.cone = mjCONE_ELLIPTIC;
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->nefc, 4);
  const mjContact* con = s.d->contact;
  int nv = (int)s.m->nv;
  for (int dof = 0; dof < nv; dof++) {
    // the ball's point at the contact, moved by one dof: translation, or turn about the centre
    mjtNum linear[3] = {dof == 0, dof == 1, dof == 2}, turn[3] = {dof == 3, dof == 4, dof == 5};
    mjtNum arm[3], moved[3];
    mju_sub3(arm, con->pos, s.d->xpos + 3);
    mju_cross(moved, turn, arm);
    mju_addTo3(moved, linear);
    for (int r = 0; r < 3; r++) {
      assert_true(fabs(s.d->efc_J[r * nv + dof] - mju_dot3(con->frame + 3 * r, moved)) < 1e-12);
    }
    assert_true(fabs(s.d->efc_J[3 * nv + dof] - mju_dot3(con->frame, turn)) < 1e-12);
  }
  freeScene(s);
}

static void edges_of_a_pyramid_are_the_normal_and_a_share_of_a_tangent(void** state) {
  Scene s = loadScene(ball);
  s.m->opt.cone = mjCONE_ELLIPTIC;
  mj_forward(s.m, s.d);
  int nv = (int)s.m->nv;
  mjtNum S[4 * 6];
  memcpy(S, s.d->efc_J, sizeof(S));
  s.m->opt.cone = mjCONE_PYRAMIDAL;
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->nefc, 6);
  for (int j = 1; j < 4; j++) {
    mjtNum mu = s.d->contact[0].friction[j - 1];
    for (int k = 0; k < nv; k++) {
      const mjtNum* J = s.d->efc_J + (2 * j - 2) * nv + k;
      assert_true(fabs(J[0] - (S[k] + mu * S[j * nv + k])) < 1e-12);
      assert_true(fabs(J[nv] - (S[k] - mu * S[j * nv + k])) < 1e-12);
    }
  }
  freeScene(s);
}

static void the_force_of_a_pyramid_is_the_sum_of_its_edges(void** state) {
  Scene s = loadScene(ball);
  s.d->qvel[0] = .3;
  mj_forward(s.m, s.d);
  mjtNum force[6], normal = 0;
  mj_contactForce(s.m, s.d, 0, force);
  for (int i = 0; i < s.d->nefc; i++) {
    normal += s.d->efc_force[i];
  }
  assert_true(fabs(force[0] - normal) < 1e-9 * normal);
  assert_true(force[0] > 0 && sqrt(force[1] * force[1] + force[2] * force[2]) > 0);
  assert_true(fabs(force[1]) <= .5 * force[0] + 1e-9);
  mj_contactForce(s.m, s.d, 7, force);
  assert_true(mju_isZero(force, 6));
  // a contact more: the rows of the others are gone
  mjContact more = s.d->contact[0];
  assert_int_equal(mj_addContact(s.m, s.d, &more), 0);
  assert_int_equal(s.d->nefc, 0);
  assert_int_equal(s.d->contact[0].efc_address, -1);
  mj_contactForce(s.m, s.d, 0, force);
  assert_true(mju_isZero(force, 6));
  mj_rnePostConstraint(s.m, s.d);
  freeScene(s);
}

// COMPAT: CONTACT-UNMOVED: no row of what nothing moves where Jacobians are sparse or islands are
// looked for, and the contact says so.
static void contacts_that_nothing_moves_have_no_rows(void** state) {
  Scene s = loadScene(
      "<mujoco><option jacobian='sparse'/><worldbody><geom type='plane' size='1 1 1'/><flexcomp "
      "name='f' type='grid' dim='2' count='2 2 1' spacing='.1 .1 .1' radius='.02' mass='1' pos='0 "
      "0 "
      ".01'><contact selfcollide='none' internal='false'/><pin id='0'/></flexcomp></worldbody>"
      "</mujoco>");
  for (int way = 0; way < 3; way++) {
    s.m->opt.jacobian = way ? mjJAC_DENSE : mjJAC_SPARSE;
    s.m->opt.disableflags = way == 2 ? mjDSBL_ISLAND : 0;
    mj_forward(s.m, s.d);
    assert_int_equal(s.d->ncon, 4);
    int fixed = 0;
    for (int i = 0; i < 4; i++) {
      const mjContact* con = s.d->contact + i;
      fixed += con->exclude == lbEXCLUDE_FIXED;
      assert_int_equal(con->efc_address < 0, con->exclude == lbEXCLUDE_FIXED);
    }
    assert_int_equal(fixed, way < 2);
  }
  freeScene(s);
}

static void a_pair_of_static_bodies_touches_without_forces(void** state) {
  static const char* const others[] = {"",
                                       "<body pos='0 0 3'><freejoint/><geom size='.1'/></body>"};
  for (int k = 0; k < 2; k++) {
    char xml[500];
    snprintf(xml, sizeof(xml),
             "<mujoco><worldbody><body><geom name='a' size='.1'/></body><body pos='.1 0 0'><geom "
             "name='b' size='.1'/></body>%s</worldbody><contact><pair geom1='a' geom2='b'/>"
             "</contact></mujoco>",
             others[k]);
    Scene s = loadScene(xml);
    mj_forward(s.m, s.d);
    assert_int_equal(s.d->ncon, 1);
    assert_int_equal(s.d->nefc, 0);
    assert_int_equal(s.d->contact[0].efc_address, -1);
    freeScene(s);
  }
}

// COMPAT: CONTACT-UNMOVED: contacts within one simple body have sparse rows; those between welded
// bodies have not.
static void contacts_within_a_simple_body_have_sparse_rows(void** state) {
  static const char* const bodies[] = {
      "<body><freejoint/><geom name='a' size='.1'/><geom name='b' size='.05'/></body>",
      "<body><freejoint/><geom name='a' size='.1'/><body><geom name='b' size='.05'/></body></body>",
      "<body><freejoint/><geom name='a' size='.1' pos='.1 0 0'/><geom name='b' size='.1'/></body>",
      "<body><geom name='a' size='.1'/><geom name='b' size='.05'/></body>"};
  for (int k = 0; k < 4; k++) {
    char xml[500];
    snprintf(xml, sizeof(xml),
             "<mujoco><option jacobian='sparse'/><worldbody>%s</worldbody><contact><pair geom1='a' "
             "geom2='b'/></contact></mujoco>",
             bodies[k]);
    Scene s = loadScene(xml);
    mj_forward(s.m, s.d);
    assert_int_equal(s.d->ncon, 1);
    assert_int_equal(s.d->nefc, k ? 0 : 4);
    freeScene(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(elliptic_rows_are_velocities_in_the_contact_frame),
      cmocka_unit_test(edges_of_a_pyramid_are_the_normal_and_a_share_of_a_tangent),
      cmocka_unit_test(the_force_of_a_pyramid_is_the_sum_of_its_edges),
      cmocka_unit_test(contacts_that_nothing_moves_have_no_rows),
      cmocka_unit_test(a_pair_of_static_bodies_touches_without_forces),
      cmocka_unit_test(contacts_within_a_simple_body_have_sparse_rows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// mujoco.elasticity.cable.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "api/limber.h"
#include "base/error.h"
#include "base/memory.h"
#include "constraint/scenes_support.h"

// A straight cable of length 1 along x, clamped at the origin; the plugin comes with `config`.
static Scene cable(int count, const char* config, const char* more) {
  char xml[2000];
  snprintf(xml, sizeof xml,
           "<mujoco><option gravity='0 0 0' integrator='implicitfast' timestep='.005'>"
           "<flag contact='disable'/></option>"
           "<extension><plugin plugin='mujoco.elasticity.cable'/></extension><worldbody>"
           "<composite type='cable' curve='s' count='%d 1 1' size='1' initial='none'>"
           "<plugin plugin='mujoco.elasticity.cable'>%s</plugin>"
           "<joint kind='main' damping='1'/><geom type='capsule' size='.01' density='300'/>"
           "</composite></worldbody>%s</mujoco>",
           count, config, more);
  return loadScene(xml);
}

#define MODULI "<config key='twist' value='1e7'/><config key='bend' value='4e7'/>"

static const double bendStiffness = 4e7 * mjPI / 4 * 1e-8;  // E pi r^4 / 4

// The elastica from x = start to length 1 under an end load P across the clamped axis:
// theta'' = -P/EI cos theta, theta = 0 at the clamp, theta' = 0 at the tip, by shooting with
// Runge-Kutta steps.
static void elastica(double load, double start, double tip[2]) {
  double low = 0, high = 20;
  for (int shot = 0; shot < 60; shot++) {
    double slope = (low + high) / 2;
    double y[4] = {0, slope, start, 0};  // theta, theta', x, z
    const int steps = 2000;
    double h = (1 - start) / steps;
    for (int i = 0; i < steps; i++) {
      double k[4][4], at[4];
      memcpy(at, y, sizeof at);
      for (int stage = 0; stage < 4; stage++) {
        double* f = k[stage];
        f[0] = at[1];
        f[1] = -load / bendStiffness * cos(at[0]);
        f[2] = cos(at[0]);
        f[3] = sin(at[0]);
        for (int j = 0; j < 4; j++) {
          at[j] = y[j] + h * (stage == 2 ? 1 : .5) * f[j];
        }
      }
      for (int j = 0; j < 4; j++) {
        y[j] += h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
      }
    }
    *(y[1] > 0 ? &high : &low) = slope;
    tip[0] = y[2];
    tip[1] = y[3];
  }
}

static void a_cable_bends_as_the_elastica(void** state) {
  const double loads[] = {.3, 1, 3};
  for (int i = 0; i < 3; i++) {
    Scene s = cable(21, MODULI, "");
    int last = mj_name2id(s.m, mjOBJ_BODY, "B_last"), site = mj_name2id(s.m, mjOBJ_SITE, "S_last");
    double load = loads[i] * bendStiffness, expected[2];
    // bending starts in the middle of the segment that is fixed
    elastica(load, .5 / 20, expected);
    for (int t = 0; t < 2400; t++) {
      // a dead load at the tip
      mjtNum force[3] = {0, 0, load};
      mju_zero(s.d->qfrc_applied, (int)s.m->nv);
      mj_applyFT(s.m, s.d, force, NULL, s.d->site_xpos + 3 * site, last, s.d->qfrc_applied);
      mj_step(s.m, s.d);
    }
    const mjtNum* tip = s.d->site_xpos + 3 * site;
    if (fabs(tip[2] - expected[1]) > .02 * expected[1] ||
        fabs((1 - tip[0]) - (1 - expected[0])) > .02 * (1 - expected[0]) + 2e-3) {
      fail_msg("load %g: tip (%g, %g), elastica (%g, %g)", loads[i], tip[0], tip[2], expected[0],
               expected[1]);
    }
    freeScene(s);
  }
}

static void a_cable_twists_by_its_torque(void** state) {
  Scene s = cable(21, MODULI, "<actuator><motor site='S_last' gear='0 0 0 1 0 0'/></actuator>");
  double stiffness = 1e7 * mjPI / 2 * 1e-8, angle = 1.2;
  s.d->ctrl[0] = stiffness * angle;
  for (int t = 0; t < 1500; t++) {
    mj_step(s.m, s.d);
  }
  mjtNum turn[3], unit[4] = {1, 0, 0, 0};
  mju_subQuat(turn, s.d->xquat + 4 * mj_name2id(s.m, mjOBJ_BODY, "B_last"), unit);

  // the clamped segment and half of the last one do not twist
  assert_true(fabs(turn[0] - angle * 19 / 20) < .01 * angle);
  freeScene(s);
}

// Energy of the springs, from the definition.
static double elasticEnergy(Scene s, double bend, double twist, double length) {
  double energy = 0;
  for (int b = 2; b < s.m->nbody; b++) {
    mjtNum theta[3];
    mju_subQuat(theta, s.d->xquat + 4 * b, s.d->xquat + 4 * s.m->body_parentid[b]);
    energy += .5 / length *
              (twist * theta[0] * theta[0] + bend * (theta[1] * theta[1] + theta[2] * theta[2]));
  }
  return energy;
}

static void torques_are_the_slope_of_the_energy(void** state) {
  const int count = 9;
  Scene s = cable(count, MODULI, "");
  double twist = 1e7 * mjPI / 2 * 1e-8, length = 1.0 / (count - 1), h = 1e-6;
  mju_zero(s.m->dof_damping, (int)s.m->nv);
  mjtNum away[64];
  for (int i = 0; i < s.m->nv; i++) {
    away[i] = .9 * sin(3.0 * i + 1);
  }
  mj_integratePos(s.m, s.d->qpos, away, 1);
  mj_forward(s.m, s.d);
  mjtNum force[64], kept[128];
  mju_copy(force, s.d->qfrc_passive, (int)s.m->nv);
  mju_copy(kept, s.d->qpos, (int)s.m->nq);
  for (int i = 0; i < s.m->nv; i++) {
    double energy[2];
    for (int side = 0; side < 2; side++) {
      mju_zero(away, (int)s.m->nv);
      away[i] = side ? h : -h;
      mju_copy(s.d->qpos, kept, (int)s.m->nq);
      mj_integratePos(s.m, s.d->qpos, away, 1);
      mj_kinematics(s.m, s.d);
      energy[side] = elasticEnergy(s, bendStiffness, twist, length);
    }
    double slope = (energy[1] - energy[0]) / (2 * h);
    assert_true(fabs(force[i] + slope) < 1e-6 * (1 + fabs(slope)));
  }
  freeScene(s);
}

static void a_curved_cable_rests_unless_it_is_flat(void** state) {
  const char* config[] = {MODULI, MODULI "<config key='flat' value='true'/>"};
  for (int flat = 0; flat < 2; flat++) {
    char xml[2000];
    snprintf(xml, sizeof xml,
             "<mujoco><option gravity='0 0 0'/><extension><plugin "
             "plugin='mujoco.elasticity.cable'/></extension><worldbody>"
             "<composite type='cable' curve='cos(s) sin(s) 0' count='21 1 1' size='1 .3 4' "
             "initial='none'><plugin plugin='mujoco.elasticity.cable'>%s</plugin>"
             "<geom type='box' size='.01 .005 .002'/></composite></worldbody></mujoco>",
             config[flat]);
    Scene s = loadScene(xml);
    mj_forward(s.m, s.d);
    mjtNum largest = 0;
    for (int i = 0; i < s.m->nv; i++) {
      largest = fmax(largest, fabs(s.d->qfrc_passive[i]));
    }
    assert_true(flat ? largest > 1e-4 : largest < 1e-9);
    freeScene(s);
  }
}

static void strained_segments_are_coloured(void** state) {
  Scene s = cable(11, MODULI "<config key='vmax' value='.1'/>", "");
  mjtNum turn[3] = {0, 1.2, 0};
  mju_quatIntegrate(s.d->qpos + 4 * 4, turn, 1);
  mj_forward(s.m, s.d);
  mjvScene scn;
  mjvOption opt;
  mjvCamera cam;
  mjv_defaultScene(&scn);
  mjv_defaultOption(&opt);
  mjv_defaultCamera(&cam);
  mjv_makeScene(s.m, &scn, 100);
  mjv_updateScene(s.m, s.d, &opt, NULL, &cam, mjCAT_ALL, &scn);
  int red = 0, blue = 0;
  for (int i = 0; i < scn.ngeom; i++) {
    const float* c = scn.geoms[i].rgba;
    red += c[0] == 1 && c[2] == 0;
    blue += c[2] == 1 && c[0] == 0;
  }
  assert_int_equal(red, 2);
  assert_int_equal(blue, 8);
  mjv_freeScene(&scn);
  freeScene(s);
}

static void makeData(void* model) {
  mj_deleteData(mj_makeData(model));
}

static void bodies_that_are_no_segments_are_refused_without_trace(void** state) {
  Scene s = cable(4, MODULI, "");
  for (int k = 0; k < 2; k++) {
    int body = k ? 2 : (int)s.m->nbody - 1, *type = s.m->geom_type + s.m->body_geomadr[body];
    *type = mjGEOM_SPHERE;
    size_t before = lb_liveBlocks();
    assert_false(lb_protect(makeData, s.m));
    assert_non_null(strstr(lb_lastError(), "needs a capsule, cylinder or box"));
    assert_int_equal(lb_liveBlocks(), before);
    *type = mjGEOM_CAPSULE;
  }
  freeScene(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_cable_bends_as_the_elastica),
      cmocka_unit_test(a_cable_twists_by_its_torque),
      cmocka_unit_test(torques_are_the_slope_of_the_energy),
      cmocka_unit_test(a_curved_cable_rests_unless_it_is_flat),
      cmocka_unit_test(strained_segments_are_coloured),
      cmocka_unit_test(bodies_that_are_no_segments_are_refused_without_trace),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

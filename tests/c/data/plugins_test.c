// Plugin instances: what mjData asks of a plugin, when, and what it refuses.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/limber.h"
#include "base/error.h"
#include "constraint/scenes_support.h"

// A plugin that counts what it is asked: state = steps advanced, and 100 after a reset.
typedef struct {
  int alive, inits, resets, copies, draws;
  int refuse;  // instance whose init fails, -1: none
} Counts;

static Counts counts = {.refuse = -1};

static int stateSize(const mjModel* m, int instance) {
  return 2;
}

static int sensorSize(const mjModel* m, int instance, int sensor) {
  return 3;
}

static int init(const mjModel* m, mjData* d, int instance) {
  if (instance == counts.refuse) {
    return -1;
  }
  counts.inits++;
  counts.alive++;
  d->plugin_data[instance] = (uintptr_t)calloc(1, sizeof(double));
  return 0;
}

static void destroy(mjData* d, int instance) {
  counts.alive--;
  free((void*)d->plugin_data[instance]);
}

static void copy(mjData* dest, const mjModel* m, const mjData* src, int instance) {
  counts.copies++;
  *(double*)dest->plugin_data[instance] = *(double*)src->plugin_data[instance];
}

static void reset(const mjModel* m, mjtNum* state, void* data, int instance) {
  counts.resets++;
  state[1] = 100;
  *(double*)data = 7;
}

static double strengthOf(const mjModel* m, int instance) {
  return atof(mj_getPluginConfig(m, instance, "strength"));
}

static void compute(const mjModel* m, mjData* d, int instance, int capability) {
  double strength = strengthOf(m, instance);
  for (int i = 0; i < m->nactuator && capability == mjPLUGIN_ACTUATOR; i++) {
    if (m->actuator_plugin[i] == instance) {
      d->actuator_force[i] = strength * d->ctrl[i];
    }
  }
  for (int i = 0; i < m->nsensor && capability == mjPLUGIN_SENSOR; i++) {
    if (m->sensor_plugin[i] == instance) {
      d->sensordata[m->sensor_adr[i]] = strength;
      d->sensordata[m->sensor_adr[i] + 2] = d->time;
    }
  }
  for (int b = 0; b < m->nbody && capability == mjPLUGIN_PASSIVE; b++) {
    if (m->body_plugin[b] == instance) {
      d->qfrc_passive[m->body_dofadr[b]] += strength;
    }
  }
}

static void advance(const mjModel* m, mjData* d, int instance) {
  d->plugin_state[m->plugin_stateadr[instance]] += 1;
}

static void visualize(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn,
                      int instance) {
  counts.draws++;
}

static const char* const attributes[] = {"strength", "note"};

static void registerAll(void* context) {
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = "test.all";
  plugin.nattribute = 2;
  plugin.attributes = attributes;
  plugin.capabilityflags = mjPLUGIN_ACTUATOR | mjPLUGIN_SENSOR | mjPLUGIN_PASSIVE;
  plugin.needstage = mjSTAGE_VEL;
  plugin.nstate = stateSize;
  plugin.nsensordata = sensorSize;
  plugin.init = init;
  plugin.destroy = destroy;
  plugin.copy = copy;
  plugin.reset = reset;
  plugin.compute = compute;
  plugin.advance = advance;
  plugin.visualize = visualize;
  mjp_registerPlugin(&plugin);
}

// One instance shared by an actuator and a sensor, one that a body has for itself.
static const char xml[] =
    "<mujoco><extension><plugin plugin='test.all'>"
    "  <instance name='shared'><config key='strength' value='3'/></instance>"
    "</plugin></extension><worldbody>"
    "  <body><joint name='j' type='slide'/><geom size='.1'/></body>"
    "  <body pos='1 0 0'><joint name='k' type='slide'/><geom size='.1'/>"
    "    <plugin plugin='test.all'><config key='strength' value='5'/></plugin></body>"
    "</worldbody>"
    "<actuator><plugin joint='j' plugin='test.all' instance='shared'/></actuator>"
    "<sensor><plugin plugin='test.all' instance='shared'/></sensor></mujoco>";

static void every_capability_is_served(void** state) {
  Scene scene = loadScene(xml);
  mjModel* m = scene.m;
  mjData* d = scene.d;
  assert_int_equal(m->nplugin, 2);
  assert_int_equal(m->npluginstate, 4);
  assert_int_equal(m->nsensordata, 3);
  assert_int_equal(m->sensor_dim[0], 3);
  assert_int_equal(m->actuator_plugin[0], m->sensor_plugin[0]);
  assert_string_equal(mj_getPluginConfig(m, m->body_plugin[2], "strength"), "5");
  assert_string_equal(mj_getPluginConfig(m, 0, "note"), "");
  assert_null(mj_getPluginConfig(m, 0, "unknown"));
  d->ctrl[0] = 2;
  mj_step(m, d);
  assert_true(d->actuator_force[0] == 6);
  assert_true(d->qfrc_passive[1] == 5 && d->qfrc_passive[0] == 0);
  assert_true(d->sensordata[0] == 3);
  assert_true(d->plugin_state[0] == 1 && d->plugin_state[2] == 1);
  mjvScene scn;
  mjvOption opt;
  mjvCamera cam;
  mjv_defaultScene(&scn);
  mjv_defaultOption(&opt);
  mjv_defaultCamera(&cam);
  mjv_makeScene(m, &scn, 100);
  int draws = counts.draws;
  mjv_updateScene(m, d, &opt, NULL, &cam, mjCAT_ALL, &scn);
  assert_int_equal(counts.draws, draws + 2);
  mjv_freeScene(&scn);
  freeScene(scene);
}

static void instances_live_with_their_data(void** state) {
  Scene scene = loadScene(xml);
  mjModel* m = scene.m;
  mjData* d = scene.d;
  assert_int_equal(counts.alive, 2);
  assert_true(d->plugin_state[1] == 100);
  *(double*)d->plugin_data[0] = 42;
  mj_step(m, d);

  // a copy has instances of its own, with what the plugin copies and the state
  mjData* other = mj_copyData(NULL, m, d);
  assert_int_equal(counts.alive, 4);
  assert_true(other->plugin_data[0] != d->plugin_data[0]);
  assert_true(*(double*)other->plugin_data[0] == 42);
  assert_true(other->plugin_state[0] == 1);
  *(double*)d->plugin_data[0] = 43;
  mj_copyData(other, m, d);
  assert_int_equal(counts.alive, 4);
  assert_true(*(double*)other->plugin_data[0] == 43);

  // reset keeps the instances and puts them back; of the state it changes what the plugin resets
  mj_resetData(m, other);
  assert_int_equal(counts.alive, 4);
  assert_true(*(double*)other->plugin_data[0] == 7);
  assert_true(other->plugin_state[0] == 1 && other->plugin_state[3] == 100);
  mj_deleteData(other);
  assert_int_equal(counts.alive, 2);
  freeScene(scene);
  assert_int_equal(counts.alive, 0);
}

static void the_state_is_part_of_the_physics_state(void** state) {
  Scene scene = loadScene(xml);
  mjtNum saved[4];
  assert_int_equal(mj_stateSize(scene.m, mjSTATE_PLUGIN), 4);
  mj_step(scene.m, scene.d);
  mj_getState(scene.m, scene.d, saved, mjSTATE_PLUGIN);
  scene.d->plugin_state[0] = 5;
  mj_setState(scene.m, scene.d, saved, mjSTATE_PLUGIN);
  assert_true(scene.d->plugin_state[0] == 1);
  freeScene(scene);
}

static void computeNothing(const mjModel* m, mjData* d, int instance, int capability) {
}

static void a_plugin_needs_no_state(void** state) {
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = "test.stateless";
  plugin.capabilityflags = mjPLUGIN_PASSIVE;
  plugin.compute = computeNothing;
  int slot = mjp_registerPlugin(&plugin);
  assert_int_equal(mjp_registerPlugin(&plugin), slot);
  Scene scene = loadScene(
      "<mujoco><extension><plugin plugin='test.stateless'/></extension><worldbody><body>"
      "<joint type='slide'/><geom size='1'/><plugin plugin='test.stateless'/></body></worldbody>"
      "</mujoco>");
  assert_int_equal(scene.m->npluginstate, 0);
  assert_int_equal(scene.m->plugin_statenum[0], 0);
  freeScene(scene);
}

static void binary_models_keep_their_plugins(void** state) {
  Scene scene = loadScene(xml);
  int size = (int)mj_sizeModel(scene.m);
  void* buffer = malloc((size_t)size);
  mj_saveModel(scene.m, NULL, buffer, size);
  mjModel* m = mj_loadModelBuffer(buffer, size);
  mjData* d = mj_makeData(m);
  d->ctrl[0] = 2;
  mj_step(m, d);
  assert_true(d->actuator_force[0] == 6);
  mj_deleteData(d);
  mj_deleteModel(m);
  free(buffer);
  freeScene(scene);
}

static void makeData(void* model) {
  mj_makeData(model);
}

static void a_refused_instance_leaves_nothing_behind(void** state) {
  Scene scene = loadScene(xml);
  counts.refuse = 1;
  assert_false(lb_protect(makeData, scene.m));
  assert_non_null(strstr(lb_lastError(), "init failed for instance 1"));
  assert_int_equal(counts.alive, 2);
  counts.refuse = -1;
  freeScene(scene);
}

static void wrong_uses_are_refused(void** state) {
#define BODY(content) \
  "<worldbody><body><joint name='j'/><geom size='.1'/>" content "</body></worldbody>"
#define USE(name) "<extension><plugin plugin='" name "'/></extension>"
  const char* cases[][2] = {
      {"<mujoco><extension><plugin plugin='no.such'/></extension></mujoco>", "no.such not found"},
      {"<mujoco>" USE("test.all") BODY("<plugin plugin='test.all'><config key='force' "
                                       "value='1'/></plugin>") "</mujoco>",
       "unrecognized attribute 'plugin:force'"},
      {"<mujoco>" USE("mujoco.pid") BODY("<plugin plugin='mujoco.pid'/>") "</mujoco>",
       "does not support passive forces"},
      {"<mujoco>" USE("test.all")
           BODY("") "<asset><mesh name='a'><plugin plugin='test.all'/></mesh>"
                    "</asset></mujoco>",
       "does not support signed distance fields"},
      {"<mujoco>" USE("test.all") BODY("<plugin plugin='test.all' instance='none'/>") "</mujoco>",
       "unrecognized name 'none' for plugin instance"},
      {"<mujoco>" USE("mujoco.elasticity.cable")
           BODY("") "<actuator><plugin joint='j' "
                    "plugin='mujoco.elasticity.cable'/></actuator></mujoco>",
       "does not support actuators"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char error[1000] = "";
    mjSpec* spec = mj_parseXMLString(cases[i][0], NULL, error, sizeof error);
    mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
    assert_null(m);
    const char* message = spec ? mjs_getError(spec) : error;
    if (!strstr(message, cases[i][1])) {
      fail_msg("case %d: '%s'", (int)i, message);
    }
    mj_deleteSpec(spec);
  }
}

int main(void) {
  lb_protect(registerAll, NULL);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_capability_is_served),
      cmocka_unit_test(instances_live_with_their_data),
      cmocka_unit_test(the_state_is_part_of_the_physics_state),
      cmocka_unit_test(a_plugin_needs_no_state),
      cmocka_unit_test(binary_models_keep_their_plugins),
      cmocka_unit_test(a_refused_instance_leaves_nothing_behind),
      cmocka_unit_test(wrong_uses_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

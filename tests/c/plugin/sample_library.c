// A library that brings one plugin, for library_test.c.

#include "api/limber.h"

static void compute(const mjModel* m, mjData* d, int instance, int capability) {
  (void)m;
  (void)d;
  (void)instance;
  (void)capability;
}

mjPLUGIN_LIB_INIT(sample) {
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = "limber.test.sample";
  plugin.capabilityflags = mjPLUGIN_PASSIVE;
  plugin.compute = compute;
  mjp_registerPlugin(&plugin);
}

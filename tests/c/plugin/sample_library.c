// A library that brings one plugin, for library_test.c.

#include "api/limber.h"

mjPLUGIN_LIB_INIT(sample) {
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = "limber.test.sample";
  plugin.capabilityflags = mjPLUGIN_PASSIVE;
  mjp_registerPlugin(&plugin);
}

// Plugin references of elements, plugin configuration, activation.

#include "api/mjp_functions.h"
#include "base/error.h"
#include "base/memory.h"
#include "spec/internal.h"

#include <stdio.h>
#include <string.h>

mjsPlugin* lb_pluginOf(lbElement* element) {
  switch (element->handle.elemtype) {
    case mjOBJ_BODY:
      return &((lbBody*)element)->s.plugin;
    case mjOBJ_GEOM:
      return &((lbGeom*)element)->s.plugin;
    case mjOBJ_MESH:
      return &((lbMesh*)element)->s.plugin;
    case mjOBJ_ACTUATOR:
      return &((lbActuator*)element)->s.plugin;
    case mjOBJ_SENSOR:
      return &((lbSensor*)element)->s.plugin;
    default:
      return NULL;
  }
}

void lb_copyPluginConfig(lbPlugin* target, const lbPlugin* source) {
  lb_clearTextVec(&target->keys);
  lb_clearTextVec(&target->values);
  for (int i = 0; i < source->keys.count; i++) {
    lb_setPluginConfig(target, lb_text(&source->keys.items[i]), lb_text(&source->values.items[i]));
  }
}

void lb_setPluginConfig(lbPlugin* plugin, const char* key, const char* value) {
  for (int i = 0; i < plugin->keys.count; i++) {
    if (strcmp(lb_text(&plugin->keys.items[i]), key) == 0) {
      lb_setText(&plugin->values.items[i], value);
      return;
    }
  }
  lb_pushText(&plugin->keys, key);
  lb_pushText(&plugin->values, value);
}

// Pairs "key", "value", ..., NULL.
void mjs_setPluginAttributes(mjsPlugin* plugin, void* attributes) {
  LB_REQUIRE(plugin);
  lbPlugin* instance = (lbPlugin*)plugin->element;
  const char* const* pairs = attributes;
  if (!instance || instance->head.handle.elemtype != mjOBJ_PLUGIN) {
    lb_error("mjs_setPluginAttributes: the plugin has no instance");
  }
  lb_clearTextVec(&instance->keys);
  lb_clearTextVec(&instance->values);
  for (; pairs && pairs[0] && pairs[1]; pairs += 2) {
    lb_setPluginConfig(instance, pairs[0], pairs[1]);
  }
}

const void* mjs_getPluginAttributes(const mjsPlugin* plugin) {
  LB_REQUIRE(plugin);
  lbPlugin* instance = (lbPlugin*)plugin->element;
  if (!instance || instance->head.handle.elemtype != mjOBJ_PLUGIN) {
    return NULL;
  }
  instance->published.count = 0;
  for (int i = 0; i < instance->keys.count; i++) {
    LB_PUSH(&instance->published, lb_text(&instance->keys.items[i]));
    LB_PUSH(&instance->published, lb_text(&instance->values.items[i]));
  }
  LB_PUSH(&instance->published, NULL);
  return instance->published.items;
}

int mjs_activatePlugin(mjSpec* s, const char* name) {
  LB_REQUIRE(s);
  lbSpec* spec = lb_spec(s);
  int slot = -1;
  if (!mjp_getPlugin(name, &slot)) {
    char text[LB_MESSAGE_SIZE];
    snprintf(text, sizeof text, "plugin %s not found", name);
    lb_specSetError(spec, text);
    return -1;
  }
  for (int i = 0; i < spec->activePlugins.count; i++) {
    if (strcmp(lb_text(&spec->activePlugins.items[i]), name) == 0) {
      return 0;
    }
  }
  lb_pushText(&spec->activePlugins, name);
  return 0;
}

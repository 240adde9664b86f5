// The plugins that a program knows, each in a slot of its own.
//
// A model names the plugin of an instance by slot (mjModel.plugin). Stages look plugins up here;
// who may enter, and that the engine's own take the first slots, is decided in plugin/registry.c,
// which mj_makeData asks first. A slot, once given, stays valid, and so do pointers to its plugin.

#pragma once

#include <stdbool.h>

#include "api/model.h"
#include "api/plugin.h"

// Puts a plugin into the next slot and returns the slot: a copy or, when the description and its
// strings are static, the plugin itself. Raises an error when the table is full.
int lb_addPlugin(const mjpPlugin* plugin, bool isStatic);

int lb_pluginCount(void);

// Whether the plugin in a slot is the engine's own, which several threads may call at a time.
bool lb_isOwnPlugin(int slot);

// The plugin in a slot; NULL when there is none.
const mjpPlugin* lb_pluginAtSlot(int slot);

// The plugin of an instance of a model; NULL when nothing is registered in its slot.
const mjpPlugin* lb_instancePlugin(const mjModel* m, int instance);

// Tables of what a program adds to the engine: plugins, resource providers, decoders, encoders.
//
// Registration happens before models are loaded and is not undone. A slot number, once given, stays
// valid, and a description is copied, so that pointers to it stay valid as well. Registering the
// same thing twice is harmless; registering something else under a taken name is an error. The
// engine's own plugins take the first slots, in every build the same ones, so that model files name
// them alike.

#include <string.h>

#include "api/mj_functions.h"
#include "api/mjp_functions.h"
#include "base/error.h"
#include "base/memory.h"
#include "plugin/builtin.h"

#define MAX_ENTRIES 256

static mjpPlugin* plugins[MAX_ENTRIES];
static int pluginCount = 0;
static mjpResourceProvider* providers[MAX_ENTRIES];
static int providerCount = 0;
static mjpDecoder decoders[MAX_ENTRIES];
static int decoderCount = 0;
static mjpEncoder encoders[MAX_ENTRIES];
static int encoderCount = 0;

static bool sameText(const char* a, const char* b) {
  if (!a || !b) {
    return a == b;
  }
  return strcmp(a, b) == 0;
}

static char lower(char c) {
  return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool sameTextIgnoringCase(const char* a, const char* b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (lower(a[i]) != lower(b[i])) {
      return false;
    }
    if (!a[i]) {
      return true;
    }
  }
  return true;
}

// Does file name `name` end in `extension` (which has its dot), ignoring case?
static bool hasExtension(const char* name, const char* extension) {
  if (!name || !extension || !extension[0]) {
    return false;
  }
  size_t nameLength = strlen(name), extensionLength = strlen(extension);
  return nameLength >= extensionLength &&
         sameTextIgnoringCase(name + nameLength - extensionLength, extension, extensionLength);
}

static bool samePlugin(const mjpPlugin* a, const mjpPlugin* b) {
  if (a->nattribute != b->nattribute) {
    return false;
  }
  for (int i = 0; i < a->nattribute; i++) {
    if (!sameText(a->attributes[i], b->attributes[i])) {
      return false;
    }
  }
  return a->capabilityflags == b->capabilityflags && a->needstage == b->needstage &&
         a->nstate == b->nstate && a->nsensordata == b->nsensordata && a->init == b->init &&
         a->destroy == b->destroy && a->copy == b->copy && a->reset == b->reset &&
         a->compute == b->compute && a->advance == b->advance && a->visualize == b->visualize &&
         a->actuator_act_dot == b->actuator_act_dot && a->sdf_distance == b->sdf_distance &&
         a->sdf_gradient == b->sdf_gradient && a->sdf_staticdistance == b->sdf_staticdistance &&
         a->sdf_attribute == b->sdf_attribute && a->sdf_aabb == b->sdf_aabb;
}

// What every plugin must provide, given its capabilities.
static void checkPlugin(const mjpPlugin* plugin) {
  if (!plugin->name || !plugin->name[0]) {
    lb_error("mjp_registerPlugin: plugin has no name");
  }
  if (plugin->nattribute > 0 && !plugin->attributes) {
    lb_error("mjp_registerPlugin: plugin '%s' has no attribute names", plugin->name);
  }
  for (int i = 0; i < plugin->nattribute; i++) {
    if (!plugin->attributes[i] || !plugin->attributes[i][0]) {
      lb_error("mjp_registerPlugin: attribute %d of plugin '%s' has no name", i, plugin->name);
    }
  }
  if (!plugin->nstate) {
    lb_error("mjp_registerPlugin: plugin '%s' has no nstate function", plugin->name);
  }
  if ((plugin->capabilityflags & mjPLUGIN_SENSOR) && !plugin->nsensordata) {
    lb_error("mjp_registerPlugin: sensor plugin '%s' has no nsensordata function", plugin->name);
  }
  if ((plugin->capabilityflags & mjPLUGIN_SDF) &&
      (!plugin->sdf_distance || !plugin->sdf_gradient || !plugin->sdf_staticdistance ||
       !plugin->sdf_attribute || !plugin->sdf_aabb)) {
    lb_error("mjp_registerPlugin: SDF plugin '%s' lacks one of its sdf functions", plugin->name);
  }
}

// A copy of the description whose strings belong to the registry too.
static mjpPlugin* clonePlugin(const mjpPlugin* plugin) {
  mjpPlugin* copy = lb_alloc(sizeof(*copy));
  *copy = *plugin;
  copy->name = lb_strdup(plugin->name);
  if (plugin->nattribute > 0) {
    char** attributes = lb_alloc(lb_checkedSize((size_t)plugin->nattribute, sizeof(char*)));
    for (int i = 0; i < plugin->nattribute; i++) {
      attributes[i] = lb_strdup(plugin->attributes[i]);
    }
    copy->attributes = (const char* const*)attributes;
  }
  return copy;
}

void mjp_defaultPlugin(mjpPlugin* plugin) {
  memset(plugin, 0, sizeof(*plugin));
}

// Puts a plugin into the next slot, unless it is there already.
static int registerPlugin(const mjpPlugin* plugin) {
  checkPlugin(plugin);

  // a known name must come with the same content
  for (int slot = 0; slot < pluginCount; slot++) {
    if (sameText(plugins[slot]->name, plugin->name)) {
      if (!samePlugin(plugins[slot], plugin)) {
        lb_error("mjp_registerPlugin: another plugin is registered as '%s'", plugin->name);
      }
      return slot;
    }
  }

  if (pluginCount == MAX_ENTRIES) {
    lb_error("mjp_registerPlugin: more than %d plugins", MAX_ENTRIES);
  }
  plugins[pluginCount] = clonePlugin(plugin);
  return pluginCount++;
}

// The first question registers the engine's own plugins.
static void addBuiltins(void) {
  for (int i = 0; pluginCount == i && lb_builtinPlugins[i]; i++) {
    registerPlugin(lb_builtinPlugins[i]);
  }
}

int mjp_registerPlugin(const mjpPlugin* plugin) {
  addBuiltins();
  return registerPlugin(plugin);
}

int mjp_pluginCount(void) {
  addBuiltins();
  return pluginCount;
}

const mjpPlugin* mjp_getPluginAtSlot(int slot) {
  addBuiltins();
  return slot >= 0 && slot < pluginCount ? plugins[slot] : NULL;
}

const mjpPlugin* mjp_getPlugin(const char* name, int* slot) {
  addBuiltins();
  for (int i = 0; i < pluginCount; i++) {
    if (sameText(plugins[i]->name, name)) {
      if (slot) {
        *slot = i;
      }
      return plugins[i];
    }
  }
  if (slot) {
    *slot = -1;
  }
  return NULL;
}

void mjp_defaultResourceProvider(mjpResourceProvider* provider) {
  memset(provider, 0, sizeof(*provider));
}

// A URI scheme: a letter, then letters, digits, '+', '.', '-'.
static bool isScheme(const char* prefix) {
  if (!prefix || lower(prefix[0]) < 'a' || lower(prefix[0]) > 'z') {
    return false;
  }
  for (const char* c = prefix + 1; *c; c++) {
    bool letter = lower(*c) >= 'a' && lower(*c) <= 'z';
    bool digit = *c >= '0' && *c <= '9';
    if (!letter && !digit && *c != '+' && *c != '.' && *c != '-') {
      return false;
    }
  }
  return true;
}

int mjp_registerResourceProvider(const mjpResourceProvider* provider) {
  if (!isScheme(provider->prefix)) {
    lb_warning("mjp_registerResourceProvider: prefix '%s' is not a URI scheme",
               provider->prefix ? provider->prefix : "");
    return -1;
  }
  if (!provider->open || !provider->read || !provider->close) {
    lb_warning("mjp_registerResourceProvider: provider '%s' needs open, read and close",
               provider->prefix);
    return -1;
  }

  // slots of providers count from 1: 0 means the default provider
  for (int i = 0; i < providerCount; i++) {
    const mjpResourceProvider* known = providers[i];
    if (sameTextIgnoringCase(known->prefix, provider->prefix, strlen(known->prefix) + 1)) {
      if (known->open != provider->open || known->read != provider->read ||
          known->close != provider->close || known->getdir != provider->getdir ||
          known->modified != provider->modified) {
        lb_warning("mjp_registerResourceProvider: another provider is registered for '%s'",
                   provider->prefix);
        return -1;
      }
      return i + 1;
    }
  }

  if (providerCount == MAX_ENTRIES) {
    lb_warning("mjp_registerResourceProvider: more than %d providers", MAX_ENTRIES);
    return -1;
  }
  mjpResourceProvider* copy = lb_alloc(sizeof(*copy));
  *copy = *provider;
  copy->prefix = lb_strdup(provider->prefix);
  providers[providerCount] = copy;
  return ++providerCount;
}

int mjp_resourceProviderCount(void) {
  return providerCount;
}

const mjpResourceProvider* mjp_getResourceProviderAtSlot(int slot) {
  return slot >= 1 && slot <= providerCount ? providers[slot - 1] : NULL;
}

const mjpResourceProvider* mjp_getResourceProvider(const char* resource_name) {
  const char* colon = resource_name ? strchr(resource_name, ':') : NULL;
  if (!colon) {
    return NULL;
  }
  size_t length = (size_t)(colon - resource_name);
  for (int i = 0; i < providerCount; i++) {
    if (strlen(providers[i]->prefix) == length &&
        sameTextIgnoringCase(providers[i]->prefix, resource_name, length)) {
      return providers[i];
    }
  }
  return NULL;
}

void mjp_defaultDecoder(mjpDecoder* decoder) {
  memset(decoder, 0, sizeof(*decoder));
}

void mjp_registerDecoder(const mjpDecoder* decoder) {
  if (!decoder->content_type || !decoder->decode || !decoder->can_decode) {
    lb_error("mjp_registerDecoder: a decoder needs content_type, can_decode and decode");
  }
  for (int i = 0; i < decoderCount; i++) {
    if (sameText(decoders[i].content_type, decoder->content_type)) {
      if (!sameText(decoders[i].extension, decoder->extension) ||
          decoders[i].can_decode != decoder->can_decode || decoders[i].decode != decoder->decode) {
        lb_error("mjp_registerDecoder: another decoder is registered for '%s'",
                 decoder->content_type);
      }
      return;
    }
  }
  if (decoderCount == MAX_ENTRIES) {
    lb_error("mjp_registerDecoder: more than %d decoders", MAX_ENTRIES);
  }
  mjpDecoder* slot = &decoders[decoderCount++];
  *slot = *decoder;
  slot->content_type = lb_strdup(decoder->content_type);
  slot->extension = lb_strdup(decoder->extension);
}

const mjpDecoder* mjp_findDecoder(const mjResource* resource, const char* content_type) {
  // a stated content type decides; else the first decoder that accepts the resource
  for (int i = 0; i < decoderCount; i++) {
    if (content_type && content_type[0]) {
      if (sameText(decoders[i].content_type, content_type)) {
        return &decoders[i];
      }
    } else if (resource && decoders[i].can_decode(resource)) {
      return &decoders[i];
    }
  }
  return NULL;
}

void mjp_defaultEncoder(mjpEncoder* encoder) {
  memset(encoder, 0, sizeof(*encoder));
}

void mjp_registerEncoder(const mjpEncoder* encoder) {
  if (!encoder->content_type || !encoder->encode) {
    lb_error("mjp_registerEncoder: an encoder needs content_type and encode");
  }
  for (int i = 0; i < encoderCount; i++) {
    if (sameText(encoders[i].content_type, encoder->content_type)) {
      if (!sameText(encoders[i].extension, encoder->extension) ||
          encoders[i].encode != encoder->encode) {
        lb_error("mjp_registerEncoder: another encoder is registered for '%s'",
                 encoder->content_type);
      }
      return;
    }
  }
  if (encoderCount == MAX_ENTRIES) {
    lb_error("mjp_registerEncoder: more than %d encoders", MAX_ENTRIES);
  }
  mjpEncoder* slot = &encoders[encoderCount++];
  *slot = *encoder;
  slot->content_type = lb_strdup(encoder->content_type);
  slot->extension = lb_strdup(encoder->extension);
}

const mjpEncoder* mjp_findEncoder(const char* filename, const char* content_type) {
  for (int i = 0; i < encoderCount; i++) {
    if (content_type && content_type[0]) {
      if (sameText(encoders[i].content_type, content_type)) {
        return &encoders[i];
      }
    } else if (hasExtension(filename, encoders[i].extension)) {
      return &encoders[i];
    }
  }
  return NULL;
}

void mj_loadPluginLibrary(const char* path) {
  lb_error("mj_loadPluginLibrary: plugins are linked in, '%s' cannot be loaded at run time",
           path ? path : "");
}

void mj_loadAllPluginLibraries(const char* directory, mjfPluginLibraryLoadCallback callback) {
  (void)callback;
  lb_error("mj_loadAllPluginLibraries: plugins are linked in, '%s' cannot be searched at run time",
           directory ? directory : "");
}

const char* mj_getPluginConfig(const mjModel* m, int plugin_id, const char* attrib) {
  if (plugin_id < 0 || plugin_id >= m->nplugin || !attrib) {
    return NULL;
  }
  const mjpPlugin* plugin = mjp_getPluginAtSlot(m->plugin[plugin_id]);
  if (!plugin || m->plugin_attradr[plugin_id] < 0) {
    return NULL;
  }

  // values are stored one after the other, in the order of the plugin's attributes
  const char* value = m->plugin_attr + m->plugin_attradr[plugin_id];
  const char* end = m->plugin_attr + m->npluginattr;
  for (int i = 0; i < plugin->nattribute && value < end; i++) {
    if (sameText(plugin->attributes[i], attrib)) {
      return value;
    }
    value += strlen(value) + 1;
  }
  return NULL;
}

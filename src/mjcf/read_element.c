// What the readers of elements share: places and names, classes, orientations, plugins.

#include "mjcf/read.h"
#include "spec/internal.h"

#include <stdio.h>
#include <string.h>

void lb_readPlace(const lbXml* node, lbElement* element) {
  element->file = node->file;
  element->line = node->line;
  element->column = node->column;
  element->tag = node->kind < 0 ? NULL : lb_schema((lbElementId)node->kind)->name;
}

void lb_readInfo(const lbXml* node, mjString* info) {
  char text[32];
  snprintf(text, sizeof text, "line %d", node->line);
  lb_setText(info, text);
}

void lb_readHead(lbReader* reader, const lbXml* node, lbElement* element) {
  lb_readPlace(node, element);
  lb_readInfo(node, lb_infoOf(element));
  const char* name = lb_xmlValue(node, "name");
  if (name && mjs_setName(&element->handle, name) != 0) {
    lb_xmlFault(node, &(lbFault){.attribute = "name", .quotesLast = true}, "%s",
                mjs_getError(&reader->spec->s));
  }
}

const lbDefault* lb_readClass(lbReader* reader, const lbXml* node, const lbDefault* inherited) {
  const char* name = lb_xmlValue(node, "class");
  if (!name) {
    return inherited;
  }
  const lbDefault* def = lb_findDefault(reader->spec, name);
  if (!def) {
    lb_xmlFault(node, &(lbFault){.attribute = "class"}, "unknown default class name '%s'", name);
  }
  return def;
}

void lb_readOrientation(const lbXml* node, double quat[4], mjsOrientation* alt) {
  const struct {
    const char* name;
    mjtOrientation type;
    double* values;
    int count;
  } forms[] = {
      {"quat", mjORIENTATION_QUAT, quat, 4},
      {"axisangle", mjORIENTATION_AXISANGLE, alt->axisangle, 4},
      {"xyaxes", mjORIENTATION_XYAXES, alt->xyaxes, 6},
      {"zaxis", mjORIENTATION_ZAXIS, alt->zaxis, 3},
      {"euler", mjORIENTATION_EULER, alt->euler, 3},
  };
  int given = 0;
  for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
    const char* text = lb_xmlValue(node, forms[i].name);
    // COMPAT: MJCF-ORIENTATION: an empty one counts if it is a quaternion
    if (!text || (i && !*text)) {
      continue;
    }
    if (given++) {
      lb_xmlError(node, "multiple orientation specifiers are not allowed");
    }
    // COMPAT: MJCF-ORIENTATION: the form that a class chose wins over a quaternion of the element
    if (lb_readDoubles(node, forms[i].name, forms[i].values, forms[i].count, forms[i].count) && i) {
      alt->type = forms[i].type;
    }
  }
  // COMPAT: FLEXCOMP-QUAT: its quaternion may be zero, and any length scales
  bool posed = strcmp(node->name, "flexcomp") != 0;
  if (posed && given && !quat[0] && !quat[1] && !quat[2] && !quat[3]) {
    lb_xmlFault(node, &(lbFault){.attribute = "quat"}, "zero quaternion is not allowed");
  }
}

void lb_readPluginConfig(lbReader* reader, const lbXml* node, lbPlugin* plugin) {
  for (const lbXml* config = node->child; config; config = config->next) {
    const char* key = lb_requiredText(config, "key");
    const char* value = lb_requiredText(config, "value");
    for (int i = 0; i < plugin->keys.count; i++) {
      if (strcmp(lb_text(&plugin->keys.items[i]), key) == 0) {
        lb_xmlFault(config, &(lbFault){.attribute = "key"}, "duplicate config key: %s", key);
      }
    }
    lb_setPluginConfig(plugin, key, value);
  }
}

lbPlugin* lb_addPluginInstance(lbReader* reader, const lbXml* node) {
  lbPlugin* own = (lbPlugin*)lb_addElement(reader->spec, mjOBJ_PLUGIN, NULL, NULL);
  own->head.file = node->file;
  own->head.line = node->line;
  lb_setText(own->s.plugin_name, lb_xmlValue(node, "plugin"));
  own->s.active = true;
  lb_readPluginConfig(reader, node, own);
  return own;
}

void lb_readPlugin(lbReader* reader, const lbXml* node, lbElement* owner) {
  mjsPlugin* reference = lb_pluginOf(owner);
  const char* plugin = lb_xmlValue(node, "plugin");
  const char* instance = lb_xmlValue(node, "instance");
  lb_setText(reference->plugin_name, plugin);
  lb_setText(reference->name, instance);
  reference->active = true;
  if (instance) {
    // resolved by name when compiling
    if (node->child && node->child->kind == LB_ELEM_CONFIG) {
      lb_xmlError(node,
                  "plugin configuration attributes cannot be used in an element that "
                  "references a predefined plugin instance");
    }
    return;
  }
  lbPlugin* own = lb_addPluginInstance(reader, node);
  reference->element = &own->head.handle;
  reader->spec->s.hasImplicitPluginElem = true;
}

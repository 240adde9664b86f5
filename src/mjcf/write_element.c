// What the writers of elements share: names and classes, plugins, files.

#include "base/vfs.h"
#include "mjcf/write.h"
#include "spec/internal.h"

#include "api/mju_functions.h"

lbElement* lb_blank(lbWriter* writer, mjtObj type) {
  const lbElementList* list = &writer->fresh->lists[lb_listIndex(type)];
  return list->count ? list->items[0] : lb_addElement(writer->fresh, type, NULL, NULL);
}

const lbDefault* lb_classOf(const lbElement* element) {
  return element->def ? element->def : element->spec->mainClass;
}

void lb_writeHead(lbWriter* writer, const lbElement* element, const lbDefault* inherited) {
  if (element->name.count) {
    lb_emitText(&writer->emit, "name", lb_text(&element->name));
  }
  const lbDefault* own = lb_classOf(element);
  if (inherited && own != inherited) {
    lb_emitText(&writer->emit, "class", lb_text(&own->head.name));
  }
}

void lb_writeObjectType(lbWriter* writer, const lbElement* element, const char* attribute,
                        int type) {
  const char* word = mju_type2Str(type);
  if (!word) {
    lb_specError(element, "%s %d cannot be written", attribute, type);
  }
  lb_emitText(&writer->emit, attribute, word);
}

void lb_writePluginConfig(lbWriter* writer, const lbPlugin* plugin) {
  for (int i = 0; i < plugin->keys.count; i++) {
    lb_emitStart(&writer->emit, "config");
    lb_emitText(&writer->emit, "key", lb_text(&plugin->keys.items[i]));
    lb_emitText(&writer->emit, "value", lb_text(&plugin->values.items[i]));
    lb_emitEnd(&writer->emit, "config");
  }
}

// Attributes that name the plugin, or the instance.
static void writePluginNames(lbWriter* writer, const mjsPlugin* plugin) {
  if (!lb_isEmpty(plugin->plugin_name)) {
    lb_emitText(&writer->emit, "plugin", lb_text(plugin->plugin_name));
  }
  if (!lb_isEmpty(plugin->name)) {
    lb_emitText(&writer->emit, "instance", lb_text(plugin->name));
  }
}

void lb_writePluginAttributes(lbWriter* writer, const mjsPlugin* plugin) {
  writePluginNames(writer, plugin);
  if (plugin->element && lb_isEmpty(plugin->name)) {
    lb_writePluginConfig(writer, (const lbPlugin*)plugin->element);
  }
}

void lb_writePlugin(lbWriter* writer, lbElement* owner) {
  const mjsPlugin* plugin = lb_pluginOf(owner);
  if (!plugin->active) {
    return;
  }
  lb_emitStart(&writer->emit, "plugin");
  lb_writePluginAttributes(writer, plugin);
  lb_emitEnd(&writer->emit, "plugin");
}

void lb_writeAssetFile(lbWriter* writer, const lbElement* element, const char* attribute,
                       const char* file, const mjString* folder) {
  if (!*file) {
    return;
  }
  if (writer->sink) {
    lb_emitText(&writer->emit, attribute, writer->sink->take(writer->sink, element, folder, file));
    return;
  }
  if (element->origin == writer->spec) {
    lb_emitText(&writer->emit, attribute, file);
    return;
  }
  char* inner = lb_regionTake(&writer->region, lb_joinPath(lb_text(folder), file));
  char* path = lb_joinPath(lb_elementFolder(element), inner);
  lb_emitText(&writer->emit, attribute, lb_regionTake(&writer->region, path));
}

// Writing a spec as MJCF. What the write_*.c files share.

#pragma once

#include "mjcf/emit.h"

// Where the files go that a written model names, when they are written with it.
typedef struct lbAssetSink_ {
  // The name to write for a file of an asset, valid until the next call.
  const char* (*take)(struct lbAssetSink_* sink, const lbElement* element, const mjString* folder,
                      const char* file);
} lbAssetSink;

typedef struct lbWriter_ {
  lbEmit emit;
  lbSpec* spec;
  lbSpec* fresh;      // holds elements with default values
  lbAssetSink* sink;  // NULL: files stay where they are
  lbRegion region;    // scratch
  bool isDraft;       // the spec need not have been compiled
  int depth;          // bodies, frames or classes around what is written
} lbWriter;

// Writes the whole model to emit.text, with a zero byte at its end; raises errors. The caller sets
// spec (and sink), and ends with lb_endWriter.
void lb_writeSpec(lbWriter* writer);
void lb_endWriter(lbWriter* writer);

// meshdir or texturedir as a model is written that takes its files along: without folders outside
// of its own.
const char* lb_sinkFolder(const mjString* folder);

// An element of a kind with default values, to compare with. Lives as long as the writer.
lbElement* lb_blank(lbWriter* writer, mjtObj type);

// Before an element that may hold its own kind; its end takes one from depth. An error where it is
// too deep for those who read.
void lb_enterLevel(lbWriter* writer, const char* what);

// name and class attributes; the class only where it is not the inherited one.
void lb_writeHead(lbWriter* writer, const lbElement* element, const lbDefault* inherited);

// The word for a kind of objects (mjtObj) that an element refers to, which is an error where there
// is none.
void lb_writeObjectType(lbWriter* writer, const lbElement* element, const char* attribute,
                        int type);

// The class whose values an element is compared with: its own, or the main class.
const lbDefault* lb_classOf(const lbElement* element);

// <plugin> of an element that has one.
void lb_writePlugin(lbWriter* writer, lbElement* owner);

// <config> elements of a plugin instance.
void lb_writePluginConfig(lbWriter* writer, const lbPlugin* plugin);

// plugin and instance attributes and the configuration inside the current element.
void lb_writePluginAttributes(lbWriter* writer, const mjsPlugin* plugin);

// Attributes of an actuator or class dummy, as <general>; used for both.
void lb_writeGeneral(lbWriter* writer, const lbActuator* actuator, const mjsActuator* initial,
                     bool inDefault);

// File of an asset as the written model finds it: assets of attached models have their folder put
// in front. `folder` is the asset folder of the element's own spec.
void lb_writeAssetFile(lbWriter* writer, const lbElement* element, const char* attribute,
                       const char* file, const mjString* folder);

// Pose of class dummies: quaternion or one of its alternatives.
void lb_writeDummyPose(lbWriter* writer, lbElement* dummy, lbElement* initial);

// Sections.
void lb_writeSettings(lbWriter* writer);
void lb_writeDefaults(lbWriter* writer);
void lb_writeExtension(lbWriter* writer);
void lb_writeAssets(lbWriter* writer);
void lb_writeWorld(lbWriter* writer);
void lb_writeContact(lbWriter* writer);
void lb_writeDeformable(lbWriter* writer);
void lb_writeEquality(lbWriter* writer);
void lb_writeTendons(lbWriter* writer);
void lb_writeActuators(lbWriter* writer);
void lb_writeSensors(lbWriter* writer);
void lb_writeCustom(lbWriter* writer);
void lb_writeKeys(lbWriter* writer);

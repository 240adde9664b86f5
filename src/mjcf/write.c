// A spec as MJCF that reads back as the same model.
//
// Written are the differences from default classes. Macros are gone already (replicate, composite,
// flexcomp, include, attach left plain elements); orientations are written as quaternions, frames
// are folded into the elements inside, actuator shortcuts become general actuators where those can
// say the same.

#include "mjcf/write.h"

#include "api/mju_functions.h"
#include "base/fault.h"
#include "mjcf/dom.h"
#include "spec/internal.h"

#include <stdio.h>
#include <string.h>

// --- settings --------------------------------------------------------------------------------

const char* lb_sinkFolder(const mjString* folder) {
  const char* text = lb_text(folder);
  return lb_leadsOutside(text) ? "" : text;
}

static mjString borrowed(const char* text) {
  return (mjString){.items = (char*)text, .count = (int)strlen(text)};
}

// The settings as they are written. `folders` is the room for two texts.
static mjSpec writtenSettings(const lbWriter* writer, mjString* folders) {
  mjSpec s = writer->spec->s;
  // what was attached may count on limits that follow from ranges; the rest says its limits itself
  bool attached = writer->spec->children.count > 0;
  s.compiler.autolimits |= attached;
  // and on inertias that geoms do not replace: what replaced others is written
  if (attached && s.compiler.inertiafromgeom == mjINERTIAFROMGEOM_TRUE) {
    s.compiler.inertiafromgeom = mjINERTIAFROMGEOM_AUTO;
  }
  if (writer->sink) {
    folders[0] = borrowed(lb_sinkFolder(s.compiler.meshdir));
    folders[1] = borrowed(lb_sinkFolder(s.compiler.texturedir));
    s.compiler.meshdir = &folders[0];
    s.compiler.texturedir = &folders[1];
  }
  return s;
}

static void writeCompiler(lbWriter* writer, const mjSpec* initial) {
  lbEmit* emit = &writer->emit;
  mjString folders[2];
  mjSpec written = writtenSettings(writer, folders);
  const mjSpec* s = &written;
  lb_emitStart(emit, "compiler");
  if (s->compiler.degree != initial->compiler.degree) {
    lb_emitKeyword(emit, "angle", LB_KEYWORDS(angle), s->compiler.degree);
  }
  if (memcmp(s->compiler.eulerseq, initial->compiler.eulerseq, 3) != 0) {
    char sequence[4] = {s->compiler.eulerseq[0], s->compiler.eulerseq[1], s->compiler.eulerseq[2]};
    lb_emitText(emit, "eulerseq", sequence);
  }
  if (s->strippath) {
    lb_emitText(emit, "strippath", "true");
  }
  lb_emitAttributes(emit, LB_ELEM_COMPILER, s, initial, false);
  const mjLROpt* range = &s->compiler.LRopt;
  if (memcmp(range, &initial->compiler.LRopt, sizeof *range) != 0) {
    lb_emitStart(emit, "lengthrange");
    lb_emitAttributes(emit, LB_ELEM_LENGTHRANGE, s, initial, false);
    lb_emitEndOptional(emit, "lengthrange");
  }
  lb_emitEndOptional(emit, "compiler");
}

static void writeFlags(lbWriter* writer, const mjSpec* s) {
  lbEmit* emit = &writer->emit;
  const lbAttributes* flags = &lb_schema(LB_ELEM_FLAG)->attributes;
  if (!s->option.disableflags && !s->option.enableflags) {
    return;
  }
  lb_emitStart(emit, "flag");
  for (int i = 0; i < flags->count; i++) {
    bool disables;
    int bit = lb_flagBit(i, &disables);
    if ((disables ? s->option.disableflags : s->option.enableflags) & bit) {
      lb_emitText(emit, flags->items[i].name, disables ? "disable" : "enable");
    }
  }
  lb_emitEndOptional(emit, "flag");
}

static void writeOption(lbWriter* writer, const mjSpec* s, const mjSpec* initial) {
  lbEmit* emit = &writer->emit;
  lb_emitStart(emit, "option");
  lb_emitAttributes(emit, LB_ELEM_OPTION, s, initial, false);
  int groups[32];
  int count = 0;
  for (int i = 0; i < 31; i++) {
    if (s->option.disableactuator & (1 << i)) {
      groups[count++] = i;
    }
  }
  if (count) {
    lb_emitInts(emit, "actuatorgroupdisable", groups, count);
  }
  writeFlags(writer, s);
  lb_emitEndOptional(emit, "option");
}

// Where no number of user values is given, elements have as many as the one with most.
static void countUsers(lbSpec* spec, mjSpec* s) {
  static const struct {
    mjtObj type;
    size_t offset;
  } users[] = {{mjOBJ_BODY, offsetof(lbBody, s.userdata)},
               {mjOBJ_JOINT, offsetof(lbJoint, s.userdata)},
               {mjOBJ_GEOM, offsetof(lbGeom, s.userdata)},
               {mjOBJ_SITE, offsetof(lbSite, s.userdata)},
               {mjOBJ_CAMERA, offsetof(lbCamera, s.userdata)},
               {mjOBJ_TENDON, offsetof(lbTendon, s.userdata)},
               {mjOBJ_ACTUATOR, offsetof(lbActuator, s.userdata)},
               {mjOBJ_SENSOR, offsetof(lbSensor, s.userdata)}};
  for (int k = 0; k < (int)(sizeof users / sizeof users[0]); k++) {
    int* size = &s->nuser_body + k;
    bool given = *size >= 0;
    for (int i = 0; !given && i < lb_specCount(spec, users[k].type); i++) {
      const char* element = (const char*)spec->lists[users[k].type].items[i];
      int count = (*(mjDoubleVec* const*)(element + users[k].offset))->count;
      *size = count > 0 && count > *size ? count : *size;
    }
  }
}

static void writeSize(lbWriter* writer, const mjSpec* given, const mjSpec* initial) {
  lbEmit* emit = &writer->emit;
  mjSpec copy = *given, *s = &copy;
  lb_emitStart(emit, "size");
  if (s->memory != initial->memory) {
    lb_emitText(emit, "memory", mju_writeNumBytes((size_t)s->memory));
    s->njmax = initial->njmax;  // without meaning then, and refused beside it
    s->nstack = initial->nstack;
  }
  countUsers(writer->spec, s);
  lb_emitAttributes(emit, LB_ELEM_SIZE, s, initial, false);
  lb_emitEndOptional(emit, "size");
}

static void writeVisual(lbWriter* writer, const mjSpec* s, const mjSpec* initial) {
  static const lbElementId parts[] = {LB_ELEM_GLOBAL, LB_ELEM_QUALITY, LB_ELEM_HEADLIGHT,
                                      LB_ELEM_MAP,    LB_ELEM_SCALE,   LB_ELEM_RGBA};
  lbEmit* emit = &writer->emit;
  lb_emitStart(emit, "visual");
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    const char* name = lb_schema(parts[i])->name;
    lb_emitStart(emit, name);
    lb_emitAttributes(emit, parts[i], s, initial, false);
    lb_emitEndOptional(emit, name);
  }
  lb_emitEndOptional(emit, "visual");
}

void lb_writeSettings(lbWriter* writer) {
  const mjSpec* s = &writer->spec->s;
  const mjSpec* initial = &writer->fresh->s;
  writeCompiler(writer, initial);
  writeOption(writer, s, initial);
  writeSize(writer, s, initial);
  lb_emitStart(&writer->emit, "statistic");
  lb_emitAttributes(&writer->emit, LB_ELEM_STATISTIC, s, initial, false);
  lb_emitEndOptional(&writer->emit, "statistic");
  writeVisual(writer, s, initial);
}

// --- default classes ---------------------------------------------------------------------------

static void writeDummies(lbWriter* writer, const lbDefault* def, const lbDefault* parent) {
  static const struct {
    mjtObj type;
    lbElementId id;
  } kinds[] = {{mjOBJ_MESH, LB_ELEM_MESH},
               {mjOBJ_MATERIAL, LB_ELEM_MATERIAL},
               {mjOBJ_JOINT, LB_ELEM_JOINT},
               {mjOBJ_GEOM, LB_ELEM_GEOM},
               {mjOBJ_SITE, LB_ELEM_SITE},
               {mjOBJ_CAMERA, LB_ELEM_CAMERA},
               {mjOBJ_LIGHT, LB_ELEM_LIGHT},
               {mjOBJ_PAIR, LB_ELEM_PAIR},
               {mjOBJ_EQUALITY, LB_ELEM_DEFAULT_EQUALITY},
               {mjOBJ_TENDON, LB_ELEM_DEFAULT_TENDON}};
  lbEmit* emit = &writer->emit;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    const lbStruct* layout = lb_structOf(kinds[i].type);
    lbElement* own = lb_classDummy(def, kinds[i].type);
    lbElement* above = lb_classDummy(parent, kinds[i].type);
    const char* name = lb_schema(kinds[i].id)->name;
    lb_emitStart(emit, name);
    lb_emitAttributes(emit, kinds[i].id, lb_public(own, layout), lb_public(above, layout), true);
    lb_writeDummyPose(writer, own, above);
    lb_emitEndOptional(emit, name);
  }
  lb_emitStart(emit, "general");
  lb_writeGeneral(writer, def->actuator, &parent->actuator->s, true);
  lb_emitEndOptional(emit, "general");
}

void lb_enterLevel(lbWriter* writer, const char* what) {
  enum { MAX_DEPTH = LB_XML_DEPTH - 10 };  // so that what is around and inside can be read, too
  if (++writer->depth > MAX_DEPTH) {
    lb_error("%s are nested too deep to be saved (more than %d)", what, (int)MAX_DEPTH);
  }
}

static void writeClass(lbWriter* writer, const lbDefault* def, const lbDefault* initial) {
  lbEmit* emit = &writer->emit;
  lb_enterLevel(writer, "default classes");
  lb_emitStart(emit, "default");
  if (def->parent) {
    if (!def->head.name.count) {
      lb_specError(&def->head, "MJCF cannot hold a default class without a name");
    }
    lb_emitText(emit, "class", lb_text(&def->head.name));
  }
  writeDummies(writer, def, def->parent ? def->parent : initial);
  for (int i = 0; i < def->children.count; i++) {
    writeClass(writer, def->children.items[i], initial);
  }
  lb_emitEndOptional(emit, "default");
  writer->depth--;
}

void lb_writeDefaults(lbWriter* writer) {
  writeClass(writer, writer->spec->mainClass, writer->fresh->mainClass);
}

// --- entry -------------------------------------------------------------------------------------

void lb_writeSpec(lbWriter* writer) {
  const mjSpec* s = &writer->spec->s;
  lbEmit* emit = &writer->emit;
  if (writer->spec->attachedTo) {
    lb_error("cannot save child spec if attached by reference to a parent spec");
  }
  if (!writer->spec->wasCompiled && !writer->isDraft) {
    lb_error("XML Write error: Only compiled model can be written, expected mj_compile before");
  }
  writer->fresh = lb_newSpec();
  lb_specOrderTree(writer->spec);
  lb_emitStart(emit, "mujoco");
  lb_emitText(emit, "model", lb_text(s->modelname));
  lb_writeSettings(writer);
  lb_writeExtension(writer);
  lb_writeDefaults(writer);
  lb_writeAssets(writer);
  lb_writeWorld(writer);
  lb_writeContact(writer);
  lb_writeDeformable(writer);
  lb_writeTendons(writer);
  lb_writeEquality(writer);
  lb_writeActuators(writer);
  lb_writeSensors(writer);
  lb_writeCustom(writer);
  lb_writeKeys(writer);
  lb_emitEnd(emit, "mujoco");
  LB_PUSH(&emit->text, '\n');
  LB_PUSH(&emit->text, '\0');
}

void lb_endWriter(lbWriter* writer) {
  lb_freeSpec(writer->fresh);
  lb_emitFree(&writer->emit);
  lb_regionFree(&writer->region);
}

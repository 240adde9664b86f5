// <compiler>, <option>, <size>, <statistic>, <visual>: settings of the whole model.

#include "mjcf/read.h"

#include <stdlib.h>
#include <string.h>

// Notes in the spec which settings a file gave: bit = position of the field in its struct.
static void noteAuthored(lbSpec* spec, const lbXml* node, const char* prefix, uint64_t* bits) {
  int count;
  const lbField* fields = lb_specFields(&count);
  const lbSchema* element = lb_schema((lbElementId)node->kind);
  size_t length = strlen(prefix);
  for (const lbXmlAttribute* a = node->attributes; a; a = a->next) {
    const lbAttribute* attribute = lb_schemaAttribute(element, a->name);
    int position = 0;
    for (int i = 0; i < count; i++) {
      if (strncmp(fields[i].name, prefix, length) != 0) {
        continue;
      }
      if (attribute && attribute->fieldKind != LB_NOWHERE &&
          attribute->offset == fields[i].offset) {
        *bits |= (uint64_t)1 << position;
        break;
      }
      // a nested struct counts as one field
      bool nested = strncmp(fields[i].name + length, "LRopt.", 6) == 0;
      bool last = i + 1 == count || strncmp(fields[i + 1].name + length, "LRopt.", 6) != 0;
      position += !nested || last;
    }
  }
}

static void readAngle(const lbXml* node, mjsCompiler* compiler) {
  int degree;
  if (lb_readKeyword(node, "angle", LB_KEYWORDS(angle), &degree)) {
    compiler->degree = degree != 0;
    compiler->authored |= 1u << 6;
  }
  const char* sequence = lb_xmlValue(node, "eulerseq");
  if (sequence) {
    if (strlen(sequence) != 3) {
      lb_xmlFault(node, &(lbFault){.attribute = "eulerseq"},
                  "attribute 'eulerseq' must have exactly 3 characters");
    }
    memcpy(compiler->eulerseq, sequence, 3);
    compiler->authored |= 1u << 7;
  }
}

void lb_readCompiler(lbReader* reader, const lbXml* node) {
  mjSpec* s = &reader->spec->s;
  int global;
  if (lb_readKeyword(node, "coordinate", LB_KEYWORDS(coordinate), &global) && global) {
    lb_xmlFault(node, &(lbFault){.attribute = "coordinate"},
                "global coordinates no longer supported. To convert existing models, load and "
                "save them in MuJoCo 2.3.3 or older");
  }
  // assetdir stands for both folders; the special ones win
  const char* assetdir = lb_xmlValue(node, "assetdir");
  if (assetdir) {
    lb_setText(s->compiler.meshdir, assetdir);
    lb_setText(s->compiler.texturedir, assetdir);
  }
  lb_readAttributes(reader, node, s);
  bool strippath;
  if (lb_readBool(node, "strippath", &strippath)) {
    s->strippath = strippath;
  }
  readAngle(node, &s->compiler);
  noteAuthored(reader->spec, node, "compiler.", &s->compiler.authored);
  const lbXml* range = lb_xmlChild(node, "lengthrange");
  if (range) {
    lb_readAttributes(reader, range, s);
  }
}

static void readFlags(lbReader* reader, const lbXml* node) {
  mjSpec* s = &reader->spec->s;
  const lbAttributes* flags = &lb_schema(LB_ELEM_FLAG)->attributes;
  for (int i = 0; i < flags->count; i++) {
    const lbAttribute* flag = &flags->items[i];
    bool disables;
    int bit = lb_flagBit(i, &disables), enabled;
    if (!lb_readKeyword(node, flag->name, flag->keywords, &enabled)) {
      continue;
    }
    int* target = disables ? &s->option.disableflags : &s->option.enableflags;
    bool set = disables ? !enabled : enabled != 0;
    *target = set ? *target | bit : *target & ~bit;
    *(disables ? &s->authored.disableflags : &s->authored.enableflags) |= bit;
  }
}

void lb_readOption(lbReader* reader, const lbXml* node) {
  mjSpec* s = &reader->spec->s;
  lb_readAttributes(reader, node, s);
  noteAuthored(reader->spec, node, "option.", &s->authored.option);
  int* groups;
  int count = lb_readIntArray(reader, node, "actuatorgroupdisable", &groups);
  if (lb_xmlValue(node, "actuatorgroupdisable")) {
    s->option.disableactuator = 0;
  }
  for (int i = 0; i < count; i++) {
    if (groups[i] < 0) {
      lb_xmlFault(node, &(lbFault){.attribute = "actuatorgroupdisable"},
                  "disabled actuator group value must be non-negative");
    }
    if (groups[i] > 30) {
      lb_xmlFault(node, &(lbFault){.attribute = "actuatorgroupdisable"},
                  "disabled actuator group value cannot exceed 30");
    }
    s->option.disableactuator |= 1 << groups[i];
  }
  s->authored.disableactuator |= s->option.disableactuator;
  const lbXml* flag = lb_xmlChild(node, "flag");
  if (flag) {
    readFlags(reader, flag);
  }
}

// Bytes with an optional unit: K, M, G, T, P, E; -1 means automatic.
// COMPAT: SIZE-MEMORY: 4 GB is too big.
static mjtSize readMemory(const lbXml* node, const char* text) {
  static const char units[] = "KMGTPE", blanks[] = " \t\n\r";
  const char* cursor = text + strspn(text, blanks);
  if (strncmp(cursor, "-1", 2) == 0 && !cursor[2 + strspn(cursor + 2, blanks)]) {
    return -1;
  }
  cursor += *cursor == '+';
  const uint64_t most = SIZE_MAX < INT64_MAX ? SIZE_MAX : (uint64_t)INT64_MAX;
  uint64_t number = 0;
  bool valid = *cursor >= '0' && *cursor <= '9';
  for (; *cursor >= '0' && *cursor <= '9'; cursor++) {
    number = number > most / 10 ? most + 1 : 10 * number + (uint64_t)(*cursor - '0');
  }
  const char* unit = *cursor ? strchr(units, *cursor & ~0x20) : NULL;
  if (unit && *unit) {
    int shift = 10 * (int)(unit - units + 1);
    number = number > most >> shift ? most + 1 : number << shift;
    cursor++;
  }
  if (!valid || cursor[strspn(cursor, blanks)] || number > most) {
    lb_xmlFault(node, &(lbFault){.attribute = "memory"},
                "unsigned integer with an optional suffix {K,M,G,T,P,E} is expected in attribute "
                "'memory' (or the size specified is too big)");
  }
  return (mjtSize)number;
}

void lb_readSize(lbReader* reader, const lbXml* node) {
  mjSpec* s = &reader->spec->s;
  const char* memory = lb_xmlValue(node, "memory");
  if (memory) {
    s->memory = readMemory(node, memory);
  }
  lb_readAttributes(reader, node, s);
  // obsolete sizes; -1 is the default
  static const char* const obsolete[] = {"njmax", "nconmax", "nstack"};
  for (int i = 0; i < 3; i++) {
    int value;
    if (lb_readInt(node, obsolete[i], &value) && value < -1) {
      lb_xmlFault(node, &(lbFault){.attribute = obsolete[i]}, "%s must be >= -1", obsolete[i]);
    }
  }
}

void lb_readStatistic(lbReader* reader, const lbXml* node) {
  lb_readAttributes(reader, node, &reader->spec->s);
}

void lb_readVisual(lbReader* reader, const lbXml* node) {
  mjSpec* s = &reader->spec->s;
  const struct {
    int element;
    const char* prefix;
    uint64_t* authored;
  } parts[] = {
      {LB_ELEM_GLOBAL, "visual.global.", &s->authored.visual_global},
      {LB_ELEM_QUALITY, "visual.quality.", &s->authored.visual_quality},
      {LB_ELEM_HEADLIGHT, "visual.headlight.", &s->authored.visual_headlight},
      {LB_ELEM_MAP, "visual.map.", &s->authored.visual_map},
      {LB_ELEM_SCALE, "visual.scale.", &s->authored.visual_scale},
      {LB_ELEM_RGBA, "visual.rgba.", &s->authored.visual_rgba},
  };
  for (const lbXml* child = node->child; child; child = child->next) {
    lb_readAttributes(reader, child, s);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
      if (parts[i].element == child->kind) {
        noteAuthored(reader->spec, child, parts[i].prefix, parts[i].authored);
      }
    }
  }
}

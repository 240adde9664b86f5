// Settings of an attached model that differ from the parent's.
//
// Only what an author set counts: what the text gives, and what calls changed. A field that the
// text of either model gives was set where a text gives it; of other fields, and of sizes, what
// differs from the default was set. Where the parent is at its default the policies keep (warning,
// error) or adopt (merge) the child's value; where both set something, merging takes the minimum
// of steps, tolerances, near planes and rates, the maximum of counts, sizes and far planes, and
// refuses the rest, and the policy "error" refuses everything. A refusal names all that is refused
// and changes nothing; otherwise what happened is noted in a warning of the parent.

#include "spec/conflict.h"

#include "api/data.h"
#include "api/mj_functions.h"

#include <stdio.h>
#include <string.h>

typedef struct Flag_ {
  int bit;
  const char* name;
} Flag;

#define FLAG(bit, name, attribute) {bit, name},
static const Flag disableFlags[] = {LB_DISABLE_FLAGS(FLAG)};
static const Flag enableFlags[] = {LB_ENABLE_FLAGS(FLAG) LB_MORE_FLAGS(FLAG)};

// What becomes of a setting that both models wrote, by the column `model` of option_fields.h.
typedef enum Rule_ {
  NONE,  // the parent's stays, without a word
  REFUSE,
  MINIMUM,
  MAXIMUM,
} Rule;

// One setting of a spec that has a rule.
typedef struct Setting_ {
  const char* name;
  Rule rule;
  size_t authored;  // offset of the bits that tell what the text gave
  uint64_t bit;     // its own there, 0: none
  lbField field;
} Setting;

#define NO_PART(type, name, meaning)
#define PLACE(path)                             \
  {.kind = LB_FIELD_KIND(((mjSpec*)0)->path),   \
   .count = LB_FIELD_COUNT(((mjSpec*)0)->path), \
   .offset = (unsigned short)offsetof(mjSpec, path)}

#define SETTING(name, rule, part, bits, number) \
  {#name, rule, offsetof(mjSpec, authored.bits), (uint64_t)1 << (number), PLACE(part.name)},

// Numbers of the fields, in the order of their struct.
#define NUMBER(type, name, ...) NUMBER_##name,
enum { LB_OPTION_FIELDS(NUMBER, NO_PART) };

#define OPTION(type, name, count, initial, attribute, rule, meaning) \
  SETTING(name, rule, option, option, NUMBER_##name)
static const Setting options[] = {LB_OPTION_FIELDS(OPTION, NO_PART)};

#define NUMBER_IN_MAP(type, name, ...) MAP_##name,
enum { LB_VISUAL_MAP_FIELDS(NUMBER_IN_MAP, NO_PART) };
#define NUMBER_IN_GLOBAL(type, name, ...) GLOBAL_##name,
enum { LB_VISUAL_GLOBAL_FIELDS(NUMBER_IN_GLOBAL, NO_PART) };

#define MAP(type, name, count, initial, attribute, rule, meaning) \
  SETTING(name, rule, visual.map, visual_map, MAP_##name)
#define GLOBAL(type, name, count, initial, attribute, rule, meaning) \
  SETTING(name, rule, visual.global, visual_global, GLOBAL_##name)
static const Setting visuals[] = {LB_VISUAL_MAP_FIELDS(MAP, NO_PART)
                                      LB_VISUAL_GLOBAL_FIELDS(GLOBAL, NO_PART)};

// Sizes of the model; other fields of mjSpec have no rule.
#define SIZE(type, name, count, initial, attribute, rule, meaning) SIZE_##rule(name)
#define SIZE_NONE(name)
#define SIZE_MAXIMUM(name) {#name, MAXIMUM, 0, 0, PLACE(name)},
static const Setting sizes[] = {LB_SPEC_FIELDS(SIZE, NO_PART)};

// Bits that stand for something each.
typedef struct Switches_ {
  const char* format;  // of a name
  const Flag* flags;   // NULL: bits 0 to count - 1, named by their numbers
  int count;
  size_t bits;      // offset of the bits in mjSpec
  size_t authored;  // offset of those that the text gave
} Switches;

enum {
  ACTUATOR_GROUPS = 31,
};

static const Switches switches[] = {
    {"flag '%s'", disableFlags, sizeof disableFlags / sizeof *disableFlags,
     offsetof(mjSpec, option.disableflags), offsetof(mjSpec, authored.disableflags)},
    {"flag '%s'", enableFlags, sizeof enableFlags / sizeof *enableFlags,
     offsetof(mjSpec, option.enableflags), offsetof(mjSpec, authored.enableflags)},
    {"disableactuator group %s", NULL, ACTUATOR_GROUPS, offsetof(mjSpec, option.disableactuator),
     offsetof(mjSpec, authored.disableactuator)},
};

typedef struct Report_ {
  char text[LB_MESSAGE_SIZE];
  size_t used;
  bool refusals;  // looks for refusals only, and changes nothing
  mjSpec* parent;
  const mjSpec* child;
  const mjSpec* initial;  // numbers of a new spec
} Report;

static void add(Report* report, const char* format, ...) LB_PRINTF(2, 3);

static void add(Report* report, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  size_t room = sizeof report->text - report->used;
  int length = vsnprintf(report->text + report->used, room, format, arguments);
  va_end(arguments);
  report->used += length < 0 ? 0 : (size_t)length < room ? (size_t)length : room - 1;
}

static double fieldValue(const lbField* field, const mjSpec* s, int index) {
  const char* place = (const char*)s + field->offset;
  switch (field->kind) {
    case LB_FIELD_INT:
      return ((const int*)place)[index];
    case LB_FIELD_FLOAT:
      return ((const float*)place)[index];
    case LB_FIELD_SIZE:
      return (double)((const mjtSize*)place)[index];
    default:
      return ((const double*)place)[index];
  }
}

static void addValue(Report* report, const lbField* field, const mjSpec* s) {
  for (int i = 0; i < field->count; i++) {
    int digits = field->kind == LB_FIELD_FLOAT ? 6 : 15;
    add(report, "%s%.*g", i ? " " : "", digits, fieldValue(field, s, i));
  }
}

static void addValues(Report* report, const Setting* setting, bool parentSet) {
  add(report, "\n%s: parent has ", setting->name);
  addValue(report, &setting->field, report->parent);
  add(report, "%s, child has ", parentSet ? "" : " (default)");
  addValue(report, &setting->field, report->child);
}

// One setting that the child has set and that differs.
static void resolve(Report* report, const Setting* setting, bool parentSet) {
  const lbField* field = &setting->field;
  Rule rule = setting->rule;
  mjtConflict policy = report->parent->compiler.conflict;
  if (report->refusals) {
    bool mergeable = policy == mjCONFLICT_WARNING || (policy == mjCONFLICT_MERGE && rule != REFUSE);
    if (parentSet && !mergeable) {
      addValues(report, setting, parentSet);
    }
    return;
  }
  addValues(report, setting, parentSet);
  bool adopt = false;
  if (policy != mjCONFLICT_MERGE) {
    add(report, ", keeping parent value");
  } else if (!parentSet) {
    adopt = true;
    add(report, ", adopting child value");
  } else {
    const char* word = rule == MINIMUM ? "minimum" : "maximum";
    double a = fieldValue(field, report->parent, 0);
    double b = fieldValue(field, report->child, 0);
    adopt = rule == MINIMUM ? b < a : b > a;
    add(report, adopt ? ", taking the %s" : ", keeping parent value (the %s)", word);
  }
  if (adopt) {
    memcpy((char*)report->parent + field->offset, (const char*)report->child + field->offset,
           field->count * lb_fieldItemSize(field->kind));
  }
}

static bool isInText(const Setting* setting, const mjSpec* s) {
  const uint64_t* bits = (const void*)((const char*)s + setting->authored);
  return setting->bit && (*bits & setting->bit);
}

// COMPAT: SPEC-CONFLICT-AUTHORED: what one text gives, the other model has set only by its text.
static bool isSet(const Report* report, const Setting* setting, const mjSpec* s) {
  bool inText = isInText(setting, report->parent) || isInText(setting, report->child);
  return inText ? isInText(setting, s) : !lb_sameField(&setting->field, s, report->initial);
}

static void resolveSetting(Report* report, const Setting* setting) {
  if (setting->rule != NONE && isSet(report, setting, report->child) &&
      !lb_sameField(&setting->field, report->parent, report->child)) {
    resolve(report, setting, isSet(report, setting, report->parent));
  }
}

static void resolveSettings(Report* report, const Setting* settings, size_t count) {
  for (size_t i = 0; i < count; i++) {
    resolveSetting(report, &settings[i]);
  }
}

// Those of which the minimum counts are told first.
static void resolveVisuals(Report* report) {
  for (int rule = MINIMUM; rule <= MAXIMUM; rule++) {
    for (size_t i = 0; i < sizeof visuals / sizeof visuals[0]; i++) {
      if ((int)visuals[i].rule == rule) {
        resolveSetting(report, &visuals[i]);
      }
    }
  }
}

static int bitsAt(const mjSpec* s, size_t offset) {
  return *(const int*)((const char*)s + offset);
}

// A switch that either sets is set by merging; the other policies keep the parent's.
// COMPAT: SPEC-CONFLICT-FLAGS: where no text gives any switch of a kind, all count, once the child
// has set one; otherwise those that both texts give, or for merging, those that the child's gives.
static void resolveSwitches(Report* report, const Switches* kind) {
  mjtConflict policy = report->parent->compiler.conflict;
  int* parent = (int*)((char*)report->parent + kind->bits);
  int child = bitsAt(report->child, kind->bits);
  int parentText = bitsAt(report->parent, kind->authored);
  int childText = bitsAt(report->child, kind->authored);
  bool merging = policy == mjCONFLICT_MERGE;
  int counted = !(parentText | childText) ? ~0 : merging ? childText : parentText & childText;
  int different = child ? counted & (*parent ^ child) : 0;
  if (report->refusals ? policy != mjCONFLICT_ERROR : policy == mjCONFLICT_ERROR) {
    return;
  }
  for (int i = 0; i < kind->count; i++) {
    int bit = kind->flags ? kind->flags[i].bit : 1 << i;
    bool childSet = (child & bit) != 0;
    if (!(different & bit) || (merging && !childSet)) {
      continue;
    }
    char number[16];
    snprintf(number, sizeof number, "%d", i);
    add(report, "\n");
    add(report, kind->format, kind->flags ? kind->flags[i].name : number);
    if (merging) {
      add(report, ": added from child");
      *parent |= bit;
    } else {
      add(report, ": parent %s, child %s%s", childSet ? "unset" : "set", childSet ? "set" : "unset",
          report->refusals ? "" : ", keeping parent");
    }
  }
}

static void compare(Report* report) {
  resolveSettings(report, options, sizeof options / sizeof options[0]);
  for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++) {
    resolveSwitches(report, &switches[i]);
  }
  resolveVisuals(report);
  resolveSettings(report, sizes, sizeof sizes / sizeof sizes[0]);
}

// The name of a model in quotes after a word; nothing for a model without a name.
static const char* quoted(char* text, size_t size, const char* word, const mjSpec* spec) {
  const char* name = lb_text(spec->modelname);
  text[0] = 0;
  if (strcmp(name, LB_UNNAMED_MODEL) != 0) {
    snprintf(text, size, "%s '%s'", word, name);
  }
  return text;
}

bool lb_resolveConflicts(lbSpec* parentSpec, const lbSpec* childSpec) {
  static const char* const policies[] = {"warning", "merge", "error"};
  mjSpec* parent = &parentSpec->s;
  mjSpec initial = *lb_specDefaults();
  mj_defaultOption(&initial.option);
  mj_defaultVisual(&initial.visual);
  Report report = {.refusals = true, .parent = parent, .child = &childSpec->s, .initial = &initial};
  compare(&report);
  bool refused = report.used > 0;
  if (!refused) {
    report.refusals = false;
    compare(&report);
  }
  if (report.used == 0) {
    return true;
  }
  char child[256];
  char to[256];
  char text[LB_MESSAGE_SIZE + 600];
  quoted(child, sizeof child, "", &childSpec->s);
  quoted(to, sizeof to, " to", parent);
  snprintf(text, sizeof text, "%sAttach conflict %s%s%s, policy is '%s'%s",
           refused ? "Error: " : "", *child || *to ? "when attaching" : "on attach", child, to,
           policies[parent->compiler.conflict], report.text);
  if (refused) {
    lb_specSetError(parentSpec, text);
    return false;
  }
  lb_specWarning(&parentSpec->head, "%s", text);
  return true;
}

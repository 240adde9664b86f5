// Settings of an attached model that differ from the parent's.
//
// Only what the child's author wrote counts. Where the parent is at its default the policies keep
// (warning, error) or adopt (merge) the child's value; where both wrote something, merging takes
// the minimum of steps and tolerances, the maximum of counts and sizes, and refuses the rest, and
// the policy "error" refuses everything. What happened is noted in a warning of the parent.

#include "spec/conflict.h"

#include "api/data.h"

#include <stdio.h>
#include <string.h>

// Names of the flags, by bit.
#define NAME(bit, name, attribute) name,
static const char* const disableNames[mjNDISABLE] = {LB_DISABLE_FLAGS(NAME)};
static const char* const enableNames[mjNENABLE] = {LB_ENABLE_FLAGS(NAME)};

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
  int initial;  // sizes: the default; written is what differs from it
  lbField field;
} Setting;

#define NO_PART(type, name, meaning)
#define PLACE(path)                             \
  {.kind = LB_FIELD_KIND(((mjSpec*)0)->path),   \
   .count = LB_FIELD_COUNT(((mjSpec*)0)->path), \
   .offset = (unsigned short)offsetof(mjSpec, path)}

// Options in the order of their struct, which is that of the bits of authored.option.
#define OPTION(type, name, count, initial, attribute, rule, meaning) \
  {#name, rule, 0, PLACE(option.name)},
static const Setting options[] = {LB_OPTION_FIELDS(OPTION, NO_PART)};

// Sizes of the model; other fields of mjSpec have no rule.
#define SIZE(type, name, count, initial, attribute, rule, meaning) SIZE_##rule(name, initial)
#define SIZE_NONE(name, initial)
#define SIZE_MAXIMUM(name, initial) {#name, MAXIMUM, initial, PLACE(name)},
static const Setting sizes[] = {LB_SPEC_FIELDS(SIZE, NO_PART)};

typedef struct Report_ {
  char text[LB_MESSAGE_SIZE];
  size_t used;
  bool refused;
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
    case LB_FIELD_SIZE:
      return (double)((const mjtSize*)place)[index];
    default:
      return ((const double*)place)[index];
  }
}

static void addValue(Report* report, const lbField* field, const mjSpec* s) {
  for (int i = 0; i < field->count; i++) {
    add(report, "%s%.15g", i ? " " : "", fieldValue(field, s, i));
  }
}

// One setting that the child wrote and that differs.
static void resolve(Report* report, mjSpec* parent, const mjSpec* child, const Setting* setting,
                    bool parentWrote) {
  const lbField* field = &setting->field;
  Rule rule = setting->rule;
  mjtConflict policy = parent->compiler.conflict;
  bool refuse =
      parentWrote && (policy == mjCONFLICT_ERROR || (policy == mjCONFLICT_MERGE && rule == REFUSE));
  if (report->refused) {
    return;
  }
  if (refuse) {
    report->used = 0;
    report->refused = true;
  }
  add(report, "\n%s: parent has ", setting->name);
  addValue(report, field, parent);
  add(report, "%s, child has ", parentWrote ? "" : " (default)");
  addValue(report, field, child);
  if (refuse) {
    return;
  }
  bool adopt = false;
  if (policy != mjCONFLICT_MERGE) {
    add(report, ", keeping parent value");
  } else if (!parentWrote) {
    adopt = true;
    add(report, ", adopting child value");
  } else {
    const char* word = rule == MINIMUM ? "minimum" : "maximum";
    double a = fieldValue(field, parent, 0);
    double b = fieldValue(field, child, 0);
    adopt = rule == MINIMUM ? b < a : b > a;
    add(report, adopt ? ", taking the %s" : ", keeping parent value (the %s)", word);
  }
  if (adopt) {
    memcpy((char*)parent + field->offset, (const char*)child + field->offset,
           field->count * lb_fieldItemSize(field->kind));
  }
}

static void resolveOptions(Report* report, mjSpec* parent, const mjSpec* child) {
  for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
    const Setting* setting = &options[i];
    uint64_t bit = (uint64_t)1 << i;
    if (setting->rule != NONE && child->authored.option & bit &&
        !lb_sameField(&setting->field, parent, child)) {
      resolve(report, parent, child, setting, (parent->authored.option & bit) != 0);
    }
  }
}

static void resolveFlags(Report* report, const mjSpec* parent, int* parentFlags, int parentWrote,
                         int childFlags, int childWrote, const char* const* names, int count) {
  mjtConflict policy = parent->compiler.conflict;
  for (int i = 0; i < count && !report->refused; i++) {
    int bit = 1 << i;
    if (!(childWrote & bit) || (*parentFlags & bit) == (childFlags & bit)) {
      continue;
    }
    bool childSet = (childFlags & bit) != 0;
    if (policy == mjCONFLICT_MERGE) {
      // a flag that either sets is set
      if (childSet) {
        *parentFlags |= bit;
        add(report, "\nflag '%s': added from child", names[i]);
      }
    } else if (parentWrote & bit) {
      if (policy == mjCONFLICT_ERROR) {
        report->used = 0;
        report->refused = true;
      }
      add(report, "\nflag '%s': parent %s, child %s%s", names[i], childSet ? "unset" : "set",
          childSet ? "set" : "unset", report->refused ? "" : ", keeping parent");
    }
  }
}

static void resolveActuatorGroups(Report* report, mjSpec* parent, const mjSpec* child) {
  int added = child->option.disableactuator & ~parent->option.disableactuator;
  if (parent->compiler.conflict != mjCONFLICT_MERGE || report->refused) {
    return;
  }
  for (int group = 0; group < 31; group++) {
    if (added & (1 << group)) {
      add(report, "\ndisableactuator group %d: added from child", group);
    }
  }
  parent->option.disableactuator |= added;
}

// Sizes count as written when they are not at their default.
static void resolveSizes(Report* report, mjSpec* parent, const mjSpec* child) {
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    const Setting* size = &sizes[i];
    if (fieldValue(&size->field, child, 0) != size->initial &&
        !lb_sameField(&size->field, parent, child)) {
      resolve(report, parent, child, size, fieldValue(&size->field, parent, 0) != size->initial);
    }
  }
}

bool lb_resolveConflicts(lbSpec* parentSpec, const lbSpec* childSpec) {
  static const char* const policies[] = {"warning", "merge", "error"};
  mjSpec* parent = &parentSpec->s;
  const mjSpec* child = &childSpec->s;
  Report report = {.used = 0};
  resolveOptions(&report, parent, child);
  resolveFlags(&report, parent, &parent->option.disableflags, parent->authored.disableflags,
               child->option.disableflags, child->authored.disableflags, disableNames, mjNDISABLE);
  resolveFlags(&report, parent, &parent->option.enableflags, parent->authored.enableflags,
               child->option.enableflags, child->authored.enableflags, enableNames, mjNENABLE);
  resolveActuatorGroups(&report, parent, child);
  resolveSizes(&report, parent, child);
  if (report.used == 0) {
    return true;
  }
  char text[LB_MESSAGE_SIZE + 128];
  snprintf(text, sizeof text, "%sAttach conflict when attaching '%s', policy is '%s'%s",
           report.refused ? "Error: " : "", lb_text(child->modelname),
           policies[parent->compiler.conflict], report.text);
  if (report.refused) {
    lb_specSetError(parentSpec, text);
    return false;
  }
  lb_specWarning(&parentSpec->head, "%s", text);
  return true;
}

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
static const char* const disableNames[mjNDISABLE] = {
    "Constraint", "Equality",  "Frictionloss", "Limit",        "Contact",   "Spring",  "Damper",
    "Gravity",    "Clampctrl", "Warmstart",    "Filterparent", "Actuation", "Refsafe", "Sensor",
    "Midphase",   "Eulerdamp", "AutoReset",    "NativeCCD",    "Island",    "MultiCCD"};
static const char* const enableNames[mjNENABLE] = {"Override",    "Energy", "Fwdinv",
                                                   "InvDiscrete", "Sleep",  "DiagExact"};

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

typedef enum Rule_ {
  REFUSE,
  MINIMUM,
  MAXIMUM,
} Rule;

static Rule ruleOf(const char* name) {
  if (strcmp(name, "timestep") == 0 || strstr(name, "tolerance")) {
    return MINIMUM;
  }
  return strstr(name, "iterations") || strcmp(name, "sdf_initpoints") == 0 ? MAXIMUM : REFUSE;
}

// One setting that the child wrote and that differs.
static void resolve(Report* report, mjSpec* parent, const mjSpec* child, const lbField* field,
                    const char* name, bool parentWrote, Rule rule) {
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
  add(report, "\n%s: parent has ", name);
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
  int count;
  const lbField* fields = lb_specFields(&count);
  int position = 0;
  for (int i = 0; i < count; i++) {
    if (strncmp(fields[i].name, "option.", 7) != 0) {
      continue;
    }
    uint64_t bit = (uint64_t)1 << position++;
    const char* name = fields[i].name + 7;
    bool isBits = strcmp(name, "disableflags") == 0 || strcmp(name, "enableflags") == 0 ||
                  strcmp(name, "disableactuator") == 0;
    if (!isBits && child->authored.option & bit && !lb_sameField(&fields[i], parent, child)) {
      resolve(report, parent, child, &fields[i], name, (parent->authored.option & bit) != 0,
              ruleOf(name));
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
  static const struct {
    const char* name;
    int initial;
  } sizes[] = {{"memory", -1},       {"nuserdata", 0},     {"nuser_body", -1},
               {"nuser_jnt", -1},    {"nuser_geom", -1},   {"nuser_site", -1},
               {"nuser_cam", -1},    {"nuser_tendon", -1}, {"nuser_actuator", -1},
               {"nuser_sensor", -1}, {"nkey", 0},          {"njmax", -1},
               {"nconmax", -1}};
  int count;
  const lbField* fields = lb_specFields(&count);
  for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
    for (int i = 0; i < count; i++) {
      if (strcmp(fields[i].name, sizes[k].name) == 0 &&
          fieldValue(&fields[i], child, 0) != sizes[k].initial &&
          !lb_sameField(&fields[i], parent, child)) {
        resolve(report, parent, child, &fields[i], sizes[k].name,
                fieldValue(&fields[i], parent, 0) != sizes[k].initial, MAXIMUM);
      }
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

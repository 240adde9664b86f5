// What built-in plugins share: their configuration, read from text, and small pieces.

#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "math/inline.h"
#include "model/plugin_slots.h"
#include "plugin/builtin.h"

static const char* skipBlanks(const char* text) {
  return text + strspn(text, " \t\r\n");
}

int lb_configNumbers(const char* text, mjtNum* values, int count) {
  int found = 0;
  for (text = skipBlanks(text); *text; text = skipBlanks(text)) {
    char* end;
    mjtNum value = strtod(text, &end);
    if (end == text || (*end && end == skipBlanks(end)) || found == count) {
      return -1;
    }
    values[found++] = value;
    text = end;
  }
  return found;
}

static const char* configOf(const mjModel* m, int instance, const char* attribute) {
  const char* text = mj_getPluginConfig(m, instance, attribute);
  return text ? skipBlanks(text) : "";
}

static LB_NORETURN void refuse(const mjModel* m, int instance, const char* attribute,
                               const char* expected) {
  lb_raiseFault(&(lbFault){.attribute = attribute, .expected = expected},
                "plugin '%s': attribute '%s' is '%s'", lb_instancePlugin(m, instance)->name,
                attribute, mj_getPluginConfig(m, instance, attribute));
}

bool lb_configVector(const mjModel* m, int instance, const char* attribute, mjtNum* values,
                     int count) {
  const char* text = configOf(m, instance, attribute);
  if (!*text) {
    return false;
  }
  if (lb_configNumbers(text, values, count) != count) {
    refuse(m, instance, attribute, count == 1 ? "a number" : "a list of numbers");
  }
  return true;
}

mjtNum lb_configNumber(const mjModel* m, int instance, const char* attribute, mjtNum fallback) {
  mjtNum value = fallback;
  lb_configVector(m, instance, attribute, &value, 1);
  return value;
}

bool lb_configFlag(const mjModel* m, int instance, const char* attribute, bool fallback) {
  const char* text = configOf(m, instance, attribute);
  if (!*text) {
    return fallback;
  }
  if (strcmp(text, "true") != 0 && strcmp(text, "false") != 0) {
    refuse(m, instance, attribute, "true or false");
  }
  return text[0] == 't';
}

int lb_noPluginState(const mjModel* m, int instance) {
  return 0;
}

void lb_heatColor(float rgba[4], mjtNum value) {
  mjtNum x = 4 * lb_clip(value, 0, 1);
  rgba[0] = (float)lb_clip(x - 2, 0, 1);
  rgba[1] = (float)lb_clip(x < 2 ? x : 4 - x, 0, 1);
  rgba[2] = (float)lb_clip(2 - x, 0, 1);
}

// Model texts: parsing, writing and parsing what was written must neither crash nor leak.

#include "api/mj_functions.h"
#include "api/mju_functions.h"
#include "base/memory.h"
#include "spec/element.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
  MAX_TEXT = 1 << 20,
};

static void saveAndReload(const mjSpec* spec) {
  static char text[MAX_TEXT];
  lb_spec(spec)->wasCompiled = true;
  if (mj_saveXMLString(spec, text, MAX_TEXT, NULL, 0) == 0) {
    mj_deleteSpec(mj_parseXMLString(text, NULL, NULL, 0));
  }
}

// warnings would fill the console and the log file
static void ignore(const char* message) {
  (void)message;
}

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t count) {
  char error[1000];
  mju_user_warning = ignore;
  char* text = malloc(count + 1);
  memcpy(text, bytes, count);
  text[count] = 0;
  size_t before = lb_liveBlocks();
  mjSpec* spec = mj_parseXMLString(text, NULL, error, sizeof error);
  if (spec) {
    saveAndReload(spec);
  }
  mj_deleteSpec(spec);
  free(text);
  if (lb_liveBlocks() != before) {
    abort();
  }
  return 0;
}

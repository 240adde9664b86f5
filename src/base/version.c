// The version of the interface that limber implements.

#include "api/mj_functions.h"

int mj_version(void) {
  return mjVERSION_HEADER;
}

const char* mj_versionString(void) {
  return "3.12.0";
}

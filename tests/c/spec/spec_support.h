// Small helpers for the tests of specs.

#pragma once

#include "check.h"
#include "mjcf/parse_support.h"

static inline mjsBody* worldOf(mjSpec* spec) {
  return mjs_findBody(spec, "world");
}

static inline mjsBody* addNamedBody(mjsBody* parent, const char* name) {
  mjsBody* body = mjs_addBody(parent, NULL);
  assert_int_equal(mjs_setName(body->element, name), 0);
  return body;
}

// The name of an element.
static inline const char* nameOf(mjsElement* element) {
  return mjs_getString(mjs_getName(element));
}

// The names of all elements of a kind, each followed by a blank. Valid until the next call.
static inline const char* namesOf(mjSpec* spec, mjtObj type) {
  static char names[1000];
  names[0] = 0;
  for (mjsElement* e = mjs_firstElement(spec, type); e; e = mjs_nextElement(spec, e)) {
    strcat(names, nameOf(e));
    strcat(names, " ");
  }
  return names;
}

// Parsing models in tests.

#pragma once

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "limber.h"
#include "spec/internal.h"

// Parses a model text; fails the test with the message when it is refused.
mjSpec* parseModel(const char* xml);

// The refusal of a model; fails the test when it is accepted. Valid until the next call.
const char* refusalOf(const char* xml);

// Number of elements of a kind.
int countOf(const mjSpec* spec, mjtObj type);

// The spec as MJCF; free it.
char* savedText(const mjSpec* spec);

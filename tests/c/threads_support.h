// What tests of threads inside one simulation compare.

#pragma once

#include "api/limber.h"

// Fails unless two mjData of a model are equal bit for bit: state, results, contacts, constraints,
// statistics, warnings, and how full stack and arena have been.
void assertSameData(const mjModel* m, const mjData* a, const mjData* b);

// A plane on which `count` robots stand apart from each other: a torso on a free joint and limbs.
// Each is an island when it touches the plane. memory is that of <size>. Release the text with
// free.
char* robotsText(int count, const char* memory);

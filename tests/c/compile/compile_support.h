// Compiling small scenes in tests.

#pragma once

#include "api/limber.h"
#include "check.h"

// Compiles the inside of a <mujoco> element; fails the test with the message when it is refused.
mjModel* compiled(const char* content);

// The same with files that assets name, as pairs of name and text, ended by NULL.
mjModel* compiledWith(const char* content, const char* const files[]);

// Compiles it twice: the second time finds what the first has put into the asset cache, which grows
// no more.
void compileTwice(const char* content, mjModel* models[2]);

// Whether a model is refused with a message that contains `reason`; otherwise the test fails and
// tells what happened.
void assertRefused(const char* content, const char* reason);

// Largest difference of n numbers.
mjtNum distance(const mjtNum* a, const mjtNum* b, int n);

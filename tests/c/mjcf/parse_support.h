// Parsing models in tests.

#pragma once

#include "check.h"
#include "limber.h"
#include "spec/internal.h"

// Parses a model text; fails the test with the message when it is refused.
mjSpec* parseModel(const char* xml);

// The same with files, as pairs of name and text, ended by NULL.
mjSpec* parseWith(const char* xml, const char* const files[]);

// The refusal of a model; fails the test when it is accepted. Valid until the next call.
const char* refusalOf(const char* xml);
const char* refusalWith(const char* xml, const char* const files[]);

// Number of elements of a kind.
int countOf(const mjSpec* spec, mjtObj type);

// Puts an archive into a VFS: pairs of name and text, ended by NULL.
void addArchive(mjVFS* vfs, const char* name, const char* const files[]);

// The spec as MJCF, also one that was never compiled; free it.
char* savedText(const mjSpec* spec);

// Whether the inside of a <mujoco> element is written in these words, and reads back as what is
// written the same again.
void assertWritten(const char* content, const char* words);

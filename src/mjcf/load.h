// From files and texts to specs.

#pragma once

#include "base/vfs.h"
#include "spec/element.h"

// Reads a file in a format that a program taught the engine: a new spec, or NULL when no decoder is
// for the file. type: content type, NULL or "": not stated. Error: the decoder failed.
typedef lbSpec* (*lbDecodeFile)(const char* path, lbFile* file, const char* type, const mjVFS* vfs);

// Where a model comes from: a file to open, or bytes.
typedef struct lbModelSource_ {
  const char* path;     // of the file, NULL for a text; for bytes, what they are called
  const char* folder;   // that path is relative to, may be NULL
  const char* type;     // content type, NULL or "": not stated
  const void* bytes;    // NULL: the file is opened
  size_t size;          // of the bytes
  lbArchive* archive;   // that the file may be in, may be NULL
  const mjVFS* vfs;     // may be NULL
  lbDecodeFile decode;  // asked for files that are not called .xml, may be NULL
  int depth;            // of nested models
} lbModelSource;

// Reads MJCF or URDF, by itself or as the main file of an archive, or what the decoder reads.
// Error: there is no such file, or no such model in it.
lbSpec* lb_loadModel(const lbModelSource* source);

// Zip archives in memory (PKWARE APPNOTE 6.3): entries that are stored or deflated, without
// encryption, without zip64.
//
//   lb_zipOpen   reads the directory at the end of the archive; every offset and size is checked
//   lb_zipRead   unpacks one entry and compares its checksum
//   lb_zipAdd, lb_zipEnd   write an archive, entry by entry
//
// Nothing is unpacked before it is asked for, and an entry that promises more than deflate can
// deliver is refused before memory is taken. Natively entries are deflated, the module stores them:
// a compressor would be a tenth of its size. The same entries give the same bytes, always: times
// are those of the format's first day.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

typedef struct lbZipEntry_ {
  const char* name;  // as the archive has it, '/' between folders; a folder's ends in '/'
  size_t size;       // unpacked bytes
  const uint8_t* packed;
  size_t packedSize;
  int method;
  uint32_t checksum;
} lbZipEntry;

typedef struct lbZip_ {
  lbZipEntry* entries;  // in the order of the directory
  int count;
} lbZip;

// Whether bytes begin as an archive does.
bool lb_isZip(const void* bytes, size_t size);

// Reads the directory. Entries point into `bytes` and into the region. Error: the archive is
// damaged, encrypted, in parts, or its entries overlap; `name` stands in the message.
lbZip lb_zipOpen(lbRegion* region, const void* bytes, size_t size, const char* name);

// The content of an entry (entry->size bytes), in a block of its own (lb_free), NULL when it is
// empty. Error: damaged, or packed by a method other than deflate.
void* lb_zipRead(const lbZipEntry* entry, const char* name);

// Bytes that grow.
typedef struct lbZipBytes_ {
  uint8_t* items;
  size_t count, capacity;
} lbZipBytes;

// An archive being written; zero is an empty one.
typedef struct lbZipWriter_ {
  lbZipBytes bytes;      // the archive, entry after entry
  lbZipBytes directory;  // what will close it
  int count;             // entries
} lbZipWriter;

// Adds a file. Error: the archive would need zip64 (4 GB, 65,535 files).
void lb_zipAdd(lbZipWriter* writer, const char* name, const void* bytes, size_t size);

// Closes the archive: writer->bytes holds all of it.
void lb_zipEnd(lbZipWriter* writer);

void lb_zipFree(lbZipWriter* writer);

#include "base/zip.h"

#include "base/crc32.h"
#include "base/error.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

enum {
  STORED = 0,
  DEFLATED = 8,
  LOCAL_SIZE = 30,
  ENTRY_SIZE = 46,
  END_SIZE = 22,
  VERSION = 20,           // 2.0: folders and deflate
  FLAG_ENCRYPTED = 1,     // of general purpose
  FLAG_UTF8 = 1 << 11,    // of general purpose
  FIRST_DAY = 1 << 5 | 1  // 1980-01-01
};
#define LOCAL_MARK 0x04034b50u
#define ENTRY_MARK 0x02014b50u
#define END_MARK 0x06054b50u
#define MAX_RATIO 1032  // deflate packs no better
#define MAX_BYTES 0xfffffffeu
#define MAX_FILES 0xfffe

// --------------------------------------------------------------------------------------- reading

typedef struct View_ {
  const uint8_t* bytes;
  size_t size;
  const char* name;
} View;

LB_NORETURN static void refuse(const char* name) {
  lb_error("'%s' is not a readable zip archive", name);
}

// `count` bytes at an offset, all of them inside the archive.
static const uint8_t* at(const View* view, size_t offset, size_t count) {
  if (offset > view->size || count > view->size - offset) {
    refuse(view->name);
  }
  return view->bytes + offset;
}

static uint32_t short16(const uint8_t* p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static uint32_t long32(const uint8_t* p) {
  return short16(p) | short16(p + 2) << 16;
}

bool lb_isZip(const void* bytes, size_t size) {
  return size >= 4 && (long32(bytes) == LOCAL_MARK || long32(bytes) == END_MARK);
}

// The record that closes the directory stands before a comment of up to 65,535 bytes.
static const uint8_t* findEnd(const View* view) {
  for (size_t comment = 0; comment <= 0xffff && END_SIZE + comment <= view->size; comment++) {
    const uint8_t* end = view->bytes + view->size - END_SIZE - comment;
    if (long32(end) == END_MARK && short16(end + 20) == comment) {
      return end;
    }
  }
  refuse(view->name);
}

typedef struct Span_ {
  size_t start, end;  // of an entry with its head, bytes of the archive
} Span;

// One entry of the directory, at an offset that moves on to the next.
static lbZipEntry readEntry(lbRegion* region, const View* view, size_t* offset, Span* span) {
  const uint8_t* p = at(view, *offset, ENTRY_SIZE);
  size_t nameLength = short16(p + 28);
  if (long32(p) != ENTRY_MARK || (short16(p + 8) & FLAG_ENCRYPTED)) {
    refuse(view->name);
  }
  const uint8_t* name = at(view, *offset + ENTRY_SIZE, nameLength);
  char* copy = lb_regionAlloc(region, nameLength + 1);
  memcpy(copy, name, nameLength);

  lbZipEntry entry = {.name = copy,
                      .method = (int)short16(p + 10),
                      .checksum = long32(p + 16),
                      .packedSize = long32(p + 20),
                      .size = long32(p + 24)};
  size_t local = long32(p + 42);
  const uint8_t* head = at(view, local, LOCAL_SIZE);
  if (long32(head) != LOCAL_MARK) {
    refuse(view->name);
  }
  entry.packed =
      at(view, local + LOCAL_SIZE + short16(head + 26) + short16(head + 28), entry.packedSize);
  *span = (Span){local, (size_t)(entry.packed - view->bytes) + entry.packedSize};
  *offset += ENTRY_SIZE + nameLength + short16(p + 30) + short16(p + 32);
  return entry;
}

static int compareSpans(const void* a, const void* b) {
  size_t first = ((const Span*)a)->start, second = ((const Span*)b)->start;
  return first < second ? -1 : first > second;
}

// Entries that share bytes: a small archive that unpacks to more than there is memory.
static void refuseOverlaps(const char* name, Span* spans, int count) {
  qsort(spans, (size_t)count, sizeof *spans, compareSpans);
  for (int i = 1; i < count; i++) {
    if (spans[i].start < spans[i - 1].end) {
      lb_error("'%s' is not a readable zip archive: its entries overlap", name);
    }
  }
}

lbZip lb_zipOpen(lbRegion* region, const void* bytes, size_t size, const char* name) {
  View view = {bytes, size, name};
  const uint8_t* end = findEnd(&view);
  size_t offset = long32(end + 16);
  lbZip zip = {.count = (int)short16(end + 10)};
  if (short16(end + 4) || short16(end + 8) != (uint32_t)zip.count ||
      (size_t)zip.count * ENTRY_SIZE > size) {
    refuse(name);
  }
  zip.entries = lb_regionAlloc(region, (size_t)zip.count * sizeof *zip.entries);
  Span* spans = lb_regionAlloc(region, (size_t)zip.count * sizeof *spans);
  for (int i = 0; i < zip.count; i++) {
    zip.entries[i] = readEntry(region, &view, &offset, &spans[i]);
  }
  refuseOverlaps(name, spans, zip.count);
  return zip;
}

static bool unpack(const lbZipEntry* entry, void* content) {
  if (entry->method == STORED) {
    memcpy(content, entry->packed, entry->size);
    return true;
  }
  struct libdeflate_decompressor* inflate = libdeflate_alloc_decompressor();
  bool done =
      inflate && libdeflate_deflate_decompress(inflate, entry->packed, entry->packedSize, content,
                                               entry->size, NULL) == LIBDEFLATE_SUCCESS;
  libdeflate_free_decompressor(inflate);
  return done;
}

void* lb_zipRead(const lbZipEntry* entry, const char* name) {
  bool plausible = entry->method == STORED
                       ? entry->size == entry->packedSize
                       : entry->method == DEFLATED && entry->size / MAX_RATIO <= entry->packedSize;
  if (!plausible) {
    lb_error("'%s': '%s' is damaged or packed by an unknown method", name, entry->name);
  }
  if (entry->size == 0) {
    return NULL;
  }
  void* content = lb_alloc(entry->size);
  if (!unpack(entry, content) || lb_crc32(content, entry->size) != entry->checksum) {
    lb_free(content);
    lb_error("'%s': '%s' is damaged", name, entry->name);
  }
  return content;
}

// --------------------------------------------------------------------------------------- writing

static void append(lbZipBytes* to, const void* bytes, size_t count) {
  if (count > MAX_BYTES - to->count) {
    lb_error("zip archive: more than 4 GB");
  }
  if (to->count + count > to->capacity) {
    size_t capacity = 2 * to->capacity + count;
    to->items = lb_realloc(to->items, capacity);
    to->capacity = capacity;
  }
  if (count) {
    memcpy(to->items + to->count, bytes, count);
  }
  to->count += count;
}

static void append16(lbZipBytes* to, uint32_t value) {
  append(to, (const uint8_t[2]){(uint8_t)value, (uint8_t)(value >> 8)}, 2);
}

static void append32(lbZipBytes* to, size_t value) {
  append16(to, (uint32_t)value & 0xffff);
  append16(to, (uint32_t)(value >> 16));
}

// What local head and directory have in common.
static void appendFacts(lbZipBytes* to, const lbZipEntry* entry, size_t nameLength) {
  append16(to, VERSION);
  append16(to, FLAG_UTF8);
  append16(to, (uint32_t)entry->method);
  append16(to, 0);  // time
  append16(to, FIRST_DAY);
  append32(to, entry->checksum);
  append32(to, entry->packedSize);
  append32(to, entry->size);
  append16(to, (uint32_t)nameLength);
  append16(to, 0);  // extra field
}

#ifndef LB_WASM
// Deflates into a new block (lb_free); NULL when that saves nothing.
static void* deflate(const void* bytes, size_t size, size_t* packedSize) {
  enum { LEVEL = 6 };
  struct libdeflate_compressor* compressor = libdeflate_alloc_compressor(LEVEL);
  void* packed = compressor && size ? lb_tryAlloc(size) : NULL;
  *packedSize = packed ? libdeflate_deflate_compress(compressor, bytes, size, packed, size - 1) : 0;
  libdeflate_free_compressor(compressor);
  if (!*packedSize) {
    lb_free(packed);
    return NULL;
  }
  return packed;
}
#else
static void* deflate(const void* bytes, size_t size, size_t* packedSize) {
  return NULL;
}
#endif

void lb_zipAdd(lbZipWriter* writer, const char* name, const void* bytes, size_t size) {
  size_t nameLength = strlen(name), packedSize = 0;
  if (size > MAX_BYTES || nameLength > 0xffff || writer->count == MAX_FILES) {
    lb_error("zip archive: '%s' is too large, or one file too many", name);
  }
  void* packed = deflate(bytes, size, &packedSize);
  lbZipEntry entry = {.method = packed ? DEFLATED : STORED,
                      .size = size,
                      .packedSize = packed ? packedSize : size,
                      .checksum = lb_crc32(bytes, size)};

  size_t local = writer->bytes.count;
  append32(&writer->bytes, LOCAL_MARK);
  appendFacts(&writer->bytes, &entry, nameLength);
  append(&writer->bytes, name, nameLength);
  append(&writer->bytes, packed ? packed : bytes, entry.packedSize);
  lb_free(packed);

  append32(&writer->directory, ENTRY_MARK);
  append16(&writer->directory, VERSION);
  appendFacts(&writer->directory, &entry, nameLength);
  append16(&writer->directory, 0);  // comment
  append16(&writer->directory, 0);  // disk
  append16(&writer->directory, 0);  // internal attributes
  append32(&writer->directory, 0);  // external attributes
  append32(&writer->directory, local);
  append(&writer->directory, name, nameLength);
  writer->count++;
}

void lb_zipEnd(lbZipWriter* writer) {
  size_t start = writer->bytes.count;
  append(&writer->bytes, writer->directory.items, writer->directory.count);
  append32(&writer->bytes, END_MARK);
  append32(&writer->bytes, 0);  // disks
  append16(&writer->bytes, (uint32_t)writer->count);
  append16(&writer->bytes, (uint32_t)writer->count);
  append32(&writer->bytes, writer->directory.count);
  append32(&writer->bytes, start);
  append16(&writer->bytes, 0);  // comment
}

void lb_zipFree(lbZipWriter* writer) {
  lb_free(writer->bytes.items);
  lb_free(writer->directory.items);
  *writer = (lbZipWriter){0};
}

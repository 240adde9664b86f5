// GMSH files, text or binary, versions 2.2 and 4.1: points, and the elements that fit the flex's
// dimension (lines, triangles, tetrahedra). Other sections are skipped.
//
// Format: https://gmsh.info/doc/texinfo/gmsh.html#MSH-file-format. The bytes are not trusted: every
// read is checked against the end, and counts against what the rest of the file can hold.

#include "mjcf/flexcomp.h"
#include "mjcf/text.h"

#include <string.h>

typedef struct Gmsh_ {
  lbFlexcomp* comp;
  const char* cursor;
  const char* end;
  bool binary;
  bool version4;
  const char* problem;  // NULL: none yet
  int* indexOf;         // by node tag, -1: no such node
  int64_t tagLimit;
} Gmsh;

static bool fail(Gmsh* g, const char* problem) {
  g->problem = g->problem ? g->problem : problem;
  return false;
}

// Moves behind a section's header line; false when there is no such section.
static bool findSection(Gmsh* g, const char* bytes, const char* name) {
  size_t length = strlen(name);
  for (const char* c = bytes; c + length < g->end; c++) {
    bool lineStart = c == bytes || c[-1] == '\n';
    if (lineStart && memcmp(c, name, length) == 0) {
      c += length;
      while (c < g->end && *c != '\n') {
        c++;
      }
      g->cursor = c < g->end ? c + 1 : c;
      return true;
    }
  }
  return false;
}

// A number as text. The buffer is not terminated, so the word is copied first.
static bool readText(Gmsh* g, double* value) {
  char word[64];
  size_t length = 0;
  while (g->cursor < g->end && strchr(" \t\r\n", *g->cursor) && *g->cursor) {
    g->cursor++;
  }
  while (g->cursor < g->end && !strchr(" \t\r\n", *g->cursor) && length + 1 < sizeof word) {
    word[length++] = *g->cursor++;
  }
  word[length] = 0;
  const char* text = word;
  return length > 0 && lb_parseDouble(&text, value) == LB_PARSE_OK;
}

static bool readBytes(Gmsh* g, void* target, size_t size) {
  if ((size_t)(g->end - g->cursor) < size) {
    return false;
  }
  memcpy(target, g->cursor, size);
  g->cursor += size;
  return true;
}

static bool readWhole(Gmsh* g, int64_t* value, size_t size) {
  if (!g->binary) {
    double number;
    if (!readText(g, &number) || !(number >= -1e15 && number <= 1e15) ||
        number != (double)(int64_t)number) {
      return false;
    }
    *value = (int64_t)number;
    return true;
  }
  int32_t small;
  if (size == sizeof small) {
    bool done = readBytes(g, &small, sizeof small);
    *value = done ? small : 0;
    return done;
  }
  return readBytes(g, value, sizeof *value);
}

// 32-bit and 64-bit integers of binary files.
static bool readInt(Gmsh* g, int64_t* value) {
  return readWhole(g, value, sizeof(int32_t));
}

static bool readSize(Gmsh* g, int64_t* value) {
  return readWhole(g, value, g->version4 ? sizeof(int64_t) : sizeof(int32_t));
}

static bool readNumber(Gmsh* g, double* value) {
  return g->binary ? readBytes(g, value, sizeof *value) : readText(g, value);
}

// A count is plausible when the rest of the file has at least `least` bytes per item.
static bool plausible(const Gmsh* g, int64_t count, int64_t least) {
  return count >= 0 && count <= (g->end - g->cursor) / least;
}

// Version 2.2 states counts as text on a line of their own, in binary files too.
static bool readCountLine(Gmsh* g, int64_t* count) {
  bool binary = g->binary;
  g->binary = false;
  bool done = readInt(g, count);
  g->binary = binary;
  while (done && g->cursor < g->end && *g->cursor != '\n') {
    g->cursor++;
  }
  g->cursor += g->cursor < g->end;
  return done;
}

// --- nodes ---------------------------------------------------------------------------------------

static bool allocateTags(Gmsh* g, int64_t nodes, int64_t maxTag) {
  if (maxTag < 1 || maxTag > 10 * nodes + 1000) {
    return fail(g, "Node tags must be sequential");
  }
  g->tagLimit = maxTag;
  g->indexOf = lb_alloc(((size_t)maxTag + 1) * sizeof(int));
  memset(g->indexOf, 0xff, ((size_t)maxTag + 1) * sizeof(int));
  return true;
}

static bool addTag(Gmsh* g, int64_t tag, int64_t index) {
  if (tag < 1 || tag > g->tagLimit || g->indexOf[tag] >= 0) {
    return fail(g, "Node tags must be sequential");
  }
  g->indexOf[tag] = (int)index;
  return true;
}

static bool readPoint(Gmsh* g) {
  for (int k = 0; k < 3; k++) {
    double value;
    if (!readNumber(g, &value)) {
      return fail(g, "Error reading node coordinates");
    }
    LB_PUSH(&g->comp->points, value);
  }
  return true;
}

static bool readNodes2(Gmsh* g) {
  int64_t count;
  if (!readCountLine(g, &count) || !plausible(g, count, 4)) {
    return fail(g, "Invalid node header");
  }
  if (!allocateTags(g, count, 10 * count + 1000)) {
    return false;
  }
  for (int64_t i = 0; i < count; i++) {
    int64_t tag;
    if (!readInt(g, &tag)) {
      return fail(g, "Error reading node tags");
    }
    if (!addTag(g, tag, i) || !readPoint(g)) {
      return false;
    }
  }
  return true;
}

static bool readNodes4(Gmsh* g) {
  int64_t blocks, count, minTag, maxTag;
  if (!readSize(g, &blocks) || !readSize(g, &count) || !readSize(g, &minTag) ||
      !readSize(g, &maxTag) || !plausible(g, count, 4) || !plausible(g, blocks, 4)) {
    return fail(g, "Error reading Nodes header");
  }
  if (!allocateTags(g, count, maxTag)) {
    return false;
  }
  int64_t next = 0;
  for (int64_t b = 0; b < blocks; b++) {
    int64_t dim, entity, parametric, inBlock;
    if (!readInt(g, &dim) || !readInt(g, &entity) || !readInt(g, &parametric) ||
        !readSize(g, &inBlock) || !plausible(g, inBlock, 4)) {
      return fail(g, "Error reading Nodes header");
    }
    if (parametric) {
      return fail(g, "Parametric nodes are not supported");
    }
    if (next + inBlock > count) {
      return fail(g, "Maximum number of nodes must be equal to number of nodes in a block");
    }
    for (int64_t i = 0; i < inBlock; i++) {
      int64_t tag;
      if (!readSize(g, &tag) || !addTag(g, tag, next + i)) {
        return fail(g, "Error reading node tags");
      }
    }
    for (int64_t i = 0; i < inBlock; i++) {
      if (!readPoint(g)) {
        return false;
      }
    }
    next += inBlock;
  }
  return next == count ||
         fail(g, "Maximum number of nodes must be equal to number of nodes in a block");
}

// --- elements ------------------------------------------------------------------------------------

// Nodes of an element type, 0: unknown.
static int nodesOf(int64_t type) {
  static const unsigned char counts[] = {0, 2, 3, 4, 4, 8, 6, 5, 3, 6, 9, 10, 27, 18, 14, 1};
  return type > 0 && type < (int64_t)sizeof counts ? counts[type] : 0;
}

// The element type of a dimension: line, triangle, tetrahedron.
static bool fits(const Gmsh* g, int64_t type) {
  static const int types[4] = {0, 1, 2, 4};
  return type == types[g->comp->dim];
}

static bool readElementNodes(Gmsh* g, int64_t type) {
  for (int k = 0; k < nodesOf(type); k++) {
    int64_t tag;
    if (!readSize(g, &tag) || tag < 1 || tag > g->tagLimit || g->indexOf[tag] < 0) {
      return fail(g, "Error reading Elements");
    }
    if (fits(g, type)) {
      LB_PUSH(&g->comp->elements, g->indexOf[tag]);
    }
  }
  return true;
}

// `count` elements of one type, each with its tag and further tags before the nodes.
static bool readElementBlock(Gmsh* g, int64_t type, int64_t count, int64_t tags) {
  if (!nodesOf(type) || tags < 0 || tags > 100 || !plausible(g, count, 2)) {
    return fail(g, "Error reading Elements");
  }
  for (int64_t i = 0; i < count; i++) {
    int64_t ignored;
    for (int64_t t = 0; t < tags + 1; t++) {
      if (!readSize(g, &ignored)) {
        return fail(g, "Error reading Elements");
      }
    }
    if (!readElementNodes(g, type)) {
      return false;
    }
  }
  return true;
}

static bool readElements2(Gmsh* g) {
  int64_t count;
  if (!readCountLine(g, &count) || !plausible(g, count, 4)) {
    return fail(g, "Invalid element header");
  }
  for (int64_t done = 0; done < count;) {
    int64_t type, tags;
    int64_t inBlock = 1;
    if (g->binary) {
      if (!readInt(g, &type) || !readInt(g, &inBlock) || !readInt(g, &tags) || inBlock < 1 ||
          !readElementBlock(g, type, inBlock, tags)) {
        return fail(g, "Error reading Elements");
      }
    } else {
      int64_t number;
      if (!readInt(g, &number) || !readInt(g, &type) || !readInt(g, &tags) ||
          !readElementBlock(g, type, 1, tags - 1)) {
        return fail(g, "Error reading Elements");
      }
    }
    done += inBlock;
  }
  return true;
}

static bool readElements4(Gmsh* g) {
  int64_t blocks, count, minTag, maxTag;
  if (!readSize(g, &blocks) || !readSize(g, &count) || !readSize(g, &minTag) ||
      !readSize(g, &maxTag) || !plausible(g, blocks, 4) || !plausible(g, count, 4)) {
    return fail(g, "Error reading Elements header");
  }
  int64_t total = 0;
  for (int64_t b = 0; b < blocks; b++) {
    int64_t dim, entity, type, inBlock;
    if (!readInt(g, &dim) || !readInt(g, &entity) || !readInt(g, &type) || !readSize(g, &inBlock) ||
        !readElementBlock(g, type, inBlock, 0)) {
      return fail(g, "Error reading Elements");
    }
    total += inBlock;
  }
  return total == count || fail(g, "Error reading Elements");
}

static void readFile(Gmsh* g, const char* bytes) {
  double version, type, size;
  if (!findSection(g, bytes, "$MeshFormat") || g->cursor - bytes > 16) {
    fail(g, "GMSH file must begin with $MeshFormat");
    return;
  }
  if (!readText(g, &version) || !readText(g, &type) || !readText(g, &size) ||
      (version != 2.2 && version != 4.1) || size != 8) {
    fail(g, "GMSH file must have format version 2.2 or 4.1 with 8-byte numbers");
    return;
  }
  g->version4 = version == 4.1;
  g->binary = type == 1;
  if (!findSection(g, bytes, "$Nodes")) {
    fail(g, "GMSH file does not have valid Nodes header");
    return;
  }
  if (!(g->version4 ? readNodes4(g) : readNodes2(g))) {
    return;
  }
  if (!findSection(g, g->cursor, "$Elements") && !findSection(g, bytes, "$Elements")) {
    fail(g, "GMSH file does not have valid Elements header");
    return;
  }
  if ((g->version4 ? readElements4(g) : readElements2(g)) && !g->comp->elements.count) {
    fail(g, "GMSH file has no elements of this dimension");
  }
}

const char* lb_readGmsh(lbFlexcomp* comp, const char* bytes, size_t count) {
  Gmsh g = {.comp = comp, .cursor = bytes, .end = bytes + count};
  readFile(&g, bytes);
  lb_free(g.indexOf);
  return g.problem ? g.problem : "";
}

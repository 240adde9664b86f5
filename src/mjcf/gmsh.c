// GMSH files, text or binary, versions 2.2 and 4.1: points, and elements of one kind (lines,
// triangles or tetrahedra), which decides the flex's dimension. Other sections are skipped.
// COMPAT: GMSH-BLOCKS: as in the peer, nodes are numbered from one in order, and a file of version
// 4.1 has all nodes in one block, and all elements in another.
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
  int64_t type;         // of the elements, 0: not known yet
} Gmsh;

static bool fail(Gmsh* g, const char* problem) {
  g->problem = g->problem ? g->problem : problem;
  return false;
}

// The first place from `start` on where a word stands, NULL: nowhere.
static const char* findWord(const Gmsh* g, const char* start, const char* word) {
  size_t length = strlen(word);
  for (const char* c = start; c + length <= g->end; c++) {
    if (memcmp(c, word, length) == 0) {
      return c;
    }
  }
  return NULL;
}

// Moves behind a section's header line; false when there is no such section or it has no end.
static bool findSection(Gmsh* g, const char* bytes, const char* name, const char* end) {
  const char* c = findWord(g, bytes, name);
  if (!c || !findWord(g, c, end)) {
    return false;
  }
  while (c < g->end && *c != '\n') {
    c++;
  }
  g->cursor = c < g->end ? c + 1 : c;
  return true;
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
    done = *g->cursor == ' ' || *g->cursor == '\r';
    g->cursor++;
  }
  g->cursor += g->cursor < g->end;
  return done;
}

// --- nodes ---------------------------------------------------------------------------------------

static bool checkTag(Gmsh* g, int64_t tag, int64_t index) {
  return tag == index + 1 || fail(g, "Node tags must be sequential");
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
  for (int64_t i = 0; i < count; i++) {
    int64_t tag;
    if (!readInt(g, &tag)) {
      return fail(g, "Error reading node tags");
    }
    if (!checkTag(g, tag, i) || !readPoint(g)) {
      return false;
    }
  }
  return true;
}

static bool readNodes4(Gmsh* g) {
  int64_t blocks, count, minTag, maxTag, dim, entity, parametric, inBlock;
  if (!readSize(g, &blocks) || !readSize(g, &count) || !readSize(g, &minTag) ||
      !readSize(g, &maxTag) || !readInt(g, &dim) || !readInt(g, &entity) ||
      !readInt(g, &parametric) || !readSize(g, &inBlock) || !plausible(g, count, 4)) {
    return fail(g, "Error reading Nodes header");
  }
  if (blocks != 1 || inBlock != count) {
    return fail(g, "All nodes must be in single block");
  }
  if (maxTag != count) {
    return fail(g, "Maximum number of nodes must be equal to number of nodes in a block");
  }
  if (parametric) {
    return fail(g, "Parametric nodes are not supported");
  }
  for (int64_t i = 0; i < count; i++) {
    int64_t tag;
    if (!readSize(g, &tag)) {
      return fail(g, "Error reading node tags");
    }
    if (!checkTag(g, tag, i)) {
      return false;
    }
  }
  for (int64_t i = 0; i < count; i++) {
    if (!readPoint(g)) {
      return false;
    }
  }
  return true;
}

// --- elements ------------------------------------------------------------------------------------

// The dimension of an element type: line, triangle, tetrahedron; 0: no other is known.
static int dimensionOf(int64_t type) {
  return type == 4 ? 3 : type == 1 || type == 2 ? (int)type : 0;
}

static bool readElementNodes(Gmsh* g) {
  for (int k = 0; k <= g->comp->dim; k++) {
    int64_t tag;
    if (!readSize(g, &tag)) {
      return fail(g, "Error reading Elements");
    }
    LB_PUSH(&g->comp->elements, tag > 0 && tag < INT32_MAX ? (int)tag - 1 : -1);
  }
  return true;
}

// `count` elements of one type, each with its number and further tags before the nodes; tags -1:
// the number was read.
static bool readElementBlock(Gmsh* g, int64_t type, int64_t count, int64_t tags) {
  // COMPAT: GMSH-TEXT: the peer refuses all text files of version 2.2
  if (!dimensionOf(type) || (g->type && g->type != type)) {
    return fail(g, "Element type inconsistent with dimensionality");
  }
  g->type = type;
  g->comp->dim = dimensionOf(type);
  if (tags < -1 || tags > 100 || !plausible(g, count, 2)) {
    return fail(g, "Error reading Elements");
  }
  for (int64_t i = 0; i < count; i++) {
    int64_t ignored;
    for (int64_t t = 0; t < tags + 1; t++) {
      if (!readSize(g, &ignored)) {
        return fail(g, "Error reading Elements");
      }
    }
    if (!readElementNodes(g)) {
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
  int64_t blocks, count, minTag, maxTag, dim, entity, type, inBlock;
  if (!readSize(g, &blocks) || !readSize(g, &count) || !readSize(g, &minTag) ||
      !readSize(g, &maxTag) || !readInt(g, &dim) || !readInt(g, &entity) || !readInt(g, &type) ||
      !readSize(g, &inBlock)) {
    return fail(g, "Error reading Elements header");
  }
  if (blocks != 1 || inBlock != count) {
    return fail(g, "All elements must be in single block");
  }
  if (dim != dimensionOf(type)) {
    return fail(g, "Element type inconsistent with dimensionality");
  }
  return readElementBlock(g, type, inBlock, 0);
}

static void readFile(Gmsh* g, const char* bytes) {
  double version, type;
  if (findWord(g, bytes, "$MeshFormat") != bytes ||
      !findSection(g, bytes, "$MeshFormat", "$EndMeshFormat")) {
    fail(g, "GMSH file must begin with $MeshFormat");
    return;
  }
  if (!readText(g, &version) || !readText(g, &type) || (version != 2.2 && version != 4.1)) {
    fail(g, "Only GMSH file format versions 4.1 and 2.2 are supported");
    return;
  }
  g->version4 = version == 4.1;
  g->binary = type == 1;
  if (!findSection(g, bytes, "$Nodes", "$EndNodes")) {
    fail(g, "GMSH file missing $EndNodes after $Nodes");
    return;
  }
  if (!(g->version4 ? readNodes4(g) : readNodes2(g))) {
    return;
  }
  if (!findSection(g, bytes, "$Elements", "$EndElements")) {
    fail(g, "GMSH file missing $EndElements after $Elements");
    return;
  }
  if ((g->version4 ? readElements4(g) : readElements2(g)) && !g->comp->elements.count) {
    fail(g, "GMSH file has no elements");
  }
}

const char* lb_readGmsh(lbFlexcomp* comp, const char* bytes, size_t count) {
  Gmsh g = {.comp = comp, .cursor = bytes, .end = bytes + count};
  readFile(&g, bytes);
  return g.problem ? g.problem : "";
}

// Loading the file of a flexcomp; see flex_mesh.h.

#include "mjcf/flex_mesh.h"

#include "asset/mesh.h"
#include "base/hash.h"
#include "base/path.h"
#include "spec/asset_file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct Load_ {
  lbFlexcomp* comp;
  lbSpec* spec;
  const mjVFS* vfs;
  bool isOpen;
  lbFile file;
  lbRegion region;
  const char* refusal;
} Load;

// Zeros of either sign are equal.
static bool isSamePoint(const float a[3], const float b[3]) {
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

// Equal points become one; returns the number of the point for each vertex of the file.
// COMPAT: FLEXCOMP-FILE-FIRST: points and elements of the text are forgotten
static int* mergePoints(Load* load, const lbMeshSource* mesh) {
  lbFlexcomp* comp = load->comp;
  comp->points.count = comp->elements.count = 0;
  int* number = lb_regionAlloc(&load->region, ((size_t)mesh->vertexCount + 1) * sizeof(int));
  lbMap map = lb_regionMap(&load->region, (size_t)mesh->vertexCount);  // of first vertices
  for (int v = 0; v < mesh->vertexCount; v++) {
    const float* vertex = mesh->vertex + 3 * v;
    uint32_t slot;
    const float* found = lb_mapFirst(&map, lb_hashPoint(vertex), &slot);
    while (found && !isSamePoint(found, vertex)) {
      found = lb_mapNext(&map, &slot);
    }
    if (found) {
      number[v] = number[(found - mesh->vertex) / 3];
      continue;
    }
    map.slots[slot] = (float*)vertex;  // only read
    number[v] = comp->points.count / 3;
    for (int k = 0; k < 3; k++) {
      if (!isfinite(vertex[k])) {
        lb_error("vertex coordinate %d is not finite", v);
      }
      LB_PUSH(&comp->points, (double)(vertex[k] + 0.0f));  // one zero
    }
  }
  return number;
}

// COMPAT: FLEXCOMP-LINE: lines count where there are no faces.
static void takeLines(Load* load, const lbMeshSource* mesh) {
  lbFlexcomp* comp = load->comp;
  const int* number = mergePoints(load, mesh);
  if (comp->dim != 1) {
    lb_error("repeated vertex in element: the file has lines only, which make a flex of dim 1");
  }
  for (int i = 0; i < 2 * mesh->lineCount; i++) {
    if (mesh->line[i] >= mesh->vertexCount) {
      lb_error("element %d has point id %d, number of points is %d", i / 2, mesh->line[i],
               mesh->vertexCount);
    }
    LB_PUSH(&comp->elements, number[mesh->line[i]]);
  }
}

static void takeMesh(Load* load, const lbMeshSource* mesh) {
  lbFlexcomp* comp = load->comp;
  const int* number = mergePoints(load, mesh);
  for (int i = 0; i < 3 * mesh->faceCount; i++) {
    // COMPAT: FLEXCOMP-LINE: of dimension 1, the first edge of each face is an element
    if (mesh->face[i] < 0 || mesh->face[i] >= mesh->vertexCount) {
      lb_error("in face %d, vertex index %d does not exist", i / 3, mesh->face[i]);
    }
    if (comp->dim > 1 || i % 3 < 2) {
      LB_PUSH(&comp->elements, number[mesh->face[i]]);
    }
  }
  // coordinates of the file count more than those of the element
  if (mesh->texcoordCount) {
    comp->texcoord.count = 0;
  }
  for (int i = 0; i < 2 * mesh->texcoordCount; i++) {
    LB_PUSH(&comp->texcoord, mesh->texcoord[i]);
  }
  bool indexed = mesh->texcoordCount > 0 && mesh->faceTexcoord;
  for (int i = 0; indexed && i < 3 * mesh->faceCount; i++) {
    LB_PUSH(&comp->elemTexcoord, mesh->faceTexcoord[i]);
  }
}

static void readFile(void* context) {
  Load* load = context;
  lbFlexcomp* comp = load->comp;
  const lbSpec* spec = load->spec;
  const char* folder = lb_assetFolderOf(&load->region, &spec->head, spec->s.compiler.meshdir);
  load->isOpen = lb_openFileIn(&load->file, spec->archive, folder, comp->file, load->vfs);
  if (!load->isOpen) {
    return;
  }
  if (comp->type == LB_FLEXCOMP_GMSH) {
    load->refusal = lb_readGmsh(comp, load->file.bytes, load->file.count);
    return;
  }
  lbMeshSource mesh;
  if (lb_hasEnding(comp->file, ".obj")) {
    mesh = lb_readObj(&load->region, load->file.bytes, load->file.count);
  } else if (lb_hasEnding(comp->file, ".stl")) {
    mesh = lb_readStl(&load->region, comp->file, load->file.bytes, load->file.count);
  } else if (lb_hasEnding(comp->file, ".msh")) {
    mesh = lb_readMsh(&load->region, comp->file, load->file.bytes, load->file.count);
  } else {
    load->refusal = "no decoder found for mesh file, expected .obj, .stl or .msh";
    return;
  }
  if (!mesh.faceCount && mesh.lineCount) {
    takeLines(load, &mesh);
    return;
  }
  if (!mesh.faceCount) {
    load->refusal = "Vertex and face data required";
    return;
  }
  takeMesh(load, &mesh);
}

const char* lb_loadFlexFile(lbFlexcomp* comp, lbSpec* spec, const mjVFS* vfs) {
  static char text[LB_MESSAGE_SIZE];
  Load load = {.comp = comp, .spec = spec, .vfs = vfs, .refusal = ""};
  bool done = lb_protect(readFile, &load);
  lb_closeFile(&load.file);
  lb_regionFree(&load.region);
  if (!done) {
    snprintf(text, sizeof text, "%s", lb_lastError());
    return text;
  }
  if (!load.isOpen) {
    snprintf(text, sizeof text, "Error: Error opening file '%s'", comp->file);
    return text;
  }
  if (*load.refusal) {
    snprintf(text, sizeof text, "Error: %s", load.refusal);
    return text;
  }
  return "";
}

// Meshes: read from files, given by the spec or made of a plugin's distance field, and written into
// the model.

#include "api/mj_functions.h"
#include "api/mjp_functions.h"
#include "api/mjs_functions.h"
#include "base/cache.h"
#include "base/clock.h"
#include "base/compiler.h"
#include "compile/asset_file.h"
#include "compile/assets.h"
#include "compile/plugins.h"
#include "math/inline.h"

#include <string.h>

// (the last: what a decoder of the program makes a mesh of)
typedef enum MeshFormat_ { FORMAT_STL, FORMAT_OBJ, FORMAT_MSH, FORMAT_OTHER } MeshFormat;

static bool endsWith(const char* text, const char* ending) {
  size_t length = strlen(text), endingLength = strlen(ending);
  if (length < endingLength) {
    return false;
  }
  for (size_t i = 0; i < endingLength; i++) {
    char letter = text[length - endingLength + i];
    if ((letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter) != ending[i]) {
      return false;
    }
  }
  return true;
}

// COMPAT: MESH-FORMAT: the ending of the name decides. A content type other than those of STL and
// OBJ makes MSH of a file only when the file is well formed.
static MeshFormat formatOf(const lbAssetFile* file, const char* type) {
  bool other = type[0] && strcmp(type, "model/stl") && strcmp(type, "model/obj");
  bool named = endsWith(file->name, ".msh");
  if ((named && !type[0]) || ((named || other) && lb_isMsh(file->bytes, file->size))) {
    return FORMAT_MSH;
  }
  if (endsWith(file->name, ".stl")) {
    return FORMAT_STL;
  }
  if (endsWith(file->name, ".obj")) {
    return FORMAT_OBJ;
  }
  return FORMAT_OTHER;
}

static lbMeshSource readFile(lbCompiler* c, MeshFormat format, const lbAssetFile* file) {
  switch (format) {
    case FORMAT_STL:
      return lb_readStl(&c->passing, file->path, file->bytes, file->size);
    case FORMAT_OBJ:
      return lb_readObj(&c->passing, file->bytes, file->size);
    default:
      return lb_readMsh(&c->passing, file->path, file->bytes, file->size);
  }
}

static lbMeshSource givenSource(lbCompiler* c, const mjsMesh* s) {
  const struct {
    const char* what;
    int count, unit;
  } parts[] = {{"vertex data", s->uservert->count, 3},
               {"normal data", s->usernormal->count, 3},
               {"texcoord", s->usertexcoord->count, 2},
               {"face data", s->userface->count, 3}};
  for (int i = 0; i < 4; i++) {
    if (parts[i].count % parts[i].unit) {
      lb_compileError(c, "%s must be a multiple of %d", parts[i].what, parts[i].unit);
    }
  }
  lbMeshSource source = {.vertexCount = s->uservert->count / 3,
                         .normalCount = s->usernormal->count / 3,
                         .texcoordCount = s->usertexcoord->count / 2,
                         .faceCount = s->userface->count / 3,
                         .vertex = s->uservert->items,
                         .normal = s->usernormal->items,
                         .texcoord = s->usertexcoord->items,
                         .face = s->userface->items};
  if (s->userfacenormal->count == s->userface->count && s->userface->count) {
    source.faceNormal = s->userfacenormal->items;
  }
  if (s->userfacetexcoord->count == s->userface->count && s->userface->count) {
    source.faceTexcoord = s->userfacetexcoord->items;
  }
  return source;
}

// Parts that a file lacks, from the spec.
LB_APART static void addParts(lbCompiler* c, lbMeshSource* source, const mjsMesh* s) {
  lbMeshSource given = givenSource(c, s);
  const char* repeated = given.texcoordCount && source->texcoordCount ? "texcoord"
                         : given.normalCount && source->normalCount   ? "normal"
                         : given.faceCount && source->faceCount       ? "face"
                         : given.vertexCount                          ? "vertex"
                                                                      : NULL;
  if (repeated) {
    lb_compileError(c, "repeated %s specification", repeated);
  }
  if (given.texcoordCount) {
    source->texcoord = given.texcoord;
    source->texcoordCount = given.texcoordCount;
    source->faceTexcoord = given.faceTexcoord;
  }
  if (given.normalCount) {
    source->normal = given.normal;
    source->normalCount = given.normalCount;
    source->faceNormal = given.faceNormal;
  }
  if (given.faceCount) {
    source->face = given.face;
    source->faceCount = given.faceCount;
  }
}

// The first mesh of what a decoder of the program makes of a file.
static lbMeshSource decodedSource(lbCompiler* c, const lbAssetFile* file, const char* type) {
  lbFile content = {.bytes = file->bytes, .count = file->size};
  mjResource resource = {.name = (char*)file->path, .data = &content, .vfs = c->vfs};
  const mjpDecoder* decoder = mjp_findDecoder(&resource, type);
  if (!decoder) {
    lb_compileError(c, "no decoder found for mesh file '%s'", file->name);
  }
  mj_deleteSpec(c->decoded);
  c->decoded = NULL;
  c->decoded = decoder->decode(&resource, c->vfs);
  const mjsElement* mesh = c->decoded ? mjs_firstElement(c->decoded, mjOBJ_MESH) : NULL;
  if (!mesh) {
    lb_compileError(c, "decoder failed for mesh file '%s'", file->name);
  }
  return givenSource(c, mjs_asMesh((mjsElement*)mesh));
}

// What the shape of a mesh depends on beside its source: the first part of its key in the cache.
typedef struct How_ {
  double frame[10];
  int choice[6];
  int counts[6];  // of the numbers that no file holds
} How;
enum { GIVEN = -1, GIVEN_CLOSED = -2 };  // in the place of a format

static How howOf(int format, const lbMeshSettings* settings) {
  How how = {.choice = {format, settings->inertia, settings->smoothNormal, settings->needsHull,
                        settings->maxHullVertices, settings->octreeDepth}};
  lb_copy3(how.frame, settings->refpos);
  lb_copy4(how.frame + 3, settings->refquat);
  lb_copy3(how.frame + 7, settings->scale);
  return how;
}

// Numbers that no file holds, in the form of a file's content.
static lbAssetFile contentOf(lbCompiler* c, const lbMeshSource* source, How* how) {
  struct {
    const void* items;
    int count;
  } parts[] = {
      {source->vertex, 3 * source->vertexCount},     {source->normal, 3 * source->normalCount},
      {source->texcoord, 2 * source->texcoordCount}, {source->face, 3 * source->faceCount},
      {source->faceNormal, 3 * source->faceCount},   {source->faceTexcoord, 3 * source->faceCount}};
  lbAssetFile content = {0};
  for (int i = 0; i < 6; i++) {
    how->counts[i] = parts[i].items ? parts[i].count : 0;
    content.size += sizeof(float) * (size_t)how->counts[i];
  }
  char* end = lb_regionAllocRaw(&c->passing, content.size);
  content.bytes = (const void*)end;
  for (int i = 0; i < 6; i++) {
    if (how->counts[i]) {
      memcpy(end, parts[i].items, sizeof(float) * (size_t)how->counts[i]);
      end += sizeof(float) * (size_t)how->counts[i];
    }
  }
  return content;
}

// Marks the meshes that need a hull, those of sites and of geoms with contact bits or in explicit
// pairs, and those whose signed distances are asked for.
static void findUses(lbCompiler* c) {
  lbSpec* spec = c->spec;
  for (int i = 0; i < lb_specCount(spec, mjOBJ_GEOM); i++) {
    const mjsGeom* g = &LB_SPEC_ITEM(spec, lbGeom, mjOBJ_GEOM, i)->s;
    const lbElement* mesh = lb_specFind(spec, mjOBJ_MESH, lb_text(g->meshname));
    bool isMesh = g->type == mjGEOM_MESH || g->type == mjGEOM_SDF;
    if (mesh && isMesh && (g->contype || g->conaffinity)) {
      c->meshes[mesh->id].collides = true;
    }
    // a plugin that works on a file's mesh reads its distances too
    bool made = mesh && ((const lbMesh*)mesh)->s.plugin.active;
    if (mesh && g->type == mjGEOM_SDF && !(g->plugin.active && made)) {
      c->meshes[mesh->id].hasDistances = true;
    }
  }
  // what is inside of a site is inside of its mesh's hull
  for (int i = 0; i < lb_specCount(spec, mjOBJ_SITE); i++) {
    const mjsSite* s = &LB_SPEC_ITEM(spec, lbSite, mjOBJ_SITE, i)->s;
    const lbElement* mesh = lb_specFind(spec, mjOBJ_MESH, lb_text(s->meshname));
    if (mesh && s->type == mjGEOM_MESH) {
      c->meshes[mesh->id].collides = true;
    }
  }
  for (int i = 0; i < lb_specCount(spec, mjOBJ_PAIR); i++) {
    const mjsPair* pair = &LB_SPEC_ITEM(spec, lbPair, mjOBJ_PAIR, i)->s;
    const mjString* names[2] = {pair->geomname1, pair->geomname2};
    for (int k = 0; k < 2; k++) {
      const lbElement* geom = lb_specFind(spec, mjOBJ_GEOM, lb_text(names[k]));
      const lbElement* mesh =
          geom ? lb_specFind(spec, mjOBJ_MESH, lb_text(((const lbGeom*)geom)->s.meshname)) : NULL;
      if (mesh) {
        c->meshes[mesh->id].collides = true;
      }
    }
  }
}

static lbMeshShape readMesh(lbCompiler* c, const lbMesh* mesh, const lbWorkMesh* use) {
  const mjsMesh* s = &mesh->s;
  double start = lb_clock();
  if (s->maxhullvert != -1 && s->maxhullvert < 4) {
    lb_compileError(c, "maxhullvert must be larger than 3");
  }
  bool hasFile = !lb_isEmpty(s->file), isField = s->plugin.active;
  if (isField && (hasFile || s->uservert->count)) {
    lb_compileError(c, "a mesh with a plugin cannot have a file or vertices");
  }
  lbMeshSettings settings = {
      .name = lb_text(&mesh->head.name),
      .timers = c->spec->timers,
      .inertia = s->inertia,
      .smoothNormal = s->smoothnormal,
      .needsHull = use->collides,
      .closed = isField,
      .maxHullVertices = s->maxhullvert,
      .octreeDepth = use->hasDistances || s->needsdf ? s->octree_maxdepth : -1};
  // the surface of a field has no hidden parts: its volume is taken as it is
  if (isField && s->inertia == mjMESH_INERTIA_LEGACY) {
    settings.inertia = mjMESH_INERTIA_EXACT;
  }
  lb_copy3(settings.refpos, s->refpos);
  lb_copy4(settings.refquat, s->refquat);
  lb_copy3(settings.scale, s->scale);

  // out of the asset cache when the same was used in the same way
  lbMeshSource source;
  lbAssetFile file;
  How how;
  MeshFormat format = FORMAT_OTHER;
  if (hasFile) {
    file = lb_readAsset(c, &mesh->head, lb_settings(&mesh->head)->meshdir, lb_text(s->file));
    format = formatOf(&file, lb_text(s->content_type));
  }
  bool hasParts =
      s->uservert->count || s->usernormal->count || s->usertexcoord->count || s->userface->count;
  if (format != FORMAT_OTHER && !hasParts) {
    how = howOf((int)format, &settings);
  } else {
    source = format != FORMAT_OTHER ? readFile(c, format, &file)
             : hasFile              ? decodedSource(c, &file, lb_text(s->content_type))
             : isField              ? lb_pluginSurface(c, &s->plugin)
                                    : givenSource(c, s);
    if (hasFile && hasParts) {
      addParts(c, &source, s);
    }
    format = FORMAT_OTHER;
    how = howOf(isField ? GIVEN_CLOSED : GIVEN, &settings);
    file = contentOf(c, &source, &how);
  }
  lbCacheEntry* entry = lb_cacheFind(&how, sizeof how, file.bytes, file.size, file.stamp);
  if (!entry->value) {
    if (format != FORMAT_OTHER) {
      source = readFile(c, format, &file);
    }
    lb_lap(c->spec->timers, mjCTIMER_MESH_LOAD, &start);
    lbMeshShape* shape = lb_regionAlloc(&entry->region, sizeof(lbMeshShape));
    *shape = lb_buildMesh(&entry->region, &c->passing, &source, &settings);
    entry->value = shape;
  }
  lb_regionFree(&c->passing);
  return *(const lbMeshShape*)entry->value;
}

static void compileMesh(lbCompiler* c, int i) {
  lbMesh* mesh = LB_SPEC_ITEM(c->spec, lbMesh, mjOBJ_MESH, i);
  c->meshes[i].shape = readMesh(c, mesh, &c->meshes[i]);
  lb_copy3(mesh->compiledCenter, c->meshes[i].shape.aabb);
}

LB_APART void lb_compileMeshes(lbCompiler* c) {
  int count = lb_specCount(c->spec, mjOBJ_MESH);
  c->meshes = LB_WORK_ARRAY(c, lbWorkMesh, count);
  findUses(c);
  lb_compileEach(c, mjOBJ_MESH, compileMesh);
}

// --- model

// Counts the parts of the meshes, and notes where each mesh's start.
void lb_countMeshData(lbCompiler* c, mjModel* sizes) {
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_MESH); i++) {
    const lbMeshShape* mesh = &c->meshes[i].shape;
    if (c->ids[mjOBJ_MESH][i] < 0) {
      continue;
    }
    static const char parts[] = "parts of meshes";
    c->meshes[i].at = (lbMeshAddress){.vert = lb_sizeAsInt(sizes->nmeshvert, parts),
                                      .normal = lb_sizeAsInt(sizes->nmeshnormal, parts),
                                      .texcoord = lb_sizeAsInt(sizes->nmeshtexcoord, parts),
                                      .face = lb_sizeAsInt(sizes->nmeshface, parts),
                                      .graph = lb_sizeAsInt(sizes->nmeshgraph, parts),
                                      .poly = lb_sizeAsInt(sizes->nmeshpoly, parts),
                                      .polyvert = lb_sizeAsInt(sizes->nmeshpolyvert, parts),
                                      .polymap = lb_sizeAsInt(sizes->nmeshpolymap, parts),
                                      .oct = lb_sizeAsInt(sizes->noct, parts)};
    sizes->nmeshvert += mesh->vertexCount;
    sizes->nmeshnormal += mesh->normalCount;
    sizes->nmeshtexcoord += mesh->texcoordCount;
    sizes->nmeshface += mesh->faceCount;
    sizes->nmeshgraph += mesh->graphCount;
    sizes->nmeshpoly += mesh->polygonCount;
    sizes->nmeshpolyvert += mesh->polygonVertexCount;
    sizes->nmeshpolymap += mesh->polygonMapCount;
    sizes->noct += mesh->octree.count;
    for (int k = 0; k < mesh->polygonCount; k++) {
      sizes->npolygonmax = lb_maxInt((int)sizes->npolygonmax, mesh->polygonVertexNum[k]);
    }
    for (int k = 0; k < mesh->vertexCount; k++) {
      sizes->nmeshdegmax = lb_maxInt((int)sizes->nmeshdegmax, mesh->polygonMapNum[k]);
    }
  }
}

#define COPY(target, source, count)                              \
  if (count) {                                                   \
    memcpy(target, source, sizeof(*(target)) * (size_t)(count)); \
  }

LB_APART static void fillMesh(mjModel* m, const lbMesh* source, const lbWorkMesh* work, int i) {
  const lbMeshShape* mesh = &work->shape;
  const lbMeshAddress* at = &work->at;
  m->mesh_vertadr[i] = at->vert;
  m->mesh_vertnum[i] = mesh->vertexCount;
  m->mesh_faceadr[i] = at->face;
  m->mesh_facenum[i] = mesh->faceCount;
  m->mesh_bvhadr[i] = -1;
  m->mesh_octadr[i] = mesh->octree.count ? at->oct : -1;
  m->mesh_octnum[i] = mesh->octree.count;
  m->mesh_normaladr[i] = at->normal;
  m->mesh_normalnum[i] = mesh->normalCount;
  m->mesh_texcoordadr[i] = mesh->texcoordCount ? at->texcoord : -1;
  m->mesh_texcoordnum[i] = mesh->texcoordCount;
  m->mesh_graphadr[i] = mesh->graphCount ? at->graph : -1;
  m->mesh_polynum[i] = mesh->polygonCount;
  m->mesh_polyadr[i] = at->poly;
  COPY(m->mesh_extrema + 27 * i, mesh->extrema, 27);
  lb_copy3(m->mesh_scale + 3 * i, source->s.scale);
  lb_copy3(m->mesh_pos + 3 * i, mesh->pos);
  lb_copy4(m->mesh_quat + 4 * i, mesh->quat);
  COPY(m->mesh_vert + 3 * at->vert, mesh->vertex, 3 * mesh->vertexCount);
  COPY(m->mesh_normal + 3 * at->normal, mesh->normal, 3 * mesh->normalCount);
  COPY(m->mesh_texcoord + 2 * at->texcoord, mesh->texcoord, 2 * mesh->texcoordCount);
  COPY(m->mesh_face + 3 * at->face, mesh->face, 3 * mesh->faceCount);
  COPY(m->mesh_facenormal + 3 * at->face, mesh->faceNormal, 3 * mesh->faceCount);
  if (mesh->faceTexcoord) {
    COPY(m->mesh_facetexcoord + 3 * at->face, mesh->faceTexcoord, 3 * mesh->faceCount);
  }
  COPY(m->mesh_graph + at->graph, mesh->graph, mesh->graphCount);
  COPY(m->mesh_polynormal + 3 * at->poly, mesh->polygonNormal, 3 * mesh->polygonCount);
  COPY(m->mesh_polyvertnum + at->poly, mesh->polygonVertexNum, mesh->polygonCount);
  COPY(m->mesh_polyvert + at->polyvert, mesh->polygonVertex, mesh->polygonVertexCount);
  COPY(m->mesh_polymapnum + at->vert, mesh->polygonMapNum, mesh->vertexCount);
  COPY(m->mesh_polymap + at->polymap, mesh->polygonMap, mesh->polygonMapCount);

  COPY(m->oct_depth + at->oct, mesh->octree.depth, mesh->octree.count);
  COPY(m->oct_child + 8 * at->oct, mesh->octree.child, 8 * mesh->octree.count);
  COPY(m->oct_aabb + 6 * at->oct, mesh->octree.box, 6 * mesh->octree.count);
  COPY(m->oct_coeff + 8 * at->oct, mesh->octree.distance, 8 * mesh->octree.count);

  // addresses are relative to the mesh
  COPY(m->mesh_polyvertadr + at->poly, mesh->polygonVertexAdr, mesh->polygonCount);
  COPY(m->mesh_polymapadr + at->vert, mesh->polygonMapAdr, mesh->vertexCount);
  for (int k = 0; k < mesh->polygonCount; k++) {
    m->mesh_polyvertadr[at->poly + k] += at->polyvert;
  }
  for (int k = 0; k < mesh->vertexCount; k++) {
    m->mesh_polymapadr[at->vert + k] += at->polymap;
  }
}

LB_APART void lb_fillMeshes(lbCompiler* c) {
  mjModel* m = c->m;
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_MESH); i++) {
    if (c->ids[mjOBJ_MESH][i] >= 0) {
      fillMesh(m, LB_SPEC_ITEM(c->spec, lbMesh, mjOBJ_MESH, i), &c->meshes[i],
               c->ids[mjOBJ_MESH][i]);
    }
  }
}

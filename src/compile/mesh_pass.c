// Meshes and height fields: loading, and the geoms that take their shape from them.

#include "asset/hfield.h"
#include "asset/mesh.h"
#include "base/cache.h"
#include "compile/compile.h"
#include "math/inline.h"
#include "math/pose.h"

#include <string.h>

// --- meshes

typedef enum MeshFormat_ { FORMAT_STL, FORMAT_OBJ, FORMAT_MSH } MeshFormat;

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

// COMPAT: the ending decides. A content type only lets a file be MSH, if it is well formed.
static MeshFormat formatOf(lbCompiler* c, const lbAssetFile* file, const char* type) {
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
  lb_compileError(c, "Unknown or unsupported mesh file: '%s'", file->name);
}

static lbMeshSource readFile(lbCompiler* c, MeshFormat format, const lbAssetFile* file) {
  switch (format) {
    case FORMAT_STL:
      return lb_readStl(&c->region, file->bytes, file->size);
    case FORMAT_OBJ:
      return lb_readObj(&c->region, file->bytes, file->size);
    default:
      return lb_readMsh(&c->region, file->bytes, file->size);
  }
}

static lbMeshSource givenSource(lbCompiler* c, const mjsMesh* s) {
  if (s->uservert->count % 3 || s->usernormal->count % 3 || s->usertexcoord->count % 2 ||
      s->userface->count % 3) {
    lb_compileError(c, "vertex, normal and face data must be multiples of 3, texcoord of 2");
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

// The shape of a mesh from a file, out of the asset cache when the file was used in the same way.
static lbMeshShape shapeOfFile(lbCompiler* c, const lbMesh* mesh, const lbMeshSettings* settings) {
  const mjsMesh* s = &mesh->s;
  lbAssetFile file =
      lb_readAsset(c, &mesh->head, lb_settings(&mesh->head)->meshdir, lb_text(s->file));
  MeshFormat format = formatOf(c, &file, lb_text(s->content_type));
  struct {
    double frame[10];
    int choice[6];
  } how = {.choice = {(int)format, settings->inertia, settings->smoothNormal, settings->needsHull,
                      settings->maxHullVertices, settings->octreeDepth}};
  lb_copy3(how.frame, settings->refpos);
  lb_copy4(how.frame + 3, settings->refquat);
  lb_copy3(how.frame + 7, settings->scale);
  lbCacheEntry* entry = lb_cacheFind(&how, sizeof how, file.bytes, file.size);
  if (!entry->value) {
    lbMeshSource source = readFile(c, format, &file);
    lbMeshShape* shape = lb_regionAlloc(&entry->region, sizeof(lbMeshShape));
    *shape = lb_buildMesh(&entry->region, &source, settings);
    entry->value = shape;
  }
  return *(const lbMeshShape*)entry->value;
}

// Marks the meshes that collide, those of geoms with contact bits or in explicit pairs, and those
// whose signed distances are asked for.
static void findUses(lbCompiler* c) {
  lbSpec* spec = c->spec;
  bool *colliding = c->colliding, *distances = c->distances;
  for (int i = 0; i < lb_specCount(spec, mjOBJ_GEOM); i++) {
    const mjsGeom* g = &LB_SPEC_ITEM(spec, lbGeom, mjOBJ_GEOM, i)->s;
    const lbElement* mesh = lb_specFind(spec, mjOBJ_MESH, lb_text(g->meshname));
    bool isMesh = g->type == mjGEOM_MESH || g->type == mjGEOM_SDF;
    if (mesh && isMesh && (g->contype || g->conaffinity)) {
      colliding[mesh->id] = true;
    }
    // a plugin that works on a file's mesh reads its distances too
    bool made = mesh && ((const lbMesh*)mesh)->s.plugin.active;
    if (mesh && g->type == mjGEOM_SDF && !(g->plugin.active && made)) {
      distances[mesh->id] = true;
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
        colliding[mesh->id] = true;
      }
    }
  }
}

static lbMeshShape readMesh(lbCompiler* c, const lbMesh* mesh, bool colliding, bool distances) {
  const mjsMesh* s = &mesh->s;
  if (s->maxhullvert != -1 && s->maxhullvert < 4) {
    lb_compileError(c, "maxhullvert must be larger than 3");
  }
  bool hasFile = !lb_isEmpty(s->file), isField = s->plugin.active;
  if (isField && (hasFile || s->uservert->count)) {
    lb_compileError(c, "a mesh with a plugin cannot have a file or vertices");
  }
  if (hasFile && s->uservert->count) {
    lb_compileError(c, "repeated vertex specification");
  }
  lbMeshSettings settings = {.name = lb_text(&mesh->head.name),
                             .inertia = s->inertia,
                             .smoothNormal = s->smoothnormal,
                             .needsHull = colliding,
                             .closed = isField,
                             .maxHullVertices = s->maxhullvert,
                             .octreeDepth = distances || s->needsdf ? s->octree_maxdepth : -1};
  // the surface of a field has no hidden parts: its volume is taken as it is
  if (isField && s->inertia == mjMESH_INERTIA_LEGACY) {
    settings.inertia = mjMESH_INERTIA_EXACT;
  }
  lb_copy3(settings.refpos, s->refpos);
  lb_copy4(settings.refquat, s->refquat);
  lb_copy3(settings.scale, s->scale);
  if (hasFile) {
    return shapeOfFile(c, mesh, &settings);
  }
  lbMeshSource source = isField ? lb_pluginSurface(c, &s->plugin) : givenSource(c, s);
  return lb_buildMesh(&c->region, &source, &settings);
}

static void compileMesh(lbCompiler* c, int i) {
  const lbMesh* mesh = LB_SPEC_ITEM(c->spec, lbMesh, mjOBJ_MESH, i);
  c->meshes[i] = readMesh(c, mesh, c->colliding[i], c->distances[i]);
}

// --- height fields

static void compileHField(lbCompiler* c, int i) {
  const lbHField* hfield = LB_SPEC_ITEM(c->spec, lbHField, mjOBJ_HFIELD, i);
  lbHFieldShape* shape = &c->hfields[i];
  const mjsHField* s = &hfield->s;
  for (int k = 0; k < 4; k++) {
    if (!(s->size[k] > 0)) {
      lb_compileError(c, "size parameter is not positive in hfield");
    }
  }
  if (!lb_isEmpty(s->file)) {
    lbAssetFile file =
        lb_readAsset(c, &hfield->head, lb_settings(&hfield->head)->meshdir, lb_text(s->file));
    *shape = lb_readHField(&c->region, file.name, lb_text(s->content_type), file.bytes, file.size);
  } else {
    if (s->nrow < 1 || s->ncol < 1) {
      lb_compileError(c, "hfield not specified");
    }
    size_t count = lb_checkedSize((size_t)s->nrow, (size_t)s->ncol);
    if (s->userdata->count && (size_t)s->userdata->count != count) {
      lb_compileError(c, "elevation data length must match nrow*ncol");
    }
    *shape = (lbHFieldShape){.rowCount = s->nrow, .columnCount = s->ncol};
    shape->height = lb_regionAlloc(&c->region, lb_checkedSize(count, sizeof(float)));
    if (s->userdata->count) {
      memcpy(shape->height, s->userdata->items, count * sizeof(float));
    }
  }
  lb_normalizeHField(shape);
}

void lb_compileMeshes(lbCompiler* c) {
  int count = lb_specCount(c->spec, mjOBJ_MESH);
  c->meshes = LB_WORK_ARRAY(c, lbMeshShape, count);
  c->colliding = LB_WORK_ARRAY(c, bool, count);
  c->distances = LB_WORK_ARRAY(c, bool, count);
  findUses(c);
  lb_compileEach(c, mjOBJ_MESH, compileMesh);
  c->hfields = LB_WORK_ARRAY(c, lbHFieldShape, lb_specCount(c->spec, mjOBJ_HFIELD));
  lb_compileEach(c, mjOBJ_HFIELD, compileHField);
}

// --- geoms

// The primitive that stands in for a mesh: same inertia box, or same bounding box.
static void fitPrimitive(lbCompiler* c, lbWorkGeom* g, const lbMeshShape* mesh, double offset[3]) {
  mjsGeom* s = &g->s;
  bool useBounds = lb_settings(&g->source->head)->fitaabb;
  const double* box = useBounds ? mesh->aabb + 3 : mesh->boxSize;
  double widest = lb_max(box[0], box[1]);
  double radius = useBounds ? widest : 0.5 * (box[0] + box[1]);
  lb_zero3(offset);
  if (useBounds) {
    lb_copy3(offset, mesh->aabb);
  }
  // numbers of size that the type does not use stay as given
  switch (s->type) {
    case mjGEOM_SPHERE:
      s->size[0] = useBounds ? lb_max(widest, box[2]) : (box[0] + box[1] + box[2]) / 3;
      break;
    case mjGEOM_CAPSULE:
      s->size[0] = radius;
      s->size[1] = lb_max(0, box[2] - (useBounds ? radius : radius / 2));
      break;
    case mjGEOM_CYLINDER:
      s->size[0] = radius;
      s->size[1] = box[2];
      break;
    case mjGEOM_ELLIPSOID:
    case mjGEOM_BOX:
      lb_copy3(s->size, box);
      break;
    default:
      lb_compileError(c, "invalid geom type in fitting mesh parameters");
  }
  lb_scl3(s->size, s->size, s->fitscale);
}

void lb_meshGeom(lbCompiler* c, lbWorkGeom* g) {
  mjsGeom* s = &g->s;
  const lbMeshShape* mesh = &c->meshes[g->meshId];
  double pos[3], quat[4], offset[3] = {0};
  bool isMesh = s->type == mjGEOM_MESH || s->type == mjGEOM_SDF;
  if (!isMesh) {
    fitPrimitive(c, g, mesh, offset);
  } else {
    lb_copy3(s->size, mesh->reach);
    lb_copy6(g->aabb, mesh->aabb);
    g->rbound = lb_norm3(mesh->reach);
    g->mass = isnan(s->mass) ? s->density * mesh->volume : s->mass;
    lb_geomInertia(g->inertia, mjGEOM_BOX, g->mass, mesh->boxSize, false);
  }

  // from the file's frame to the mesh's, whose origin may be the centre of a bounding box
  lb_turn(pos, offset, mesh->quat);
  lb_addTo3(pos, mesh->pos);
  lb_turn(offset, pos, s->quat);
  lb_addTo3(s->pos, offset);
  lb_mulQuat(quat, s->quat, mesh->quat);
  lb_copy4(s->quat, quat);

  // what is given in the geom's frame turns with it
  double back[4], velocity[6], atOrigin[3];
  lb_negQuat(back, mesh->quat);
  lb_cross(atOrigin, s->surfacevel + 3, pos);
  lb_addTo3(atOrigin, s->surfacevel);
  lb_turn(velocity, atOrigin, back);
  lb_turn(velocity + 3, s->surfacevel + 3, back);
  lb_copy6(s->surfacevel, velocity);

  // a geom without material shows its mesh's
  const lbMesh* source = LB_SPEC_ITEM(c->spec, lbMesh, mjOBJ_MESH, g->meshId);
  if (g->materialId < 0) {
    g->materialId =
        lb_compileRequire(c, mjOBJ_MATERIAL, lb_text(source->s.material), "mesh", source->head.id);
  }
}

void lb_hfieldGeom(lbCompiler* c, lbWorkGeom* g) {
  const double* size = LB_SPEC_ITEM(c->spec, lbHField, mjOBJ_HFIELD, g->hfieldId)->s.size;
  lb_set3(g->s.size, size[0], size[1], 0.25 * size[2] + 0.5 * size[3]);
  lb_set3(g->aabb, 0, 0, (size[2] - size[3]) / 2);
  lb_set3(g->aabb + 3, size[0], size[1], (size[2] + size[3]) / 2);
  double tallest = lb_max(size[2], size[3]);
  g->rbound = sqrt(size[0] * size[0] + size[1] * size[1] + tallest * tallest);
}

int lb_tactileDim(lbCompiler* c, const lbSensor* sensor) {
  const lbElement* mesh = lb_specFind(c->spec, mjOBJ_MESH, lb_text(sensor->s.objname));
  if (!mesh) {
    lb_compileError(c, "unrecognized name '%s' of sensorized object", lb_text(sensor->s.objname));
  }
  return 3 * c->meshes[mesh->id].vertexCount;
}

// --- model

void lb_countMeshData(lbCompiler* c, mjModel* sizes) {
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_MESH); i++) {
    const lbMeshShape* mesh = &c->meshes[i];
    if (c->ids[mjOBJ_MESH][i] < 0) {
      continue;
    }
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
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_HFIELD); i++) {
    sizes->nhfielddata += (mjtSize)c->hfields[i].rowCount * c->hfields[i].columnCount;
  }
}

#define COPY(target, source, count)                              \
  if (count) {                                                   \
    memcpy(target, source, sizeof(*(target)) * (size_t)(count)); \
  }

static void fillMesh(mjModel* m, const lbMesh* source, const lbMeshShape* mesh, int i,
                     mjModel* used) {
  m->mesh_vertadr[i] = (int)used->nmeshvert;
  m->mesh_vertnum[i] = mesh->vertexCount;
  m->mesh_faceadr[i] = (int)used->nmeshface;
  m->mesh_facenum[i] = mesh->faceCount;
  m->mesh_bvhadr[i] = -1;
  m->mesh_octadr[i] = mesh->octree.count ? (int)used->noct : -1;
  m->mesh_octnum[i] = mesh->octree.count;
  m->mesh_normaladr[i] = (int)used->nmeshnormal;
  m->mesh_normalnum[i] = mesh->normalCount;
  m->mesh_texcoordadr[i] = mesh->texcoordCount ? (int)used->nmeshtexcoord : -1;
  m->mesh_texcoordnum[i] = mesh->texcoordCount;
  m->mesh_graphadr[i] = mesh->graphCount ? (int)used->nmeshgraph : -1;
  m->mesh_polynum[i] = mesh->polygonCount;
  m->mesh_polyadr[i] = (int)used->nmeshpoly;
  COPY(m->mesh_extrema + 27 * i, mesh->extrema, 27);
  lb_copy3(m->mesh_scale + 3 * i, source->s.scale);
  lb_copy3(m->mesh_pos + 3 * i, mesh->pos);
  lb_copy4(m->mesh_quat + 4 * i, mesh->quat);
  COPY(m->mesh_vert + 3 * used->nmeshvert, mesh->vertex, 3 * mesh->vertexCount);
  COPY(m->mesh_normal + 3 * used->nmeshnormal, mesh->normal, 3 * mesh->normalCount);
  COPY(m->mesh_texcoord + 2 * used->nmeshtexcoord, mesh->texcoord, 2 * mesh->texcoordCount);
  COPY(m->mesh_face + 3 * used->nmeshface, mesh->face, 3 * mesh->faceCount);
  COPY(m->mesh_facenormal + 3 * used->nmeshface, mesh->faceNormal, 3 * mesh->faceCount);
  if (mesh->faceTexcoord) {
    COPY(m->mesh_facetexcoord + 3 * used->nmeshface, mesh->faceTexcoord, 3 * mesh->faceCount);
  }
  COPY(m->mesh_graph + used->nmeshgraph, mesh->graph, mesh->graphCount);
  COPY(m->mesh_polynormal + 3 * used->nmeshpoly, mesh->polygonNormal, 3 * mesh->polygonCount);
  COPY(m->mesh_polyvertnum + used->nmeshpoly, mesh->polygonVertexNum, mesh->polygonCount);
  COPY(m->mesh_polyvert + used->nmeshpolyvert, mesh->polygonVertex, mesh->polygonVertexCount);
  COPY(m->mesh_polymapnum + used->nmeshvert, mesh->polygonMapNum, mesh->vertexCount);
  COPY(m->mesh_polymap + used->nmeshpolymap, mesh->polygonMap, mesh->polygonMapCount);

  COPY(m->oct_depth + used->noct, mesh->octree.depth, mesh->octree.count);
  COPY(m->oct_child + 8 * used->noct, mesh->octree.child, 8 * mesh->octree.count);
  COPY(m->oct_aabb + 6 * used->noct, mesh->octree.box, 6 * mesh->octree.count);
  COPY(m->oct_coeff + 8 * used->noct, mesh->octree.distance, 8 * mesh->octree.count);

  // addresses are relative to the mesh
  COPY(m->mesh_polyvertadr + used->nmeshpoly, mesh->polygonVertexAdr, mesh->polygonCount);
  COPY(m->mesh_polymapadr + used->nmeshvert, mesh->polygonMapAdr, mesh->vertexCount);
  for (int k = 0; k < mesh->polygonCount; k++) {
    m->mesh_polyvertadr[used->nmeshpoly + k] += (int)used->nmeshpolyvert;
  }
  for (int k = 0; k < mesh->vertexCount; k++) {
    m->mesh_polymapadr[used->nmeshvert + k] += (int)used->nmeshpolymap;
  }
  used->nmeshvert += mesh->vertexCount;
  used->nmeshnormal += mesh->normalCount;
  used->nmeshtexcoord += mesh->texcoordCount;
  used->nmeshface += mesh->faceCount;
  used->nmeshgraph += mesh->graphCount;
  used->nmeshpoly += mesh->polygonCount;
  used->nmeshpolyvert += mesh->polygonVertexCount;
  used->nmeshpolymap += mesh->polygonMapCount;
  used->noct += mesh->octree.count;
}

void lb_fillMeshes(lbCompiler* c) {
  mjModel* m = c->m;
  mjModel used = {0};
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_MESH); i++) {
    if (c->ids[mjOBJ_MESH][i] >= 0) {
      fillMesh(m, LB_SPEC_ITEM(c->spec, lbMesh, mjOBJ_MESH, i), &c->meshes[i],
               c->ids[mjOBJ_MESH][i], &used);
    }
  }
  int adr = 0;
  for (int i = 0; i < m->nhfield; i++) {
    const mjsHField* s = &LB_SPEC_ITEM(c->spec, lbHField, mjOBJ_HFIELD, i)->s;
    const lbHFieldShape* shape = &c->hfields[i];
    memcpy(m->hfield_size + 4 * i, s->size, 4 * sizeof(mjtNum));
    m->hfield_nrow[i] = shape->rowCount;
    m->hfield_ncol[i] = shape->columnCount;
    m->hfield_adr[i] = adr;
    COPY(m->hfield_data + adr, shape->height, (size_t)shape->rowCount * shape->columnCount);
    adr += shape->rowCount * shape->columnCount;
  }
}

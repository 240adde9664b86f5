// Flexes in the scene: vertices in float, and triangles with normals for those that show faces or a
// skin.
//
// The skin of a two-dimensional flex has two sides, each a radius away from the middle surface
// along the vertex normals, and a rim that joins them. The skin of a three-dimensional flex is its
// shell, moved along the vertex normals. FLEXFACE without FLEXSKIN shows the faces
// of the elements, each moved a radius along its own normal; of solids those of one layer.
// Vertex normals are sums of unit face normals.

#include <math.h>
#include <string.h>

#include "data/stack.h"
#include "visual/visual.h"

typedef struct FaceSink_ {
  float* face;
  float* normal;
  float* texcoord;
  int used;
  int capacity;
  const float* known;  // texture coordinates of the flex
  int knownCount;
} FaceSink;

static void writeCorner(FaceSink* sink, int corner, const mjtNum pos[3], const mjtNum normal[3],
                        int coordinate) {
  int at = 3 * sink->used + corner;
  for (int i = 0; i < 3; i++) {
    sink->face[3 * at + i] = (float)pos[i];
    sink->normal[3 * at + i] = (float)normal[i];
  }
  for (int i = 0; i < 2; i++) {
    sink->texcoord[2 * at + i] =
        coordinate < sink->knownCount ? sink->known[2 * coordinate + i] : 0;
  }
}

static void faceNormal(mjtNum res[3], const mjtNum* a, const mjtNum* b, const mjtNum* c) {
  mjtNum side1[3], side2[3];
  lb_sub3(side1, b, a);
  lb_sub3(side2, c, a);
  lb_cross(res, side1, side2);
  lb_normalize3(res);
}

// Normals of the vertices of a two-dimensional flex or a shell.
static void vertexNormals(const mjtNum* vert, int vertCount, const int* faces, int faceCount,
                          mjtNum* normal) {
  memset(normal, 0, sizeof(mjtNum) * 3 * (size_t)vertCount);
  for (int f = 0; f < faceCount; f++) {
    const int* v = faces + 3 * f;
    mjtNum unit[3];
    faceNormal(unit, vert + 3 * v[0], vert + 3 * v[1], vert + 3 * v[2]);
    for (int k = 0; k < 3; k++) {
      lb_addTo3(normal + 3 * v[k], unit);
    }
  }
  for (int i = 0; i < vertCount; i++) {
    lb_normalize3(normal + 3 * i);
  }
}

// How a triangle is written: the side it shows, and how it is shaded.
typedef struct FaceStyle_ {
  mjtNum offset;     // along the normals
  int otherSide;     // seen from behind: its corners are turned round
  int alongOwn;      // moved along its own normal, not those of its vertices
  int flat;          // shaded by its own normal
  mjtNum direction;  // of the normal that is written, 1 or -1
} FaceStyle;

static void writeFace(FaceSink* sink, const mjtNum* vert, const mjtNum* normal, const int v[3],
                      const int* t, FaceStyle style) {
  if (sink->used >= sink->capacity) {
    return;
  }
  mjtNum own[3];
  faceNormal(own, vert + 3 * v[0], vert + 3 * v[1], vert + 3 * v[2]);
  for (int corner = 0; corner < 3; corner++) {
    int k = style.otherSide ? (3 - corner) % 3 : corner;
    const mjtNum* along = style.alongOwn ? own : normal + 3 * v[k];
    mjtNum pos[3], n[3];
    lb_addScl3(pos, vert + 3 * v[k], along, style.offset);
    lb_scl3(n, style.flat ? own : normal + 3 * v[k], style.direction);
    writeCorner(sink, corner, pos, n, t[k]);
  }
  sink->used++;
}

// The strip between the two sides along an open edge; its texture coordinates go by vertex. The
// normal of its second triangle is turned like those of the front, 1 or -1.
static void writeRim(FaceSink* sink, const mjtNum* vert, const mjtNum* normal, const int edge[2],
                     mjtNum radius, mjtNum front) {
  int a = edge[0], b = edge[1];
  mjtNum corners[4][3], between[3], out[3];
  const int order[2][3] = {{0, 3, 2}, {3, 0, 1}};
  lb_addScl3(corners[0], vert + 3 * a, normal + 3 * a, radius);
  lb_addScl3(corners[1], vert + 3 * a, normal + 3 * a, -radius);
  lb_addScl3(corners[2], vert + 3 * b, normal + 3 * b, radius);
  lb_addScl3(corners[3], vert + 3 * b, normal + 3 * b, -radius);

  // across the edge, upright on the sheet at the end where a triangle has two corners
  lb_sub3(between, vert + 3 * b, vert + 3 * a);
  for (int i = 0; i < 2 && sink->used < sink->capacity; i++) {
    const int* c = order[i];
    lb_cross(out, between, normal + 3 * edge[1 - i]);
    lb_normalize3(out);
    if (i == 1) {
      lb_scl3(out, out, front);
    }
    for (int k = 0; k < 3; k++) {
      writeCorner(sink, k, corners[c[k]], out, edge[c[k] / 2]);
    }
    sink->used++;
  }
}

static void updateSheet(const mjModel* m, const mjtNum* vert, int flexId, int asSkin,
                        mjtNum* normal, FaceSink* sink) {
  const int* elements = m->flex_elem + m->flex_elemdataadr[flexId];
  const int* elemTex = m->flex_elemtexcoord + m->flex_elemdataadr[flexId];
  int count = m->flex_elemnum[flexId];
  int flat = !asSkin || m->flex_flatskin[flexId];
  mjtNum radius = lb_max(m->flex_radius[flexId], mjMINVAL);

  // COMPAT: VIS-FLEX-NORMALS: without a radius the normals of a skin's front point backwards
  mjtNum front = m->flex_radius[flexId] > 0 || !asSkin ? 1 : -1;
  vertexNormals(vert, m->flex_vertnum[flexId], elements, count, normal);

  // a flat skin has the same normal on both sides, faces and smooth skins have not
  const FaceStyle above = {radius, 0, !asSkin, flat, front};
  const FaceStyle below = {-radius, 1, !asSkin, flat, asSkin && flat ? 1 : -1};
  for (int e = 0; e < count; e++) {
    writeFace(sink, vert, normal, elements + 3 * e, elemTex + 3 * e, above);
    writeFace(sink, vert, normal, elements + 3 * e, elemTex + 3 * e, below);
  }
  const int* shell = m->flex_shell + m->flex_shelldataadr[flexId];
  for (int s = 0; asSkin && s < m->flex_shellnum[flexId]; s++) {
    writeRim(sink, vert, normal, shell + 2 * s, radius, front);
  }
}

static void updateSolid(const mjModel* m, const mjtNum* vert, int flexId, int asSkin, int layer,
                        mjtNum* normal, FaceSink* sink) {
  static const int tetFaces[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
  mjtNum radius = m->flex_radius[flexId];
  const int* shell = m->flex_shell + m->flex_shelldataadr[flexId];
  if (asSkin) {
    // COMPAT: VIS-FLEX-NORMALS: without a radius the normals point inwards
    const FaceStyle style = {radius, 0, 0, m->flex_flatskin[flexId], radius > 0 ? 1 : -1};
    vertexNormals(vert, m->flex_vertnum[flexId], shell, m->flex_shellnum[flexId], normal);
    for (int s = 0; s < m->flex_shellnum[flexId]; s++) {
      writeFace(sink, vert, normal, shell + 3 * s, shell + 3 * s, style);
    }
    return;
  }
  const FaceStyle style = {radius, 0, 1, 1, 1};
  const int* elements = m->flex_elem + m->flex_elemdataadr[flexId];
  for (int e = 0; e < m->flex_elemnum[flexId]; e++) {
    if (m->flex_elemlayer[m->flex_elemadr[flexId] + e] != layer) {
      continue;
    }
    for (int f = 0; f < 4; f++) {
      int v[3];
      for (int k = 0; k < 3; k++) {
        v[k] = elements[4 * e + tetFaces[f][k]];
      }
      writeFace(sink, vert, normal, v, v, style);
    }
  }
}

void lb_updateFlexes(const mjModel* m, const mjData* d, const mjvOption* opt, mjvScene* scn) {
  int asSkin = opt->flags[mjVIS_FLEXSKIN];
  scn->flexvertopt = opt->flags[mjVIS_FLEXVERT];
  scn->flexedgeopt = opt->flags[mjVIS_FLEXEDGE];
  scn->flexfaceopt = opt->flags[mjVIS_FLEXFACE];
  scn->flexskinopt = opt->flags[mjVIS_FLEXSKIN];
  for (int i = 0; i < m->nflex && i < scn->nflex; i++) {
    const mjtNum* vert = d->flexvert_xpos + 3 * m->flex_vertadr[i];
    float* scnVert = scn->flexvert + 3 * m->flex_vertadr[i];
    for (int k = 0; k < 3 * m->flex_vertnum[i]; k++) {
      scnVert[k] = (float)vert[k];
    }
    scn->flexfaceused[i] = 0;
    if (m->flex_dim[i] < 2 || !(asSkin || opt->flags[mjVIS_FLEXFACE])) {
      continue;
    }
    int first = scn->flexfaceadr[i];
    FaceSink sink = {scn->flexface + 9 * first,
                     scn->flexnormal + 9 * first,
                     scn->flextexcoord + 6 * first,
                     0,
                     scn->flexfacenum[i],
                     NULL,
                     0};
    int firstKnown = m->flex_texcoordadr[i];
    if (firstKnown >= 0) {
      sink.known = m->flex_texcoord + 2 * firstKnown;
      sink.knownCount = (int)m->nflextexcoord - firstKnown;
    }
    mjData* scratch = (mjData*)d;
    mj_markStack(scratch);
    mjtNum* normal = lb_stackNum(scratch, 3 * (size_t)m->flex_vertnum[i]);
    if (m->flex_dim[i] == 2) {
      updateSheet(m, vert, i, asSkin, normal, &sink);
    } else {
      updateSolid(m, vert, i, asSkin, opt->flex_layer, normal, &sink);
    }
    mj_freeStack(scratch);
    scn->flexfaceused[i] = sink.used;
  }
}

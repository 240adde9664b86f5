// Skins: surfaces that bones deform, from files or from the spec.

#pragma once

#include "api/types.h"
#include "base/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lbBoneShape_ {
  const char* body;
  float bindpos[3], bindquat[4];
  int vertexCount;
  int* vertex;
  float* weight;
} lbBoneShape;

typedef struct lbSkinShape_ {
  int vertexCount, texcoordCount, faceCount, boneCount;
  float* vertex;    // (vertexCount x 3)
  float* texcoord;  // (texcoordCount x 2)
  int* face;        // (faceCount x 3)
  lbBoneShape* bone;
} lbSkinShape;

// The skin file `name`, held in memory: four 32-bit integers (vertices, texture coordinates, faces,
// bones), positions, texture coordinates, faces, and for every bone its body's name (40 bytes),
// bind position and orientation, number of vertices, their ids and weights.
lbSkinShape lb_readSkin(lbRegion* region, const char* name, const void* bytes, size_t size);

// Checks indices and makes the weights of every vertex sum to one. Raises an error for a vertex
// that no bone moves.
void lb_finishSkin(lbRegion* region, lbSkinShape* skin);

#ifdef __cplusplus
}
#endif

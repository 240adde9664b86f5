// Passes over assets. Reading them comes first, since geoms take their shape from them; the model's
// arrays are counted when it is laid out and filled when it has its final sizes.

#pragma once

#include "asset/hfield.h"
#include "asset/mesh.h"
#include "asset/skin.h"
#include "asset/texture.h"
#include "compile/context.h"

// Where the parts of a mesh start in the arrays of the model.
typedef struct lbMeshAddress_ {
  int vert, normal, texcoord, face, graph, poly, polyvert, polymap, oct;
} lbMeshAddress;

struct lbWorkMesh_ {
  lbMeshShape shape;
  bool collides;      // used by geoms with contact bits, or in explicit pairs: needs its hull
  bool hasDistances;  // signed distances are asked for: needs its octree
  lbMeshAddress at;
};

// --- reading

// Assets without a name take that of their file, without folder and extension.
void lb_nameAssets(lbCompiler* c);

// Meshes and height fields, skins, textures. Problems of single assets are noted, so that all of
// them are told at once (lb_compileRaise).
void lb_compileMeshes(lbCompiler* c);
void lb_compileHFields(lbCompiler* c);
void lb_compileSkins(lbCompiler* c);
void lb_compileTextures(lbCompiler* c);

// Bodies of skins, when the tree is known.
void lb_checkBones(lbCompiler* c);

// --- into the model

// Paths of the files, without the folders of the compiler settings.
void lb_countPaths(lbCompiler* c);
void lb_fillPaths(lbCompiler* c);

void lb_fillMaterials(lbCompiler* c);

void lb_countMeshData(lbCompiler* c, mjModel* sizes);
void lb_countHFieldData(lbCompiler* c, mjModel* sizes);
void lb_countTextureData(lbCompiler* c, mjModel* sizes);
void lb_fillMeshes(lbCompiler* c);
void lb_fillHFields(lbCompiler* c);
void lb_fillSkins(lbCompiler* c);
void lb_fillTextures(lbCompiler* c);

// Skins; see skin.h. Every count is checked against what is left of the file before it is used.

#include "asset/skin.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

#define NAME_BYTES 40

typedef struct Reader_ {
  lbRegion* region;
  const char* name;  // of the file
  const unsigned char* at;
  size_t left;
} Reader;

static void refuse(const Reader* r, const char* what) {
  lb_error("%s SKN file '%s'", what, r->name);
}

// Copies count items of 4 bytes out of the file.
static void* take(Reader* r, size_t count) {
  if (count > r->left / 4) {
    refuse(r, "insufficient data in");
  }
  void* items = lb_regionAlloc(r->region, count * 4 + 1);
  memcpy(items, r->at, count * 4);
  r->at += count * 4;
  r->left -= count * 4;
  return items;
}

static size_t takeCount(Reader* r) {
  int32_t value;
  memcpy(&value, take(r, 1), sizeof value);
  if (value < 0) {
    refuse(r, "negative size in header of");
  }
  return (size_t)value;
}

static const char* takeName(Reader* r) {
  char* name = lb_regionAlloc(r->region, NAME_BYTES + 1);
  memcpy(name, take(r, NAME_BYTES / 4), NAME_BYTES);
  return name;
}

lbSkinShape lb_readSkin(lbRegion* region, const char* name, const void* bytes, size_t size) {
  enum { HEADER = 16 };
  Reader r = {.region = region, .name = name, .at = bytes, .left = size};
  lbSkinShape skin = {0};
  if (!size) {
    lb_error("SKN file '%s' is empty", name);
  }
  if (size < HEADER) {
    refuse(&r, "missing header in");
  }
  size_t vertices = takeCount(&r), texcoords = takeCount(&r);
  size_t faces = takeCount(&r), bones = takeCount(&r);
  if (bones > r.left / (NAME_BYTES + 32)) {
    refuse(&r, "insufficient data in");
  }
  skin.vertexCount = (int)vertices;
  skin.texcoordCount = (int)texcoords;
  skin.faceCount = (int)faces;
  skin.boneCount = (int)bones;
  skin.vertex = take(&r, lb_checkedSize(vertices, 3));
  skin.texcoord = take(&r, lb_checkedSize(texcoords, 2));
  skin.face = take(&r, lb_checkedSize(faces, 3));
  skin.bone = lb_regionAlloc(region, bones * sizeof *skin.bone + 1);
  for (size_t i = 0; i < bones; i++) {
    lbBoneShape* bone = &skin.bone[i];
    bone->body = takeName(&r);
    memcpy(bone->bindpos, take(&r, 3), sizeof bone->bindpos);
    memcpy(bone->bindquat, take(&r, 4), sizeof bone->bindquat);
    bone->vertexCount = (int)takeCount(&r);
    bone->vertex = take(&r, (size_t)bone->vertexCount);
    bone->weight = take(&r, (size_t)bone->vertexCount);
  }
  if (r.left) {
    refuse(&r, "unexpected buffer size in");
  }
  return skin;
}

void lb_finishSkin(lbRegion* region, lbSkinShape* skin) {
  for (int i = 0; i < 3 * skin->faceCount; i++) {
    if (skin->face[i] < 0 || skin->face[i] >= skin->vertexCount) {
      lb_error("vertex index out of range in face %d of skin", i / 3);
    }
  }
  float* total = lb_regionAlloc(region, lb_checkedSize(skin->vertexCount, sizeof(float)) + 1);
  for (int b = 0; b < skin->boneCount; b++) {
    lbBoneShape* bone = &skin->bone[b];
    double length = 0;
    for (int k = 0; k < 4; k++) {
      length += (double)bone->bindquat[k] * bone->bindquat[k];
    }
    length = sqrt(length);
    for (int k = 0; k < 4 && length > mjMINVAL; k++) {
      bone->bindquat[k] = (float)(bone->bindquat[k] / length);
    }
    for (int k = 0; k < bone->vertexCount; k++) {
      if (bone->vertex[k] < 0 || bone->vertex[k] >= skin->vertexCount) {
        lb_error("vertid %d out of range in skin, bone %d", bone->vertex[k], b);
      }
      total[bone->vertex[k]] += bone->weight[k];
    }
  }
  for (int v = 0; v < skin->vertexCount; v++) {
    if (!(total[v] > 1e-14f)) {
      lb_error("vertex %d must have positive total weight in skin", v);
    }
  }
  for (int b = 0; b < skin->boneCount; b++) {
    lbBoneShape* bone = &skin->bone[b];
    for (int k = 0; k < bone->vertexCount; k++) {
      bone->weight[k] /= total[bone->vertex[k]];
    }
  }
}

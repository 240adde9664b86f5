// Skins of the model.

#include "asset/skin.h"
#include "base/compiler.h"
#include "base/path.h"
#include "compile/asset_file.h"
#include "compile/assets.h"
#include "compile/model_fields.h"

#include <string.h>

static void* copyItems(lbCompiler* c, const void* items, size_t count, size_t size) {
  void* copy = lb_regionAlloc(&c->region, count * size + 1);
  if (count) {
    memcpy(copy, items, count * size);
  }
  return copy;
}

static lbSkinShape fromSpec(lbCompiler* c, const mjsSkin* s) {
  int bones = s->bodyname->count;
  if (!s->vert->count || !s->face->count || !bones || !s->bindpos->count || !s->bindquat->count ||
      !s->vertid->count || !s->vertweight->count) {
    return (lbSkinShape){0};  // which the caller refuses
  }
  if (s->vert->count % 3 || s->face->count % 3) {
    lb_compileError(c, "%s data must be multiple of 3", s->vert->count % 3 ? "Vertex" : "Face");
  }
  if (s->bindpos->count != 3 * bones || s->bindquat->count != 4 * bones ||
      s->vertid->count != bones || s->vertweight->count != bones) {
    lb_compileError(c, "inconsistent bone data in skin");
  }
  lbSkinShape skin = {.vertexCount = s->vert->count / 3,
                      .texcoordCount = s->texcoord->count % 2 ? -1 : s->texcoord->count / 2,
                      .faceCount = s->face->count / 3,
                      .boneCount = bones};
  skin.vertex = copyItems(c, s->vert->items, (size_t)s->vert->count, sizeof(float));
  skin.texcoord = copyItems(c, s->texcoord->items, (size_t)s->texcoord->count, sizeof(float));
  skin.face = copyItems(c, s->face->items, (size_t)s->face->count, sizeof(int));
  skin.bone = LB_WORK_ARRAY(c, lbBoneShape, bones);
  for (int b = 0; b < bones; b++) {
    lbBoneShape* bone = &skin.bone[b];
    const mjIntVec* ids = &s->vertid->items[b];
    const mjFloatVec* weights = &s->vertweight->items[b];
    if (!ids->count || ids->count != weights->count) {
      lb_compileError(c, "vertid and vertweight must have same non-zero size in skin, bone %d", b);
    }
    bone->body = lb_text(&s->bodyname->items[b]);
    memcpy(bone->bindpos, s->bindpos->items + 3 * b, sizeof bone->bindpos);
    memcpy(bone->bindquat, s->bindquat->items + 4 * b, sizeof bone->bindquat);
    bone->vertexCount = ids->count;
    bone->vertex = copyItems(c, ids->items, (size_t)ids->count, sizeof(int));
    bone->weight = copyItems(c, weights->items, (size_t)weights->count, sizeof(float));
  }
  return skin;
}

LB_APART static void compileSkin(lbCompiler* c, int i) {
  const lbSkin* source = LB_SPEC_ITEM(c->spec, lbSkin, mjOBJ_SKIN, i);
  lbSkinShape* skin = &c->skins[i];
  if (!lb_isEmpty(source->s.file)) {
    if (source->s.vert->count || source->s.texcoord->count || source->s.face->count ||
        source->s.bodyname->count) {
      lb_compileError(c, "Both skin data and file were specified: %s", lb_text(source->s.file));
    }
    if (!lb_hasEnding(lb_text(source->s.file), ".skn")) {
      lb_compileError(c, "Unknown skin file type: %s", lb_text(source->s.file));
    }
    lbAssetFile file = lb_readAsset(c, &source->head, lb_settings(&source->head)->meshdir,
                                    lb_text(source->s.file));
    *skin = lb_readSkin(&c->region, lb_text(source->s.file), file.bytes, file.size);
  } else {
    *skin = fromSpec(c, &source->s);
  }
  if (!skin->vertexCount || !skin->faceCount || !skin->boneCount) {
    lb_compileError(c, "Missing data in skin: vertex, face and bone data are required");
  }
  if (skin->texcoordCount && skin->texcoordCount != skin->vertexCount) {
    lb_compileError(c, "Vertex and texcoord data incompatible size in skin");
  }
  lb_finishSkin(&c->region, skin);
  c->sizes.nskinvert += skin->vertexCount;
  c->sizes.nskintexvert += skin->texcoordCount;
  c->sizes.nskinface += skin->faceCount;
  c->sizes.nskinbone += skin->boneCount;
  for (int b = 0; b < skin->boneCount; b++) {
    c->sizes.nskinbonevert += skin->bone[b].vertexCount;
  }
}

LB_APART void lb_compileSkins(lbCompiler* c) {
  c->skins = LB_WORK_ARRAY(c, lbSkinShape, lb_specCount(c->spec, mjOBJ_SKIN));
  lb_compileEach(c, mjOBJ_SKIN, compileSkin);
}

LB_APART void lb_checkBones(lbCompiler* c) {
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_SKIN); i++) {
    c->current = c->spec->lists[mjOBJ_SKIN].items[i];
    for (int b = 0; b < c->skins[i].boneCount; b++) {
      if (lb_compileFind(c, mjOBJ_BODY, c->skins[i].bone[b].body) < 0) {
        lb_compileError(c, "unknown body '%s' in skin", c->skins[i].bone[b].body);
      }
    }
  }
}

LB_APART static void fillBones(lbCompiler* c, const lbSkinShape* skin, int firstBone,
                               int* boneVertex) {
  mjModel* m = c->m;
  for (int b = 0; b < skin->boneCount; b++) {
    const lbBoneShape* bone = &skin->bone[b];
    int k = firstBone + b;
    m->skin_bonevertadr[k] = *boneVertex;
    m->skin_bonevertnum[k] = bone->vertexCount;
    memcpy(m->skin_bonebindpos + 3 * k, bone->bindpos, sizeof bone->bindpos);
    memcpy(m->skin_bonebindquat + 4 * k, bone->bindquat, sizeof bone->bindquat);
    m->skin_bonebodyid[k] = lb_compileFind(c, mjOBJ_BODY, bone->body);
    size_t count = (size_t)bone->vertexCount;
    if (count) {
      memcpy(m->skin_bonevertid + *boneVertex, bone->vertex, count * sizeof(int));
      memcpy(m->skin_bonevertweight + *boneVertex, bone->weight, count * sizeof(float));
    }
    *boneVertex += bone->vertexCount;
  }
}

LB_APART void lb_fillSkins(lbCompiler* c) {
  mjModel* m = c->m;
  int vertex = 0, texcoord = 0, face = 0, bone = 0, boneVertex = 0;
  for (int i = 0; i < m->nskin; i++) {
    const lbSkin* source = LB_SPEC_ITEM(c->spec, lbSkin, mjOBJ_SKIN, i);
    const mjsSkin* s = &source->s;
    const lbSkinShape* skin = &c->skins[i];
    c->current = &source->head;
    m->skin_matid[i] = lb_compileRequire(c, mjOBJ_MATERIAL, lb_text(s->material), "skin", i);
    lb_fillSkinFields(m, i, s);
    m->skin_vertadr[i] = vertex;
    m->skin_vertnum[i] = skin->vertexCount;
    m->skin_texcoordadr[i] = skin->texcoordCount ? texcoord : -1;
    m->skin_faceadr[i] = face;
    m->skin_facenum[i] = skin->faceCount;
    m->skin_boneadr[i] = bone;
    m->skin_bonenum[i] = skin->boneCount;
    memcpy(m->skin_vert + 3 * vertex, skin->vertex, 12 * (size_t)skin->vertexCount);
    if (skin->texcoordCount) {
      memcpy(m->skin_texcoord + 2 * texcoord, skin->texcoord, 8 * (size_t)skin->texcoordCount);
    }
    memcpy(m->skin_face + 3 * face, skin->face, 12 * (size_t)skin->faceCount);
    fillBones(c, skin, bone, &boneVertex);
    vertex += skin->vertexCount;
    texcoord += skin->texcoordCount;
    face += skin->faceCount;
    bone += skin->boneCount;
  }
  c->current = NULL;
}

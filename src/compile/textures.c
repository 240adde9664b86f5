// Textures: read, drawn or given, and written into the model.

#include "asset/texture.h"
#include "base/compiler.h"
#include "compile/asset_file.h"
#include "compile/assets.h"

#include <string.h>

static lbTextureFile textureFile(lbCompiler* c, const lbTexture* t, const char* name) {
  lbAssetFile file = lb_readAsset(c, &t->head, lb_settings(&t->head)->texturedir, name);
  return (lbTextureFile){.name = file.name,
                         .path = file.path,
                         .contentType = lb_text(t->s.content_type),
                         .bytes = file.bytes,
                         .size = file.size};
}

static lbTexturePixels readTexture(lbCompiler* c, const lbTexture* t, int i) {
  const mjsTexture* s = &t->s;
  if (s->data && s->data->count) {
    return lb_userTexture(&c->region, s, s->data->items, (size_t)s->data->count);
  }
  if (s->builtin != mjBUILTIN_NONE) {
    return lb_drawTexture(s);
  }
  if (!lb_isEmpty(s->file)) {
    lb_checkGrid(s);
    return lb_loadTexture(&c->region, s, textureFile(c, t, lb_text(s->file)));
  }
  if (s->type == mjTEXTURE_2D) {
    lb_compileError(c,
                    "Cannot load 2D texture from separate files, texture '%s' (id = %d) has no "
                    "file, no builtin pattern and no data",
                    lb_text(&t->head.name), i);
  }
  lbTextureFile faces[6] = {{0}};
  for (int face = 0; face < 6 && face < s->cubefiles->count; face++) {
    const char* name = lb_text(&s->cubefiles->items[face]);
    if (name[0]) {
      faces[face] = textureFile(c, t, name);
    }
  }
  return lb_loadCubeTexture(&c->region, s, faces);
}

LB_APART static void compileTexture(lbCompiler* c, int i) {
  c->textures[i] = readTexture(c, LB_SPEC_ITEM(c->spec, lbTexture, mjOBJ_TEXTURE, i), i);
}

static size_t textureBytes(const lbTexturePixels* t) {
  return (size_t)t->image.width * t->image.height * t->image.channels;
}

// Decodes a file of which only the header has been read so far: raises when it is damaged.
static void checkTexture(lbCompiler* c, int i) {
  const lbTexturePixels* t = &c->textures[i];
  c->file = t->source.path;
  if (t->source.bytes && !t->image.pixels) {
    lb_writeTexture(lb_regionAllocRaw(&c->region, textureBytes(t)), 0, t);
  }
}

LB_APART void lb_compileTextures(lbCompiler* c) {
  int count = lb_specCount(c->spec, mjOBJ_TEXTURE);
  c->textures = LB_WORK_ARRAY(c, lbTexturePixels, count);
  if (!c->spec->s.compiler.discardvisual) {
    lb_compileEach(c, mjOBJ_TEXTURE, compileTexture);
    // where other problems are told anyway, damaged files are too
    if (c->problems.length) {
      lb_compileEach(c, mjOBJ_TEXTURE, checkTexture);
    }
  }
}

void lb_countTextureData(lbCompiler* c, mjModel* sizes) {
  sizes->ntexdata = 0;
  for (int i = 0; i < sizes->ntex; i++) {
    sizes->ntexdata += (mjtSize)textureBytes(&c->textures[i]);
  }
}

LB_APART static void fillTexture(lbCompiler* c, int i) {
  mjModel* m = c->m;
  const mjsTexture* s = &LB_SPEC_ITEM(c->spec, lbTexture, mjOBJ_TEXTURE, i)->s;
  const lbTexturePixels* t = &c->textures[i];
  c->file = t->source.path;
  m->tex_type[i] = s->type;
  m->tex_colorspace[i] = t->colorspace;
  m->tex_height[i] = t->image.height;
  m->tex_width[i] = t->image.width;
  m->tex_nchannel[i] = t->image.channels;
  m->tex_adr[i] = i ? m->tex_adr[i - 1] + (mjtSize)textureBytes(t - 1) : 0;
  lb_writeTexture(m->tex_data + m->tex_adr[i], (size_t)(m->ntexdata - m->tex_adr[i]), t);
}

LB_APART void lb_fillTextures(lbCompiler* c) {
  // (visuals may have been discarded)
  if (c->m->ntex) {
    lb_compileEach(c, mjOBJ_TEXTURE, fillTexture);
    lb_compileRaise(c);
  }
}

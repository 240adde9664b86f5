// Files of assets: the names that assets take from them, and the paths that the model keeps.

#include "base/compiler.h"
#include "compile/asset_file.h"
#include "compile/assets.h"

#include <string.h>

// kinds in the order of their paths
static const mjtObj kinds[] = {mjOBJ_HFIELD, mjOBJ_MESH, mjOBJ_SKIN, mjOBJ_TEXTURE};
enum { KINDS = sizeof kinds / sizeof *kinds };

static const mjString* fileOf(const lbElement* element, mjtObj kind) {
  return kind == mjOBJ_MESH     ? ((const lbMesh*)element)->s.file
         : kind == mjOBJ_HFIELD ? ((const lbHField*)element)->s.file
         : kind == mjOBJ_SKIN   ? ((const lbSkin*)element)->s.file
                                : ((const lbTexture*)element)->s.file;
}

static int* addresses(mjModel* m, mjtObj kind) {
  return kind == mjOBJ_MESH     ? m->mesh_pathadr
         : kind == mjOBJ_HFIELD ? m->hfield_pathadr
         : kind == mjOBJ_SKIN   ? m->skin_pathadr
                                : m->tex_pathadr;
}

LB_APART void lb_nameAssets(lbCompiler* c) {
  for (int k = 0; k < KINDS; k++) {
    for (int i = 0; i < lb_specCount(c->spec, kinds[k]); i++) {
      lbElement* element = c->spec->lists[kinds[k]].items[i];
      const mjString* file = fileOf(element, kinds[k]);
      if (!lb_isEmpty(&element->name) || lb_isEmpty(file)) {
        continue;
      }
      const char* text = lb_text(file);
      char* stem = lb_regionStrdup(&c->region, text + lb_directoryLength(text));
      char* dot = strrchr(stem, '.');
      if (dot) {
        *dot = 0;
      }
      c->current = element;
      if (mjs_setName(&element->handle, stem)) {
        lb_compileError(c, "repeated name '%s' in %s", stem, lb_elementKind(kinds[k]));
      }
    }
  }
  c->current = NULL;
}

// All paths one after the other, as the model writes them: normalised, without the folders of the
// compiler's settings. Returns their bytes; m may be NULL to count them only.
static size_t putPaths(const lbCompiler* c, mjModel* m) {
  size_t at = 0;
  for (int k = 0; k < KINDS; k++) {
    for (int i = 0; i < lb_specCount(c->spec, kinds[k]); i++) {
      const lbElement* element = c->spec->lists[kinds[k]].items[i];
      const mjString* file = fileOf(element, kinds[k]);
      int id = c->ids[kinds[k]][i];
      if (id < 0) {
        continue;
      }
      if (m) {
        addresses(m, kinds[k])[id] =
            lb_isEmpty(file) ? -1 : lb_sizeAsInt((int64_t)at, "bytes of paths");
      }
      if (!lb_isEmpty(file)) {
        const char* written = lb_strippedPath(element, lb_text(file));
        char* path = lb_joinPath("", written);
        // COMPAT: UR-04: "package://" keeps both
        const char* kept = strstr(written, "//") ? written : path;
        size_t bytes = strlen(kept) + 1;
        if (m) {
          memcpy(m->paths + at, kept, bytes);
        }
        lb_free(path);
        at += bytes;
      }
    }
  }
  return at;
}

void lb_countPaths(lbCompiler* c) {
  size_t bytes = putPaths(c, NULL);
  c->sizes.npaths = bytes ? (mjtSize)bytes : 1;
}

LB_APART void lb_fillPaths(lbCompiler* c) {
  putPaths(c, c->m);
}

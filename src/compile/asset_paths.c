// Files of assets: the names that assets take from them, and the paths that the model keeps.

#include "compile/compile.h"

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

void lb_nameAssets(lbCompiler* c) {
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

// The next path to go to `target` (NULL: only counted); returns its bytes, 0 when there is none.
// Paths are as the model writes them, normalised, without the folders of the compiler's settings.
static size_t putPath(const lbElement* element, mjtObj kind, char* target) {
  const mjString* file = fileOf(element, kind);
  if (lb_isEmpty(file)) {
    return 0;
  }
  char* path = lb_joinPath("", lb_strippedPath(element, lb_text(file)));
  size_t bytes = strlen(path) + 1;
  if (target) {
    memcpy(target, path, bytes);
  }
  lb_free(path);
  return bytes;
}

void lb_countPaths(lbCompiler* c) {
  size_t total = 0;
  for (int k = 0; k < KINDS; k++) {
    for (int i = 0; i < lb_specCount(c->spec, kinds[k]); i++) {
      if (c->ids[kinds[k]][i] >= 0) {
        total += putPath(c->spec->lists[kinds[k]].items[i], kinds[k], NULL);
      }
    }
  }
  c->sizes.npaths = total ? (mjtSize)total : 1;
}

void lb_fillPaths(lbCompiler* c) {
  mjModel* m = c->m;
  int* const addresses[KINDS] = {m->hfield_pathadr, m->mesh_pathadr, m->skin_pathadr, m->tex_pathadr};
  size_t at = 0;
  for (int k = 0; k < KINDS; k++) {
    for (int i = 0; i < lb_specCount(c->spec, kinds[k]); i++) {
      int id = c->ids[kinds[k]][i];
      if (id >= 0) {
        size_t bytes = putPath(c->spec->lists[kinds[k]].items[i], kinds[k], m->paths + at);
        addresses[k][id] = bytes ? (int)at : -1;
        at += bytes;
      }
    }
  }
}

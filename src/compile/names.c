// Names of elements: what must have one, that no two share one, and the model's table of them.

#include "compile/names.h"

#include "base/compiler.h"
#include "model/model.h"

#include <string.h>

// Assets are only reached by name.
static void requireAssetNames(lbCompiler* c) {
  static const mjtObj kinds[] = {mjOBJ_MESH, mjOBJ_HFIELD, mjOBJ_TEXTURE, mjOBJ_MATERIAL};
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < lb_specCount(c->spec, kinds[k]); i++) {
      c->current = c->spec->lists[kinds[k]].items[i];
      bool sky =
          kinds[k] == mjOBJ_TEXTURE && ((const lbTexture*)c->current)->s.type == mjTEXTURE_SKYBOX;
      if (lb_isEmpty(&c->current->name) && !sky) {
        lb_compileError(c, "empty name in %s",
                        kinds[k] == mjOBJ_HFIELD ? "height field" : lb_elementKind(kinds[k]));
      }
    }
  }
  c->current = NULL;
}

// Two elements of a kind with one name would make references ambiguous.
static void refuseRepetitions(lbCompiler* c) {
  for (int n = mjOBJ_BODY; n <= mjNOBJECT; n++) {
    mjtObj kind = n < mjNOBJECT ? (mjtObj)n : mjOBJ_FRAME;
    for (int i = 0; i < lb_specCount(c->spec, kind); i++) {
      const lbElement* element = c->spec->lists[lb_listIndex(kind)].items[i];
      if (lb_isEmpty(&element->name)) {
        continue;
      }
      const lbElement* found = lb_specFind(c->spec, kind, lb_text(&element->name));
      if (found && found != element) {
        c->current = element;
        lb_compileError(c, "repeated name '%s' in %s", lb_text(&element->name),
                        lb_elementKind(kind));
      }
    }
  }
  c->current = NULL;
}

LB_APART void lb_checkNames(lbCompiler* c) {
  requireAssetNames(c);
  refuseRepetitions(c);
}

LB_APART void lb_checkReferences(lbCompiler* c) {
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_GEOM); i++) {
    const lbGeom* geom = LB_SPEC_ITEM(c->spec, lbGeom, mjOBJ_GEOM, i);
    c->current = &geom->head;
    lb_compileRequire(c, mjOBJ_MESH, lb_text(geom->s.meshname), "geom", i);
    lb_compileRequire(c, mjOBJ_HFIELD, lb_text(geom->s.hfieldname), "geom", i);
    lb_compileRequire(c, mjOBJ_MATERIAL, lb_text(geom->s.material), "geom", i);
  }
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_SKIN); i++) {
    const lbSkin* skin = LB_SPEC_ITEM(c->spec, lbSkin, mjOBJ_SKIN, i);
    c->current = &skin->head;
    lb_compileRequire(c, mjOBJ_MATERIAL, lb_text(skin->s.material), "skin", i);
  }
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_PAIR); i++) {
    const mjsPair* pair = &LB_SPEC_ITEM(c->spec, lbPair, mjOBJ_PAIR, i)->s;
    c->current = c->spec->lists[mjOBJ_PAIR].items[i];
    lb_compileRequire(c, mjOBJ_GEOM, lb_text(pair->geomname1), "collision", i);
    lb_compileRequire(c, mjOBJ_GEOM, lb_text(pair->geomname2), "collision", i);
    if (pair->condim != 1 && pair->condim != 3 && pair->condim != 4 && pair->condim != 6) {
      lb_compileError(c, "invalid condim in contact pair");
    }
  }
  c->current = NULL;
}

// The model's own name, then those of all elements in order of kind, each with its zero.
void lb_countNames(lbCompiler* c) {
  const lbSpec* spec = c->spec;
  mjModel* sizes = &c->sizes;
  sizes->nnames = (mjtSize)strlen(lb_text(spec->s.modelname)) + 1;
  for (int type = mjOBJ_BODY; type < mjNOBJECT; type++) {
    int count = type == mjOBJ_XBODY || type == mjOBJ_DOF ? 0 : spec->lists[type].count;
    for (int i = 0; i < count; i++) {
      if (c->ids[type][i] >= 0) {
        sizes->nnames += spec->lists[type].items[i]->name.count + 1;
      }
    }
  }
  // the world body has a name even when nobody gave it one
  if (lb_isEmpty(&spec->world->head.name)) {
    sizes->nnames += (mjtSize)strlen("world");
  }
  sizes->nnames += sizes->nkey - spec->lists[mjOBJ_KEY].count;
  sizes->nnames_map = lb_nameMapSize(sizes);
}

LB_APART void lb_fillNames(lbCompiler* c) {
  mjModel* m = c->m;
  const char* modelName = lb_text(c->spec->s.modelname);
  size_t adr = strlen(modelName) + 1;
  memcpy(m->names, modelName, adr);
  for (int type = mjOBJ_BODY; type < mjNOBJECT; type++) {
    int count = 0;
    int* addresses = lb_nameTable(m, type, &count);
    if (!addresses || type == mjOBJ_XBODY) {
      continue;
    }
    // elements by model id
    const lbElement** byId = LB_WORK_ARRAY(c, const lbElement*, count);
    for (int i = 0; i < c->spec->lists[type].count; i++) {
      if (c->ids[type][i] >= 0) {
        byId[c->ids[type][i]] = c->spec->lists[type].items[i];
      }
    }
    for (int i = 0; i < count; i++) {
      const char* name = byId[i] ? lb_text(&byId[i]->name) : "";
      if (type == mjOBJ_BODY && i == 0 && !name[0]) {
        name = "world";
      }
      size_t bytes = strlen(name) + 1;
      addresses[i] = lb_sizeAsInt((int64_t)adr, "bytes of names");
      memcpy(m->names + adr, name, bytes);
      adr += bytes;
    }
  }
  lb_buildNameMap(m);
}

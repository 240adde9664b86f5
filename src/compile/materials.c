// Materials and the textures that they show.

#include "base/compiler.h"
#include "compile/assets.h"
#include "compile/model_fields.h"

#include <string.h>

LB_APART static void fillMaterial(lbCompiler* c, const lbMaterial* material, int i) {
  mjModel* m = c->m;
  const mjsMaterial* s = &material->s;
  for (int role = 0; role < mjNTEXROLE; role++) {
    m->mat_texid[i * mjNTEXROLE + role] = -1;
    const char* name = role < s->textures->count ? lb_text(&s->textures->items[role]) : "";
    if (!name[0]) {
      continue;
    }
    int texture = lb_compileFind(c, mjOBJ_TEXTURE, name);
    if (texture < 0) {
      lb_compileError(c, "texture '%s' not found in material %d", name, i);
    }
    m->mat_texid[i * mjNTEXROLE + role] = texture;
  }
  lb_fillMaterialFields(m, i, s);
}

LB_APART void lb_fillMaterials(lbCompiler* c) {
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_SITE); i++) {
    const lbSite* site = LB_SPEC_ITEM(c->spec, lbSite, mjOBJ_SITE, i);
    c->current = &site->head;
    if (c->ids[mjOBJ_SITE][i] >= 0) {
      c->m->site_matid[c->ids[mjOBJ_SITE][i]] =
          lb_compileRequire(c, mjOBJ_MATERIAL, lb_text(site->s.material), "site", i);
    }
  }
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_MATERIAL); i++) {
    const lbMaterial* material = LB_SPEC_ITEM(c->spec, lbMaterial, mjOBJ_MATERIAL, i);
    c->current = &material->head;
    if (c->ids[mjOBJ_MATERIAL][i] >= 0) {
      fillMaterial(c, material, c->ids[mjOBJ_MATERIAL][i]);
    }
  }
}

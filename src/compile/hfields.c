// Height fields: elevations from a file or given by the spec, and written into the model.

#include "base/compiler.h"
#include "compile/asset_file.h"
#include "compile/assets.h"

#include <string.h>

LB_APART static void compileHField(lbCompiler* c, int i) {
  const lbHField* hfield = LB_SPEC_ITEM(c->spec, lbHField, mjOBJ_HFIELD, i);
  lbHFieldShape* shape = &c->hfields[i];
  const mjsHField* s = &hfield->s;
  for (int k = 0; k < 4; k++) {
    if (!(s->size[k] > 0)) {
      lb_compileError(c, "size parameter is not positive in hfield");
    }
  }
  if (!lb_isEmpty(s->file)) {
    lbAssetFile file =
        lb_readAsset(c, &hfield->head, lb_settings(&hfield->head)->meshdir, lb_text(s->file));
    *shape = lb_readHField(&c->region, file.name, lb_text(s->content_type), file.bytes, file.size);
  } else {
    if (s->nrow < 1 || s->ncol < 1) {
      lb_compileError(c, "hfield not specified");
    }
    mjtSize count = lb_sizeProduct(s->nrow, s->ncol);
    if (s->userdata->count && s->userdata->count != count) {
      lb_compileError(c, "elevation data length must match nrow*ncol");
    }
    *shape = (lbHFieldShape){.rowCount = s->nrow, .columnCount = s->ncol};
    shape->height = lb_regionAlloc(&c->region, lb_checkedSize(count, sizeof(float)));
    if (s->userdata->count) {
      memcpy(shape->height, s->userdata->items, (size_t)count * sizeof(float));
    }
  }
  lb_normalizeHField(shape);
}

LB_APART void lb_compileHFields(lbCompiler* c) {
  c->hfields = LB_WORK_ARRAY(c, lbHFieldShape, lb_specCount(c->spec, mjOBJ_HFIELD));
  lb_compileEach(c, mjOBJ_HFIELD, compileHField);
}

void lb_countHFieldData(lbCompiler* c, mjModel* sizes) {
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_HFIELD); i++) {
    sizes->nhfielddata += (mjtSize)c->hfields[i].rowCount * c->hfields[i].columnCount;
  }
}

LB_APART void lb_fillHFields(lbCompiler* c) {
  mjModel* m = c->m;
  mjtSize adr = 0;
  for (int i = 0; i < m->nhfield; i++) {
    const mjsHField* s = &LB_SPEC_ITEM(c->spec, lbHField, mjOBJ_HFIELD, i)->s;
    const lbHFieldShape* shape = &c->hfields[i];
    memcpy(m->hfield_size + 4 * i, s->size, 4 * sizeof(mjtNum));
    m->hfield_nrow[i] = shape->rowCount;
    m->hfield_ncol[i] = shape->columnCount;
    m->hfield_adr[i] = lb_sizeAsInt(adr, "elevations");
    mjtSize count = (mjtSize)shape->rowCount * shape->columnCount;
    if (count) {
      memcpy(m->hfield_data + adr, shape->height, (size_t)count * sizeof(float));
    }
    adr += count;
  }
}

// Tendons and their paths, and the sparsity of the tendon Jacobian.

#include "base/compiler.h"
#include "compile/attributes.h"
#include "compile/elements.h"
#include "compile/model_fields.h"
#include "compile/sparse_rows.h"
#include "math/inline.h"
#include "model/actuator_link.h"

#include <string.h>

LB_NORETURN static void pathError(lbCompiler* c, const lbTendon* tendon, const char* problem) {
  lb_compileError(c, "tendon '%s' (id = %d): %s", lb_text(&tendon->head.name), tendon->head.id,
                  problem);
}

#define PATH_ERROR(c, tendon, ...) pathError(c, tendon, lb_regionPrintf(&(c)->region, __VA_ARGS__))

static bool isGeomWrap(mjtWrap type) {
  return type == mjWRAP_SPHERE || type == mjWRAP_CYLINDER;
}

static bool isSameSite(const lbWrap* a, const lbWrap* b) {
  return !strcmp(lb_text(&a->head.name), lb_text(&b->head.name));
}

// Rules of spatial paths: branches of two or more points, geoms between sites, no doubled sites.
static void checkSpatialPath(lbCompiler* c, const lbTendon* tendon) {
  int count = tendon->wraps.count;
  lbWrap* const* w = tendon->wraps.items;
  for (int i = 0; i < count; i++) {
    mjtWrap type = w[i]->s.type;
    mjtWrap before = i ? w[i - 1]->s.type : mjWRAP_NONE;
    mjtWrap after = i + 1 < count ? w[i + 1]->s.type : mjWRAP_NONE;
    if (type == mjWRAP_PULLEY) {
      if (after == mjWRAP_NONE) {
        PATH_ERROR(c, tendon, "path ends with pulley");
      }
      if (after == mjWRAP_PULLEY) {
        PATH_ERROR(c, tendon, "consecutive pulleys (pos %d)", i + 1);
      }
    } else if (type == mjWRAP_SITE) {
      bool lonely = (before == mjWRAP_NONE || before == mjWRAP_PULLEY) &&
                    (after == mjWRAP_NONE || after == mjWRAP_PULLEY);
      if (lonely) {
        PATH_ERROR(c, tendon, "site %d needs a neighbor that is not a pulley", i);
      }
      if (after == mjWRAP_SITE && isSameSite(w[i], w[i + 1])) {
        PATH_ERROR(c, tendon, "site %d is repeated", i);
      }
    } else if (isGeomWrap(type)) {
      if (before != mjWRAP_SITE || after != mjWRAP_SITE) {
        PATH_ERROR(c, tendon, "geom at pos %d not bracketed by sites", i);
      }
    } else {
      PATH_ERROR(c, tendon, "joint wrap found in spatial path at pos %d", i);
    }
  }
}

static bool isFixed(const lbTendon* tendon) {
  return tendon->wraps.items[0]->s.type == mjWRAP_JOINT;
}

// What is known before the objects of a path are.
static void checkShape(lbCompiler* c, const lbTendon* tendon) {
  if (!tendon->wraps.count) {
    PATH_ERROR(c, tendon, "path cannot be empty");
  }
  if (isFixed(tendon)) {
    return;
  }
  if (tendon->wraps.count < 2) {
    PATH_ERROR(c, tendon, "spatial path must contain at least two objects");
  }
  if (!(tendon->s.width > 0)) {
    lb_compileError(c, "tendon '%s' (id = %d) must have positive width",
                    lb_text(&tendon->head.name), tendon->head.id);
  }
}

static void checkPath(lbCompiler* c, const lbTendon* tendon) {
  if (!isFixed(tendon)) {
    checkSpatialPath(c, tendon);
    return;
  }
  for (int i = 0; i < tendon->wraps.count; i++) {
    if (tendon->wraps.items[i]->s.type != mjWRAP_JOINT) {
      PATH_ERROR(c, tendon, "spatial object found in fixed path at pos %d", i);
    }
  }
}

static void checkArmature(lbCompiler* c, const lbTendon* tendon) {
  if (tendon->s.armature < 0) {
    PATH_ERROR(c, tendon, "tendon armature cannot be negative");
  }
  for (int i = 0; i < tendon->wraps.count && tendon->s.armature > 0; i++) {
    if (isGeomWrap(tendon->wraps.items[i]->s.type)) {
      PATH_ERROR(c, tendon, "geom wrapping not supported by tendon armature");
    }
  }
}

// An object that a path names.
static int findWrapped(lbCompiler* c, const lbWrap* wrap, mjtObj type, const char* kind,
                       const mjString* name, int position) {
  int id = lb_compileFind(c, type, lb_text(name));
  if (id < 0) {
    if (wrap->s.type == mjWRAP_SITE) {
      // COMPAT: MODEL-WRAP: of a site the message leaves out the tendon
      lb_compileError(c, "site '%s' not found in wrap %d", lb_text(name), position);
    }
    lb_compileError(c, "%s '%s' not found in tendon %d, wrap %d", kind, lb_text(name),
                    wrap->tendon->head.id, position);
  }
  return id;
}

static void fillWrap(lbCompiler* c, const lbWrap* wrap, int i, int position) {
  mjModel* m = c->m;
  const mjString* target = &wrap->head.name;
  c->current = &wrap->head;
  m->wrap_type[i] = wrap->s.type;
  m->wrap_objid[i] = -1;
  m->wrap_prm[i] = 0;
  switch (wrap->s.type) {
    case mjWRAP_JOINT:
      m->wrap_objid[i] = findWrapped(c, wrap, mjOBJ_JOINT, "joint", target, position);
      m->wrap_prm[i] = wrap->parameter;
      break;
    case mjWRAP_PULLEY:
      if (!(wrap->parameter >= 0)) {
        lb_compileError(c, "pulley has negative divisor in tendon %d, wrap %d",
                        wrap->tendon->head.id, position);
      }
      m->wrap_prm[i] = wrap->parameter;
      break;
    case mjWRAP_SITE:
      m->wrap_objid[i] = findWrapped(c, wrap, mjOBJ_SITE, "site", target, position);
      break;
    default: {
      int geom = findWrapped(c, wrap, mjOBJ_GEOM, "geom", target, position);
      if ((m->geom_type[geom] != mjGEOM_SPHERE && m->geom_type[geom] != mjGEOM_CYLINDER)) {
        lb_compileError(c, "geom '%s' in tendon %d, wrap %d is not sphere or cylinder",
                        lb_text(target), wrap->tendon->head.id, position);
      }
      m->wrap_type[i] = m->geom_type[geom] == mjGEOM_SPHERE ? mjWRAP_SPHERE : mjWRAP_CYLINDER;
      m->wrap_objid[i] = geom;
      m->wrap_prm[i] = -1;
      if (!lb_isEmpty(&wrap->sidesite)) {
        m->wrap_prm[i] = findWrapped(c, wrap, mjOBJ_SITE, "side site", &wrap->sidesite, position);
      }
    }
  }
}

LB_APART static void fillTendon(lbCompiler* c, const lbTendon* tendon, int i, int* wrapCount) {
  mjModel* m = c->m;
  const mjsTendon* s = &tendon->s;
  c->current = &tendon->head;
  checkShape(c, tendon);
  m->tendon_adr[i] = *wrapCount;
  m->tendon_num[i] = tendon->wraps.count;
  for (int k = 0; k < tendon->wraps.count; k++) {
    fillWrap(c, tendon->wraps.items[k], (*wrapCount)++, k);
  }
  c->current = &tendon->head;
  checkPath(c, tendon);
  checkArmature(c, tendon);
  bool limited = lb_resolveLimited(c, s->limited, s->range, "tendon", "");
  bool forceLimited = lb_resolveLimited(c, s->actfrclimited, s->actfrcrange, "tendon", "actfrc");
  if (limited && s->range[0] >= s->range[1]) {
    lb_compileError(c, "invalid limits in tendon");
  }
  bool holdsZero = s->actfrcrange[0] <= 0 && s->actfrcrange[1] >= 0;
  if (forceLimited && (s->actfrcrange[0] >= s->actfrcrange[1] || !holdsZero)) {
    lb_compileError(c, "invalid actuatorfrcrange in tendon '%s' (id = %d)",
                    lb_text(&tendon->head.name), i);
  }
  if (s->springlength[0] > s->springlength[1]) {
    lb_compileError(c, "invalid springlength in tendon");
  }
  m->tendon_matid[i] = lb_compileRequire(c, mjOBJ_MATERIAL, lb_text(s->material), "tendon", i);
  m->tendon_actuatorid[i] = LB_NO_ACTUATOR;
  lb_fillTendonFields(m, i, s);
  m->tendon_limited[i] = limited;
  m->tendon_actfrclimited[i] = forceLimited;
}

// --- Jacobian pattern

// The dofs that a tendon's length may depend on.
static void addTendonDofs(lbDofSet* set, const mjModel* m, int tendon) {
  for (int k = m->tendon_adr[tendon]; k < m->tendon_adr[tendon] + m->tendon_num[tendon]; k++) {
    int id = m->wrap_objid[k];
    switch (m->wrap_type[k]) {
      case mjWRAP_JOINT:
        lb_addDof(set, m->jnt_dofadr[id]);
        break;
      case mjWRAP_SITE:
        lb_addBodyDofs(set, m, m->site_bodyid[id]);
        break;
      case mjWRAP_SPHERE:
      case mjWRAP_CYLINDER:
        lb_addBodyDofs(set, m, m->geom_bodyid[id]);
        break;
      default:
        break;
    }
  }
}

// The trees a tendon touches, in the order of its path; two of them are remembered.
LB_APART static void fillTrees(mjModel* m, int tendon, int stamp, int* marks) {
  int count = 0;
  int* ids = m->tendon_treeid + 2 * tendon;
  ids[0] = ids[1] = -1;
  for (int k = m->tendon_adr[tendon]; k < m->tendon_adr[tendon] + m->tendon_num[tendon]; k++) {
    int id = m->wrap_objid[k], type = m->wrap_type[k];
    int body = type == mjWRAP_PULLEY  ? 0
               : type == mjWRAP_JOINT ? m->jnt_bodyid[id]
               : type == mjWRAP_SITE  ? m->site_bodyid[id]
                                      : m->geom_bodyid[id];
    int tree = m->body_treeid[body];
    if (tree >= 0 && marks[tree] != stamp) {
      marks[tree] = stamp;
      if (count < 2) {
        ids[count] = tree;
      }
      count++;
    }
  }
  m->tendon_treenum[tendon] = count;
}

void lb_countTendonJacobian(lbCompiler* c, mjModel* sizes) {
  const mjModel* m = c->m;
  lbDofSet set = lb_makeDofSet(c, m);
  for (int i = 0; i < m->ntendon; i++) {
    lb_clearDofs(&set);
    addTendonDofs(&set, m, i);
    lb_appendRow(c, &c->tendonRows, &set);
  }
  sizes->nJten = c->tendonRows.entries;
}

LB_APART void lb_fillTendonJacobian(lbCompiler* c) {
  mjModel* m = c->m;
  int* treeMarks = LB_WORK_ARRAY(c, int, m->ntree);
  int adr = 0;
  for (int i = 0; i < m->ntendon; i++) {
    adr = lb_writeRow(&c->tendonRows, i, adr, &m->ten_J_rowadr[i], &m->ten_J_rownnz[i],
                      m->ten_J_colind);
    fillTrees(m, i, i + 1, treeMarks);
  }
}

// The rotor of a spatial tendon couples the dofs of the bodies on its path so that
// their inertia is no longer diagonal. COMPAT: TENDON-ARMATURE-FIXED: that of a fixed tendon does
// not.
static void coupleBodies(mjModel* m, int tendon) {
  if (m->tendon_armature[tendon] == 0) {
    return;
  }
  for (int k = m->tendon_adr[tendon]; k < m->tendon_adr[tendon] + m->tendon_num[tendon]; k++) {
    int id = m->wrap_objid[k];
    if (m->wrap_type[k] == mjWRAP_SITE) {
      m->body_simple[m->site_bodyid[id]] = 0;
    } else if (m->wrap_type[k] == mjWRAP_SPHERE || m->wrap_type[k] == mjWRAP_CYLINDER) {
      m->body_simple[m->geom_bodyid[id]] = 0;
    }
  }
}

LB_APART void lb_fillTendons(lbCompiler* c) {
  int wraps = 0;
  for (int i = 0; i < lb_specCount(c->spec, mjOBJ_TENDON); i++) {
    fillTendon(c, LB_SPEC_ITEM(c->spec, lbTendon, mjOBJ_TENDON, i), i, &wraps);
    coupleBodies(c->m, i);
  }
}

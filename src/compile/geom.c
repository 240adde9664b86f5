// Geoms and sites: assets, pose and sizes, mass, bounds.

#include "base/compiler.h"
#include "compile/assets.h"
#include "compile/frames.h"
#include "compile/shape.h"
#include "compile/tree_parts.h"
#include "math/inline.h"
#include "math/pose.h"

static void resolveGeomAssets(lbCompiler* c, lbWorkGeom* g) {
  const char* name = lb_text(&g->source->head.name);
  int id = g->source->head.id;
  g->meshId = lb_compileRequire(c, mjOBJ_MESH, lb_text(g->s.meshname), "geom", id);
  g->hfieldId = lb_compileRequire(c, mjOBJ_HFIELD, lb_text(g->s.hfieldname), "geom", id);
  g->materialId = lb_compileRequire(c, mjOBJ_MATERIAL, lb_text(g->s.material), "geom", id);
  if ((g->s.type == mjGEOM_MESH || g->s.type == mjGEOM_SDF) && g->meshId < 0) {
    lb_compileError(c, "mesh geom '%s' (id = %d) must have valid meshid", name, id);
  }
  if ((g->s.type == mjGEOM_HFIELD) != (g->hfieldId >= 0)) {
    lb_compileError(c, "hfield geom '%s' (id = %d) must have valid hfieldid", name, id);
  }
}

// Mass and inertia of a primitive, from its mass or its density.
static void weighGeom(lbCompiler* c, lbWorkGeom* g) {
  bool shell = g->s.typeinertia == mjINERTIA_SHELL;
  double volume = lb_geomVolume(g->s.type, g->s.size, shell);
  g->mass = isnan(g->s.mass) ? volume * g->s.density : g->s.mass;
  g->mass = volume > LB_SMALLEST_MASS ? g->mass : 0;
  lb_geomInertia(g->inertia, g->s.type, g->mass, g->s.size, shell);
}

void lb_compileGeom(lbCompiler* c, lbWorkGeom* g) {
  mjsGeom* s = &g->s;
  if (s->condim != 1 && s->condim != 3 && s->condim != 4 && s->condim != 6) {
    lb_compileError(c, "invalid condim in geom");
  }
  resolveGeomAssets(c, g);
  if (s->type == mjGEOM_PLANE && g->body->moves) {
    lb_compileError(c, "plane only allowed in static bodies");
  }

  // pose and sizes: by fromto, or as given
  if (isnan(s->fromto[0])) {
    lb_resolveQuat(c, s->quat, &s->alt, "geom", g->source->head.id);
  } else {
    lb_shapeFromTo(c, s->type, s->fromto, s->pos, s->quat, s->size);
    if (g->meshId >= 0) {
      lb_compileError(c, "fromto cannot be used with mesh geom");
    }
  }
  bool meshShape = s->type == mjGEOM_MESH || s->type == mjGEOM_SDF;
  if (meshShape && g->meshId >= 0 && s->typeinertia == mjINERTIA_SHELL) {
    lb_compileError(c, "for mesh geoms, inertia should be specified in the mesh asset");
  }
  // shape taken from an asset: the pose moves to the asset's principal frame
  if (g->meshId >= 0) {
    lb_meshGeom(c, g);
  }
  lb_checkSizes(c, s->type, s->size);
  if (s->type == mjGEOM_HFIELD) {
    lb_hfieldGeom(c, g);
  }
  lb_applyFrames(c, g->source->head.frame, s->pos, s->quat);
  lb_unitLength(s->quat, 4);

  if (!meshShape) {
    weighGeom(c, g);
  }
  if (!meshShape && s->type != mjGEOM_HFIELD) {
    lb_boundShape(g);
  }
  // a mass that nothing asks for may be anything
  const lbWorkBody* body = g->body;
  bool isAsked = !body->s.explicitinertial ||
                 lb_settings(&body->source->head)->inertiafromgeom == mjINERTIAFROMGEOM_TRUE;
  if ((g->mass < 0 || g->inertia[0] < 0 || g->inertia[1] < 0 || g->inertia[2] < 0 ||
       s->density < 0) &&
      isAsked && lb_isInertiaGroup(body, s->group) && (body->id > 0 || body->source->head.id > 0)) {
    lb_compileError(c, "mass, inertia or density are negative in geom");
  }
}

LB_APART void lb_compileSite(lbCompiler* c, lbWorkSite* site) {
  mjsSite* s = &site->s;
  const char* name = lb_text(&site->source->head.name);
  int id = site->source->head.id;
  site->meshId = lb_compileRequire(c, mjOBJ_MESH, lb_text(s->meshname), "site", id);
  if (s->type == mjGEOM_PLANE || s->type == mjGEOM_HFIELD ||
      (s->type == mjGEOM_MESH && site->meshId < 0)) {
    lb_compileError(c,
                    "meshes, hfields and planes not allowed in site '%s' (id = %d), meshes must "
                    "have valid meshid",
                    name, id);
  }
  if (s->type != mjGEOM_MESH && site->meshId >= 0) {
    lb_compileError(c, "mesh can only be specified for mesh sites, in site '%s' (id = %d)", name,
                    id);
  }
  if (isnan(s->fromto[0])) {
    lb_resolveQuat(c, s->quat, &s->alt, "site", id);
  } else {
    lb_shapeFromTo(c, s->type, s->fromto, s->pos, s->quat, s->size);
  }
  lb_applyFrames(c, site->source->head.frame, s->pos, s->quat);
  lb_unitLength(s->quat, 4);
  lb_checkSizes(c, s->type, s->size);
  if (site->meshId >= 0) {
    lb_copy3(s->size, c->meshes[site->meshId].shape.reach);
  }
}

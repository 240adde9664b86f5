// Geoms that take their shape from a mesh or a height field.

#include "base/compiler.h"
#include "compile/assets.h"
#include "compile/shape.h"
#include "compile/tree_parts.h"
#include "math/inline.h"
#include "math/pose.h"

// The primitive that stands in for a mesh: same inertia box, or same bounding box.
static void fitPrimitive(lbCompiler* c, lbWorkGeom* g, const lbMeshShape* mesh, double offset[3]) {
  mjsGeom* s = &g->s;
  bool useBounds = c->spec->s.compiler.fitaabb;  // of the whole, whatever an attached model says
  const double* box = useBounds ? mesh->aabb + 3 : mesh->boxSize;
  double widest = lb_max(box[0], box[1]);
  double radius = useBounds ? widest : 0.5 * (box[0] + box[1]);
  lb_zero3(offset);
  if (useBounds) {
    lb_copy3(offset, mesh->aabb);
  }
  // numbers of size that the type does not use stay as given
  switch (s->type) {
    case mjGEOM_SPHERE:
      s->size[0] = useBounds ? lb_max(widest, box[2]) : (box[0] + box[1] + box[2]) / 3;
      break;
    case mjGEOM_CAPSULE:
      s->size[0] = radius;
      s->size[1] = lb_max(0, box[2] - (useBounds ? radius : radius / 2));
      break;
    case mjGEOM_CYLINDER:
      s->size[0] = radius;
      s->size[1] = box[2];
      break;
    case mjGEOM_ELLIPSOID:
    case mjGEOM_BOX:
      lb_copy3(s->size, box);
      break;
    default:
      lb_compileError(c, "invalid geom type in fitting mesh %s", lb_text(s->meshname));
  }
  lb_scl3(s->size, s->size, s->fitscale);
}

LB_APART void lb_meshGeom(lbCompiler* c, lbWorkGeom* g) {
  mjsGeom* s = &g->s;
  const lbMeshShape* mesh = &c->meshes[g->meshId].shape;
  double pos[3], quat[4], offset[3] = {0};
  bool isMesh = s->type == mjGEOM_MESH || s->type == mjGEOM_SDF;
  if (!isMesh) {
    fitPrimitive(c, g, mesh, offset);
  } else {
    lb_copy3(s->size, mesh->reach);
    lb_copy6(g->aabb, mesh->aabb);
    g->rbound = lb_norm3(mesh->reach);
    g->mass = isnan(s->mass) ? s->density * mesh->volume : s->mass;
    lb_geomInertia(g->inertia, mjGEOM_BOX, g->mass, mesh->boxSize, false);
  }

  // from the file's frame to the mesh's, whose origin may be the centre of a bounding box
  lb_turn(pos, offset, mesh->quat);
  lb_addTo3(pos, mesh->pos);
  lb_turn(offset, pos, s->quat);
  lb_addTo3(s->pos, offset);
  lb_mulQuat(quat, s->quat, mesh->quat);
  lb_copy4(s->quat, quat);

  // what is given in the geom's frame turns with it
  double back[4], velocity[6], atOrigin[3];
  lb_negQuat(back, mesh->quat);
  lb_cross(atOrigin, s->surfacevel + 3, pos);
  lb_addTo3(atOrigin, s->surfacevel);
  lb_turn(velocity, atOrigin, back);
  lb_turn(velocity + 3, s->surfacevel + 3, back);
  lb_copy6(s->surfacevel, velocity);

  // a geom without material shows its mesh's
  const lbMesh* source = LB_SPEC_ITEM(c->spec, lbMesh, mjOBJ_MESH, g->meshId);
  if (g->materialId < 0) {
    g->materialId =
        lb_compileRequire(c, mjOBJ_MATERIAL, lb_text(source->s.material), "mesh", source->head.id);
  }
}

void lb_hfieldGeom(lbCompiler* c, lbWorkGeom* g) {
  const double* size = LB_SPEC_ITEM(c->spec, lbHField, mjOBJ_HFIELD, g->hfieldId)->s.size;
  lb_set3(g->s.size, size[0], size[1], 0.25 * size[2] + 0.5 * size[3]);
  lb_set3(g->aabb, 0, 0, (size[2] - size[3]) / 2);
  lb_set3(g->aabb + 3, size[0], size[1], (size[2] + size[3]) / 2);
  double tallest = lb_max(size[2], size[3]);
  g->rbound = sqrt(size[0] * size[0] + size[1] * size[1] + tallest * tallest);
}

// Geoms and sites: type and asset checks, sizes, fromto, mass, bounding boxes, fluid coefficients.
//
// The inertia of a shell is that of the solid's boundary: exact for spheres, capsules, cylinders
// and boxes; an ellipsoid takes the area of Thomsen's formula and, for the distribution, the
// difference of two ellipsoids whose semi-axes differ by a small amount. Added mass of the
// ellipsoidal fluid model follows Lamb (Hydrodynamics, 114-115), with the shape integrals by
// Gauss-Kronrod quadrature.

#include "compile/compile.h"
#include "math/inline.h"
#include "math/libm.h"
#include "math/pose.h"

#include <string.h>

// Numbers of size[] that count for a type.
static int sizeCount(int type) {
  switch (type) {
    case mjGEOM_SPHERE:
      return 1;
    case mjGEOM_CAPSULE:
    case mjGEOM_CYLINDER:
      return 2;
    case mjGEOM_PLANE:
    case mjGEOM_ELLIPSOID:
    case mjGEOM_BOX:
      return 3;
    default:
      return 0;
  }
}

// The quaternion turning +z to `axis`, which is normalised.
static void axisToQuat(double quat[4], const double axis[3]) {
  double z[3] = {0, 0, 1}, cross[3];
  lb_cross(cross, z, axis);
  double sine = lb_unitLength(cross, 3);
  if (sine == 0) {
    cross[0] = 1;
    cross[1] = cross[2] = 0;
  }
  double angle = lb_atan2(sine, axis[2]);
  lb_set4(quat, lb_cos(angle / 2), cross[0] * lb_sin(angle / 2), cross[1] * lb_sin(angle / 2),
          cross[2] * lb_sin(angle / 2));
}

void lb_shapeFromTo(lbCompiler* c, int type, const double fromto[6], double pos[3], double quat[4],
                    double size[3]) {
  if (type != mjGEOM_CAPSULE && type != mjGEOM_CYLINDER && type != mjGEOM_ELLIPSOID &&
      type != mjGEOM_BOX) {
    lb_compileError(c, "fromto requires capsule, cylinder, box or ellipsoid in geom");
  }
  if (pos[0] || pos[1] || pos[2]) {
    lb_compileError(c, "both pos and fromto defined in geom");
  }
  double axis[3];
  lb_sub3(axis, fromto, fromto + 3);
  double length = lb_unitLength(axis, 3);
  if (!(length > 0)) {
    lb_compileError(c, "fromto points too close in geom");
  }
  if (type == mjGEOM_BOX || type == mjGEOM_ELLIPSOID) {
    size[1] = size[0];
    size[2] = length / 2;
  } else {
    size[1] = length / 2;
  }
  lb_add3(pos, fromto, fromto + 3);
  lb_scl3(pos, pos, 0.5);
  axisToQuat(quat, axis);
}

void lb_checkSizes(lbCompiler* c, int type, const double size[3]) {
  if (type == mjGEOM_PLANE) {
    if (!(size[2] > 0)) {
      lb_compileError(c, "plane size(3) must be positive");
    }
    return;
  }
  for (int i = 0; i < sizeCount(type); i++) {
    if (!(size[i] > 0)) {
      lb_compileError(c, "size %d must be positive in geom", i);
    }
  }
}

// --- mass

double lb_geomVolume(int type, const double s[3], bool shell) {
  double r = s[0], height = 2 * s[1];
  switch (type) {
    case mjGEOM_SPHERE:
      return shell ? 4 * mjPI * r * r : 4 * mjPI * r * r * r / 3;
    case mjGEOM_CAPSULE:
      return shell ? 2 * mjPI * r * height + 4 * mjPI * r * r
                   : mjPI * (r * r * height + 4 * r * r * r / 3);
    case mjGEOM_CYLINDER:
      return shell ? 2 * mjPI * r * height + 2 * mjPI * r * r : mjPI * r * r * height;
    case mjGEOM_ELLIPSOID: {
      if (!shell) {
        return 4 * mjPI * s[0] * s[1] * s[2] / 3;
      }
      double p = 1.6075;
      double sum = lb_pow(s[0] * s[1], p) + lb_pow(s[1] * s[2], p) + lb_pow(s[2] * s[0], p);
      return 4 * mjPI * lb_pow(sum / 3, 1 / p);
    }
    case mjGEOM_HFIELD:
    case mjGEOM_BOX:
      return shell ? 8 * (s[0] * s[1] + s[1] * s[2] + s[2] * s[0]) : 8 * s[0] * s[1] * s[2];
    default:
      return 0;
  }
}

static void capsuleInertia(double inertia[3], double mass, const double s[3], bool shell) {
  double r = s[0], height = 2 * s[1];
  if (shell) {
    // open tube and two half shells, by area
    double sphereMass = mass * 2 * r / (2 * r + height), tubeMass = mass - sphereMass;
    inertia[0] = inertia[1] = tubeMass * (6 * r * r + height * height) / 12;
    inertia[2] = tubeMass * r * r;
    double sphere = 2 * sphereMass * r * r / 3;
    double shift = sphereMass * height * (height + 2 * r) / 4;
    inertia[0] += sphere + shift;
    inertia[1] += sphere + shift;
    inertia[2] += sphere;
    return;
  }
  double sphereMass = mass * 4 * r / (4 * r + 3 * height), tubeMass = mass - sphereMass;
  inertia[0] = inertia[1] = tubeMass * (3 * r * r + height * height) / 12;
  inertia[2] = tubeMass * r * r / 2;
  double sphere = 2 * sphereMass * r * r / 5;
  double shift = sphereMass * height * (3 * r + 2 * height) / 8;
  inertia[0] += sphere + shift;
  inertia[1] += sphere + shift;
  inertia[2] += sphere;
}

static void ellipsoidShellInertia(double inertia[3], double mass, const double s[3]) {
  double inner[3], outer[3], volume[2];
  for (int layer = 0; layer < 2; layer++) {
    double e = layer * 1e-6, a = s[0] + e, b = s[1] + e, d = s[2] + e;
    double* solid = layer ? outer : inner;
    volume[layer] = 4.0 / 3 * mjPI * a * b * d;
    solid[0] = volume[layer] * (b * b + d * d) / 5;
    solid[1] = volume[layer] * (a * a + d * d) / 5;
    solid[2] = volume[layer] * (a * a + b * b) / 5;
  }
  for (int i = 0; i < 3; i++) {
    inertia[i] = mass * (outer[i] - inner[i]) / (volume[1] - volume[0]);
  }
}

void lb_geomInertia(double inertia[3], int type, double mass, const double s[3], bool shell) {
  double r = s[0], height = 2 * s[1];
  lb_zero3(inertia);
  switch (type) {
    case mjGEOM_SPHERE:
      inertia[0] = inertia[1] = inertia[2] = 2 * mass * r * r / (shell ? 3 : 5);
      break;
    case mjGEOM_CAPSULE:
      capsuleInertia(inertia, mass, s, shell);
      break;
    case mjGEOM_CYLINDER:
      if (shell) {
        // tube and two discs, by area
        double discMass = mass * r / (height + r) / 2, tubeMass = mass - 2 * discMass;
        inertia[0] = inertia[1] = tubeMass * (6 * r * r + height * height) / 12 +
                                  2 * discMass * (r * r / 4 + height * height / 4);
        inertia[2] = tubeMass * r * r + discMass * r * r;
      } else {
        inertia[0] = inertia[1] = mass * (3 * r * r + height * height) / 12;
        inertia[2] = mass * r * r / 2;
      }
      break;
    case mjGEOM_ELLIPSOID:
      if (shell) {
        ellipsoidShellInertia(inertia, mass, s);
      } else {
        for (int i = 0; i < 3; i++) {
          double a = s[(i + 1) % 3], b = s[(i + 2) % 3];
          inertia[i] = mass * (a * a + b * b) / 5;
        }
      }
      break;
    case mjGEOM_HFIELD:  // weighs like the box of its size
    case mjGEOM_BOX: {
      double total = s[0] * s[1] + s[1] * s[2] + s[2] * s[0];
      for (int i = 0; i < 3; i++) {
        double a = s[i], b = s[(i + 1) % 3], d = s[(i + 2) % 3];
        if (!shell) {
          inertia[i] = mass * (b * b + d * d) / 3;
          continue;
        }
        // faces normal to this axis lie in its plane of rotation, the other two pairs are offset
        double faceA = mass * b * d / total, faceB = mass * a * d / total,
               faceD = mass * a * b / total;
        inertia[i] =
            faceA * (b * b + d * d) / 3 + faceB * (b * b + d * d / 3) + faceD * (b * b / 3 + d * d);
      }
      break;
    }
    default:
      break;
  }
}

// --- bounds

static void boundGeom(lbWorkGeom* g) {
  const double* s = g->s.size;
  double half[3] = {s[0], s[1], s[2]};
  memset(g->aabb, 0, sizeof g->aabb);
  switch (g->s.type) {
    case mjGEOM_SPHERE:
      half[1] = half[2] = s[0];
      g->rbound = s[0];
      break;
    case mjGEOM_CAPSULE:
      half[1] = s[0];
      half[2] = s[0] + s[1];
      g->rbound = s[0] + s[1];
      break;
    case mjGEOM_CYLINDER:
      half[1] = s[0];
      half[2] = s[1];
      g->rbound = sqrt(s[0] * s[0] + s[1] * s[1]);
      break;
    case mjGEOM_ELLIPSOID:
      g->rbound = lb_max(lb_max(s[0], s[1]), s[2]);
      break;
    case mjGEOM_BOX:
      g->rbound = lb_norm3(s);
      break;
    default:
      // everything below the plane
      half[0] = half[1] = mjMAXVAL;
      half[2] = mjMAXVAL / 2;
      g->aabb[2] = -mjMAXVAL / 2;
      g->rbound = 0;
      break;
  }
  lb_copy3(g->aabb + 3, half);
}

// --- fluid

// Shape integral of an ellipsoid along its first axis: 15 points of Gauss and Kronrod on [0, 1].
// COMPAT: FLU-26, nodes and weights of 8 decimals, which thin shapes feel in the eighth digit.
static double shapeIntegral(double dx, double dy, double dz) {
  static const double node[15] = {0.00427231, 0.02544604, 0.06756779, 0.12923441, 0.20695638,
                                  0.29707742, 0.39610752, 0.50000000, 0.60389248, 0.70292258,
                                  0.79304362, 0.87076559, 0.93243221, 0.97455396, 0.99572769};
  static const double weight[15] = {0.01146766, 0.03154605, 0.05239501, 0.07032663, 0.08450236,
                                    0.09517529, 0.10221647, 0.10474107, 0.10221647, 0.09517529,
                                    0.08450236, 0.07032663, 0.05239501, 0.03154605, 0.01146766};
  double a = 1 / (dx * dx), b = 1 / (dy * dy), d = 1 / (dz * dz);

  // lambda = scale u^3 / (1 - u)^2 maps [0, 1) to [0, inf) and keeps the integrand smooth
  double scale = lb_pow(dx * dx * dx * dy * dz, 0.4), sum = 0;
  for (int i = 0; i < 15; i++) {
    double u = node[i];
    double lambda = scale * u * u * u / ((1 - u) * (1 - u));
    double jacobian = scale * u * u * (3 - u) / ((1 - u) * (1 - u) * (1 - u));
    double x = 1 + lambda * a, y = 1 + lambda * b, z = 1 + lambda * d;
    sum += weight[i] * jacobian / (x * sqrt(x * y * z));
  }
  return sum * a;
}

static double addedInertia(double volume, double y2, double z2, double ky, double kz) {
  double divisor = fabs(2 * (y2 - z2) + (y2 + z2) * (ky - kz));
  return volume * (y2 - z2) * (y2 - z2) * fabs(kz - ky) / lb_max(mjMINVAL, divisor) / 5;
}

void lb_geomFluid(const mjsGeom* g, mjtNum fluid[mjNFLUID]) {
  memset(fluid, 0, mjNFLUID * sizeof(mjtNum));
  if (!(g->fluid_ellipsoid > 0)) {
    return;
  }
  fluid[0] = g->fluid_ellipsoid;
  memcpy(fluid + 1, g->fluid_coefs, 5 * sizeof(mjtNum));

  // semi-axes of the equivalent ellipsoid
  double x = g->size[0], y = g->size[1], z = g->size[2];
  switch (g->type) {
    case mjGEOM_SPHERE:
      y = z = x;
      break;
    case mjGEOM_CAPSULE:
      z = g->size[1] + x;
      y = x;
      break;
    case mjGEOM_CYLINDER:
      z = g->size[1];
      y = x;
      break;
    default:
      break;
  }
  double volume = 4.0 / 3 * mjPI * x * y * z;
  double k[3] = {shapeIntegral(x, y, z), shapeIntegral(y, z, x), shapeIntegral(z, x, y)};
  for (int i = 0; i < 3; i++) {
    fluid[6 + i] = volume * k[i] / lb_max(mjMINVAL, 2 - k[i]);
  }
  fluid[9] = addedInertia(volume, y * y, z * z, k[1], k[2]);
  fluid[10] = addedInertia(volume, z * z, x * x, k[2], k[0]);
  fluid[11] = addedInertia(volume, x * x, y * y, k[0], k[1]);
}

// --- geom

static void resolveGeomAssets(lbCompiler* c, lbWorkGeom* g) {
  const char* name = lb_text(&g->source->head.name);
  int id = g->source->head.id;
  g->meshId = lb_compileRequire(c, mjOBJ_MESH, lb_text(g->s.meshname), "geom", id);
  g->hfieldId = lb_compileRequire(c, mjOBJ_HFIELD, lb_text(g->s.hfieldname), "geom", id);
  g->materialId = lb_compileRequire(c, mjOBJ_MATERIAL, lb_text(g->s.material), "geom", id);
  if ((g->s.type == mjGEOM_MESH || g->s.type == mjGEOM_SDF) && g->meshId < 0) {
    lb_compileError(c, "%s geom '%s' (id = %d) must have valid meshid",
                    g->s.type == mjGEOM_MESH ? "mesh" : "SDF", name, id);
  }
  if (g->s.type == mjGEOM_HFIELD && g->hfieldId < 0) {
    lb_compileError(c, "hfield geom '%s' (id = %d) must have valid hfieldid", name, id);
  }
  if (g->s.type != mjGEOM_HFIELD && g->hfieldId >= 0) {
    lb_compileError(c, "height field specified but type is not hfield in geom '%s' (id = %d)", name,
                    id);
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
  if (s->type < mjGEOM_PLANE || s->type >= mjNGEOMTYPES) {
    lb_compileError(c, "invalid type in geom");
  }
  if (s->condim != 1 && s->condim != 3 && s->condim != 4 && s->condim != 6) {
    lb_compileError(c, "invalid condim in geom");
  }
  resolveGeomAssets(c, g);

  // pose and sizes: by fromto, or as given
  lb_resolveQuat(c, s->quat, &s->alt, "geom", g->source->head.id);
  if (!isnan(s->fromto[0])) {
    if (g->meshId >= 0) {
      lb_compileError(c, "fromto cannot be used with mesh geom");
    }
    lb_shapeFromTo(c, s->type, s->fromto, s->pos, s->quat, s->size);
  }
  bool meshShape = s->type == mjGEOM_MESH || s->type == mjGEOM_SDF;
  if (g->meshId < 0) {
    lb_checkSizes(c, s->type, s->size);
  } else if (meshShape && s->typeinertia == mjINERTIA_SHELL) {
    lb_compileError(c, "for mesh geoms, inertia should be specified in the mesh asset");
  } else if (!meshShape && !(s->fitscale > 0)) {
    lb_compileError(c, "size 0 must be positive in geom");
  }
  for (int i = 0; i < 3; i++) {
    if (g->meshId < 0 && s->size[i] < 0 && s->type != mjGEOM_PLANE && i < sizeCount(s->type)) {
      lb_compileError(c, "size %d must be positive in geom", i);
    }
  }

  // shape taken from an asset: the pose moves to the asset's principal frame
  if (g->meshId >= 0) {
    lb_meshGeom(c, g);
  }
  if (s->type == mjGEOM_HFIELD) {
    lb_hfieldGeom(c, g);
  }
  lb_applyFrames(c, g->source->head.frame, s->pos, s->quat);
  lb_unitLength(s->quat, 4);

  if (!meshShape) {
    weighGeom(c, g);
  }
  if (!meshShape && s->type != mjGEOM_HFIELD) {
    boundGeom(g);
  }
  if (g->mass < 0 || g->inertia[0] < 0 || g->inertia[1] < 0 || g->inertia[2] < 0 ||
      s->density < 0) {
    if (g->body->id > 0 || g->body->source->head.id > 0) {
      lb_compileError(c, "mass, inertia or density are negative in geom");
    }
  }
}

void lb_compileSite(lbCompiler* c, lbWorkSite* site) {
  mjsSite* s = &site->s;
  if (s->type < mjGEOM_PLANE || s->type >= mjNGEOMTYPES) {
    lb_compileError(c, "invalid type in site");
  }
  if (s->type == mjGEOM_PLANE || s->type == mjGEOM_HFIELD || s->type == mjGEOM_MESH) {
    lb_compileError(c, "invalid type in site '%s': expected a primitive shape",
                    lb_text(&site->source->head.name));
  }
  lb_resolveQuat(c, s->quat, &s->alt, "site", site->source->head.id);
  if (!isnan(s->fromto[0])) {
    lb_shapeFromTo(c, s->type, s->fromto, s->pos, s->quat, s->size);
  }
  lb_applyFrames(c, site->source->head.frame, s->pos, s->quat);
  lb_unitLength(s->quat, 4);
  lb_checkSizes(c, s->type, s->size);
  site->materialId =
      lb_compileRequire(c, mjOBJ_MATERIAL, lb_text(s->material), "site", site->source->head.id);
}

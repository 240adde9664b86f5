// Volume, area and inertia of primitive shapes.
//
// The inertia of a shell is that of the solid's boundary: exact for spheres, capsules, cylinders
// and boxes; an ellipsoid takes the area of Thomsen's formula and, for the distribution, the
// difference of two ellipsoids whose semi-axes differ by a small amount.

#include "compile/shape.h"
#include "math/inline.h"
#include "math/libm.h"

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

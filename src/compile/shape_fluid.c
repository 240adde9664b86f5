// Coefficients of the ellipsoidal fluid model.
//
// Added mass follows Lamb (Hydrodynamics, 114-115), with the shape integrals by Gauss-Kronrod
// quadrature.

#include "compile/shape.h"
#include "math/inline.h"
#include "math/libm.h"

#include <string.h>

// Shape integral of an ellipsoid along its first axis: 15 points of Gauss and Kronrod on [0, 1].
// COMPAT: FLU-26: nodes and weights of 8 decimals, which thin shapes feel in the eighth digit.
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

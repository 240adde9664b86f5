// Volume and inertia of primitive shapes against sums over slices and rings.

#include "compile/compile_support.h"
#include "compile/shape.h"

// A shape of revolution about z, as pieces of its outline: r and z as functions of u in [0, 1].
typedef void (*Outline)(const double size[3], int piece, double u, double* r, double* z);

static void capsuleOutline(const double size[3], int piece, double u, double* r, double* z) {
  if (piece == 1) {
    *r = size[0];
    *z = size[1] * (2 * u - 1);
    return;
  }
  double angle = (piece == 0 ? u - 1 : u) * mjPI / 2;
  *r = size[0] * cos(angle);
  *z = size[0] * sin(angle) + (piece == 0 ? -size[1] : size[1]);
}

static void cylinderOutline(const double size[3], int piece, double u, double* r, double* z) {
  *r = piece == 0 ? size[0] * u : piece == 1 ? size[0] : size[0] * (1 - u);
  *z = piece == 0 ? -size[1] : piece == 1 ? size[1] * (2 * u - 1) : size[1];
}

// Measure, and inertia for unit density: of discs for a solid, of rings for a shell.
static void integrate(Outline outline, const double size[3], bool shell, double* measure,
                      double inertia[3]) {
  const int steps = 20000;
  *measure = inertia[0] = inertia[2] = 0;
  for (int piece = 0; piece < 3; piece++) {
    for (int i = 0; i < steps; i++) {
      double r0, z0, r1, z1, r, z;
      outline(size, piece, (double)i / steps, &r0, &z0);
      outline(size, piece, (i + 1.0) / steps, &r1, &z1);
      outline(size, piece, (i + 0.5) / steps, &r, &z);
      double part = shell ? 2 * mjPI * r * hypot(r1 - r0, z1 - z0) : mjPI * r * r * (z1 - z0);
      *measure += part;
      inertia[0] += part * ((shell ? r * r / 2 : r * r / 4) + z * z);
      inertia[2] += part * (shell ? r * r : r * r / 2);
    }
  }
}

static void compare(int type, Outline outline, const double size[3], bool shell) {
  double measure, expected[3], found[3];
  integrate(outline, size, shell, &measure, expected);
  ASSERT_NEAR(lb_geomVolume(type, size, shell) / measure, 1, 1e-6);
  lb_geomInertia(found, type, measure, size, shell);
  ASSERT_NEAR(found[0] / expected[0], 1, 1e-6);
  ASSERT_NEAR(found[1] / expected[0], 1, 1e-6);
  ASSERT_NEAR(found[2] / expected[2], 1, 1e-6);
}

static void capsules_and_cylinders_weigh_like_their_slices(void** state) {
  const double size[3] = {0.3, 0.7, 0};
  compare(mjGEOM_CAPSULE, capsuleOutline, size, false);
  compare(mjGEOM_CYLINDER, cylinderOutline, size, false);
}

static void shells_of_capsules_and_cylinders_weigh_like_their_rings(void** state) {
  const double size[3] = {0.3, 0.7, 0};
  compare(mjGEOM_CAPSULE, capsuleOutline, size, true);
  compare(mjGEOM_CYLINDER, cylinderOutline, size, true);
}

static void a_capsule_of_no_length_is_a_sphere(void** state) {
  const double size[3] = {0.4, 0, 0};
  double sphere[3], capsule[3];
  for (int shell = 0; shell < 2; shell++) {
    ASSERT_NEAR(lb_geomVolume(mjGEOM_CAPSULE, size, shell),
                lb_geomVolume(mjGEOM_SPHERE, size, shell), 1e-15);
    lb_geomInertia(sphere, mjGEOM_SPHERE, 2, size, shell);
    lb_geomInertia(capsule, mjGEOM_CAPSULE, 2, size, shell);
    ASSERT_NEAR(distance(sphere, capsule, 3), 0, 1e-15);
  }
}

static void a_round_ellipsoid_is_a_sphere(void** state) {
  const double size[3] = {0.4, 0.4, 0.4};
  double inertia[3];
  ASSERT_NEAR(lb_geomVolume(mjGEOM_ELLIPSOID, size, false), 4 * mjPI * 0.064 / 3, 1e-15);
  ASSERT_NEAR(lb_geomVolume(mjGEOM_ELLIPSOID, size, true), 4 * mjPI * 0.16, 1e-14);
  lb_geomInertia(inertia, mjGEOM_ELLIPSOID, 3, size, true);
  for (int i = 0; i < 3; i++) {
    ASSERT_NEAR(inertia[i], 2.0 / 3 * 3 * 0.16, 1e-5);
  }
}

static void the_shell_of_a_box_is_six_plates(void** state) {
  const double size[3] = {1, 2, 3};
  double inertia[3], mass = 8 * (2 + 6 + 3), expected = 0;
  ASSERT_NEAR(lb_geomVolume(mjGEOM_BOX, size, true), mass, 0);
  lb_geomInertia(inertia, mjGEOM_BOX, mass, size, true);
  // about x, of two plates each: at x = +-1 (4 x 6), at y = +-2 (2 x 6), at z = +-3 (2 x 4)
  expected += 2 * 24 * (16 + 36) / 12.0;
  expected += 2 * 12 * (36 / 12.0 + 4);
  expected += 2 * 8 * (16 / 12.0 + 9);
  ASSERT_NEAR(inertia[0], expected, 1e-10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(capsules_and_cylinders_weigh_like_their_slices),
      cmocka_unit_test(shells_of_capsules_and_cylinders_weigh_like_their_rings),
      cmocka_unit_test(a_capsule_of_no_length_is_a_sphere),
      cmocka_unit_test(a_round_ellipsoid_is_a_sphere),
      cmocka_unit_test(the_shell_of_a_box_is_six_plates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

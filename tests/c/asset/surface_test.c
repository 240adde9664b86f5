// Triangles of the zero surface of signed distance fields.

#include "asset/surface.h"
#include "api/mju_functions.h"
#include "asset/mesh_support.h"

// attributes: radius; a negative one makes a hollow everywhere, zero a field that is no number.
static mjtNum ball(const mjtNum point[3], const mjtNum* radius) {
  return *radius == 0 ? NAN : mju_norm3(point) - *radius;
}

typedef struct {
  lbRegion region;
  mjtNum radius;
  lbSurfaceField field;
  lbMeshSource mesh;
} Job;

static Job jobOf(mjtNum radius) {
  return (Job){.radius = radius, .field = {.distance = ball, .aabb = {0, 0, 0, 1, 1, 1}}};
}

static void run(void* context) {
  Job* job = context;
  job->field.attributes = &job->radius;
  job->mesh = lb_surfaceMesh(&job->region, &job->field, 20);
}

static void vertices_of_a_ball_lie_on_it(void** state) {
  Job job = jobOf(.8);
  run(&job);
  assert_true(job.mesh.vertexCount > 500);
  for (int i = 0; i < job.mesh.vertexCount; i++) {
    mjtNum x[3];
    mju_f2n(x, job.mesh.vertex + 3 * i, 3);
    ASSERT_NEAR(mju_norm3(x), .8, 1e-3);
  }
  lb_regionFree(&job.region);
}

// Every edge has two faces, in both directions; signed volumes sum to that of the ball.
static void the_surface_is_closed_and_has_its_volume(void** state) {
  Job job = jobOf(.8);
  run(&job);
  const int* face = job.mesh.face;
  mjtNum volume = 0;
  for (int f = 0; f < job.mesh.faceCount; f++) {
    mjtNum x[3][3], cross[3];
    for (int k = 0; k < 3; k++) {
      mju_f2n(x[k], job.mesh.vertex + 3 * face[3 * f + k], 3);
    }
    mju_cross(cross, x[1], x[2]);
    volume += mju_dot3(x[0], cross) / 6;
  }
  ASSERT_NEAR(volume, 4. / 3 * mjPI * .512, .02);
  for (int e = 0; e < 300; e++) {  // of the first hundred faces
    int a = face[e], b = face[e % 3 == 2 ? e - 2 : e + 1], opposite = 0;
    for (int o = 0; o < 3 * job.mesh.faceCount; o++) {
      opposite += face[o] == b && face[o % 3 == 2 ? o - 2 : o + 1] == a;
    }
    assert_int_equal(opposite, 1);
  }
  lb_regionFree(&job.region);
}

static void fields_without_a_surface_or_box_are_errors(void** state) {
  Job hollow = jobOf(-1), nothing = jobOf(0), boxless = jobOf(.8);
  boxless.field.aabb[4] = 0;
  ASSERT_SAYS(errorOf(run, &hollow), "has no surface inside its bounding box");
  ASSERT_SAYS(errorOf(run, &nothing), "is not finite at (");
  ASSERT_SAYS(errorOf(run, &boxless), "has no bounding box");
  lb_regionFree(&hollow.region);
  lb_regionFree(&nothing.region);
  lb_regionFree(&boxless.region);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vertices_of_a_ball_lie_on_it),
      cmocka_unit_test(the_surface_is_closed_and_has_its_volume),
      cmocka_unit_test(fields_without_a_surface_or_box_are_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

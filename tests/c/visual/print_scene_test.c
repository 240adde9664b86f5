// Text of scenes.

#include "visual/picture_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void a_scene_is_printed_geom_by_geom(void** state) {
  Picture p;
  openPicture(&p, twoBodies, 10);
  updatePicture(&p);
  char name[] = "/tmp/limber_scene_XXXXXX", text[20000] = "";
  int file = mkstemp(name);
  assert_true(file >= 0);
  close(file);
  mj_printFormattedScene(&p.scn, name, "%.3f");
  FILE* stream = fopen(name, "rb");
  text[fread(text, 1, sizeof text - 1, stream)] = 0;
  fclose(stream);
  remove(name);
  assert_non_null(strstr(text, "GEOM 2\n"));
  assert_null(strstr(text, "GEOM 3\n"));
  assert_non_null(strstr(text, "    pos              0.300 0.000 1.000 \n"));
  assert_non_null(strstr(text, "LIGHT 0\n"));
  // PRINT-LAYOUT
  assert_non_null(strstr(text, "    reflectance      0.000\n\n"));
  assert_non_null(
      strstr(text, "\n\nFLEX DATA 0\n\nSKIN DATA 0\n\nFLAGS\n  Shadow                1\n"));
  assert_non_null(strstr(text, "  stereo              0\n\n\nTRANSFORM 0\n\n"));
  closePicture(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_scene_is_printed_geom_by_geom),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

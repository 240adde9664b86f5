// Files that assets name: where they are looked for.

#include "compile/compile_support.h"

static const char tetrahedron[] =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

static void findsFile(const char* content, const char* place) {
  mj_deleteModel(compiledWith(content, (const char* const[]){place, tetrahedron, NULL}));
}

static void files_lie_below_the_folder_of_their_kind(void** state) {
  findsFile("<asset><mesh file='a/t.obj'/></asset>", "a/t.obj");
  findsFile("<compiler meshdir='m'/><asset><mesh file='t.obj'/></asset>", "m/t.obj");
  findsFile("<compiler meshdir='m/'/><asset><mesh file='t.obj'/></asset>", "m/t.obj");
  findsFile("<compiler assetdir='x'/><asset><mesh file='t.obj'/></asset>", "x/t.obj");
}

static void an_absolute_name_needs_no_folder(void** state) {
  findsFile("<compiler meshdir='m'/><asset><mesh file='/t.obj'/></asset>", "/t.obj");
}

static void a_missing_file_is_named_as_it_was_looked_for(void** state) {
  assertRefused("<compiler meshdir='m'/><asset><mesh file='t.obj'/></asset>",
                "Error opening file 'm/t.obj'");
  assertRefused("<compiler texturedir='p'/><asset><texture type='2d' file='q/t.png'/></asset>",
                "Error opening file 'p/q/t.png'");
  assertRefused("<compiler strippath='true'/><asset><mesh file='q/t.obj'/></asset>",
                "Error opening file 't.obj'");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(files_lie_below_the_folder_of_their_kind),
      cmocka_unit_test(an_absolute_name_needs_no_folder),
      cmocka_unit_test(a_missing_file_is_named_as_it_was_looked_for),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

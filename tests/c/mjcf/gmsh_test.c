// GMSH files: text and binary, versions 2.2 and 4.1.

#include "mjcf/flexcomp.h"
#include "spec/spec_support.h"

#include "compile/compile_support.h"

// Reads a text; returns what is wrong with it.
static const char* readText(lbFlexcomp* comp, const char* text) {
  return lb_readGmsh(comp, text, strlen(text));
}

#define HEAD4 "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
#define NODES4 "$Nodes\n1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 1.5\n$EndNodes\n"
#define TETS4 "$Elements\n1 1 1 1\n3 1 4 1\n1 1 2 3 4\n$EndElements\n"

static void nodes_and_elements_of_version_4_are_read(void** state) {
  lbFlexcomp comp = {.dim = 2};
  assert_string_equal(readText(&comp, HEAD4 NODES4 TETS4), "");
  assert_int_equal(comp.dim, 3);  // the elements decide
  ASSERT_NUMBERS(comp.points.items, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1.5);
  ASSERT_NUMBERS(comp.elements.items, 0, 0, 1, 2, 3);
  lb_freeFlexcomp(&comp);
}

#define HEAD2 "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
#define NODES2 "$Nodes\n3\n1 0 0 0\n2 1 0 0\n3 0 1 0\n$EndNodes\n"

// GMSH-TEXT: elements that suit the attribute dim.
static void elements_of_version_2_have_tags_before_their_nodes(void** state) {
  lbFlexcomp comp = {.dim = 2};
  assert_string_equal(readText(&comp, HEAD2 "$Other\nx\n$EndOther\n" NODES2
                                            "$Elements\n1\n1 2 2 99 98 3 1 2\n$EndElements\n"),
                      "");
  ASSERT_NUMBERS(comp.elements.items, 0, 2, 0, 1);
  lb_freeFlexcomp(&comp);
}

typedef struct {
  char bytes[1000];
  size_t size;
} File;

static void put(File* file, const void* bytes, size_t size) {
  memcpy(file->bytes + file->size, bytes, size);
  file->size += size;
}

static void putWords(File* file, const char* text) {
  put(file, text, strlen(text));
}

static void putInts(File* file, int count, const int32_t* values) {
  put(file, values, (size_t)count * sizeof *values);
}

static void binary_files_of_version_2_are_read(void** state) {
  File file = {.size = 0};
  const int32_t one = 1, block[3] = {2, 1, 0}, element[4] = {1, 1, 2, 3};
  const double points[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, .5}};
  putWords(&file, "$MeshFormat\n2.2 1 8\n");
  putInts(&file, 1, &one);
  putWords(&file, "\n$EndMeshFormat\n$Nodes\n3\n");
  for (int32_t i = 1; i <= 3; i++) {
    putInts(&file, 1, &i);
    put(&file, points[i - 1], sizeof points[0]);
  }
  putWords(&file, "\n$EndNodes\n$Elements\n1\n");
  putInts(&file, 3, block);
  putInts(&file, 4, element);
  putWords(&file, "\n$EndElements\n");
  lbFlexcomp comp = {.dim = 3};
  assert_string_equal(lb_readGmsh(&comp, file.bytes, file.size), "");
  assert_int_equal(comp.dim, 2);
  ASSERT_NUMBERS(comp.points.items, 0, 0, 0, 0, 1, 0, 0, 0, 1, .5);
  ASSERT_NUMBERS(comp.elements.items, 0, 0, 1, 2);
  lb_freeFlexcomp(&comp);

  // every shorter file is refused
  for (size_t size = 0; size < file.size - 14; size++) {
    lbFlexcomp part = {.dim = 3};
    assert_string_not_equal(lb_readGmsh(&part, file.bytes, size), "");
    lb_freeFlexcomp(&part);
  }
}

static void what_is_wrong_with_a_file_is_told(void** state) {
  static const char* const cases[][2] = {
      {"", "GMSH file must begin with $MeshFormat"},
      {"$MeshFormat\n3.0 0 8\n$EndMeshFormat\n", "Only GMSH file format versions 4.1 and 2.2"},
      {HEAD4 "$Elements\n$EndElements\n", "GMSH file missing $EndNodes after $Nodes"},
      {HEAD4 NODES4, "GMSH file missing $EndElements after $Elements"},
      {HEAD4 "$Nodes\n2 1 1 1\n3 1 0 1\n1\n0 0 0\n$EndNodes\n",
       "All nodes must be in single block"},
      {HEAD4 "$Nodes\n1 2 1 2\n3 1 0 2\n1\n3\n0 0 0\n0 0 0\n$EndNodes\n",
       "Node tags must be sequential"},
      {HEAD4 "$Nodes\n1 1 1 1\n3 1 1 1\n1\n0 0 0\n$EndNodes\n",
       "Parametric nodes are not supported"},
      {HEAD4 NODES4 "$Elements\n1 1 1 1\n3 1 5 1\n1 1 2 3 4\n$EndElements\n",
       "Element type inconsistent with dimensionality"},
      {HEAD4 NODES4 "$Elements\n1 2 1 2\n3 1 4 1\n1 1 2 3 4\n$EndElements\n",
       "All elements must be in single block"},
      {HEAD4 NODES4 "$Elements\n1 0 1 1\n3 1 4 0\n$EndElements\n", "GMSH file has no elements"},
      {HEAD2 "$Nodes\n1\n1 0 x 0\n$EndNodes\n", "Error reading node coordinates"},
      {HEAD2 "$Nodes\n99999999\n$EndNodes\n", "Invalid node header"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    lbFlexcomp comp = {.dim = 2};
    ASSERT_SAYS(readText(&comp, cases[i][0]), cases[i][1]);
    lb_freeFlexcomp(&comp);
  }
}

#define HEAD                                                                              \
  "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n" \
  "$EndNodes\n$Elements\n1\n"

static void the_elements_decide_the_dimension(void** state) {
  static const struct {
    const char* element;
    int dim;
  } cases[] = {{"1 4 2 0 1 1 2 3 4\n$EndElements\n", 3},
               {"1 4 0 1 2 3 4\n$EndElements\n$ElementData\n1\n\"color\"\n$EndElementData\n", 3},
               {"1 2 0 1 2 3\n$EndElements\n", 2}};
  for (int i = 0; i < 3; i++) {
    char text[500];
    snprintf(text, sizeof text, HEAD "%s", cases[i].element);
    const char* files[] = {"a.msh", text, NULL};
    mjModel* m = compiledWith(
        "<worldbody><body name='b'><flexcomp name='f' type='gmsh' file='a.msh' mass='1'"
        " radius='.01'/></body></worldbody>",
        files);
    assert_int_equal(m->flex_dim[0], cases[i].dim);
    assert_int_equal(m->nflexelem, 1);
    mj_deleteModel(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nodes_and_elements_of_version_4_are_read),
      cmocka_unit_test(elements_of_version_2_have_tags_before_their_nodes),
      cmocka_unit_test(binary_files_of_version_2_are_read),
      cmocka_unit_test(what_is_wrong_with_a_file_is_told),
      cmocka_unit_test(the_elements_decide_the_dimension),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// The files that a model names, found while they come; each scene is a few lines of XML.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/memory.h"
#include "mjcf/references.h"

typedef struct {
  const char* path;
  const char* text;
} Document;

// What a search wants, one line each: "path: place, place". Texts are given from the documents.
static const char* wantedOf(const char* mainFile, const Document* documents) {
  static char list[4096];
  size_t length = 0;
  list[0] = 0;
  lbSearch* search = lb_startSearch(mainFile);
  const lbWanted* wanted;
  while ((wanted = lb_nextWanted(search))) {
    length += (size_t)snprintf(list + length, sizeof list - length, "%s:", wanted->path);
    int found = -1;
    const char* text = "";
    for (int i = 0; i < wanted->placeCount; i++) {
      length += (size_t)snprintf(list + length, sizeof list - length, "%s %s", i ? "," : "",
                                 wanted->places[i]);
      for (const Document* d = documents; d->path && found < 0; d++) {
        if (strcmp(d->path, wanted->places[i]) == 0) {
          found = i;
          text = d->text;
        }
      }
    }
    length += (size_t)snprintf(list + length, sizeof list - length, "\n");
    if (wanted->isText) {
      lb_giveFile(search, wanted, found, text, (int)strlen(text));
    }
  }
  lb_endSearch(search);
  return list;
}

static void settings_of_any_part_hold_for_the_whole_model(void** state) {
  static const Document documents[] = {
      {"m/a.xml",
       "<mujoco><asset><mesh file='x.obj'/><texture file='t.png' fileup='u.png'/></asset>"
       "<include file='p/b.xml'/></mujoco>"},
      {"m/p/b.xml", "<mujocoinclude><compiler assetdir='c' texturedir='d'/></mujocoinclude>"},
      {NULL, NULL}};
  assert_string_equal(wantedOf("m/a.xml", documents),
                      "m/a.xml: m/a.xml\n"
                      "m/p/b.xml: m/p/b.xml\n"
                      "m/c/x.obj: m/c/x.obj\n"
                      "m/d/t.png: m/d/t.png\n"
                      "m/d/u.png: m/d/u.png\n");
}

static void includes_are_looked_for_around_the_file_that_names_them_too(void** state) {
  static const Document documents[] = {
      {"a.xml", "<mujoco><include file='p/b.xml'/></mujoco>"},
      {"p/b.xml", "<mujocoinclude><include file='c.xml'/></mujocoinclude>"},
      {"p/c.xml", "<mujocoinclude><include file='p/b.xml'/></mujocoinclude>"},
      {NULL, NULL}};
  assert_string_equal(wantedOf("a.xml", documents),
                      "a.xml: a.xml\n"
                      "p/b.xml: p/b.xml\n"
                      "c.xml: c.xml, p/c.xml\n"
                      "p/b.xml: p/b.xml, p/p/b.xml\n");
}

static void an_attached_model_has_folders_of_its_own(void** state) {
  static const Document documents[] = {
      {"a.xml",
       "<mujoco><compiler meshdir='m'/><asset><model file='k/b.xml'/><mesh file='x.obj'/></asset>"
       "</mujoco>"},
      {"k/b.xml", "<mujoco><asset><mesh file='y.obj'/><model file='../a.xml'/></asset></mujoco>"},
      {NULL, NULL}};
  assert_string_equal(wantedOf("a.xml", documents),
                      "a.xml: a.xml\n"
                      "k/b.xml: k/b.xml\n"
                      "m/x.obj: m/x.obj\n"
                      "k/y.obj: k/y.obj\n");
}

static void strippath_leaves_the_folders_of_names_away(void** state) {
  static const Document documents[] = {
      {"a.xml",
       "<mujoco><compiler strippath='true' meshdir='m'/><asset><hfield file='x/y/h.png'/></asset>"
       "</mujoco>"},
      {NULL, NULL}};
  assert_string_equal(wantedOf("a.xml", documents), "a.xml: a.xml\nm/h.png: m/h.png\n");
}

static void a_package_is_a_folder_around_the_description_or_beside_it(void** state) {
  static const char urdf[] =
      "<robot name='r'><link name='l'><visual><geometry>"
      "<mesh filename='package://arm/meshes/a.obj'/></geometry></visual></link></robot>";
  const Document inside[] = {{"x/arm/urdf/r.urdf", urdf}, {NULL, NULL}};
  assert_string_equal(wantedOf("x/arm/urdf/r.urdf", inside),
                      "x/arm/urdf/r.urdf: x/arm/urdf/r.urdf\n"
                      "x/arm/urdf/a.obj: x/arm/meshes/a.obj, x/arm/urdf/a.obj\n");
  const Document outside[] = {{"r.urdf", urdf}, {NULL, NULL}};
  assert_string_equal(wantedOf("r.urdf", outside),
                      "r.urdf: r.urdf\na.obj: a.obj, arm/meshes/a.obj, ../meshes/a.obj\n");
}

static void pictures_of_urdf_are_not_wanted(void** state) {
  const Document documents[] = {
      {"r.urdf",
       "<robot name='r'><material name='m'><texture filename='t.png'/></material></robot>"},
      {NULL, NULL}};
  assert_string_equal(wantedOf("r.urdf", documents), "r.urdf: r.urdf\n");
}

static void what_is_no_xml_or_not_there_names_nothing(void** state) {
  const Document documents[] = {{"a.xml", "<mujoco><include file='b.xml'/></mujoco>"},
                                {"b.xml", "<mesh file='x.obj'"},
                                {NULL, NULL}};
  assert_string_equal(wantedOf("a.xml", documents), "a.xml: a.xml\nb.xml: b.xml\n");
  assert_string_equal(wantedOf("none.xml", documents), "none.xml: none.xml\n");
}

static void the_place_of_a_name_is_told(void** state) {
  const char text[] = "<mujoco>\n<asset>\n  <mesh\n file='x.obj'/></asset></mujoco>";
  lbSearch* search = lb_startSearch("a.xml");
  lb_giveFile(search, lb_nextWanted(search), 0, text, (int)strlen(text));
  const lbWanted* wanted = lb_nextWanted(search);
  assert_string_equal(wanted->element, "mesh");
  assert_string_equal(wanted->file, "a.xml");
  assert_int_equal(wanted->line, 3);
  assert_int_equal(wanted->column, 3);
  assert_string_equal(lb_rootElement(search), "mujoco");
  lb_endSearch(search);
}

// Seconds that a search takes whose main file is made of a head, a piece many times, and a tail.
static double secondsFor(const char* head, const char* piece, const char* tail, int count) {
  size_t size = strlen(piece);
  char* text = malloc(strlen(head) + size * (size_t)count + strlen(tail) + 1);
  char* end = text + sprintf(text, "%s", head);
  for (int i = 0; i < count; i++, end += size) {
    memcpy(end, piece, size);
  }
  strcpy(end, tail);
  clock_t start = clock();
  lbSearch* search = lb_startSearch("a.xml");
  const lbWanted* wanted;
  while ((wanted = lb_nextWanted(search))) {
    lb_giveFile(search, wanted, wanted->line ? -1 : 0, text, (int)strlen(text));
  }
  lb_endSearch(search);
  free(text);
  return (double)(clock() - start) / CLOCKS_PER_SEC;
}

static void hostile_texts_cost_as_much_as_they_are_long(void** state) {
  static const struct {
    const char *head, *piece, *tail;
    int count;
  } texts[] = {{"<mujoco>", "<!-- ", "</mujoco>", 200000},
               {"<mujoco><!-- ", "<mesh file='a'/>", "--></mujoco>", 20000},
               {"<mujoco>", "<include file='b.xml'/>", "</mujoco>", 20000}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    // (a sanitised build takes a tenth of a second; twenty times that is quadratic)
    double seconds = secondsFor(texts[i].head, texts[i].piece, texts[i].tail, texts[i].count);
    assert_true(seconds < 5);
  }
}

static void searches_leave_nothing_allocated_even_when_they_end_early(void** state) {
  const char text[] = "<mujoco><include file='b.xml'/><asset><mesh file='x'/></asset></mujoco>";
  size_t before = lb_liveBlocks();
  lbSearch* search = lb_startSearch("a.xml");
  lb_giveFile(search, lb_nextWanted(search), 0, text, (int)strlen(text));
  lb_endSearch(search);
  assert_int_equal(lb_liveBlocks(), before);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(settings_of_any_part_hold_for_the_whole_model),
      cmocka_unit_test(includes_are_looked_for_around_the_file_that_names_them_too),
      cmocka_unit_test(an_attached_model_has_folders_of_its_own),
      cmocka_unit_test(strippath_leaves_the_folders_of_names_away),
      cmocka_unit_test(a_package_is_a_folder_around_the_description_or_beside_it),
      cmocka_unit_test(pictures_of_urdf_are_not_wanted),
      cmocka_unit_test(what_is_no_xml_or_not_there_names_nothing),
      cmocka_unit_test(the_place_of_a_name_is_told),
      cmocka_unit_test(hostile_texts_cost_as_much_as_they_are_long),
      cmocka_unit_test(searches_leave_nothing_allocated_even_when_they_end_early),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

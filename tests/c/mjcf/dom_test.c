// XML as a tree of structs.

#include "mjcf/dom.h"
#include "check.h"

#include <stdio.h>
#include "mjcf/parse_support.h"

typedef struct {
  lbRegion region;
  const char *text, *file;
  lbXml* root;
} Job;

static void parse(void* context) {
  Job* job = context;
  job->root = lb_parseXml(&job->region, job->text, strlen(job->text), job->file);
}

static void elements_know_their_attributes_children_and_places(void** state) {
  Job job = {.text =
                 "<?xml version='1.0'?>\n<!-- <a> -->\n<a x='1'\n   y='a &lt; b'>\n text <b/>\n"
                 "  <c z='2'/></a>",
             .file = "f.xml"};
  parse(&job);
  const lbXml *a = job.root, *b = a->child, *c = b->next;
  assert_string_equal(a->name, "a");
  assert_string_equal(lb_xmlValue(a, "y"), "a < b");
  assert_null(lb_xmlValue(a, "z"));
  assert_int_equal(a->line, 3);
  assert_int_equal(a->column, 1);
  assert_int_equal(a->attributes->next->line, 4);
  assert_int_equal(a->attributes->next->column, 4);
  assert_string_equal(b->name, "b");
  assert_int_equal(b->line, 5);
  assert_int_equal(b->column, 7);
  assert_ptr_equal(b->parent, a);
  assert_ptr_equal(lb_xmlChild(a, "c"), c);
  assert_null(lb_xmlChild(a, "d"));
  assert_int_equal(c->column, 3);
  assert_string_equal(c->file, "f.xml");
  assert_null(c->next);
  lb_regionFree(&job.region);
}

static void broken_syntax_is_an_error_with_its_line(void** state) {
  Job job = {.text = "<a>\n  <b>\n</a>", .file = "f.xml"};
  ASSERT_SAYS(errorOf(parse, &job), "XML_ERROR_MISMATCHED_ELEMENT");
  const lbError* error = lb_lastErrorFields();
  assert_string_equal(error->file, "f.xml");
  assert_string_equal(error->element, "b");
  assert_int_equal(error->line, 2);
  assert_int_equal(error->column, 3);
  lb_regionFree(&job.region);
}

static void a_document_without_elements_is_an_error(void** state) {
  Job job = {.text = "<!-- nothing -->", .file = "f.xml"};
  assert_string_equal(errorOf(parse, &job), "XML root element not found in file f.xml");
  lb_regionFree(&job.region);
}

static void running_out_of_memory_leaves_nothing(void** state) {
  size_t blocks = lb_liveBlocks();
  Job job = {.text = "<a x='1'><b/></a>"};
  lb_failAllocationAfter(0);
  errorOf(parse, &job);
  lb_failAllocationAfter(-1);
  lb_regionFree(&job.region);
  assert_int_equal(lb_liveBlocks(), blocks);
}

static char* crowded(int attributes, const char* before) {
  char* text = malloc((size_t)attributes * 16 + 400);
  char* at = text + sprintf(text, "<mujoco>%s<worldbody>\n<geom", before);
  for (int i = 0; i < attributes; i++) {
    at += sprintf(at, " a%d='>='", i);
  }
  sprintf(at, "/></worldbody></mujoco>");
  return text;
}

static void an_element_with_more_attributes_than_any_has_is_refused_at_once(void** state) {
  char* text = crowded(100000, "");
  assert_string_equal(refusalOf(text),
                      "XML parse error: an element in line 2 has more than 256 attributes");
  free(text);
  text = crowded(256, "<!-- a='1' -- <b c='2' -->");
  assert_non_null(strstr(refusalOf(text), "unrecognized attribute: 'a0'"));
  free(text);
}

static void what_is_no_attribute_is_not_counted(void** state) {
  char text[3000] = "<mujoco><!-- ";
  for (int i = 0; i < 300; i++) {
    strcat(text, "a='1' ");
  }
  strcat(text, "--><worldbody><geom name='= = =' size='1'/></worldbody></mujoco>");
  mjSpec* spec = parseModel(text);
  assert_int_equal(countOf(spec, mjOBJ_GEOM), 1);
  mj_deleteSpec(spec);
}

static void elements_know_where_they_stand(void** state) {
  static const char text[] = "<a>\n  <b c='1'\n d='2'/>\n</a>";
  lbRegion region = {NULL};
  lbXml* root = lb_parseXml(&region, text, sizeof text - 1, "f.xml");
  const lbXml* b = lb_xmlChild(root, "b");
  assert_int_equal(b->line, 2);
  assert_int_equal(b->column, 3);
  assert_int_equal(b->attributes->next->line, 3);
  assert_string_equal(lb_xmlValue(b, "d"), "2");
  assert_null(lb_xmlValue(b, "e"));

  // what stands before the root may hold anything
  static const char later[] = "<?x <r>?><!-- <r> --><r a='1'/>";
  root = lb_parseXml(&region, later, sizeof later - 1, "f.xml");
  assert_int_equal(root->column, 22);
  assert_int_equal(root->attributes->column, 25);
  lb_regionFree(&region);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(elements_know_their_attributes_children_and_places),
      cmocka_unit_test(broken_syntax_is_an_error_with_its_line),
      cmocka_unit_test(a_document_without_elements_is_an_error),
      cmocka_unit_test(running_out_of_memory_leaves_nothing),
      cmocka_unit_test(an_element_with_more_attributes_than_any_has_is_refused_at_once),
      cmocka_unit_test(what_is_no_attribute_is_not_counted),
      cmocka_unit_test(elements_know_where_they_stand),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

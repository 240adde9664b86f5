// Messages below errors: who receives them.

#include "api/callbacks.h"
#include "api/data_enums.h"
#include "api/mju_functions.h"
#include "check.h"

static const char path[] = "build/log_test.log";
static int count;
static mjLogMessage last;
static char body[1000];

static void keep(const mjLogMessage* message) {
  count++;
  last = *message;
  snprintf(body, sizeof body, "%s", message->body);
}

static void keepText(const char* text) {
  count++;
  snprintf(body, sizeof body, "%s", text);
}

// Restores what a test changed.
static int restore(void** state) {
  static mjLogConfig initial;
  static bool known = false;
  if (!known) {
    initial = mju_getLogConfig();
    known = true;
  }
  mju_setLogConfig(initial);
  mju_setLogHandler(NULL);
  mju_user_warning = NULL;
  count = 0;
  remove(path);
  return 0;
}

static void a_handler_receives_messages_with_their_level(void** state) {
  assert_null(mju_setLogHandler(keep));
  mju_warning("careful");
  assert_int_equal(last.level, mjLOG_WARNING);
  assert_string_equal(body, "careful");
  assert_true(mju_setLogHandler(NULL) == keep);
}

static void warnings_go_to_the_callback_of_the_user_first(void** state) {
  mju_setLogHandler(keep);
  mju_user_warning = keepText;
  lb_warning("%d of %d", 3, 4);
  assert_int_equal(count, 1);
  assert_string_equal(body, "3 of 4");
}

static void information_on_a_topic_is_given_when_the_topic_is_switched_on(void** state) {
  mju_setLogHandler(keep);
  mjLogConfig config = mju_getLogConfig();
  config.topics = 0;
  mju_setLogConfig(config);
  mju_info(mjTOPIC_NONE + 1, "hidden");
  assert_int_equal(count, 0);
  config.topics = 1 << (mjTOPIC_NONE + 1);
  mju_setLogConfig(config);
  mju_info(mjTOPIC_NONE + 1, "shown");
  assert_string_equal(body, "shown");
  mju_info(mjTOPIC_NONE, "always");
  assert_int_equal(count, 2);
}

static const char* contentOf(const char* name) {
  static char text[2000];
  FILE* file = fopen(name, "r");
  text[file ? fread(text, 1, sizeof text - 1, file) : 0] = 0;
  if (file) {
    fclose(file);
  }
  return text;
}

static void messages_are_appended_to_a_file(void** state) {
  mjLogConfig config = mju_getLogConfig();
  config.logto_console = false;
  config.logto_file = true;
  snprintf(config.logfile, sizeof config.logfile, "%s", path);
  mju_setLogConfig(config);
  mju_warning("first");
  mju_warning("second");
  assert_string_equal(contentOf(path), "first\n\nsecond\n\n");

  // a log of the user's own has the time and a subject
  mju_writeLog("kind", "third");
  ASSERT_SAYS(contentOf(path), "\nkind: third\n\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(a_handler_receives_messages_with_their_level, restore,
                                      restore),
      cmocka_unit_test_setup_teardown(warnings_go_to_the_callback_of_the_user_first, restore,
                                      restore),
      cmocka_unit_test_setup_teardown(information_on_a_topic_is_given_when_the_topic_is_switched_on,
                                      restore, restore),
      cmocka_unit_test_setup_teardown(messages_are_appended_to_a_file, restore, restore),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// Messages below errors: their form, who receives them, and what the log file says.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "api/limber.h"
#include "base/error.h"

static char folder[] = "/tmp/limber-log-XXXXXX";

static int enterEmptyFolder(void** state) {
  return mkdtemp(folder) ? chdir(folder) : -1;
}

static int removeFolder(void** state) {
  unlink("MUJOCO_LOG.TXT");
  unlink("other.txt");
  return chdir("/") || rmdir(folder);
}

// All of a file; "" when there is none.
static const char* contentOf(const char* name) {
  static char text[4000];
  FILE* file = fopen(name, "r");
  size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
  text[size] = 0;
  if (file) {
    fclose(file);
  }
  return text;
}

// Date and time, a kind, and a message, as in "Sun Nov 22 10:29:29 2026\nWARNING: text\n\n".
static void assertEntry(const char* found, const char* expected) {
  int year = 0, end = 0;
  char day[4], month[4];
  assert_int_equal(sscanf(found, "%3s %3s %*d %*d:%*d:%*d %d%n", day, month, &year, &end), 3);
  assert_true(year >= 2024);
  assert_string_equal(found + end, expected);
}

// ERR-10: a warning without a handler is printed, and appended to MUJOCO_LOG.TXT in the folder of
// the program.
static void warnings_are_appended_to_the_log_file(void** state) {
  unlink("MUJOCO_LOG.TXT");
  mju_warning("mind the gap");
  assertEntry(contentOf("MUJOCO_LOG.TXT"), "\nWARNING: mind the gap\n\n");
  unlink("MUJOCO_LOG.TXT");
}

static void the_log_takes_messages_of_any_kind(void** state) {
  mju_writeLog("NOTE", "written");
  assertEntry(contentOf("MUJOCO_LOG.TXT"), "\nNOTE: written\n\n");
  mju_writeLog("NOTE", "again");
  const char* text = contentOf("MUJOCO_LOG.TXT");
  assert_non_null(strstr(text, "NOTE: written"));
  assert_non_null(strstr(text, "NOTE: again"));
  unlink("MUJOCO_LOG.TXT");
  // whatever they say, and wherever else messages go
  static const char* const entries[][3] = {{"msg", "msg here", "\nmsg: msg here\n\n"},
                                           {"", "4", "\n: 4\n\n"},
                                           {"WARNING", "", "\nWARNING: \n\n"}};
  mjLogConfig first = mju_getLogConfig(), config = {.logfile = "other.txt"};
  mju_setLogConfig(config);
  for (int i = 0; i < 3; i++) {
    mju_writeLog(entries[i][0], entries[i][1]);
    assertEntry(contentOf("MUJOCO_LOG.TXT"), entries[i][2]);
    unlink("MUJOCO_LOG.TXT");
  }
  mju_setLogConfig(first);
}

static void the_file_can_be_another_or_none(void** state) {
  mjLogConfig first = mju_getLogConfig(), config = first;
  assert_string_equal(first.logfile, "MUJOCO_LOG.TXT");
  snprintf(config.logfile, sizeof config.logfile, "other.txt");
  mju_setLogConfig(config);
  mju_warning("here");
  assertEntry(contentOf("other.txt"), "\nWARNING: here\n\n");
  config.logto_file = false;
  mju_setLogConfig(config);
  mju_warning("nowhere");
  assert_null(strstr(contentOf("other.txt"), "nowhere"));
  assert_string_equal(contentOf("MUJOCO_LOG.TXT"), "");
  mju_setLogConfig(first);
}

// ERR-01, ERR-03: an error that nobody handles goes to the log, and ends the program.
static void errors_are_logged_and_end_the_program(void** state) {
  fflush(NULL);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    fclose(stdin);
    mju_error("cannot go on");
    _exit(0);
  }
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FAILURE);
  assertEntry(contentOf("MUJOCO_LOG.TXT"), "\nERROR: cannot go on\n\n");
  unlink("MUJOCO_LOG.TXT");
}

static int warnings;

static void countWarning(const char* text) {
  warnings++;
}

static void a_handler_takes_warnings_instead(void** state) {
  mju_user_warning = countWarning;
  mju_warning("to the handler");
  mju_user_warning = NULL;
  assert_int_equal(warnings, 1);
  assert_string_equal(contentOf("MUJOCO_LOG.TXT"), "");
}

static mjLogMessage received;
static char body[3000];
static char warned[100];

static void receive(const mjLogMessage* message) {
  received = *message;
  snprintf(body, sizeof body, "%s", message->body);
}

static void rememberWarning(const char* text) {
  snprintf(warned, sizeof warned, "%s", text);
}

static void messages_are_formatted_and_stand_in_the_subject(void** state) {
  mjfLogHandler before = mju_setLogHandler(receive);
  mju_warning("%d of %s", 3, "four");
  assert_string_equal(received.subject, "3 of four");
  assert_int_equal(received.level, mjLOG_WARNING);
  assert_string_equal(body, "");
  mju_info(mjTOPIC_NONE, "%.2f%%", 1.5);
  assert_string_equal(received.subject, "1.50%");
  assert_int_equal(received.level, mjLOG_INFO);
  mju_user_warning = rememberWarning;
  mju_warning("only %s", "here");
  mju_user_warning = NULL;
  assert_string_equal(warned, "only here");
  assert_string_equal(received.subject, "1.50%");
  mju_setLogHandler(before);
}

static void a_text_too_long_for_the_subject_is_whole_in_the_body(void** state) {
  char text[2000];
  memset(text, 'x', sizeof text);
  text[sizeof text - 1] = 0;
  mjfLogHandler before = mju_setLogHandler(receive);
  mju_warning("%s", text);
  mju_setLogHandler(before);
  assert_int_equal(strlen(received.subject), sizeof received.subject - 1);
  assert_string_equal(body, text);
}

static void raiseNumber(void* context) {
  mju_error("%s %d", (const char*)context, 7);
}

static void errors_are_formatted(void** state) {
  assert_false(lb_protect(raiseNumber, "number"));
  assert_string_equal(lb_lastError(), "number 7");
}

static void information_on_a_topic_is_given_when_the_topic_is_switched_on(void** state) {
  mjfLogHandler before = mju_setLogHandler(receive);
  mjLogConfig first = mju_getLogConfig(), config = first;
  received.subject[0] = 0;
  config.topics = 0;
  mju_setLogConfig(config);
  mju_info(mjTOPIC_NONE + 1, "hidden");
  assert_string_equal(received.subject, "");
  config.topics = 1 << (mjTOPIC_NONE + 1);
  mju_setLogConfig(config);
  mju_info(mjTOPIC_NONE + 1, "shown");
  assert_string_equal(received.subject, "shown");
  mju_info(mjTOPIC_NONE, "always");
  assert_string_equal(received.subject, "always");
  mju_setLogConfig(first);
  mju_setLogHandler(before);
}

static void matrices_are_printed_whatever_the_log_does(void** state) {
  fflush(stdout);
  int kept = dup(1);
  FILE* file = fopen("other.txt", "w");
  dup2(fileno(file), 1);
  mjLogConfig first = mju_getLogConfig(), none = {.logfile = "MUJOCO_LOG.TXT", .logto_file = true};
  mju_setLogConfig(none);
  mjfLogHandler before = mju_setLogHandler(receive);
  mju_printMat((mjtNum[]){1, 2, 3, 4}, 2, 2);
  mju_printMatSparse((mjtNum[]){7}, 1, (int[]){1}, (int[]){0}, (int[]){5});
  mju_setLogHandler(before);
  mju_setLogConfig(first);
  fflush(stdout);
  dup2(kept, 1);
  close(kept);
  fclose(file);
  assert_string_equal(contentOf("other.txt"),
                      "1.00000000 2.00000000 \n3.00000000 4.00000000 \n\n(0 5):  7.000000  \n\n");
  assert_string_equal(contentOf("MUJOCO_LOG.TXT"), "");
}

static char heard[100];

static void hear(const char* message) {
  snprintf(heard, sizeof heard, "%s", message);
}

static void a_handler_of_the_programs_own_errors_may_return(void** state) {
  mju_user_error = hear;
  mju_error("out of %s", "paper");
  assert_string_equal(heard, "out of paper");
  mju_user_error = NULL;
}

// A call that has done nothing yet gives up when a handler returns.
static void a_call_gives_up_after_a_handler_that_returns(void** state) {
  mju_user_error = hear;
  mjtNum quat[4] = {7, 7, 7, 7};
  mju_euler2Quat(quat, (mjtNum[]){1, 2, 3}, "xyw");
  assert_non_null(strstr(heard, "seq[2] is 'w'"));
  assert_true(quat[0] == 7);
  mjSpec* spec = mj_makeSpec();
  mjModel* m = mj_compile(spec, NULL);
  mjData* d = mj_makeData(m);
  assert_null(mj_stackAllocNum(d, (size_t)1 << 40));
  assert_non_null(strstr(heard, "stack overflow"));
  assert_int_equal(mj_stateSize(m, -1), 0);
  assert_non_null(strstr(heard, "invalid state signature"));
  mj_setKeyframe(m, d, 3);
  assert_non_null(strstr(heard, "must be smaller than 0"));
  mj_warning(d, -1, 0);
  assert_non_null(strstr(heard, "invalid warning type"));
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  assert_int_equal(mjp_registerPlugin(&plugin), -1);
  plugin.name = "mujoco.pid";
  assert_int_equal(mjp_registerPlugin(&plugin), -1);
  assert_non_null(strstr(heard, "already registered"));
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
  mju_user_error = NULL;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(warnings_are_appended_to_the_log_file),
      cmocka_unit_test(the_log_takes_messages_of_any_kind),
      cmocka_unit_test(the_file_can_be_another_or_none),
      cmocka_unit_test(errors_are_logged_and_end_the_program),
      cmocka_unit_test(a_handler_takes_warnings_instead),
      cmocka_unit_test(messages_are_formatted_and_stand_in_the_subject),
      cmocka_unit_test(a_text_too_long_for_the_subject_is_whole_in_the_body),
      cmocka_unit_test(errors_are_formatted),
      cmocka_unit_test(information_on_a_topic_is_given_when_the_topic_is_switched_on),
      cmocka_unit_test(matrices_are_printed_whatever_the_log_does),
      cmocka_unit_test(a_handler_of_the_programs_own_errors_may_return),
      cmocka_unit_test(a_call_gives_up_after_a_handler_that_returns),
  };
  return cmocka_run_group_tests(tests, enterEmptyFolder, removeFolder);
}

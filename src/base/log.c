// Messages below errors: information and warnings go to a handler, else to the console, and
// natively to a file, too: MUJOCO_LOG.TXT in the folder that the program runs in, until
// mju_setLogConfig names another. The module has no such folder; its messages go to the console
// only.

#include "api/data_enums.h"
#include "api/mju_functions.h"
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

void (*mju_user_warning)(const char* message) = NULL;

static mjfLogHandler logHandler = NULL;
static mjLogConfig logConfig = {
    .logto_console = true, .logto_file = true, .logfile = "MUJOCO_LOG.TXT"};

#ifdef LB_WASM

// Implemented by the JavaScript loader: hands the line to the embedding's print functions.
extern void lbjs_log(int level, const char* message);

static void printLine(const mjLogMessage* message) {
  lbjs_log(message->level, message->body);
}

static void appendToFile(const mjLogMessage* message) {
  (void)message;
}

#else

static void printLine(const mjLogMessage* message) {
  const char* kind = message->level >= mjLOG_ERROR     ? "error: "
                     : message->level >= mjLOG_WARNING ? "warning: "
                                                       : "";
  fprintf(stderr, "limber %s%s\n", kind, message->body);
}

// Adds date and time, the subject, and the message.
static void appendToFile(const mjLogMessage* message) {
  FILE* file = fopen(logConfig.logfile, "a");
  if (!file) {
    return;
  }
  char date[64] = "";
  time_t now = time(NULL);
  const struct tm* local = localtime(&now);
  if (local) {
    strftime(date, sizeof date, "%a %b %d %H:%M:%S %Y\n", local);
  }
  const char* subject = message->subject[0]               ? message->subject
                        : message->level >= mjLOG_ERROR   ? "ERROR"
                        : message->level >= mjLOG_WARNING ? "WARNING"
                                                          : "INFO";
  fprintf(file, "%s%s: %s\n\n", date, subject, message->body);
  fclose(file);
}

#endif

void mju_message(const mjLogMessage* msg) {
  bool selected = msg->topic == mjTOPIC_NONE || (logConfig.topics & (1 << msg->topic));
  if (!selected) {
    return;
  }
  if (logHandler) {
    logHandler(msg);
    return;
  }
  if (logConfig.logto_console) {
    printLine(msg);
  }
  if (logConfig.logto_file) {
    appendToFile(msg);
  }
}

void mju_info(int topic, const char* msg) {
  mju_message(&(mjLogMessage){.level = mjLOG_INFO, .topic = topic, .body = msg});
}

void mju_warning(const char* msg) {
  if (mju_user_warning) {
    mju_user_warning(msg);
  } else {
    mju_message(&(mjLogMessage){.level = mjLOG_WARNING, .body = msg});
  }
}

void mju_writeLog(const char* type, const char* msg) {
  mjLogMessage message = {.level = mjLOG_INFO, .body = msg};
  snprintf(message.subject, sizeof message.subject, "%s", type);
  appendToFile(&message);
}

void lb_warning(const char* format, ...) {
  char message[LB_MESSAGE_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  mju_warning(message);
}

mjfLogHandler mju_setLogHandler(mjfLogHandler handler) {
  mjfLogHandler previous = logHandler;
  logHandler = handler;
  return previous;
}

mjLogConfig mju_getLogConfig(void) {
  return logConfig;
}

void mju_setLogConfig(mjLogConfig config) {
  logConfig = config;
}

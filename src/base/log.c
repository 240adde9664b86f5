// Messages below errors: information and warnings go to a handler, else to the console, and
// natively to a file, too: MUJOCO_LOG.TXT in the folder that the program runs in, until
// mju_setLogConfig names another. The module has no such folder; its messages go to the console
// only.

#include "api/data_enums.h"
#include "api/mju_functions.h"
#include "base/error.h"
#include "base/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

void (*mju_user_warning)(const char* message) = NULL;

static mjfLogHandler logHandler = NULL;
#define LOG_FILE "MUJOCO_LOG.TXT"

static mjLogConfig logConfig = {.logto_console = true, .logto_file = true, .logfile = LOG_FILE};

// What a message says: its subject, or the body when that is longer.
static const char* textOf(const mjLogMessage* message) {
  return message->body && message->body[0] ? message->body : message->subject;
}

#ifdef LB_WASM

// Implemented by the JavaScript loader: hands the line to the embedding's print functions.
extern void lbjs_log(int level, const char* message);

static void printLine(const mjLogMessage* message) {
  lbjs_log(message->level, textOf(message));
}

void lb_printText(const char* text) {
  lbjs_log(mjLOG_INFO, text);
}

static void appendToFile(const mjLogMessage* message) {
  (void)message;
}

void mju_writeLog(const char* type, const char* msg) {
  (void)type;
  (void)msg;
}

#else

void lb_printText(const char* text) {
  printf("%s\n", text);
}

// Information is output as it is.
static void printLine(const mjLogMessage* message) {
  if (message->level < mjLOG_WARNING) {
    lb_printText(textOf(message));
  } else {
    fprintf(stderr, "limber %s: %s\n", message->level >= mjLOG_ERROR ? "error" : "warning",
            textOf(message));
  }
}

// Adds date and time, a title and a text to a file.
static void appendEntry(const char* name, const char* title, const char* text) {
  FILE* file = fopen(name, "a");
  if (!file) {
    return;
  }
  char date[64] = "";
  time_t now = time(NULL);
  const struct tm* local = localtime(&now);
  if (local) {
    strftime(date, sizeof date, "%a %b %d %H:%M:%S %Y\n", local);
  }
  fprintf(file, "%s%s: %s\n\n", date, title, text);
  fclose(file);
}

static void appendToFile(const mjLogMessage* message) {
  const char* level = message->level >= mjLOG_ERROR     ? "ERROR"
                      : message->level >= mjLOG_WARNING ? "WARNING"
                                                        : "INFO";
  const char* text = textOf(message);
  bool isTitle = message->subject[0] && strncmp(text, message->subject, strlen(message->subject));
  appendEntry(logConfig.logfile, isTitle ? message->subject : level, text);
}

void mju_writeLog(const char* type, const char* msg) {
  appendEntry(LOG_FILE, type, msg);
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

void lb_logText(int level, int topic, const char* text) {
  mjLogMessage message = {.level = level, .topic = topic};
  int length = snprintf(message.subject, sizeof message.subject, "%s", text);
  message.body = length < (int)sizeof message.subject ? "" : text;
  mju_message(&message);
}

static void warn(const char* text) {
  if (mju_user_warning) {
    mju_user_warning(text);
  } else {
    lb_logText(mjLOG_WARNING, mjTOPIC_NONE, text);
  }
}

void mju_info(int topic, const char* msg, ...) {
  char text[LB_REPORT_SIZE];
  va_list arguments;
  va_start(arguments, msg);
  lb_formatMessage(text, sizeof text, msg, arguments);
  va_end(arguments);
  lb_logText(mjLOG_INFO, topic, text);
}

void mju_warning(const char* msg, ...) {
  char text[LB_REPORT_SIZE];
  va_list arguments;
  va_start(arguments, msg);
  lb_formatMessage(text, sizeof text, msg, arguments);
  va_end(arguments);
  warn(text);
}

void lb_warning(const char* format, ...) {
  char message[LB_MESSAGE_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  warn(message);
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

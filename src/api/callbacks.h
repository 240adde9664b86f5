// Hooks that a program installs: control, passive force, sensors, actuators, contacts, time,
// memory, messages.

#pragma once

#include "data.h"
#include "model.h"

typedef struct mjLogMessage_ {
  int level;           // mjtLogLevel
  int topic;           // mjtLogTopic
  char subject[1024];  // what the message is about
  const char* body;    // the text
  const char* func;    // C function that raised it, may be NULL
  const char* file;    // source file, may be NULL
  int line;            // source line
  mjtBool timestamp;   // print the time of day
} mjLogMessage;

typedef struct mjLogConfig_ {
  mjtBool logto_console;
  mjtBool logto_file;
  char logfile[1024];
  int topics;  // bit set of mjtLogTopic
} mjLogConfig;

typedef void (*mjfLogHandler)(const mjLogMessage* message);
typedef void (*mjfGeneric)(const mjModel* m, mjData* d);
typedef int (*mjfConFilt)(const mjModel* m, mjData* d, int geom1, int geom2);
typedef void (*mjfSensor)(const mjModel* m, mjData* d, int stage);
typedef mjtNum (*mjfTime)(void);
typedef mjtNum (*mjfAct)(const mjModel* m, const mjData* d, int id);
typedef int (*mjfCollision)(const mjModel* m, const mjData* d, mjPreContact* con, int g1, int g2,
                            mjtNum margin);

#ifdef __cplusplus
extern "C" {
#endif

extern void (*mju_user_error)(const char* message);
extern void (*mju_user_warning)(const char* message);
extern void* (*mju_user_malloc)(size_t bytes);
extern void (*mju_user_free)(void* block);

extern mjfGeneric mjcb_passive;        // adds to qfrc_passive
extern mjfGeneric mjcb_control;        // writes ctrl, qfrc_applied, xfrc_applied
extern mjfConFilt mjcb_contactfilter;  // nonzero: discard the pair
extern mjfSensor mjcb_sensor;          // fills user sensors
extern mjfTime mjcb_time;              // milliseconds, for timers
extern mjfAct mjcb_act_dyn;            // user activation dynamics
extern mjfAct mjcb_act_gain;           // user gain
extern mjfAct mjcb_act_bias;           // user bias
extern mjfCollision mjCOLLISIONFUNC[mjNGEOMTYPES][mjNGEOMTYPES];  // row type <= column type

#ifdef __cplusplus
}
#endif

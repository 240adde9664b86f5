// Hooks that a program installs: control, passive force, sensors, actuators, contacts, time,
// memory, messages.

#pragma once

#include "data.h"
#include "model.h"

// A message of the engine, as a log handler receives it.
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

// Where messages go that no handler receives.
typedef struct mjLogConfig_ {
  mjtBool logto_console;  // whether messages go to the console
  mjtBool logto_file;     // whether messages go to the file
  char logfile[1024];     // name of the file that messages go to
  int topics;             // bit set of mjtLogTopic
} mjLogConfig;

// Receives messages of the engine.
typedef void (*mjfLogHandler)(const mjLogMessage* message);
// A hook that reads the model and changes the data.
typedef void (*mjfGeneric)(const mjModel* m, mjData* d);
// Nonzero when two geoms shall not collide.
typedef int (*mjfConFilt)(const mjModel* m, mjData* d, int geom1, int geom2);
// Writes the user sensors of a stage (mjtStage).
typedef void (*mjfSensor)(const mjModel* m, mjData* d, int stage);
// The time, in any unit; timers add up differences.
typedef mjtNum (*mjfTime)(void);
// A number of actuator id: the derivative of its activation, its gain or its bias.
typedef mjtNum (*mjfAct)(const mjModel* m, const mjData* d, int id);
// Finds the contacts of two geoms nearer than margin, m: fills con (mjMAXCONPAIR) and returns their
// number.
typedef int (*mjfCollision)(const mjModel* m, mjData* d, mjPreContact* con, int g1, int g2,
                            mjtNum margin);

#ifdef __cplusplus
extern "C" {
#endif

// Receives errors that nothing catches; when it returns, natively the program ends.
extern void (*mju_user_error)(const char* message);
// Receives warnings instead of the log.
extern void (*mju_user_warning)(const char* message);
// Gives memory instead of malloc.
extern void* (*mju_user_malloc)(size_t bytes);
// Takes it back.
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

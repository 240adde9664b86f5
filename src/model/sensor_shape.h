// What sensors of each type look at and how many numbers they read.

#pragma once

#include <stdbool.h>

#include "api/model.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a sensor looks at, as a letter: Site, Ray (site or camera), Joint, Ball joint, Tendon,
// Actuator, bOdy, Frame, Distance (geom or body), Contact set, Mesh, - none, * any; 0: there is no
// such type.
char lb_sensorObject(int type);

// The object types (a bit for each mjtObj) that a letter stands for; all bits where it asks for
// none.
unsigned lb_sensorObjectTypes(char letter);

// Numbers of a reading, as far as the type (mjtSensor) alone tells them; 0: it does not.
int lb_sensorNumbers(int type);

// Numbers per slot of a contact sensor and per ray of a rangefinder, for the fields in intprm[0].
int lb_contactNumbers(int bits);
int lb_rayNumbers(int bits);

// Whether objects, references and sizes of sensor i are those of its type; its actuator, camera and
// mesh have been checked.
bool lb_sensorInside(const mjModel* m, mjtSize i);

#ifdef __cplusplus
}
#endif

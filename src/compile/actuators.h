// Passes over actuators, and what they share.

#pragma once

#include "compile/context.h"

// --- passes

void lb_countActuators(lbCompiler* c);
void lb_fillActuators(lbCompiler* c);

// Entries of the sparse matrix of moments. After lb_countTendonJacobian.
void lb_countMomentJacobian(lbCompiler* c, mjModel* sizes);

// --- between the files of actuators

// The actuator with its transmission and controls as the engine sees them: orientation servos get a
// transmission of their own, controls that were left out their default.
mjsActuator lb_actuatorKind(const mjsActuator* given);

// Numbers of controls and of outputs (rows of moment) of an actuator as lb_actuatorKind gives it.
int lb_actuatorInputs(const mjsActuator* s);
int lb_actuatorOutputs(const mjsActuator* s);

// The site of this name, which the actuator needs besides its target: its "base" or "reference".
int lb_requireSite(lbCompiler* c, const char* what, const mjString* name);

// Targets of an orientation servo: a site and its reference site, or a ball joint.
void lb_resolveSo3(lbCompiler* c, const lbActuator* actuator, int trnid[2]);

// Whether and how one of the controls is limited; limited and ctrlrange are those of the actuator.
void lb_ctrlLimit(const mjsActuator* s, int input, bool limited, const double ctrlrange[2],
                  mjtBool* ctrlLimited, mjtNum range[2]);

// Refuses combinations that no actuator can have.
void lb_checkActuator(lbCompiler* c, const lbActuator* actuator, const mjsActuator* s);

// Number of activation variables; raises when actdim does not fit the dynamics.
int lb_actuatorActivations(lbCompiler* c, const lbActuator* actuator, const mjsActuator* s);

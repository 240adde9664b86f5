// mujoco.pid: a PID controller as an actuator.
//
//   force = kp (setpoint - length) + kd (setpoint rate - velocity) + I,   dI/dt = ki (setpoint -
//   length)
//
// The setpoint is the control or, when the actuator has a dyntype, its activation; slewmax bounds
// its rate from the second step on, imax bounds |I|. Its activations are, each only when needed: I
// (ki given), the setpoint of the last step (slewmax given), the activation of dyntype. `actdim`
// must be their number. With actearly the force is that of the activations after the step.

#include "base/error.h"
#include "base/memory.h"
#include "data/history.h"
#include "force/activation.h"
#include "force/actuation.h"
#include "math/inline.h"
#include "model/options.h"
#include "plugin/builtin.h"

typedef struct {
  mjtNum kp, ki, kd;
  mjtNum bound;  // of |I|, 0: none
  mjtNum slew;   // fastest change of the setpoint per second
  bool integrates, slews;
} Pid;

static void readConfig(const mjModel* m, int instance, Pid* pid) {
  pid->kp = lb_configNumber(m, instance, "kp", 0);
  pid->ki = lb_configNumber(m, instance, "ki", 0);
  pid->kd = lb_configNumber(m, instance, "kd", 0);
  pid->bound = lb_configNumber(m, instance, "imax", 0);
  pid->slews = lb_configVector(m, instance, "slewmax", &pid->slew, 1);
  pid->integrates = pid->ki != 0;
  if (pid->bound < 0) {
    lb_error("plugin 'mujoco.pid': imax must not be negative");
  }
  if (pid->slews && pid->slew < 0) {
    lb_error("plugin 'mujoco.pid': slewmax must not be negative");
  }
}

static int init(const mjModel* m, mjData* d, int instance) {
  Pid pid;
  readConfig(m, instance, &pid);
  for (int i = 0; i < m->nactuator; i++) {
    if (m->actuator_plugin[i] != instance) {
      continue;
    }
    int expected = pid.integrates + pid.slews + (m->actuator_dyntype[i] != mjDYN_NONE);
    if (m->actuator_actnum[i] != expected) {
      lb_error("plugin 'mujoco.pid': actuator %d has actdim %d, expected %d", i,
               m->actuator_actnum[i], expected);
    }
    if (m->actuator_ctrlnum[i] != 1 || m->actuator_outnum[i] != 1) {
      lb_error("plugin 'mujoco.pid': actuator %d must have one control and one force", i);
    }
  }
  Pid* kept = lb_alloc(sizeof *kept);
  *kept = pid;
  d->plugin_data[instance] = (uintptr_t)kept;
  return 0;
}

static void destroy(mjData* d, int instance) {
  lb_free((void*)d->plugin_data[instance]);
  d->plugin_data[instance] = 0;
}

// What the controller wants of one actuator now.
typedef struct {
  mjtNum setpoint, setpointRate;
  mjtNum memoryRate;  // brings the remembered setpoint to this one
  mjtNum integral, integralRate;
} Demand;

static Demand demandOf(const mjModel* m, const mjData* d, const Pid* pid, int id) {
  Demand demand = {0};
  mjtNum h = m->opt.timestep;
  int adr = m->actuator_actadr[id], last = adr + m->actuator_actnum[id] - 1;
  int ctrl = m->actuator_ctrladr[id];

  // setpoint: the control, or what dyntype makes of it
  if (m->actuator_dyntype[id] == mjDYN_NONE) {
    lb_delayedCtrl(m, d, id, &demand.setpoint);
    if (m->actuator_ctrllimited[ctrl] && !lb_disabled(m, mjDSBL_CLAMPCTRL)) {
      const mjtNum* range = m->actuator_ctrlrange + 2 * ctrl;
      demand.setpoint = lb_clip(demand.setpoint, range[0], range[1]);
    }
  } else {
    demand.setpointRate = d->act_dot[last];
    demand.setpoint = m->actuator_actearly[id] ? lb_nextActivation(m, d, id, last, d->act_dot[last])
                                               : d->act[last];
  }
  if (pid->slews) {
    mjtNum before = d->act[adr + pid->integrates], step = pid->slew * h;
    bool isFirst = d->time <= 0;  // no setpoint came before it
    if (!isFirst) {
      demand.setpoint = lb_clip(demand.setpoint, before - step, before + step);
    }
    demand.memoryRate = (demand.setpoint - before) / h;
    demand.setpointRate = isFirst ? demand.setpointRate : demand.memoryRate;
  }

  // the integral, bounded as it will be after the step
  if (pid->integrates) {
    mjtNum now = d->act[adr];
    mjtNum error = demand.setpoint - d->actuator_length[m->actuator_outadr[id]];
    mjtNum next = now + pid->ki * error * h;
    if (pid->bound > 0) {
      next = lb_clip(next, -pid->bound, pid->bound);
    }
    demand.integralRate = (next - now) / h;
    demand.integral = m->actuator_actearly[id] ? next : now;
  }
  return demand;
}

static bool serves(const mjModel* m, int id, int instance) {
  return m->actuator_plugin[id] == instance && !lb_actuatorDisabled(m, id);
}

static void actDot(const mjModel* m, mjData* d, int instance) {
  const Pid* pid = (const Pid*)d->plugin_data[instance];
  for (int i = 0; i < m->nactuator; i++) {
    if (!serves(m, i, instance)) {
      continue;
    }
    Demand demand = demandOf(m, d, pid, i);
    int adr = m->actuator_actadr[i];
    if (pid->integrates) {
      d->act_dot[adr] = demand.integralRate;
    }
    if (pid->slews) {
      d->act_dot[adr + pid->integrates] = demand.memoryRate;
    }
  }
}

static void compute(const mjModel* m, mjData* d, int instance, int capability) {
  const Pid* pid = (const Pid*)d->plugin_data[instance];
  for (int i = 0; i < m->nactuator; i++) {
    if (!serves(m, i, instance)) {
      continue;
    }
    Demand demand = demandOf(m, d, pid, i);
    int out = m->actuator_outadr[i];
    d->actuator_force[out] = pid->kp * (demand.setpoint - d->actuator_length[out]) +
                             pid->kd * (demand.setpointRate - d->actuator_velocity[out]) +
                             demand.integral;
  }
}

static const char* const attributes[] = {"kp", "ki", "kd", "imax", "slewmax"};

const mjpPlugin lb_pidPlugin = {
    .name = "mujoco.pid",
    .nattribute = 5,
    .attributes = attributes,
    .capabilityflags = mjPLUGIN_ACTUATOR,
    .nstate = lb_noPluginState,
    .init = init,
    .destroy = destroy,
    .compute = compute,
    .actuator_act_dot = actDot,
};

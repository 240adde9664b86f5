// A scene for the tests of actuators; see actuated_support.h.

#include "force/actuated_support.h"

Scene actuated(const char* attributes, const char* actuators) {
  static char xml[4000];
  snprintf(xml, sizeof(xml),
           "<mujoco><option timestep='.01' gravity='0 0 0'/><worldbody>"
           "<body><joint name='h' axis='0 1 0' %s/><geom size='.1' pos='.2 0 0'/></body>"
           "<body pos='1 0 0'><joint name='s' type='slide'/><geom size='.1'/></body>"
           "<body pos='2 0 0'><joint name='b' type='ball'/><geom size='.1'/></body>"
           "</worldbody><tendon><fixed name='t' actuatorfrclimited='true' actuatorfrcrange='-4 4'>"
           "<joint joint='h' coef='1'/><joint joint='s' coef='2'/></fixed></tendon>"
           "<actuator>%s</actuator></mujoco>",
           attributes, actuators);
  return loadScene(xml);
}

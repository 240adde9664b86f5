// Shapes that plugins make, for tests; see shape_support.h.

#include "plugin/shape_support.h"

#include <stdio.h>

Scene shapeScene(const char* plugin, const char* config, const char* body, const char* more) {
  char xml[3000];
  snprintf(xml, sizeof xml,
           "<mujoco><extension><plugin plugin='%s'><instance name='p'>%s</instance></plugin>"
           "</extension><asset><mesh name='shape'><plugin instance='p'/></mesh></asset>"
           "<option sdf_iterations='10' sdf_initpoints='40'/>"
           "<worldbody><body %s<geom name='shape' type='sdf' mesh='shape'><plugin instance='p'/>"
           "</geom></body>%s</worldbody></mujoco>",
           plugin, config, body, more);
  return loadScene(xml);
}

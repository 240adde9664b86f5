// Signed distance plugins: configuration, field and gradient.

#include "plugin/shape.h"

#include "base/fault.h"
#include "base/memory.h"
#include "math/inline.h"
#include "model/plugin_slots.h"

void lb_shapeAttributes(const char* shape, mjtNum* attribute, const char* name[],
                        const char* value[], int count, const mjtNum* fallback) {
  for (int i = 0; i < count; i++) {
    attribute[i] = fallback[i];
    if (value[i] && lb_configNumbers(value[i], attribute + i, 1) < 0) {
      lb_raiseFault(&(lbFault){.attribute = name[i], .expected = "a number"},
                    "plugin 'mujoco.sdf.%s': attribute '%s' is '%s'", shape, name[i], value[i]);
    }
  }
}

int lb_shapeInit(const mjModel* m, mjData* d, int instance) {
  const mjpPlugin* plugin = lb_instancePlugin(m, instance);
  const char *name[LB_SHAPE_ATTRIBUTES], *value[LB_SHAPE_ATTRIBUTES];
  mjtNum attribute[LB_SHAPE_ATTRIBUTES] = {0};
  for (int i = 0; i < plugin->nattribute; i++) {
    name[i] = plugin->attributes[i];
    value[i] = mj_getPluginConfig(m, instance, name[i]);
  }
  plugin->sdf_attribute(attribute, name, value);
  mjtNum* kept = lb_alloc(sizeof attribute);
  mju_copy(kept, attribute, LB_SHAPE_ATTRIBUTES);
  d->plugin_data[instance] = (uintptr_t)kept;
  return 0;
}

void lb_shapeDestroy(mjData* d, int instance) {
  lb_free((void*)d->plugin_data[instance]);
  d->plugin_data[instance] = 0;
}

mjtNum lb_shapeDistance(const mjtNum point[3], const mjData* d, int instance) {
  const mjpPlugin* plugin = lb_pluginAtSlot(d->plugin[instance]);
  return plugin->sdf_staticdistance(point, (const mjtNum*)d->plugin_data[instance]);
}

// Differences to the corners of a tetrahedron: four values instead of six.
void lb_shapeGradient(mjtNum gradient[3], const mjtNum point[3], const mjData* d, int instance) {
  static const mjtNum h = 1e-6;
  static const mjtNum corner[4][3] = {{1, -1, -1}, {-1, -1, 1}, {-1, 1, -1}, {1, 1, 1}};
  const mjpPlugin* plugin = lb_pluginAtSlot(d->plugin[instance]);
  const mjtNum* attributes = (const mjtNum*)d->plugin_data[instance];
  lb_zero3(gradient);
  for (int i = 0; i < 4; i++) {
    mjtNum y[3];
    lb_addScl3(y, point, corner[i], h);
    lb_addToScl3(gradient, corner[i], plugin->sdf_staticdistance(y, attributes) / (4 * h));
  }
}

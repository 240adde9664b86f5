#include "base/error.h"
#include "collide/collide.h"
#include "collide/ray.h"
LB_PAIR_FUNCTION(lb_collideSdf) {
  lb_error("signed distance field contacts are not implemented yet");
}
const mjpPlugin* mjc_getSDF(const mjModel* m, int id) {
  lb_error("mjc_getSDF is not implemented yet");
}
mjtNum mjc_distance(const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum x[3]) {
  lb_error("mjc_distance is not implemented yet");
}
void mjc_gradient(const mjModel* m, const mjData* d, const mjSDF* s, mjtNum gradient[3],
                  const mjtNum x[3]) {
  lb_error("mjc_gradient is not implemented yet");
}

mjtNum lb_raySdf(const mjModel* m, const mjData* d, int geom, const mjtNum pnt[3],
                 const mjtNum vec[3], mjtNum normal[3]) {
  lb_error("rays against signed distance fields are not implemented yet");
}

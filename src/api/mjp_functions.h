// mjp_ and mjc_: plugins, resource providers, decoders and signed distance fields.

#pragma once

#include "api/plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

LB_API const mjpPlugin* mjc_getSDF(const mjModel* m, int id);
LB_API mjtNum mjc_distance(const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum x[3]);
LB_API void mjc_gradient(const mjModel* m, const mjData* d, const mjSDF* s, mjtNum gradient[3],
                         const mjtNum x[3]);
LB_API void mjp_defaultPlugin(mjpPlugin* plugin);
LB_API int mjp_registerPlugin(const mjpPlugin* plugin);
LB_API int mjp_pluginCount(void);
LB_API const mjpPlugin* mjp_getPlugin(const char* name, int* slot);
LB_API const mjpPlugin* mjp_getPluginAtSlot(int slot);
LB_API void mjp_defaultResourceProvider(mjpResourceProvider* provider);
LB_API int mjp_registerResourceProvider(const mjpResourceProvider* provider);
LB_API int mjp_resourceProviderCount(void);
LB_API const mjpResourceProvider* mjp_getResourceProvider(const char* resource_name);
LB_API const mjpResourceProvider* mjp_getResourceProviderAtSlot(int slot);
LB_API void mjp_registerDecoder(const mjpDecoder* decoder);
LB_API void mjp_defaultDecoder(mjpDecoder* decoder);
LB_API const mjpDecoder* mjp_findDecoder(const mjResource* resource, const char* content_type);
LB_API void mjp_registerEncoder(const mjpEncoder* encoder);
LB_API void mjp_defaultEncoder(mjpEncoder* encoder);
LB_API const mjpEncoder* mjp_findEncoder(const char* filename, const char* content_type);

#ifdef __cplusplus
}
#endif

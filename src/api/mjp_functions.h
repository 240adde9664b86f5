// mjp_ and mjc_: plugins, resource providers, decoders and signed distance fields.

#pragma once

#include "plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

// The plugin that is the signed distance field of geom id; NULL when it has no plugin. A plugin
// without this capability is an error.
LB_API const mjpPlugin* mjc_getSDF(const mjModel* m, int id);
// Signed distance function of s at x: of its first shape, or of two shapes A and B their
// intersection max(A, B), middle surface A - B, or A + B + |max(A, B)|, whose minima lie deep in
// both. relpos and relmat take x to the frames of the shapes; id is a plugin instance, or a geom
// without plugin.
LB_API mjtNum mjc_distance(const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum x[3]);
// Its gradient. Those of octrees are per cell; of the middle surface, of unit vectors.
LB_API void mjc_gradient(const mjModel* m, const mjData* d, const mjSDF* s, mjtNum gradient[3],
                         const mjtNum x[3]);
// Sets every member to zero or NULL.
LB_API void mjp_defaultPlugin(mjpPlugin* plugin);
// Registers a plugin (the description is copied) and returns its slot, the old one when the same
// plugin is registered already. Error: a required member is missing, or another plugin has the
// name.
LB_API int mjp_registerPlugin(const mjpPlugin* plugin);
// Number of registered plugins.
LB_API int mjp_pluginCount(void);
// The plugin of that name, NULL when there is none; slot, unless NULL, receives its slot or -1.
LB_API const mjpPlugin* mjp_getPlugin(const char* name, int* slot);
// The plugin in a slot, NULL when the slot is not taken.
LB_API const mjpPlugin* mjp_getPluginAtSlot(int slot);
// Sets every member to zero or NULL.
LB_API void mjp_defaultResourceProvider(mjpResourceProvider* provider);
// Registers a provider (the description is copied) for its prefix and returns its slot, counting
// from 1; -1, with a warning, when members are missing or another provider has the prefix.
LB_API int mjp_registerResourceProvider(const mjpResourceProvider* provider);
// Number of registered resource providers.
LB_API int mjp_resourceProviderCount(void);
// The provider whose prefix stands before the first ':' of the name, NULL when there is none.
LB_API const mjpResourceProvider* mjp_getResourceProvider(const char* resource_name);
// The provider in a slot (from 1), NULL when the slot is not taken.
LB_API const mjpResourceProvider* mjp_getResourceProviderAtSlot(int slot);
// Registers a decoder (the description is copied). Error: a required member is missing, or another
// decoder has the content type. One for "application/zip" is built in.
LB_API void mjp_registerDecoder(const mjpDecoder* decoder);
// Sets every member to zero or NULL.
LB_API void mjp_defaultDecoder(mjpDecoder* decoder);
// The decoder of a content type or, when that is NULL or empty, the first that accepts the
// resource; NULL when there is none.
LB_API const mjpDecoder* mjp_findDecoder(const mjResource* resource, const char* content_type);
// Registers an encoder (the description is copied). Error: a required member is missing, or another
// encoder has the content type. One for "application/zip" is built in.
LB_API void mjp_registerEncoder(const mjpEncoder* encoder);
// Sets every member to zero or NULL.
LB_API void mjp_defaultEncoder(mjpEncoder* encoder);
// The encoder of a content type or, when that is NULL or empty, of the file name's extension; NULL
// when there is none.
LB_API const mjpEncoder* mjp_findEncoder(const char* filename, const char* content_type);

#ifdef __cplusplus
}
#endif

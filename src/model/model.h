// mjModel as an object: layout, allocation, names and checks.
//
// A model is one struct and one buffer. Every array of the field table lies in the buffer, aligned
// to 64 bytes so that SIMD loads never straddle a cache line.

#pragma once

#include "api/model.h"

#ifdef __cplusplus
extern "C" {
#endif

// A model with the sizes of `sizes` (only the LB_MODEL_SIZES fields are read; nbuffer is computed)
// and all arrays zero but site_dataid, -1, and tex_data, which is undefined. Release it with
// mj_deleteModel. Raises an error when a size is negative or memory is exhausted.
mjModel* lb_makeModel(const mjModel* sizes);

// Whether two models have the same sizes.
bool lb_sameSizes(const mjModel* a, const mjModel* b);

// Bytes that the arrays of a model with these sizes take; raises an error when a size is negative
// or the sum overflows.
size_t lb_modelBufferBytes(const mjModel* sizes);

// Addresses in m->names of the names of one object type (mjtObj), one per object; NULL and count 0
// for unnamed types.
int* lb_nameTable(const mjModel* m, int objectType, int* count);

// The value of nnames_map that belongs to the object counts of `sizes`.
mjtSize lb_nameMapSize(const mjModel* sizes);

// Fills names_map from names and the name_*adr tables.
void lb_buildNameMap(mjModel* m);

// Sets flg_gravcomp, flg_surfacevel and flg_adhesion from ngravcomp and the arrays that they
// summarise.
void lb_deriveFlags(mjModel* m);

// Sets the signature: a hash of sizes and structure that mjData carries too, so that a mismatched
// pair is noticed.
void lb_signModel(mjModel* m);

// Checks every size, address and id of a model that came from outside. Returns NULL when the engine
// can run it safely, else the name of the offending field.
const char* lb_validateModel(const mjModel* m);

#ifdef __cplusplus
}
#endif

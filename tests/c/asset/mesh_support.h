// Reading meshes from memory in tests.

#pragma once

#include "asset/mesh.h"
#include "check.h"

typedef struct MeshJob_ {
  lbRegion region;
  const void* bytes;
  size_t size;
  lbMeshSource mesh;
  lbMeshSource (*read)(lbRegion* region, const void* bytes, size_t size);
} MeshJob;

static inline void runMeshJob(void* context) {
  MeshJob* job = context;
  job->mesh = job->read(&job->region, job->bytes, job->size);
}

// Reads a file; fails the test with the message when it is refused. The mesh lives in the region.
static inline void readMesh(MeshJob* job) {
  if (!lb_protect(runMeshJob, job)) {
    fail_msg("%s", lb_lastError());
  }
}

// Why a file is refused.
static inline const char* refusalOfMesh(MeshJob job) {
  const char* message = errorOf(runMeshJob, &job);
  lb_regionFree(&job.region);
  return message;
}

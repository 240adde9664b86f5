// mjData: everything that changes while simulating. State and results live in `buffer`, constraints
// and stack frames in `arena`.

#pragma once

#include "data_enums.h"
#include "data_fields.h"
#include "types.h"

typedef struct mjPreContact_ {
  mjtNum dist;
  mjtNum pos[3];
  mjtNum normal[3];
  mjtNum tangent[3];
} mjPreContact;

typedef struct mjContact_ {
  mjtNum dist;
  mjtNum pos[3];
  mjtNum frame[9];
  mjtNum includemargin;
  mjtNum friction[5];
  mjtNum solref[2];
  mjtNum solreffriction[2];
  mjtNum solimp[5];
  mjtNum adhesion;
  mjtNum mu;
  mjtNum H[36];
  int dim;
  int geom1;
  int geom2;
  int geom[2];
  int flex[2];
  int elem[2];
  int vert[2];
  int exclude;
  int efc_address;
} mjContact;

typedef struct mjWarningStat_ {
  int lastinfo;
  int number;
} mjWarningStat;

typedef struct mjTimerStat_ {
  mjtNum duration;
  int number;
} mjTimerStat;

typedef struct mjSolverStat_ {
  mjtNum improvement;
  mjtNum gradient;
  mjtNum lineslope;
  int nactive;
  int nchange;
  int neval;
  int nupdate;
} mjSolverStat;

typedef struct mjData_ {
  mjtSize narena;
  mjtSize nbuffer;
  int nplugin;
  size_t pstack;
  size_t pbase;
  size_t parena;
  uintptr_t threadpool;
  mjtBool threadlock;
  mjtSize maxuse_stack;
  mjtSize maxuse_arena;
  int maxuse_con;
  int maxuse_efc;
  mjSolverStat solver[4000];
  int solver_niter[20];
  int solver_nnz[20];
  mjtNum solver_fwdinv[2];
  mjWarningStat warning[7];
  mjTimerStat timer[15];
  int ncon;
  int ne;
  int nf;
  int nl;
  int nefc;
  int nJ;
  int efm_active;
  int nefmK;
  int nefmdof;
  int nefmL;
  int nY;
  int nA;
  int nisland;
  int nidof;
  int ntree_awake;
  int nbody_awake;
  int nparent_awake;
  int nv_awake;
  mjtBool flg_energypos;
  mjtBool flg_energyvel;
  mjtBool flg_subtreevel;
  mjtBool flg_rnepost;
  mjtNum time;
  mjtNum energy[2];
  void* buffer;
  void* arena;

#define X(type, name, rows, cols, meaning) type* name;
  LB_DATA_ARRAYS(X)
#undef X

#define X(type, name, owner, rows, cols, meaning) type* name;
  LB_ARENA_ARRAYS(X)
#undef X

  uint64_t signature;
} mjData;

// mjData: everything that changes while simulating. State and results live in `buffer`, constraints
// and stack frames in `arena`.

#pragma once

#include "data_enums.h"
#include "data_fields.h"
#include "types.h"

// A contact as a collision function reports it, before it is mixed with the parameters of the
// geoms.
typedef struct mjPreContact_ {
  mjtNum dist;        // distance of the surfaces, m; negative: they overlap
  mjtNum pos[3];      // point between the surfaces, m, world
  mjtNum normal[3];   // from the first geom to the second, unit vector, world
  mjtNum tangent[3];  // first tangent, world; zeros: one that fits
} mjPreContact;

// A contact between two geoms, or parts of flexes.
typedef struct mjContact_ {
  mjtNum dist;               // distance of the surfaces, m; negative: they overlap
  mjtNum pos[3];             // point between the surfaces, m, world
  mjtNum frame[9];           // axes as rows (3 x 3), world: normal to the second geom, two tangents
  mjtNum includemargin;      // distance below which the contact acts, m: the margin
  mjtNum friction[5];        // tangents (2), torsion, rolling (2)
  mjtNum solref[2];          // time constant, s, and damping ratio; negative: stiffness and damping
  mjtNum solreffriction[2];  // solref of the friction rows; zeros: solref
  mjtNum solimp[5];          // impedance: dmin, dmax, width, midpoint, power
  mjtNum adhesion;           // force that holds the surfaces together, N
  mjtNum mu;                 // friction of the regularized cone, from the solver
  mjtNum H[36];              // Hessian of the cone (6 x 6), from the solver
  int dim;                   // rows of the contact: 1, 3, 4 or 6
  int geom1;                 // id of the first geom; -1: a flex
  int geom2;                 // id of the second geom; -1: a flex
  int geom[2];               // ids of the geoms; -1: a flex
  int flex[2];               // ids of the flexes; -1: a geom
  int elem[2];               // ids of the elements of flexes; -1: a geom or a vertex
  int vert[2];               // ids of the vertices of flexes; -1: a geom or an element
  int exclude;      // why it does not act: 0 it does, 1 in the gap, 2 fused, 3 no dofs, 4 passive
  int efc_address;  // first row of the contact in the constraint arrays; -1: none
} mjContact;

// How often a warning was raised.
typedef struct mjWarningStat_ {
  int lastinfo;  // index or size that the last warning was about
  int number;    // how many times it was raised
} mjWarningStat;

// Time spent in a part of the simulation.
typedef struct mjTimerStat_ {
  mjtNum duration;  // time spent, in units of mjcb_time
  int number;       // how many times it ran
} mjTimerStat;

// What one iteration of the constraint solver did.
typedef struct mjSolverStat_ {
  mjtNum improvement;  // cost that the iteration gained, scaled by 1 / trace(qM0)
  mjtNum gradient;     // norm of the gradient, scaled in the same way
  mjtNum lineslope;    // slope of the line search at its end, scaled
  int nactive;         // number of active rows
  int nchange;         // number of rows that changed their state
  int neval;           // number of evaluations of the line search
  int nupdate;         // number of updates of the Cholesky factor
} mjSolverStat;

// State of a model and everything computed from it. Units are those of the model.
typedef struct mjData_ {
  mjtSize narena;             // bytes of the arena
  mjtSize nbuffer;            // bytes of the buffer of all arrays
  int nplugin;                // number of plugin instances
  size_t pstack;              // bytes of the stack in use
  size_t pbase;               // bytes at which the present stack frame begins
  size_t parena;              // bytes of the arena in use
  uintptr_t threadpool;       // threads that share the work, see mju_threadpool; 0: none
  mjtBool threadlock;         // whether this is what one of several threads works with
  mjtSize maxuse_stack;       // most bytes of stack that were in use
  mjtSize maxuse_arena;       // most bytes of arena and stack that were in use
  int maxuse_con;             // largest number of contacts
  int maxuse_efc;             // largest number of constraint rows
  mjSolverStat solver[4000];  // statistics of the solver's iterations (islands x 200)
  int solver_niter[20];       // iterations of the solver, by island
  int solver_nnz[20];         // nonzeros of the Hessian or efc_AR, by island
  mjtNum solver_fwdinv[2];    // forward against inverse dynamics: joint forces, constraint forces
  mjWarningStat warning[7];   // counters by mjtWarning
  mjTimerStat timer[15];      // timers by mjtTimer
  int ncon;                   // number of contacts
  int ne;                     // number of rows of equalities
  int nf;                     // number of rows of friction
  int nl;                     // number of rows of limits
  int nefc;                   // number of rows of all constraints
  int nJ;                     // nonzeros of the constraint Jacobian
  int efm_active;             // whether implicit elastic forces are active
  int nefmK;                  // nonzeros of the elastic stiffness
  int nefmdof;                // number of degrees of freedom with elastic forces
  int nefmL;                  // nonzeros of the factor of the elastic inertia
  int nY;                     // nonzeros of efc_Y
  int nA;                     // nonzeros of efc_AR
  int nisland;                // number of islands
  int nidof;                  // number of degrees of freedom in islands
  int ntree_awake;            // number of trees that are awake
  int nbody_awake;            // number of bodies that are awake
  int nparent_awake;          // number of bodies whose parents are awake
  int nv_awake;               // number of degrees of freedom that are awake
  mjtBool flg_energypos;      // whether the potential energy is up to date
  mjtBool flg_energyvel;      // whether the kinetic energy is up to date
  mjtBool flg_subtreevel;     // whether subtree_linvel and subtree_angmom are up to date
  mjtBool flg_rnepost;        // whether cacc, cfrc_int and cfrc_ext are up to date
  mjtNum time;                // simulated time, s
  mjtNum energy[2];           // potential and kinetic energy, J
  void* buffer;               // all arrays, as bytes
  void* arena;                // constraints and stack, as bytes

#define X(type, name, rows, cols, meaning) type* name;
  LB_DATA_ARRAYS(X)
#undef X

#define X(type, name, owner, rows, cols, meaning) type* name;
  LB_ARENA_ARRAYS(X)
#undef X

  uint64_t signature;  // signature of the model that the data was made for
  void* efm;           // the effective mass as the engine keeps it, in the arena; NULL: none
  void* metric;        // that of the discrete integrator, in the arena; NULL: none
} mjData;

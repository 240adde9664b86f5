// Batches: many simulations of one model, whose states are rows of arrays.
//
// Between steps a simulation is a row: its integration state, what it keeps of the results, and the
// parameters in which it differs from the model. To step rows, a caller brings a model and data of
// its own: each row is loaded into them, stepped, and stored again. So memory is that of the rows,
// and results are, bit for bit, those of a loop over simulations of their own, whoever steps which
// row. Threads may step different rows of one batch at the same time, each with its own data, and
// with its own model when parameters vary.

#pragma once

#include "data.h"
#include "model.h"

// What a field of a batch is.
typedef enum lbBatchPart_ {
  lbBATCH_STATE,      // part of the integration state: read and written by steps
  lbBATCH_OUTPUT,     // result that is kept: written by steps
  lbBATCH_PARAMETER,  // field of the model or option that varies: read by steps
  lbBATCH_STATUS,     // what happened to the simulation
  lbBATCH_MEMORY,     // what the engine remembers between steps
} lbBatchPart;

// Type of the items of a field.
typedef enum lbBatchType_ {
  lbBATCH_NUM,    // mjtNum
  lbBATCH_FLOAT,  // float
  lbBATCH_INT,    // int
  lbBATCH_BYTE,   // unsigned char
} lbBatchType;

// Values of the field 'status'.
typedef enum lbBatchStatus_ {
  lbBATCH_GOOD,      // nothing happened
  lbBATCH_DIVERGED,  // a position, velocity or acceleration was no usable number since the last
                     // reset
  lbBATCH_FAILED,    // the engine raised an error: the row is as it was before
} lbBatchStatus;

// One array of a batch: width items for each simulation.
typedef struct lbBatchField_ {
  const char* name;  // of the field in mjData or mjModel, 'opt.timestep' of an option
  void* rows;        // items (count x width)
  int width;         // items of a simulation
  int type;          // of an item (lbBatchType)
  int part;          // what it is (lbBatchPart)
} lbBatchField;

// How simulations start again.
typedef struct lbBatchStart_ {
  int key;            // keyframe; -1: reference configuration
  mjtNum noise_qpos;  // scale of noise on positions, in the units of velocities times a second
  mjtNum noise_qvel;  // scale of noise on velocities
  int uniform;        // 1: noise is uniform in -scale..scale; 0: normal with this deviation
  unsigned seed[2];   // of the noise
  int first;          // number of the batch's first simulation, where it is part of a larger batch
} lbBatchStart;

// What a rollout is given and what it records; arrays hold a row for each simulation and step.
typedef struct lbBatchRun_ {
  int nstep;           // number of steps
  int stop;            // 1: a simulation that diverges stays at its last good state; 0: goes on
  const mjtNum* ctrl;  // controls (count x nstep x nu); NULL: those of the rows hold
  int nrecord;         // number of recorded fields
  const int* record;   // their indices (nrecord)
  void* const* into;   // where they go (nrecord), each (count x nstep x width)
} lbBatchRun;

typedef struct lbBatch_ lbBatch;

#ifdef __cplusplus
extern "C" {
#endif

// Makes a batch with rows for count simulations of a model, which must outlive it. All of them are
// where the model starts.
LB_API lbBatch* lb_makeBatch(const mjModel* m, int count);

// Frees a batch.
LB_API void lb_deleteBatch(lbBatch* b);

// Keeps a field of mjData: any array whose size the model fixes, 'energy', 'ncon', 'nefc', or
// 'physics' (mjSTATE_FULLPHYSICS). Returns its index; that of a field that is there already.
LB_API int lb_batchKeep(lbBatch* b, const char* name);

// Lets a field of mjModel or an option ('opt.timestep') vary: each simulation has its own copy,
// which starts as in the model. Raises an error for fields that say how the model is built.
LB_API int lb_batchVary(lbBatch* b, const char* name);

// Number of fields.
LB_API int lb_batchFieldCount(const lbBatch* b);

// A field by its index; valid until fields are added. Its rows stay where they are.
LB_API const lbBatchField* lb_batchField(const lbBatch* b, int index);

// Index of a field, -1 when there is none of this name.
LB_API int lb_batchFind(const lbBatch* b, const char* name);

// Puts all simulations where d is.
LB_API void lb_batchFill(lbBatch* b, const mjModel* m, const mjData* d);

// Brings a simulation into m and d, constants of varied parameters included.
LB_API void lb_batchLoad(lbBatch* b, mjModel* m, mjData* d, int index);

// Takes state and outputs of a simulation from d.
LB_API void lb_batchStore(lbBatch* b, const mjModel* m, mjData* d, int index);

// Gives m the parameters back that varied.
LB_API void lb_batchRestore(const lbBatch* b, mjModel* m);

// Steps the simulations first..first+count-1, those with mask[i] != 0 (count; NULL: all), and
// records. Where the engine raises an error, the simulation keeps its row but for its status, and
// the others go on. Returns the number of such simulations; lb_lastErrorFields tells of the last.
LB_API int lb_batchRollout(lbBatch* b, mjModel* m, mjData* d, int first, int count,
                           const unsigned char* mask, const lbBatchRun* run);

// The same without recording: nstep steps with the controls of the rows.
LB_API int lb_batchStep(lbBatch* b, mjModel* m, mjData* d, int first, int count,
                        const unsigned char* mask, int nstep);

// Computes what follows from the state, without stepping.
LB_API int lb_batchForward(lbBatch* b, mjModel* m, mjData* d, int first, int count,
                           const unsigned char* mask);

// Starts simulations again. Noise depends on the seed, the number of the simulation and how often
// it was reset, on nothing else.
LB_API int lb_batchReset(lbBatch* b, mjModel* m, mjData* d, int first, int count,
                         const unsigned char* mask, const lbBatchStart* start);

// Renews the constants that follow from varied parameters (mj_setConst), also where no parameter
// changed.
LB_API int lb_batchSetConst(lbBatch* b, mjModel* m, mjData* d, int first, int count,
                            const unsigned char* mask);

#ifdef __cplusplus
}
#endif

// The published X macros over the fields of mjOption, mjModel and mjData, for programs that do the
// same with each field:
//
//   #define X(type, name, rows, columns) print(#name, m->name, m->rows * columns);
//   MJMODEL_POINTERS_PREAMBLE(m)
//   MJMODEL_POINTERS
//   #undef X
//
// Rows and columns name sizes of mjModel as MJ_M(size), counts of mjData as MJ_D(count), which are
// what the program makes of them: the names alone unless it defines these macros. The preamble
// declares variables of these names for the sizes that columns have.

#pragma once

#include "data.h"
#include "model.h"

#ifndef MJ_M
#define MJ_M(size) size
#endif
#ifndef MJ_D
#define MJ_D(count) count
#endif

// mjOption: X(type, name) for numbers, X(name, length) for vectors.
#define MJOPTION_FLOATS LB_OPTION_FIELDS(LB_OPTION_FLOAT, )
#define MJOPTION_INTS LB_OPTION_FIELDS(LB_OPTION_INT, )
#define MJOPTION_VECTORS LB_OPTION_FIELDS(LB_OPTION_VECTOR, )

// mjModel: X(name) for sizes, of type mjtSize; X(type, name, rows, columns) for arrays, whose rows
// are the name of a size.
#define MJMODEL_SIZES LB_MODEL_SIZES(LB_MODEL_SIZE)
#define MJMODEL_INTS MJMODEL_SIZES
#define MJMODEL_POINTERS \
  LB_MODEL_ARRAYS(LB_ARRAY, LB_ARRAY_OF) LB_MODEL_NEWER_ARRAYS(LB_ARRAY, LB_ARRAY_OF)

// What columns of MJMODEL_POINTERS name.
#define MJMODEL_POINTERS_PREAMBLE(m)                                                    \
  const int nuser_body = (int)(m)->nuser_body, nuser_jnt = (int)(m)->nuser_jnt;         \
  const int nuser_geom = (int)(m)->nuser_geom, nuser_site = (int)(m)->nuser_site;       \
  const int nuser_cam = (int)(m)->nuser_cam, nuser_tendon = (int)(m)->nuser_tendon;     \
  const int nuser_actuator = (int)(m)->nuser_actuator;                                  \
  const int nuser_sensor = (int)(m)->nuser_sensor;                                      \
  const int nq = (int)(m)->nq, nv = (int)(m)->nv, na = (int)(m)->na, nu = (int)(m)->nu; \
  const int nmocap = (int)(m)->nmocap;

// mjData: X(type, name, rows, columns) for arrays in the buffer, whose rows are the name of a size
// of mjModel; for those in the arena the rows are MJ_M(size) or MJ_D(count).
#define MJDATA_POINTERS LB_DATA_ARRAYS(LB_ARRAY)
#define MJDATA_POINTERS_PREAMBLE(m)
#define MJDATA_ARENA_POINTERS LB_ARENA_ARRAYS(LB_ARENA_ARRAY)

// mjData: X(type, name) for its numbers.
#define MJDATA_SCALAR        \
  X(mjtSize, narena)         \
  X(mjtSize, nbuffer)        \
  X(int, nplugin)            \
  X(size_t, pstack)          \
  X(size_t, pbase)           \
  X(size_t, parena)          \
  X(uintptr_t, threadpool)   \
  X(mjtBool, threadlock)     \
  X(mjtSize, maxuse_stack)   \
  X(mjtSize, maxuse_arena)   \
  X(int, maxuse_con)         \
  X(int, maxuse_efc)         \
  X(int, ncon)               \
  X(int, ne)                 \
  X(int, nf)                 \
  X(int, nl)                 \
  X(int, nefc)               \
  X(int, nJ)                 \
  X(int, efm_active)         \
  X(int, nefmK)              \
  X(int, nefmdof)            \
  X(int, nefmL)              \
  X(int, nY)                 \
  X(int, nA)                 \
  X(int, nisland)            \
  X(int, nidof)              \
  X(int, ntree_awake)        \
  X(int, nbody_awake)        \
  X(int, nparent_awake)      \
  X(int, nv_awake)           \
  X(mjtBool, flg_energypos)  \
  X(mjtBool, flg_energyvel)  \
  X(mjtBool, flg_subtreevel) \
  X(mjtBool, flg_rnepost)    \
  X(mjtNum, time)            \
  X(uint64_t, signature)

// mjData: X(type, name, rows, columns) for its arrays of a fixed length.
#define MJDATA_VECTOR                           \
  X(mjSolverStat, solver, mjNISLAND, mjNSOLVER) \
  X(int, solver_niter, mjNISLAND, 1)            \
  X(int, solver_nnz, mjNISLAND, 1)              \
  X(mjtNum, solver_fwdinv, 2, 1)                \
  X(mjWarningStat, warning, mjNWARNING, 1)      \
  X(mjTimerStat, timer, mjNTIMER, 1)            \
  X(mjtNum, energy, 2, 1)

// From rows of the tables of fields to the arguments of the program's X.
#define LB_OPTION_FLOAT(type, name, count, ...) LB_OPTION_FLOAT_##type##_##count(name)
#define LB_OPTION_FLOAT_mjtNum_1(name) X(mjtNum, name)
#define LB_OPTION_FLOAT_mjtNum_2(name)
#define LB_OPTION_FLOAT_mjtNum_3(name)
#define LB_OPTION_FLOAT_mjtNum_5(name)
#define LB_OPTION_FLOAT_int_1(name)
#define LB_OPTION_INT(type, name, count, ...) LB_OPTION_INT_##type(name)
#define LB_OPTION_INT_mjtNum(name)
#define LB_OPTION_INT_int(name) X(int, name)
#define LB_OPTION_VECTOR(type, name, count, ...) LB_OPTION_VECTOR_##count(name)
#define LB_OPTION_VECTOR_1(name)
#define LB_OPTION_VECTOR_2(name) X(name, 2)
#define LB_OPTION_VECTOR_3(name) X(name, 3)
#define LB_OPTION_VECTOR_5(name) X(name, 5)
#define LB_MODEL_SIZE(name, meaning) X(name)
#define LB_ARRAY(type, name, rows, columns, meaning) X(type, name, rows, columns)
#define LB_ARRAY_OF(type, name, rows, size, times, meaning) X(type, name, rows, MJ_M(size) * times)
#define LB_ARENA_ARRAY(type, name, owner, rows, columns, meaning) \
  X(type, name, MJ_##owner(rows), columns)

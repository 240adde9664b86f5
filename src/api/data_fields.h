// Field tables of mjData: the one list that drives its layout, allocation, copying, printing and
// bindings.
//
// LB_DATA_ARRAYS(X):  X(type, name, rows, cols, "meaning")          in the buffer; rows is a size
// of mjModel LB_ARENA_ARRAYS(X): X(type, name, owner, rows, cols, "meaning")   in the arena; owner
// M or D tells whether rows is a
//                     size of mjModel or a count of mjData

#pragma once

// clang-format off
#define LB_DATA_ARRAYS(X) \
  X(mjtNum, qpos, nq, 1, "") \
  X(mjtNum, qvel, nv, 1, "") \
  X(mjtNum, act, na, 1, "") \
  X(mjtNum, history, nhistory, 1, "") \
  X(mjtNum, qacc_warmstart, nv, 1, "") \
  X(mjtNum, plugin_state, npluginstate, 1, "") \
  X(mjtNum, ctrl, nu, 1, "") \
  X(mjtNum, qfrc_applied, nv, 1, "") \
  X(mjtNum, xfrc_applied, nbody, 6, "") \
  X(mjtBool, eq_active, neq, 1, "") \
  X(mjtNum, mocap_pos, nmocap, 3, "") \
  X(mjtNum, mocap_quat, nmocap, 4, "") \
  X(mjtNum, qacc, nv, 1, "") \
  X(mjtNum, act_dot, na, 1, "") \
  X(mjtNum, userdata, nuserdata, 1, "") \
  X(mjtNum, sensordata, nsensordata, 1, "") \
  X(int, tree_asleep, ntree, 1, "") \
  X(int, plugin, nplugin, 1, "") \
  X(uintptr_t, plugin_data, nplugin, 1, "") \
  X(mjtNum, xpos, nbody, 3, "") \
  X(mjtNum, xquat, nbody, 4, "") \
  X(mjtNum, xmat, nbody, 9, "") \
  X(mjtNum, xipos, nbody, 3, "") \
  X(mjtNum, ximat, nbody, 9, "") \
  X(mjtNum, xanchor, njnt, 3, "") \
  X(mjtNum, xaxis, njnt, 3, "") \
  X(mjtNum, geom_xpos, ngeom, 3, "") \
  X(mjtNum, geom_xmat, ngeom, 9, "") \
  X(mjtNum, site_xpos, nsite, 3, "") \
  X(mjtNum, site_xmat, nsite, 9, "") \
  X(mjtNum, cam_xpos, ncam, 3, "") \
  X(mjtNum, cam_xmat, ncam, 9, "") \
  X(mjtNum, light_xpos, nlight, 3, "") \
  X(mjtNum, light_xdir, nlight, 3, "") \
  X(mjtNum, subtree_com, nbody, 3, "") \
  X(mjtNum, cdof, nv, 6, "") \
  X(mjtNum, cinert, nbody, 10, "") \
  X(mjtNum, flexvert_xpos, nflexvert, 3, "") \
  X(mjtNum, flexelem_aabb, nflexelem, 6, "") \
  X(mjtNum, flexelem_krot, nflexstiffness, 1, "") \
  X(mjtNum, flexedge_J, nJfe, 1, "") \
  X(mjtNum, flexedge_length, nflexedge, 1, "") \
  X(mjtNum, flexvert_J, nJfv, 2, "") \
  X(mjtNum, flexvert_length, nflexvert, 2, "") \
  X(mjtNum, bvh_aabb_dyn, nbvhdynamic, 6, "") \
  X(int, ten_wrapadr, ntendon, 1, "") \
  X(int, ten_wrapnum, ntendon, 1, "") \
  X(mjtNum, ten_J, nJten, 1, "") \
  X(mjtNum, ten_length, ntendon, 1, "") \
  X(int, wrap_obj, nwrap, 2, "") \
  X(mjtNum, wrap_xpos, nwrap, 6, "") \
  X(mjtNum, actuator_length, nout, 1, "") \
  X(int, moment_rownnz, nout, 1, "") \
  X(int, moment_rowadr, nout, 1, "") \
  X(int, moment_colind, nJmom, 1, "") \
  X(mjtNum, actuator_moment, nJmom, 1, "") \
  X(mjtNum, crb, nbody, 10, "") \
  X(mjtNum, M, nC, 1, "") \
  X(mjtNum, qLD, nC, 1, "") \
  X(mjtNum, qLDiagInv, nv, 1, "") \
  X(mjtBool, bvh_active, nbvh, 1, "") \
  X(int, tree_awake, ntree, 1, "") \
  X(int, body_awake, nbody, 1, "") \
  X(int, body_awake_ind, nbody, 1, "") \
  X(int, parent_awake_ind, nbody, 1, "") \
  X(int, dof_awake_ind, nv, 1, "") \
  X(mjtNum, flexedge_velocity, nflexedge, 1, "") \
  X(mjtNum, ten_velocity, ntendon, 1, "") \
  X(mjtNum, actuator_velocity, nout, 1, "") \
  X(mjtNum, cvel, nbody, 6, "") \
  X(mjtNum, cdof_dot, nv, 6, "") \
  X(mjtNum, qfrc_bias, nv, 1, "") \
  X(mjtNum, qfrc_spring, nv, 1, "") \
  X(mjtNum, qfrc_damper, nv, 1, "") \
  X(mjtNum, qfrc_gravcomp, nv, 1, "") \
  X(mjtNum, qfrc_fluid, nv, 1, "") \
  X(mjtNum, qfrc_adhesion, nv, 1, "") \
  X(mjtNum, qfrc_passive, nv, 1, "") \
  X(mjtNum, subtree_linvel, nbody, 3, "") \
  X(mjtNum, subtree_angmom, nbody, 3, "") \
  X(mjtNum, qH, nC, 1, "") \
  X(mjtNum, qHDiagInv, nv, 1, "") \
  X(mjtNum, qDeriv, nD, 1, "") \
  X(mjtNum, qLU, nD, 1, "") \
  X(mjtNum, actuator_force, nout, 1, "") \
  X(mjtNum, qfrc_actuator, nv, 1, "") \
  X(mjtNum, qfrc_smooth, nv, 1, "") \
  X(mjtNum, qacc_smooth, nv, 1, "") \
  X(mjtNum, qfrc_constraint, nv, 1, "") \
  X(mjtNum, qfrc_inverse, nv, 1, "") \
  X(mjtNum, cacc, nbody, 6, "") \
  X(mjtNum, cfrc_int, nbody, 6, "") \
  X(mjtNum, cfrc_ext, nbody, 6, "")

#define LB_ARENA_ARRAYS(X) \
  X(mjContact, contact, D, ncon, 1, "") \
  X(int, efc_type, D, nefc, 1, "") \
  X(int, efc_id, D, nefc, 1, "") \
  X(int, efc_J_rownnz, D, nefc, 1, "") \
  X(int, efc_J_rowadr, D, nefc, 1, "") \
  X(int, efc_J_rowsuper, D, nefc, 1, "") \
  X(int, efc_J_colind, D, nJ, 1, "") \
  X(mjtNum, efc_J, D, nJ, 1, "") \
  X(mjtNum, efc_pos, D, nefc, 1, "") \
  X(mjtNum, efc_margin, D, nefc, 1, "") \
  X(mjtNum, efc_frictionloss, D, nefc, 1, "") \
  X(mjtNum, efc_diagA, D, nefc, 1, "") \
  X(mjtNum, efc_KBIP, D, nefc, 4, "") \
  X(mjtNum, efc_D, D, nefc, 1, "") \
  X(mjtNum, efc_R, D, nefc, 1, "") \
  X(int, tendon_efcadr, M, ntendon, 1, "") \
  X(int, tree_island, M, ntree, 1, "") \
  X(int, island_ntree, D, nisland, 1, "") \
  X(int, island_itreeadr, D, nisland, 1, "") \
  X(int, map_itree2tree, M, ntree, 1, "") \
  X(int, dof_island, M, nv, 1, "") \
  X(int, island_nv, D, nisland, 1, "") \
  X(int, island_idofadr, D, nisland, 1, "") \
  X(int, island_dofadr, D, nisland, 1, "") \
  X(int, map_dof2idof, M, nv, 1, "") \
  X(int, map_idof2dof, M, nv, 1, "") \
  X(mjtNum, ifrc_smooth, D, nidof, 1, "") \
  X(mjtNum, iacc_smooth, D, nidof, 1, "") \
  X(mjtNum, iacc, D, nidof, 1, "") \
  X(int, efc_island, D, nefc, 1, "") \
  X(int, island_ne, D, nisland, 1, "") \
  X(int, island_nf, D, nisland, 1, "") \
  X(int, island_nefc, D, nisland, 1, "") \
  X(int, island_iefcadr, D, nisland, 1, "") \
  X(int, map_efc2iefc, D, nefc, 1, "") \
  X(int, map_iefc2efc, D, nefc, 1, "") \
  X(int, iefc_type, D, nefc, 1, "") \
  X(int, iefc_id, D, nefc, 1, "") \
  X(mjtNum, iefc_frictionloss, D, nefc, 1, "") \
  X(mjtNum, iefc_D, D, nefc, 1, "") \
  X(mjtNum, iefc_R, D, nefc, 1, "") \
  X(int, efc_Y_rownnz, D, nefc, 1, "") \
  X(int, efc_Y_rowadr, D, nefc, 1, "") \
  X(int, efc_Y_colind, D, nY, 1, "") \
  X(mjtNum, efc_Y, D, nY, 1, "") \
  X(int, efc_AR_rownnz, D, nefc, 1, "") \
  X(int, efc_AR_rowadr, D, nefc, 1, "") \
  X(int, efc_AR_colind, D, nA, 1, "") \
  X(mjtNum, efc_AR, D, nA, 1, "") \
  X(mjtNum, efc_vel, D, nefc, 1, "") \
  X(mjtNum, efc_aref, D, nefc, 1, "") \
  X(mjtNum, efm_c, M, nv, 1, "") \
  X(int, efm_K_rownnz, M, nv, 1, "") \
  X(int, efm_K_rowadr, M, nv, 1, "") \
  X(int, efm_K_colind, D, nefmK, 1, "") \
  X(mjtNum, efm_K_val, D, nefmK, 1, "") \
  X(int, efm_dofid, D, nefmdof, 1, "") \
  X(mjtNum, efm_L, D, nefmL, 1, "") \
  X(mjtNum, efc_b, D, nefc, 1, "") \
  X(mjtNum, iefc_aref, D, nefc, 1, "") \
  X(int, iefc_state, D, nefc, 1, "") \
  X(mjtNum, iefc_force, D, nefc, 1, "") \
  X(int, efc_state, D, nefc, 1, "") \
  X(mjtNum, efc_force, D, nefc, 1, "") \
  X(mjtNum, ifrc_constraint, D, nidof, 1, "")
// clang-format on

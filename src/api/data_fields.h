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
  X(mjtNum, qpos, nq, 1, "generalized coordinates") \
  X(mjtNum, qvel, nv, 1, "generalized velocities") \
  X(mjtNum, act, na, 1, "activations of actuators") \
  X(mjtNum, history, nhistory, 1, "past inputs and readings of delayed actuators and sensors") \
  X(mjtNum, qacc_warmstart, nv, 1, "accelerations from which the solver starts") \
  X(mjtNum, plugin_state, npluginstate, 1, "state of plugin instances") \
  X(mjtNum, ctrl, nu, 1, "control inputs") \
  X(mjtNum, qfrc_applied, nv, 1, "applied generalized force") \
  X(mjtNum, xfrc_applied, nbody, 6, "applied force and torque at the bodies' centres of mass, world frame") \
  X(mjtBool, eq_active, neq, 1, "whether an equality constraint is on") \
  X(mjtNum, mocap_pos, nmocap, 3, "positions of mocap bodies, m") \
  X(mjtNum, mocap_quat, nmocap, 4, "orientations of mocap bodies") \
  X(mjtNum, qacc, nv, 1, "accelerations") \
  X(mjtNum, act_dot, na, 1, "time derivatives of activations") \
  X(mjtNum, userdata, nuserdata, 1, "numbers for the program's own use") \
  X(mjtNum, sensordata, nsensordata, 1, "readings of all sensors") \
  X(int, tree_asleep, ntree, 1, "sleep state: next tree of a sleeping cycle, negative: awake") \
  X(int, plugin, nplugin, 1, "slot of the registered plugin") \
  X(uintptr_t, plugin_data, nplugin, 1, "plugin's own data") \
  X(mjtNum, xpos, nbody, 3, "position of the body frame, world, m") \
  X(mjtNum, xquat, nbody, 4, "orientation of the body frame, world") \
  X(mjtNum, xmat, nbody, 9, "orientation of the body frame as matrix, rows") \
  X(mjtNum, xipos, nbody, 3, "centre of mass, world, m") \
  X(mjtNum, ximat, nbody, 9, "principal axes of inertia, world, rows") \
  X(mjtNum, xanchor, njnt, 3, "joint anchor, world, m") \
  X(mjtNum, xaxis, njnt, 3, "joint axis, world") \
  X(mjtNum, geom_xpos, ngeom, 3, "position of the geom frame, world, m") \
  X(mjtNum, geom_xmat, ngeom, 9, "orientation of the geom frame, rows") \
  X(mjtNum, site_xpos, nsite, 3, "position of the site frame, world, m") \
  X(mjtNum, site_xmat, nsite, 9, "orientation of the site frame, rows") \
  X(mjtNum, cam_xpos, ncam, 3, "position of the camera, world, m") \
  X(mjtNum, cam_xmat, ncam, 9, "orientation of the camera, rows") \
  X(mjtNum, light_xpos, nlight, 3, "position of the light, world, m") \
  X(mjtNum, light_xdir, nlight, 3, "direction of the light, world") \
  X(mjtNum, subtree_com, nbody, 3, "centre of mass of the subtree, world, m") \
  X(mjtNum, cdof, nv, 6, "motion axis of the dof at the tree's centre of mass: rotation, translation") \
  X(mjtNum, cinert, nbody, 10, "inertia at the tree's centre of mass, packed") \
  X(mjtNum, flexvert_xpos, nflexvert, 3, "vertices, world, m") \
  X(mjtNum, flexelem_aabb, nflexelem, 6, "box around an element: centre and half sizes, m") \
  X(mjtNum, flexelem_krot, nflexstiffness, 1, "rotated stiffness of the elements") \
  X(mjtNum, flexedge_J, nJfe, 1, "edge Jacobian, sparse") \
  X(mjtNum, flexedge_length, nflexedge, 1, "length of an edge, m") \
  X(mjtNum, flexvert_J, nJfv, 2, "vertex strain Jacobian, sparse") \
  X(mjtNum, flexvert_length, nflexvert, 2, "strain measures at a vertex") \
  X(mjtNum, bvh_aabb_dyn, nbvhdynamic, 6, "boxes recomputed while simulating") \
  X(int, ten_wrapadr, ntendon, 1, "first point of the tendon's path") \
  X(int, ten_wrapnum, ntendon, 1, "points of the tendon's path") \
  X(mjtNum, ten_J, nJten, 1, "tendon Jacobian, sparse") \
  X(mjtNum, ten_length, ntendon, 1, "tendon length, m") \
  X(int, wrap_obj, nwrap, 2, "geom of a path point, -1: site, -2: pulley") \
  X(mjtNum, wrap_xpos, nwrap, 6, "path points, world, m") \
  X(mjtNum, actuator_length, nout, 1, "transmission length") \
  X(int, moment_rownnz, nout, 1, "nonzeros per row of the moment matrix") \
  X(int, moment_rowadr, nout, 1, "row start in the moment matrix") \
  X(int, moment_colind, nJmom, 1, "column indices of the moment matrix") \
  X(mjtNum, actuator_moment, nJmom, 1, "transmission moments, sparse") \
  X(mjtNum, crb, nbody, 10, "composite inertia of the subtree at the tree's centre of mass, packed") \
  X(mjtNum, M, nC, 1, "inertia matrix, lower triangle, sparse") \
  X(mjtNum, qLD, nC, 1, "L'DL factor of the inertia matrix, sparse") \
  X(mjtNum, qLDiagInv, nv, 1, "inverse of the factor's diagonal") \
  X(mjtBool, bvh_active, nbvh, 1, "whether a bounding volume was touched by collision") \
  X(int, tree_awake, ntree, 1, "whether the tree is awake") \
  X(int, body_awake, nbody, 1, "mjtSleepState") \
  X(int, body_awake_ind, nbody, 1, "ids of awake and static bodies") \
  X(int, parent_awake_ind, nbody, 1, "ids of bodies whose parent is awake or static") \
  X(int, dof_awake_ind, nv, 1, "ids of awake dofs") \
  X(mjtNum, flexedge_velocity, nflexedge, 1, "rate of change of an edge's length, m/s") \
  X(mjtNum, ten_velocity, ntendon, 1, "rate of change of the tendon's length, m/s") \
  X(mjtNum, actuator_velocity, nout, 1, "rate of change of the transmission's length") \
  X(mjtNum, cvel, nbody, 6, "velocity at the tree's centre of mass: rotation, translation") \
  X(mjtNum, cdof_dot, nv, 6, "time derivative of cdof") \
  X(mjtNum, qfrc_bias, nv, 1, "Coriolis, centrifugal and gravitational force") \
  X(mjtNum, qfrc_spring, nv, 1, "spring force") \
  X(mjtNum, qfrc_damper, nv, 1, "damper force") \
  X(mjtNum, qfrc_gravcomp, nv, 1, "gravity compensation force") \
  X(mjtNum, qfrc_fluid, nv, 1, "fluid force") \
  X(mjtNum, qfrc_adhesion, nv, 1, "adhesion force") \
  X(mjtNum, qfrc_passive, nv, 1, "all passive forces") \
  X(mjtNum, subtree_linvel, nbody, 3, "velocity of the subtree's centre of mass, m/s") \
  X(mjtNum, subtree_angmom, nbody, 3, "angular momentum about the subtree's centre of mass, kg m^2/s") \
  X(mjtNum, qH, nC, 1, "factor of the modified inertia of implicit integration") \
  X(mjtNum, qHDiagInv, nv, 1, "inverse of that factor's diagonal") \
  X(mjtNum, qDeriv, nD, 1, "derivative of the smooth force by velocity, sparse") \
  X(mjtNum, qLU, nD, 1, "LU factor of implicit integration, sparse") \
  X(mjtNum, actuator_force, nout, 1, "scalar actuator force") \
  X(mjtNum, qfrc_actuator, nv, 1, "actuator force in joint space") \
  X(mjtNum, qfrc_smooth, nv, 1, "all forces but constraint forces") \
  X(mjtNum, qacc_smooth, nv, 1, "acceleration without constraints") \
  X(mjtNum, qfrc_constraint, nv, 1, "constraint force in joint space") \
  X(mjtNum, qfrc_inverse, nv, 1, "force that inverse dynamics found") \
  X(mjtNum, cacc, nbody, 6, "acceleration at the tree's centre of mass") \
  X(mjtNum, cfrc_int, nbody, 6, "force that the parent exerts, at the tree's centre of mass") \
  X(mjtNum, cfrc_ext, nbody, 6, "external force, at the tree's centre of mass")

#define LB_ARENA_ARRAYS(X) \
  X(mjContact, contact, D, ncon, 1, "detected contacts") \
  X(int, efc_type, D, nefc, 1, "kind of row (mjtConstraint)") \
  X(int, efc_id, D, nefc, 1, "object of the row") \
  X(int, efc_J_rownnz, D, nefc, 1, "nonzeros per row of the constraint Jacobian") \
  X(int, efc_J_rowadr, D, nefc, 1, "row start in the constraint Jacobian") \
  X(int, efc_J_rowsuper, D, nefc, 1, "following rows with the same pattern") \
  X(int, efc_J_colind, D, nJ, 1, "column indices of the constraint Jacobian") \
  X(mjtNum, efc_J, D, nJ, 1, "constraint Jacobian, dense or sparse") \
  X(mjtNum, efc_pos, D, nefc, 1, "constraint position, m or rad") \
  X(mjtNum, efc_margin, D, nefc, 1, "distance at which the row becomes active") \
  X(mjtNum, efc_frictionloss, D, nefc, 1, "friction loss of the row") \
  X(mjtNum, efc_diagA, D, nefc, 1, "approximate inverse inertia of the row") \
  X(mjtNum, efc_KBIP, D, nefc, 4, "stiffness, damping, impedance, its derivative") \
  X(mjtNum, efc_D, D, nefc, 1, "constraint mass") \
  X(mjtNum, efc_R, D, nefc, 1, "inverse constraint mass") \
  X(int, tendon_efcadr, M, ntendon, 1, "first row of a tendon's limit, -1: none") \
  X(int, tree_island, M, ntree, 1, "island of a tree, -1: none") \
  X(int, island_ntree, D, nisland, 1, "trees of an island") \
  X(int, island_itreeadr, D, nisland, 1, "first entry in map_itree2tree") \
  X(int, map_itree2tree, M, ntree, 1, "trees in island order") \
  X(int, dof_island, M, nv, 1, "island of a dof, -1: none") \
  X(int, island_nv, D, nisland, 1, "dofs of an island") \
  X(int, island_idofadr, D, nisland, 1, "first dof in island order") \
  X(int, island_dofadr, D, nisland, 1, "first dof in model order") \
  X(int, map_dof2idof, M, nv, 1, "position of a dof in island order") \
  X(int, map_idof2dof, M, nv, 1, "dof at a position in island order") \
  X(mjtNum, ifrc_smooth, D, nidof, 1, "qfrc_smooth in island order") \
  X(mjtNum, iacc_smooth, D, nidof, 1, "qacc_smooth in island order") \
  X(mjtNum, iacc, D, nidof, 1, "qacc in island order") \
  X(int, efc_island, D, nefc, 1, "island of a row") \
  X(int, island_ne, D, nisland, 1, "equality rows of an island") \
  X(int, island_nf, D, nisland, 1, "friction rows of an island") \
  X(int, island_nefc, D, nisland, 1, "rows of an island") \
  X(int, island_iefcadr, D, nisland, 1, "first row in island order") \
  X(int, map_efc2iefc, D, nefc, 1, "position of a row in island order") \
  X(int, map_iefc2efc, D, nefc, 1, "row at a position in island order") \
  X(int, iefc_type, D, nefc, 1, "efc_type in island order") \
  X(int, iefc_id, D, nefc, 1, "efc_id in island order") \
  X(mjtNum, iefc_frictionloss, D, nefc, 1, "efc_frictionloss in island order") \
  X(mjtNum, iefc_D, D, nefc, 1, "efc_D in island order") \
  X(mjtNum, iefc_R, D, nefc, 1, "efc_R in island order") \
  X(int, efc_Y_rownnz, D, nefc, 1, "nonzeros per row of the half-projected Jacobian") \
  X(int, efc_Y_rowadr, D, nefc, 1, "row start in the half-projected Jacobian") \
  X(int, efc_Y_colind, D, nY, 1, "column indices of the half-projected Jacobian") \
  X(mjtNum, efc_Y, D, nY, 1, "Jacobian times the inverse of half the inertia factor") \
  X(int, efc_AR_rownnz, D, nefc, 1, "nonzeros per row of efc_AR") \
  X(int, efc_AR_rowadr, D, nefc, 1, "row start in efc_AR") \
  X(int, efc_AR_colind, D, nA, 1, "column indices of efc_AR") \
  X(mjtNum, efc_AR, D, nA, 1, "inverse inertia in constraint space plus regularization") \
  X(mjtNum, efc_vel, D, nefc, 1, "velocity of the row") \
  X(mjtNum, efc_aref, D, nefc, 1, "reference acceleration") \
  X(mjtNum, efm_c, M, nv, 1, "change of the smooth force by the effective mass") \
  X(int, efm_K_rownnz, M, nv, 1, "nonzeros per row of the effective stiffness") \
  X(int, efm_K_rowadr, M, nv, 1, "row start in the effective stiffness") \
  X(int, efm_K_colind, D, nefmK, 1, "column indices of the effective stiffness") \
  X(mjtNum, efm_K_val, D, nefmK, 1, "values of the effective stiffness") \
  X(int, efm_dofid, D, nefmdof, 1, "dofs of the effective mass") \
  X(mjtNum, efm_L, D, nefmL, 1, "factor of the effective mass") \
  X(mjtNum, efc_b, D, nefc, 1, "linear term of the dual problem") \
  X(mjtNum, iefc_aref, D, nefc, 1, "efc_aref in island order") \
  X(int, iefc_state, D, nefc, 1, "efc_state in island order") \
  X(mjtNum, iefc_force, D, nefc, 1, "efc_force in island order") \
  X(int, efc_state, D, nefc, 1, "mjtConstraintState") \
  X(mjtNum, efc_force, D, nefc, 1, "constraint force") \
  X(mjtNum, ifrc_constraint, D, nidof, 1, "qfrc_constraint in island order")
// clang-format on

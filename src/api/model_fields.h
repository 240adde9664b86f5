// Field tables of mjModel: the one list that drives its layout, allocation, copying, saving,
// printing and bindings.
//
// LB_MODEL_SIZES(X):      X(name, "meaning")                                integer sizes
// LB_MODEL_ARRAYS(X, XV): X(type, name, rows, cols, "meaning")              rows is a size, cols a
// constant
//                         XV(type, name, rows, colsSize, times, "meaning")  columns are colsSize *
//                         times

#pragma once

// clang-format off
#define LB_MODEL_SIZES(X) \
  X(nq, "") \
  X(nv, "") \
  X(nu, "") \
  X(nactuator, "") \
  X(nout, "") \
  X(na, "") \
  X(nbody, "") \
  X(nbvh, "") \
  X(nbvhstatic, "") \
  X(nbvhdynamic, "") \
  X(noct, "") \
  X(njnt, "") \
  X(ntree, "") \
  X(nM, "") \
  X(nB, "") \
  X(nC, "") \
  X(nD, "") \
  X(ngeom, "") \
  X(nsite, "") \
  X(ncam, "") \
  X(nlight, "") \
  X(nflex, "") \
  X(nflexnode, "") \
  X(nflexvert, "") \
  X(nflexedge, "") \
  X(nflexelem, "") \
  X(nflexelemdata, "") \
  X(nflexstiffness, "") \
  X(nflexbending, "") \
  X(nefm0dof, "") \
  X(nefm0L, "") \
  X(nflexelemedge, "") \
  X(nflexshelldata, "") \
  X(nflexevpair, "") \
  X(nflextexcoord, "") \
  X(nJfe, "") \
  X(nJfv, "") \
  X(nmesh, "") \
  X(nmeshvert, "") \
  X(nmeshnormal, "") \
  X(nmeshtexcoord, "") \
  X(nmeshface, "") \
  X(nmeshgraph, "") \
  X(nmeshpoly, "") \
  X(nmeshpolyvert, "") \
  X(nmeshpolymap, "") \
  X(nskin, "") \
  X(nskinvert, "") \
  X(nskintexvert, "") \
  X(nskinface, "") \
  X(nskinbone, "") \
  X(nskinbonevert, "") \
  X(nhfield, "") \
  X(nhfielddata, "") \
  X(ntex, "") \
  X(ntexdata, "") \
  X(nmat, "") \
  X(npair, "") \
  X(nexclude, "") \
  X(neq, "") \
  X(ntendon, "") \
  X(nJten, "") \
  X(nwrap, "") \
  X(nsensor, "") \
  X(nnumeric, "") \
  X(nnumericdata, "") \
  X(ntext, "") \
  X(ntextdata, "") \
  X(ntuple, "") \
  X(ntupledata, "") \
  X(nkey, "") \
  X(nmocap, "") \
  X(nplugin, "") \
  X(npluginattr, "") \
  X(nuser_body, "") \
  X(nuser_jnt, "") \
  X(nuser_geom, "") \
  X(nuser_site, "") \
  X(nuser_cam, "") \
  X(nuser_tendon, "") \
  X(nuser_actuator, "") \
  X(nuser_sensor, "") \
  X(nnames, "") \
  X(npaths, "") \
  X(nnames_map, "") \
  X(nJmom, "") \
  X(ngravcomp, "") \
  X(nemax, "") \
  X(njmax, "") \
  X(nconmax, "") \
  X(npolygonmax, "") \
  X(nmeshdegmax, "") \
  X(nuserdata, "") \
  X(nsensordata, "") \
  X(npluginstate, "") \
  X(nhistory, "") \
  X(narena, "") \
  X(nbuffer, "")

#define LB_MODEL_ARRAYS(X, XV) \
  X(mjtNum, qpos0, nq, 1, "") \
  X(mjtNum, qpos_spring, nq, 1, "") \
  X(int, body_parentid, nbody, 1, "") \
  X(int, body_rootid, nbody, 1, "") \
  X(int, body_weldid, nbody, 1, "") \
  X(int, body_mocapid, nbody, 1, "") \
  X(int, body_jntnum, nbody, 1, "") \
  X(int, body_jntadr, nbody, 1, "") \
  X(int, body_dofnum, nbody, 1, "") \
  X(int, body_dofadr, nbody, 1, "") \
  X(int, body_treeid, nbody, 1, "") \
  X(int, body_geomnum, nbody, 1, "") \
  X(int, body_geomadr, nbody, 1, "") \
  X(mjtByte, body_simple, nbody, 1, "") \
  X(mjtByte, body_sameframe, nbody, 1, "") \
  X(mjtNum, body_pos, nbody, 3, "") \
  X(mjtNum, body_quat, nbody, 4, "") \
  X(mjtNum, body_ipos, nbody, 3, "") \
  X(mjtNum, body_iquat, nbody, 4, "") \
  X(mjtNum, body_mass, nbody, 1, "") \
  X(mjtNum, body_subtreemass, nbody, 1, "") \
  X(mjtNum, body_inertia, nbody, 3, "") \
  X(mjtNum, body_invweight0, nbody, 2, "") \
  X(mjtNum, body_gravcomp, nbody, 1, "") \
  X(mjtNum, body_margin, nbody, 1, "") \
  XV(mjtNum, body_user, nbody, nuser_body, 1, "") \
  X(int, body_plugin, nbody, 1, "") \
  X(int, body_contype, nbody, 1, "") \
  X(int, body_conaffinity, nbody, 1, "") \
  X(int, body_bvhadr, nbody, 1, "") \
  X(int, body_bvhnum, nbody, 1, "") \
  X(int, bvh_depth, nbvh, 1, "") \
  X(int, bvh_child, nbvh, 2, "") \
  X(int, bvh_nodeid, nbvh, 1, "") \
  X(mjtNum, bvh_aabb, nbvhstatic, 6, "") \
  X(int, oct_depth, noct, 1, "") \
  X(int, oct_child, noct, 8, "") \
  X(mjtNum, oct_aabb, noct, 6, "") \
  X(mjtNum, oct_coeff, noct, 8, "") \
  X(int, jnt_type, njnt, 1, "") \
  X(int, jnt_qposadr, njnt, 1, "") \
  X(int, jnt_dofadr, njnt, 1, "") \
  X(int, jnt_bodyid, njnt, 1, "") \
  X(int, jnt_actuatorid, njnt, 1, "") \
  X(int, jnt_group, njnt, 1, "") \
  X(mjtBool, jnt_limited, njnt, 1, "") \
  X(mjtBool, jnt_actfrclimited, njnt, 1, "") \
  X(mjtBool, jnt_actgravcomp, njnt, 1, "") \
  X(mjtNum, jnt_solref, njnt, mjNREF, "") \
  X(mjtNum, jnt_solimp, njnt, mjNIMP, "") \
  X(mjtNum, jnt_pos, njnt, 3, "") \
  X(mjtNum, jnt_axis, njnt, 3, "") \
  X(mjtNum, jnt_stiffness, njnt, 1, "") \
  X(mjtNum, jnt_stiffnesspoly, njnt, mjNPOLY, "") \
  X(mjtNum, jnt_range, njnt, 2, "") \
  X(mjtNum, jnt_actfrcrange, njnt, 2, "") \
  X(mjtNum, jnt_margin, njnt, 1, "") \
  XV(mjtNum, jnt_user, njnt, nuser_jnt, 1, "") \
  X(int, dof_bodyid, nv, 1, "") \
  X(int, dof_jntid, nv, 1, "") \
  X(int, dof_parentid, nv, 1, "") \
  X(int, dof_treeid, nv, 1, "") \
  X(int, dof_Madr, nv, 1, "") \
  X(int, dof_simplenum, nv, 1, "") \
  X(mjtNum, dof_solref, nv, mjNREF, "") \
  X(mjtNum, dof_solimp, nv, mjNIMP, "") \
  X(mjtNum, dof_frictionloss, nv, 1, "") \
  X(mjtNum, dof_armature, nv, 1, "") \
  X(mjtNum, dof_damping, nv, 1, "") \
  X(mjtNum, dof_dampingpoly, nv, mjNPOLY, "") \
  X(mjtNum, dof_invweight0, nv, 1, "") \
  X(mjtNum, dof_M0, nv, 1, "") \
  X(mjtNum, dof_length, nv, 1, "") \
  X(int, tree_bodyadr, ntree, 1, "") \
  X(int, tree_bodynum, ntree, 1, "") \
  X(int, tree_dofadr, ntree, 1, "") \
  X(int, tree_dofnum, ntree, 1, "") \
  X(int, tree_sleep_policy, ntree, 1, "") \
  X(int, geom_type, ngeom, 1, "") \
  X(int, geom_contype, ngeom, 1, "") \
  X(int, geom_conaffinity, ngeom, 1, "") \
  X(int, geom_condim, ngeom, 1, "") \
  X(int, geom_bodyid, ngeom, 1, "") \
  X(int, geom_dataid, ngeom, 1, "") \
  X(int, geom_matid, ngeom, 1, "") \
  X(int, geom_group, ngeom, 1, "") \
  X(int, geom_priority, ngeom, 1, "") \
  X(int, geom_plugin, ngeom, 1, "") \
  X(mjtByte, geom_sameframe, ngeom, 1, "") \
  X(mjtNum, geom_solmix, ngeom, 1, "") \
  X(mjtNum, geom_solref, ngeom, mjNREF, "") \
  X(mjtNum, geom_solimp, ngeom, mjNIMP, "") \
  X(mjtNum, geom_size, ngeom, 3, "") \
  X(mjtNum, geom_aabb, ngeom, 6, "") \
  X(mjtNum, geom_rbound, ngeom, 1, "") \
  X(mjtNum, geom_pos, ngeom, 3, "") \
  X(mjtNum, geom_quat, ngeom, 4, "") \
  X(mjtNum, geom_friction, ngeom, 3, "") \
  X(mjtNum, geom_margin, ngeom, 1, "") \
  X(mjtNum, geom_gap, ngeom, 1, "") \
  X(mjtNum, geom_surfacevel, ngeom, 6, "") \
  X(mjtNum, geom_adhesion, ngeom, 1, "") \
  X(mjtNum, geom_fluid, ngeom, mjNFLUID, "") \
  XV(mjtNum, geom_user, ngeom, nuser_geom, 1, "") \
  X(float, geom_rgba, ngeom, 4, "") \
  X(int, site_type, nsite, 1, "") \
  X(int, site_bodyid, nsite, 1, "") \
  X(int, site_matid, nsite, 1, "") \
  X(int, site_group, nsite, 1, "") \
  X(mjtByte, site_sameframe, nsite, 1, "") \
  X(mjtNum, site_size, nsite, 3, "") \
  X(mjtNum, site_pos, nsite, 3, "") \
  X(mjtNum, site_quat, nsite, 4, "") \
  XV(mjtNum, site_user, nsite, nuser_site, 1, "") \
  X(float, site_rgba, nsite, 4, "") \
  X(int, cam_mode, ncam, 1, "") \
  X(int, cam_bodyid, ncam, 1, "") \
  X(int, cam_targetbodyid, ncam, 1, "") \
  X(mjtNum, cam_pos, ncam, 3, "") \
  X(mjtNum, cam_quat, ncam, 4, "") \
  X(mjtNum, cam_poscom0, ncam, 3, "") \
  X(mjtNum, cam_pos0, ncam, 3, "") \
  X(mjtNum, cam_mat0, ncam, 9, "") \
  X(int, cam_projection, ncam, 1, "") \
  X(mjtNum, cam_fovy, ncam, 1, "") \
  X(mjtNum, cam_ipd, ncam, 1, "") \
  X(int, cam_resolution, ncam, 2, "") \
  X(int, cam_output, ncam, 1, "") \
  X(float, cam_sensorsize, ncam, 2, "") \
  X(float, cam_intrinsic, ncam, 4, "") \
  XV(mjtNum, cam_user, ncam, nuser_cam, 1, "") \
  X(int, light_mode, nlight, 1, "") \
  X(int, light_bodyid, nlight, 1, "") \
  X(int, light_targetbodyid, nlight, 1, "") \
  X(int, light_type, nlight, 1, "") \
  X(int, light_texid, nlight, 1, "") \
  X(mjtBool, light_castshadow, nlight, 1, "") \
  X(float, light_bulbradius, nlight, 1, "") \
  X(float, light_intensity, nlight, 1, "") \
  X(float, light_range, nlight, 1, "") \
  X(mjtBool, light_active, nlight, 1, "") \
  X(mjtNum, light_pos, nlight, 3, "") \
  X(mjtNum, light_dir, nlight, 3, "") \
  X(mjtNum, light_poscom0, nlight, 3, "") \
  X(mjtNum, light_pos0, nlight, 3, "") \
  X(mjtNum, light_dir0, nlight, 3, "") \
  X(float, light_attenuation, nlight, 3, "") \
  X(float, light_cutoff, nlight, 1, "") \
  X(float, light_softness, nlight, 1, "") \
  X(float, light_exponent, nlight, 1, "") \
  X(float, light_ambient, nlight, 3, "") \
  X(float, light_diffuse, nlight, 3, "") \
  X(float, light_specular, nlight, 3, "") \
  X(int, flex_contype, nflex, 1, "") \
  X(int, flex_conaffinity, nflex, 1, "") \
  X(int, flex_condim, nflex, 1, "") \
  X(int, flex_priority, nflex, 1, "") \
  X(mjtNum, flex_solmix, nflex, 1, "") \
  X(mjtNum, flex_solref, nflex, mjNREF, "") \
  X(mjtNum, flex_solimp, nflex, mjNIMP, "") \
  X(mjtNum, flex_friction, nflex, 3, "") \
  X(mjtNum, flex_margin, nflex, 1, "") \
  X(mjtNum, flex_gap, nflex, 1, "") \
  X(mjtBool, flex_internal, nflex, 1, "") \
  X(int, flex_selfcollide, nflex, 1, "") \
  X(int, flex_activelayers, nflex, 1, "") \
  X(int, flex_passive, nflex, 1, "") \
  X(int, flex_dim, nflex, 1, "") \
  X(int, flex_matid, nflex, 1, "") \
  X(int, flex_group, nflex, 1, "") \
  X(int, flex_interp, nflex, 1, "") \
  X(int, flex_cellnum, nflex, 3, "") \
  X(int, flex_nodeadr, nflex, 1, "") \
  X(int, flex_nodenum, nflex, 1, "") \
  X(int, flex_vertadr, nflex, 1, "") \
  X(int, flex_vertnum, nflex, 1, "") \
  X(int, flex_edgeadr, nflex, 1, "") \
  X(int, flex_edgenum, nflex, 1, "") \
  X(int, flex_elemadr, nflex, 1, "") \
  X(int, flex_elemnum, nflex, 1, "") \
  X(int, flex_elemdataadr, nflex, 1, "") \
  X(int, flex_stiffnessadr, nflex, 1, "") \
  X(int, flex_elemedgeadr, nflex, 1, "") \
  X(int, flex_bendingadr, nflex, 1, "") \
  X(int, flex_shellnum, nflex, 1, "") \
  X(int, flex_shelldataadr, nflex, 1, "") \
  X(int, flex_evpairadr, nflex, 1, "") \
  X(int, flex_evpairnum, nflex, 1, "") \
  X(int, flex_texcoordadr, nflex, 1, "") \
  X(int, flex_nodebodyid, nflexnode, 1, "") \
  X(int, flex_vertbodyid, nflexvert, 1, "") \
  X(int, flex_vertedgeadr, nflexvert, 1, "") \
  X(int, flex_vertedgenum, nflexvert, 1, "") \
  X(int, flex_vertedge, nflexedge, 2, "") \
  X(int, flex_edge, nflexedge, 2, "") \
  X(int, flex_edgeflap, nflexedge, 2, "") \
  X(int, flex_elem, nflexelemdata, 1, "") \
  X(int, flex_elemtexcoord, nflexelemdata, 1, "") \
  X(int, flex_elemedge, nflexelemedge, 1, "") \
  X(int, flex_elemlayer, nflexelem, 1, "") \
  X(int, flex_shell, nflexshelldata, 1, "") \
  X(int, flex_evpair, nflexevpair, 2, "") \
  X(mjtNum, flex_vert, nflexvert, 3, "") \
  X(mjtNum, flex_vert0, nflexvert, 3, "") \
  X(mjtNum, flex_vertmetric, nflexvert, 4, "") \
  X(mjtNum, flex_node, nflexnode, 3, "") \
  X(mjtNum, flex_node0, nflexnode, 3, "") \
  X(mjtNum, flexedge_length0, nflexedge, 1, "") \
  X(mjtNum, flexedge_invweight0, nflexedge, 1, "") \
  X(mjtNum, flex_radius, nflex, 1, "") \
  X(mjtNum, flex_size, nflex, 3, "") \
  X(mjtNum, flex_stiffness, nflexstiffness, 1, "") \
  X(mjtNum, flex_bending, nflexbending, 1, "") \
  X(int, efm0_dofid, nefm0dof, 1, "") \
  X(int, efm0_L_rownnz, nefm0dof, 1, "") \
  X(int, efm0_L_rowadr, nefm0dof, 1, "") \
  X(int, efm0_L_colind, nefm0L, 1, "") \
  X(mjtNum, efm0_L, nefm0L, 1, "") \
  X(mjtNum, flex_damping, nflex, 1, "") \
  X(mjtNum, flex_edgestiffness, nflex, 1, "") \
  X(mjtNum, flex_edgedamping, nflex, 1, "") \
  X(int, flex_edgeequality, nflex, 1, "") \
  X(mjtBool, flex_rigid, nflex, 1, "") \
  X(mjtBool, flexedge_rigid, nflexedge, 1, "") \
  X(mjtBool, flex_centered, nflex, 1, "") \
  X(mjtBool, flex_flatskin, nflex, 1, "") \
  X(int, flex_bvhadr, nflex, 1, "") \
  X(int, flex_bvhnum, nflex, 1, "") \
  X(int, flexedge_J_rownnz, nflexedge, 1, "") \
  X(int, flexedge_J_rowadr, nflexedge, 1, "") \
  X(int, flexedge_J_colind, nJfe, 1, "") \
  X(int, flexvert_J_rownnz, nflexvert, 2, "") \
  X(int, flexvert_J_rowadr, nflexvert, 2, "") \
  X(int, flexvert_J_colind, nJfv, 2, "") \
  X(float, flex_rgba, nflex, 4, "") \
  X(float, flex_texcoord, nflextexcoord, 2, "") \
  X(int, mesh_vertadr, nmesh, 1, "") \
  X(int, mesh_vertnum, nmesh, 1, "") \
  X(int, mesh_faceadr, nmesh, 1, "") \
  X(int, mesh_facenum, nmesh, 1, "") \
  X(int, mesh_bvhadr, nmesh, 1, "") \
  X(int, mesh_bvhnum, nmesh, 1, "") \
  X(int, mesh_octadr, nmesh, 1, "") \
  X(int, mesh_octnum, nmesh, 1, "") \
  X(int, mesh_normaladr, nmesh, 1, "") \
  X(int, mesh_normalnum, nmesh, 1, "") \
  X(int, mesh_texcoordadr, nmesh, 1, "") \
  X(int, mesh_texcoordnum, nmesh, 1, "") \
  X(int, mesh_graphadr, nmesh, 1, "") \
  X(int, mesh_extrema, nmesh, 27, "") \
  X(float, mesh_vert, nmeshvert, 3, "") \
  X(float, mesh_normal, nmeshnormal, 3, "") \
  X(float, mesh_texcoord, nmeshtexcoord, 2, "") \
  X(int, mesh_face, nmeshface, 3, "") \
  X(int, mesh_facenormal, nmeshface, 3, "") \
  X(int, mesh_facetexcoord, nmeshface, 3, "") \
  X(int, mesh_graph, nmeshgraph, 1, "") \
  X(mjtNum, mesh_scale, nmesh, 3, "") \
  X(mjtNum, mesh_pos, nmesh, 3, "") \
  X(mjtNum, mesh_quat, nmesh, 4, "") \
  X(int, mesh_pathadr, nmesh, 1, "") \
  X(int, mesh_polynum, nmesh, 1, "") \
  X(int, mesh_polyadr, nmesh, 1, "") \
  X(mjtNum, mesh_polynormal, nmeshpoly, 3, "") \
  X(int, mesh_polyvertadr, nmeshpoly, 1, "") \
  X(int, mesh_polyvertnum, nmeshpoly, 1, "") \
  X(int, mesh_polyvert, nmeshpolyvert, 1, "") \
  X(int, mesh_polymapadr, nmeshvert, 1, "") \
  X(int, mesh_polymapnum, nmeshvert, 1, "") \
  X(int, mesh_polymap, nmeshpolymap, 1, "") \
  X(int, skin_matid, nskin, 1, "") \
  X(int, skin_group, nskin, 1, "") \
  X(float, skin_rgba, nskin, 4, "") \
  X(float, skin_inflate, nskin, 1, "") \
  X(int, skin_vertadr, nskin, 1, "") \
  X(int, skin_vertnum, nskin, 1, "") \
  X(int, skin_texcoordadr, nskin, 1, "") \
  X(int, skin_faceadr, nskin, 1, "") \
  X(int, skin_facenum, nskin, 1, "") \
  X(int, skin_boneadr, nskin, 1, "") \
  X(int, skin_bonenum, nskin, 1, "") \
  X(float, skin_vert, nskinvert, 3, "") \
  X(float, skin_texcoord, nskintexvert, 2, "") \
  X(int, skin_face, nskinface, 3, "") \
  X(int, skin_bonevertadr, nskinbone, 1, "") \
  X(int, skin_bonevertnum, nskinbone, 1, "") \
  X(float, skin_bonebindpos, nskinbone, 3, "") \
  X(float, skin_bonebindquat, nskinbone, 4, "") \
  X(int, skin_bonebodyid, nskinbone, 1, "") \
  X(int, skin_bonevertid, nskinbonevert, 1, "") \
  X(float, skin_bonevertweight, nskinbonevert, 1, "") \
  X(int, skin_pathadr, nskin, 1, "") \
  X(mjtNum, hfield_size, nhfield, 4, "") \
  X(int, hfield_nrow, nhfield, 1, "") \
  X(int, hfield_ncol, nhfield, 1, "") \
  X(int, hfield_adr, nhfield, 1, "") \
  X(float, hfield_data, nhfielddata, 1, "") \
  X(int, hfield_pathadr, nhfield, 1, "") \
  X(int, tex_type, ntex, 1, "") \
  X(int, tex_colorspace, ntex, 1, "") \
  X(int, tex_height, ntex, 1, "") \
  X(int, tex_width, ntex, 1, "") \
  X(int, tex_nchannel, ntex, 1, "") \
  X(mjtSize, tex_adr, ntex, 1, "") \
  X(mjtByte, tex_data, ntexdata, 1, "") \
  X(int, tex_pathadr, ntex, 1, "") \
  X(int, mat_texid, nmat, mjNTEXROLE, "") \
  X(mjtBool, mat_texuniform, nmat, 1, "") \
  X(float, mat_texrepeat, nmat, 2, "") \
  X(float, mat_emission, nmat, 1, "") \
  X(float, mat_specular, nmat, 1, "") \
  X(float, mat_shininess, nmat, 1, "") \
  X(float, mat_reflectance, nmat, 1, "") \
  X(float, mat_metallic, nmat, 1, "") \
  X(float, mat_roughness, nmat, 1, "") \
  X(float, mat_rgba, nmat, 4, "") \
  X(int, pair_dim, npair, 1, "") \
  X(int, pair_geom1, npair, 1, "") \
  X(int, pair_geom2, npair, 1, "") \
  X(int, pair_signature, npair, 1, "") \
  X(mjtNum, pair_solref, npair, mjNREF, "") \
  X(mjtNum, pair_solreffriction, npair, mjNREF, "") \
  X(mjtNum, pair_solimp, npair, mjNIMP, "") \
  X(mjtNum, pair_margin, npair, 1, "") \
  X(mjtNum, pair_gap, npair, 1, "") \
  X(mjtNum, pair_adhesion, npair, 1, "") \
  X(mjtNum, pair_friction, npair, 5, "") \
  X(int, exclude_signature, nexclude, 1, "") \
  X(int, eq_type, neq, 1, "") \
  X(int, eq_obj1id, neq, 1, "") \
  X(int, eq_obj2id, neq, 1, "") \
  X(int, eq_objtype, neq, 1, "") \
  X(mjtBool, eq_active0, neq, 1, "") \
  X(mjtNum, eq_solref, neq, mjNREF, "") \
  X(mjtNum, eq_solimp, neq, mjNIMP, "") \
  X(mjtNum, eq_data, neq, mjNEQDATA, "") \
  X(int, tendon_adr, ntendon, 1, "") \
  X(int, tendon_num, ntendon, 1, "") \
  X(int, tendon_matid, ntendon, 1, "") \
  X(int, tendon_actuatorid, ntendon, 1, "") \
  X(int, tendon_group, ntendon, 1, "") \
  X(int, tendon_treenum, ntendon, 1, "") \
  X(int, tendon_treeid, ntendon, 2, "") \
  X(int, ten_J_rownnz, ntendon, 1, "") \
  X(int, ten_J_rowadr, ntendon, 1, "") \
  X(int, ten_J_colind, nJten, 1, "") \
  X(mjtBool, tendon_limited, ntendon, 1, "") \
  X(mjtBool, tendon_actfrclimited, ntendon, 1, "") \
  X(mjtNum, tendon_width, ntendon, 1, "") \
  X(mjtNum, tendon_solref_lim, ntendon, mjNREF, "") \
  X(mjtNum, tendon_solimp_lim, ntendon, mjNIMP, "") \
  X(mjtNum, tendon_solref_fri, ntendon, mjNREF, "") \
  X(mjtNum, tendon_solimp_fri, ntendon, mjNIMP, "") \
  X(mjtNum, tendon_range, ntendon, 2, "") \
  X(mjtNum, tendon_actfrcrange, ntendon, 2, "") \
  X(mjtNum, tendon_margin, ntendon, 1, "") \
  X(mjtNum, tendon_stiffness, ntendon, 1, "") \
  X(mjtNum, tendon_stiffnesspoly, ntendon, mjNPOLY, "") \
  X(mjtNum, tendon_damping, ntendon, 1, "") \
  X(mjtNum, tendon_dampingpoly, ntendon, mjNPOLY, "") \
  X(mjtNum, tendon_armature, ntendon, 1, "") \
  X(mjtNum, tendon_frictionloss, ntendon, 1, "") \
  X(mjtNum, tendon_lengthspring, ntendon, 2, "") \
  X(mjtNum, tendon_length0, ntendon, 1, "") \
  X(mjtNum, tendon_invweight0, ntendon, 1, "") \
  XV(mjtNum, tendon_user, ntendon, nuser_tendon, 1, "") \
  X(float, tendon_rgba, ntendon, 4, "") \
  X(int, wrap_type, nwrap, 1, "") \
  X(int, wrap_objid, nwrap, 1, "") \
  X(mjtNum, wrap_prm, nwrap, 1, "") \
  X(int, actuator_trntype, nactuator, 1, "") \
  X(int, actuator_dyntype, nactuator, 1, "") \
  X(int, actuator_gaintype, nactuator, 1, "") \
  X(int, actuator_biastype, nactuator, 1, "") \
  X(int, actuator_ctrladr, nactuator, 1, "") \
  X(int, actuator_ctrlnum, nactuator, 1, "") \
  X(int, actuator_ctrlspec, nactuator, 1, "") \
  X(int, actuator_outadr, nactuator, 1, "") \
  X(int, actuator_outnum, nactuator, 1, "") \
  X(int, actuator_actadr, nactuator, 1, "") \
  X(int, actuator_actnum, nactuator, 1, "") \
  X(int, actuator_trnid, nactuator, 2, "") \
  X(mjtNum, actuator_cranklength, nactuator, 1, "") \
  X(mjtNum, actuator_dynprm, nactuator, mjNDYN, "") \
  X(mjtNum, actuator_gainprm, nactuator, mjNGAIN, "") \
  X(mjtNum, actuator_biasprm, nactuator, mjNBIAS, "") \
  X(mjtBool, actuator_actlimited, nactuator, 1, "") \
  X(mjtNum, actuator_actrange, nactuator, 2, "") \
  X(mjtBool, actuator_actearly, nactuator, 1, "") \
  X(int, actuator_history, nactuator, 2, "") \
  X(int, actuator_historyadr, nactuator, 1, "") \
  X(mjtNum, actuator_delay, nactuator, 1, "") \
  X(mjtNum, actuator_damping, nactuator, 1, "") \
  X(mjtNum, actuator_dampingpoly, nactuator, mjNPOLY, "") \
  X(mjtNum, actuator_armature, nactuator, 1, "") \
  X(int, actuator_group, nactuator, 1, "") \
  XV(mjtNum, actuator_user, nactuator, nuser_actuator, 1, "") \
  X(int, actuator_plugin, nactuator, 1, "") \
  X(mjtBool, actuator_forcelimited, nactuator, 1, "") \
  X(mjtNum, actuator_forcerange, nactuator, 2, "") \
  X(mjtBool, actuator_ctrllimited, nu, 1, "") \
  X(mjtNum, actuator_ctrlrange, nu, 2, "") \
  X(mjtNum, actuator_gear, nout, 6, "") \
  X(mjtNum, actuator_acc0, nout, 1, "") \
  X(mjtNum, actuator_length0, nout, 1, "") \
  X(mjtNum, actuator_lengthrange, nout, 2, "") \
  X(int, sensor_type, nsensor, 1, "") \
  X(int, sensor_datatype, nsensor, 1, "") \
  X(int, sensor_needstage, nsensor, 1, "") \
  X(int, sensor_objtype, nsensor, 1, "") \
  X(int, sensor_objid, nsensor, 1, "") \
  X(int, sensor_reftype, nsensor, 1, "") \
  X(int, sensor_refid, nsensor, 1, "") \
  X(int, sensor_intprm, nsensor, mjNSENS, "") \
  X(int, sensor_dim, nsensor, 1, "") \
  X(int, sensor_adr, nsensor, 1, "") \
  X(mjtNum, sensor_cutoff, nsensor, 1, "") \
  X(mjtNum, sensor_noise, nsensor, 1, "") \
  X(int, sensor_history, nsensor, 2, "") \
  X(int, sensor_historyadr, nsensor, 1, "") \
  X(mjtNum, sensor_delay, nsensor, 1, "") \
  X(mjtNum, sensor_interval, nsensor, 2, "") \
  XV(mjtNum, sensor_user, nsensor, nuser_sensor, 1, "") \
  X(int, sensor_plugin, nsensor, 1, "") \
  X(int, plugin, nplugin, 1, "") \
  X(int, plugin_stateadr, nplugin, 1, "") \
  X(int, plugin_statenum, nplugin, 1, "") \
  X(char, plugin_attr, npluginattr, 1, "") \
  X(int, plugin_attradr, nplugin, 1, "") \
  X(int, numeric_adr, nnumeric, 1, "") \
  X(int, numeric_size, nnumeric, 1, "") \
  X(mjtNum, numeric_data, nnumericdata, 1, "") \
  X(int, text_adr, ntext, 1, "") \
  X(int, text_size, ntext, 1, "") \
  X(char, text_data, ntextdata, 1, "") \
  X(int, tuple_adr, ntuple, 1, "") \
  X(int, tuple_size, ntuple, 1, "") \
  X(int, tuple_objtype, ntupledata, 1, "") \
  X(int, tuple_objid, ntupledata, 1, "") \
  X(mjtNum, tuple_objprm, ntupledata, 1, "") \
  X(mjtNum, key_time, nkey, 1, "") \
  XV(mjtNum, key_qpos, nkey, nq, 1, "") \
  XV(mjtNum, key_qvel, nkey, nv, 1, "") \
  XV(mjtNum, key_act, nkey, na, 1, "") \
  XV(mjtNum, key_mpos, nkey, nmocap, 3, "") \
  XV(mjtNum, key_mquat, nkey, nmocap, 4, "") \
  XV(mjtNum, key_ctrl, nkey, nu, 1, "") \
  X(int, name_bodyadr, nbody, 1, "") \
  X(int, name_jntadr, njnt, 1, "") \
  X(int, name_geomadr, ngeom, 1, "") \
  X(int, name_siteadr, nsite, 1, "") \
  X(int, name_camadr, ncam, 1, "") \
  X(int, name_lightadr, nlight, 1, "") \
  X(int, name_flexadr, nflex, 1, "") \
  X(int, name_meshadr, nmesh, 1, "") \
  X(int, name_skinadr, nskin, 1, "") \
  X(int, name_hfieldadr, nhfield, 1, "") \
  X(int, name_texadr, ntex, 1, "") \
  X(int, name_matadr, nmat, 1, "") \
  X(int, name_pairadr, npair, 1, "") \
  X(int, name_excludeadr, nexclude, 1, "") \
  X(int, name_eqadr, neq, 1, "") \
  X(int, name_tendonadr, ntendon, 1, "") \
  X(int, name_actuatoradr, nactuator, 1, "") \
  X(int, name_sensoradr, nsensor, 1, "") \
  X(int, name_numericadr, nnumeric, 1, "") \
  X(int, name_textadr, ntext, 1, "") \
  X(int, name_tupleadr, ntuple, 1, "") \
  X(int, name_keyadr, nkey, 1, "") \
  X(int, name_pluginadr, nplugin, 1, "") \
  X(char, names, nnames, 1, "") \
  X(int, names_map, nnames_map, 1, "") \
  X(char, paths, npaths, 1, "") \
  X(int, B_rownnz, nbody, 1, "") \
  X(int, B_rowadr, nbody, 1, "") \
  X(int, B_colind, nB, 1, "") \
  X(int, M_rownnz, nv, 1, "") \
  X(int, M_rowadr, nv, 1, "") \
  X(int, M_colind, nC, 1, "") \
  X(int, mapM2M, nC, 1, "") \
  X(int, D_rownnz, nv, 1, "") \
  X(int, D_rowadr, nv, 1, "") \
  X(int, D_diag, nv, 1, "") \
  X(int, D_colind, nD, 1, "") \
  X(int, mapM2D, nD, 1, "") \
  X(int, mapD2M, nC, 1, "")
// clang-format on

// Field tables of mjModel: the one list that drives its layout, allocation, copying, saving,
// printing and bindings. LB_MODEL_NEWER_ARRAYS are arrays of later interface versions, behind all
// others in struct and buffer; nbuffer does not count them, and MJB files hold them only where a
// model uses them.
//
// LB_MODEL_SIZES(X):      X(name, "meaning")                                integer sizes
// LB_MODEL_ARRAYS(X, XV): X(type, name, rows, cols, "meaning")              rows is a size, cols a
// constant
//                         XV(type, name, rows, colsSize, times, "meaning")  columns are colsSize *
//                         times

#pragma once

// clang-format off
#define LB_MODEL_SIZES(X) \
  X(nq, "generalized coordinates (length of qpos)") \
  X(nv, "degrees of freedom (length of qvel)") \
  X(nu, "control inputs of all actuators (length of ctrl)") \
  X(nactuator, "actuators") \
  X(nout, "outputs (transmissions) of all actuators") \
  X(na, "activation states (length of act)") \
  X(nbody, "bodies, the world included") \
  X(nbvh, "nodes of all bounding volume hierarchies") \
  X(nbvhstatic, "nodes whose box is fixed in its own frame") \
  X(nbvhdynamic, "nodes whose box is recomputed while simulating") \
  X(noct, "nodes of all octrees") \
  X(njnt, "joints") \
  X(ntree, "kinematic trees below the world") \
  X(nM, "nonzeros of the inertia matrix in the packed format") \
  X(nB, "nonzeros of the body-dof dependency matrix") \
  X(nC, "nonzeros of the lower triangle of the inertia matrix") \
  X(nD, "nonzeros of the full dof-dof matrix") \
  X(ngeom, "geoms") \
  X(nsite, "sites") \
  X(ncam, "cameras") \
  X(nlight, "lights") \
  X(nflex, "flexes") \
  X(nflexnode, "control nodes of all flexes") \
  X(nflexvert, "vertices of all flexes") \
  X(nflexedge, "edges of all flexes") \
  X(nflexelem, "elements of all flexes") \
  X(nflexelemdata, "vertex ids of the elements of all flexes") \
  X(nflexstiffness, "stiffness numbers of all flexes") \
  X(nflexbending, "bending numbers of all flexes") \
  X(nefm0dof, "dofs of the constant effective mass of flexes") \
  X(nefm0L, "nonzeros of the factor of that effective mass") \
  X(nflexelemedge, "edge ids of the elements of all flexes") \
  X(nflexshelldata, "vertex ids of the shell fragments of all flexes") \
  X(nflexevpair, "element-vertex collision pairs of all flexes") \
  X(nflextexcoord, "texture coordinates of all flexes") \
  X(nJfe, "nonzeros of the edge Jacobian of flexes") \
  X(nJfv, "nonzeros of the vertex strain Jacobian of flexes") \
  X(nmesh, "meshes") \
  X(nmeshvert, "vertices of all meshes") \
  X(nmeshnormal, "normals of all meshes") \
  X(nmeshtexcoord, "texture coordinates of all meshes") \
  X(nmeshface, "triangles of all meshes") \
  X(nmeshgraph, "integers of the convex hull graphs") \
  X(nmeshpoly, "polygons of the convex hulls") \
  X(nmeshpolyvert, "vertex ids of those polygons") \
  X(nmeshpolymap, "polygon ids around the hull vertices") \
  X(nskin, "skins") \
  X(nskinvert, "vertices of all skins") \
  X(nskintexvert, "texture coordinates of all skins") \
  X(nskinface, "triangles of all skins") \
  X(nskinbone, "bones of all skins") \
  X(nskinbonevert, "vertices influenced by bones of all skins") \
  X(nhfield, "height fields") \
  X(nhfielddata, "height samples of all height fields") \
  X(ntex, "textures") \
  X(ntexdata, "bytes of all textures") \
  X(nmat, "materials") \
  X(npair, "explicit contact pairs") \
  X(nexclude, "excluded body pairs") \
  X(neq, "equality constraints") \
  X(ntendon, "tendons") \
  X(nJten, "nonzeros of the tendon Jacobian") \
  X(nwrap, "path objects of all tendons") \
  X(nsensor, "sensors") \
  X(nnumeric, "custom numeric fields") \
  X(nnumericdata, "numbers of all numeric fields") \
  X(ntext, "custom text fields") \
  X(ntextdata, "bytes of all text fields") \
  X(ntuple, "custom tuples") \
  X(ntupledata, "objects of all tuples") \
  X(nkey, "keyframes") \
  X(nmocap, "mocap bodies") \
  X(nplugin, "plugin instances") \
  X(npluginattr, "bytes of the configuration of plugin instances") \
  X(nuser_body, "user numbers per body") \
  X(nuser_jnt, "user numbers per joint") \
  X(nuser_geom, "user numbers per geom") \
  X(nuser_site, "user numbers per site") \
  X(nuser_cam, "user numbers per camera") \
  X(nuser_tendon, "user numbers per tendon") \
  X(nuser_actuator, "user numbers per actuator") \
  X(nuser_sensor, "user numbers per sensor") \
  X(nnames, "bytes of all names") \
  X(npaths, "bytes of all asset paths") \
  X(nnames_map, "slots of the name hash map") \
  X(nJmom, "nonzeros of the actuator moment matrix") \
  X(ngravcomp, "bodies with gravity compensation") \
  X(nemax, "largest number of equality rows") \
  X(njmax, "largest number of constraint rows, -1: limited by memory only") \
  X(nconmax, "largest number of contacts, -1: limited by memory only") \
  X(npolygonmax, "most vertices of a hull polygon") \
  X(nmeshdegmax, "most polygons around a hull vertex") \
  X(nuserdata, "numbers in userdata") \
  X(nsensordata, "numbers in sensordata") \
  X(npluginstate, "numbers in plugin_state") \
  X(nhistory, "numbers in history") \
  X(narena, "bytes of the arena of mjData") \
  X(nbuffer, "bytes of the array buffer of the model")

#define LB_MODEL_ARRAYS(X, XV) \
  X(mjtNum, qpos0, nq, 1, "coordinates of the reference configuration") \
  X(mjtNum, qpos_spring, nq, 1, "coordinates at which joint springs are at rest") \
  X(int, body_parentid, nbody, 1, "parent body") \
  X(int, body_rootid, nbody, 1, "topmost body of the branch, child of the world") \
  X(int, body_weldid, nbody, 1, "topmost body that this one is rigidly attached to") \
  X(int, body_mocapid, nbody, 1, "index of the mocap body, -1: not mocap") \
  X(int, body_jntnum, nbody, 1, "joints of this body") \
  X(int, body_jntadr, nbody, 1, "first joint, -1: none") \
  X(int, body_dofnum, nbody, 1, "degrees of freedom of this body") \
  X(int, body_dofadr, nbody, 1, "first dof, -1: none") \
  X(int, body_treeid, nbody, 1, "kinematic tree, -1: static") \
  X(int, body_geomnum, nbody, 1, "geoms of this body") \
  X(int, body_geomadr, nbody, 1, "first geom, -1: none") \
  X(mjtByte, body_simple, nbody, 1, "1: inertia matrix rows are diagonal, 2: also no rotation, 0: general") \
  X(mjtByte, body_sameframe, nbody, 1, "how the inertial frame relates to the body frame (mjtSameFrame)") \
  X(mjtNum, body_pos, nbody, 3, "position in the parent's frame, m") \
  X(mjtNum, body_quat, nbody, 4, "orientation in the parent's frame") \
  X(mjtNum, body_ipos, nbody, 3, "centre of mass in the body frame, m") \
  X(mjtNum, body_iquat, nbody, 4, "principal axes of inertia in the body frame") \
  X(mjtNum, body_mass, nbody, 1, "mass, kg") \
  X(mjtNum, body_subtreemass, nbody, 1, "mass of this body and its descendants, kg") \
  X(mjtNum, body_inertia, nbody, 3, "principal moments of inertia, kg m^2") \
  X(mjtNum, body_invweight0, nbody, 2, "mean inverse inertia at qpos0, translation and rotation") \
  X(mjtNum, body_gravcomp, nbody, 1, "gravity compensation, 1: weight fully balanced") \
  X(mjtNum, body_margin, nbody, 1, "largest margin of the body's geoms, m") \
  XV(mjtNum, body_user, nbody, nuser_body, 1, "user data") \
  X(int, body_plugin, nbody, 1, "plugin instance, -1: none") \
  X(int, body_contype, nbody, 1, "union of the contact types of the geoms") \
  X(int, body_conaffinity, nbody, 1, "union of the contact affinities of the geoms") \
  X(int, body_bvhadr, nbody, 1, "first bounding volume, -1: none") \
  X(int, body_bvhnum, nbody, 1, "number of bounding volumes") \
  X(int, bvh_depth, nbvh, 1, "depth in the hierarchy") \
  X(int, bvh_child, nbvh, 2, "the two children, -1: leaf") \
  X(int, bvh_nodeid, nbvh, 1, "object in the leaf, -1: inner node") \
  X(mjtNum, bvh_aabb, nbvhstatic, 6, "box: centre and half sizes in the owner's frame, m") \
  X(int, oct_depth, noct, 1, "depth in the octree") \
  X(int, oct_child, noct, 8, "the eight children, -1: none") \
  X(mjtNum, oct_aabb, noct, 6, "box: centre and half sizes, m") \
  X(mjtNum, oct_coeff, noct, 8, "signed distance at the eight corners, m") \
  X(int, jnt_type, njnt, 1, "mjtJoint") \
  X(int, jnt_qposadr, njnt, 1, "first coordinate in qpos") \
  X(int, jnt_dofadr, njnt, 1, "first dof") \
  X(int, jnt_bodyid, njnt, 1, "body that the joint moves") \
  X(int, jnt_actuatorid, njnt, 1, "actuator that adds damping or armature, -1: none, -2: several") \
  X(int, jnt_group, njnt, 1, "visibility group") \
  X(mjtBool, jnt_limited, njnt, 1, "whether the joint has limits") \
  X(mjtBool, jnt_actfrclimited, njnt, 1, "whether the total actuator force is limited") \
  X(mjtBool, jnt_actgravcomp, njnt, 1, "whether gravity compensation counts as actuator force") \
  X(mjtNum, jnt_solref, njnt, mjNREF, "constraint reference of limits") \
  X(mjtNum, jnt_solimp, njnt, mjNIMP, "constraint impedance of limits") \
  X(mjtNum, jnt_pos, njnt, 3, "anchor in the body frame, m") \
  X(mjtNum, jnt_axis, njnt, 3, "axis in the body frame") \
  X(mjtNum, jnt_stiffness, njnt, 1, "linear spring coefficient, N/m or N m/rad") \
  X(mjtNum, jnt_stiffnesspoly, njnt, mjNPOLY, "higher coefficients of the spring polynomial") \
  X(mjtNum, jnt_range, njnt, 2, "limits, m or rad") \
  X(mjtNum, jnt_actfrcrange, njnt, 2, "range of the total actuator force, N or N m") \
  X(mjtNum, jnt_margin, njnt, 1, "distance at which a limit becomes active, m or rad") \
  XV(mjtNum, jnt_user, njnt, nuser_jnt, 1, "user data") \
  X(int, dof_bodyid, nv, 1, "body that the dof moves") \
  X(int, dof_jntid, nv, 1, "joint of the dof") \
  X(int, dof_parentid, nv, 1, "dof before this one on the way to the root, -1: none") \
  X(int, dof_treeid, nv, 1, "kinematic tree") \
  X(int, dof_Madr, nv, 1, "address of the diagonal in the packed inertia matrix") \
  X(int, dof_simplenum, nv, 1, "consecutive dofs from here with diagonal inertia") \
  X(mjtNum, dof_solref, nv, mjNREF, "constraint reference of friction loss") \
  X(mjtNum, dof_solimp, nv, mjNIMP, "constraint impedance of friction loss") \
  X(mjtNum, dof_frictionloss, nv, 1, "dry friction, N or N m") \
  X(mjtNum, dof_armature, nv, 1, "inertia added on the diagonal, kg or kg m^2") \
  X(mjtNum, dof_damping, nv, 1, "linear damping coefficient, N s/m or N m s/rad") \
  X(mjtNum, dof_dampingpoly, nv, mjNPOLY, "higher coefficients of the damping polynomial") \
  X(mjtNum, dof_invweight0, nv, 1, "diagonal of the inverse inertia at qpos0") \
  X(mjtNum, dof_M0, nv, 1, "diagonal of the inertia at qpos0, kg or kg m^2") \
  X(mjtNum, dof_length, nv, 1, "length scale: 1 for translation, typical radius for rotation, m") \
  X(int, tree_bodyadr, ntree, 1, "first body of the tree") \
  X(int, tree_bodynum, ntree, 1, "bodies of the tree") \
  X(int, tree_dofadr, ntree, 1, "first dof of the tree") \
  X(int, tree_dofnum, ntree, 1, "dofs of the tree") \
  X(int, tree_sleep_policy, ntree, 1, "mjtSleepPolicy") \
  X(int, geom_type, ngeom, 1, "mjtGeom") \
  X(int, geom_contype, ngeom, 1, "contact type bits") \
  X(int, geom_conaffinity, ngeom, 1, "contact affinity bits") \
  X(int, geom_condim, ngeom, 1, "contact dimension: 1, 3, 4 or 6") \
  X(int, geom_bodyid, ngeom, 1, "body of the geom") \
  X(int, geom_dataid, ngeom, 1, "mesh or height field, -1: none") \
  X(int, geom_matid, ngeom, 1, "material, -1: none") \
  X(int, geom_group, ngeom, 1, "visibility group") \
  X(int, geom_priority, ngeom, 1, "priority in combining contact parameters") \
  X(int, geom_plugin, ngeom, 1, "plugin instance, -1: none") \
  X(mjtByte, geom_sameframe, ngeom, 1, "how the geom frame relates to the body frame (mjtSameFrame)") \
  X(mjtNum, geom_solmix, ngeom, 1, "weight in mixing contact parameters") \
  X(mjtNum, geom_solref, ngeom, mjNREF, "constraint reference of contacts") \
  X(mjtNum, geom_solimp, ngeom, mjNIMP, "constraint impedance of contacts") \
  X(mjtNum, geom_size, ngeom, 3, "size by type, m") \
  X(mjtNum, geom_aabb, ngeom, 6, "box: centre and half sizes in the geom frame, m") \
  X(mjtNum, geom_rbound, ngeom, 1, "radius of the bounding sphere, m; 0: plane") \
  X(mjtNum, geom_pos, ngeom, 3, "position in the body frame, m") \
  X(mjtNum, geom_quat, ngeom, 4, "orientation in the body frame") \
  X(mjtNum, geom_friction, ngeom, 3, "friction: sliding, torsional (m), rolling (m)") \
  X(mjtNum, geom_margin, ngeom, 1, "distance below which contacts act, m") \
  X(mjtNum, geom_gap, ngeom, 1, "width beyond the margin where contacts are listed without force, m") \
  X(mjtNum, geom_surfacevel, ngeom, 6, "velocity of the surface: linear, angular; geom frame") \
  X(mjtNum, geom_adhesion, ngeom, 1, "adhesive force of contacts") \
  X(mjtNum, geom_fluid, ngeom, mjNFLUID, "fluid interaction: switch, five coefficients, virtual masses and inertias") \
  XV(mjtNum, geom_user, ngeom, nuser_geom, 1, "user data") \
  X(float, geom_rgba, ngeom, 4, "colour when there is no material") \
  X(int, site_type, nsite, 1, "mjtGeom of the drawn shape") \
  X(int, site_bodyid, nsite, 1, "body of the site") \
  X(int, site_matid, nsite, 1, "material, -1: none") \
  X(int, site_group, nsite, 1, "visibility group") \
  X(mjtByte, site_sameframe, nsite, 1, "how the site frame relates to the body frame (mjtSameFrame)") \
  X(mjtNum, site_size, nsite, 3, "size by type, m") \
  X(mjtNum, site_pos, nsite, 3, "position in the body frame, m") \
  X(mjtNum, site_quat, nsite, 4, "orientation in the body frame") \
  XV(mjtNum, site_user, nsite, nuser_site, 1, "user data") \
  X(float, site_rgba, nsite, 4, "colour when there is no material") \
  X(int, cam_mode, ncam, 1, "mjtCamLight") \
  X(int, cam_bodyid, ncam, 1, "body of the camera") \
  X(int, cam_targetbodyid, ncam, 1, "body that the camera looks at, -1: none") \
  X(mjtNum, cam_pos, ncam, 3, "position in the body frame, m") \
  X(mjtNum, cam_quat, ncam, 4, "orientation in the body frame") \
  X(mjtNum, cam_poscom0, ncam, 3, "position relative to the subtree's centre of mass at qpos0, m") \
  X(mjtNum, cam_pos0, ncam, 3, "global offset from the body at qpos0, m") \
  X(mjtNum, cam_mat0, ncam, 9, "global orientation at qpos0, rows") \
  X(int, cam_projection, ncam, 1, "mjtProjection") \
  X(mjtNum, cam_fovy, ncam, 1, "vertical field of view, degrees; orthographic: height, m") \
  X(mjtNum, cam_ipd, ncam, 1, "distance between the eyes, m") \
  X(int, cam_resolution, ncam, 2, "pixels: width, height") \
  X(int, cam_output, ncam, 1, "kinds of image (mjtCamOutBit)") \
  X(float, cam_sensorsize, ncam, 2, "size of the image sensor, m; 0: use fovy") \
  X(float, cam_intrinsic, ncam, 4, "focal lengths and principal point, m") \
  XV(mjtNum, cam_user, ncam, nuser_cam, 1, "user data") \
  X(int, light_mode, nlight, 1, "mjtCamLight") \
  X(int, light_bodyid, nlight, 1, "body of the light") \
  X(int, light_targetbodyid, nlight, 1, "body that the light points at, -1: none") \
  X(int, light_type, nlight, 1, "mjtLightType") \
  X(int, light_texid, nlight, 1, "texture of an image light, -1: none") \
  X(mjtBool, light_castshadow, nlight, 1, "whether the light casts shadows") \
  X(float, light_bulbradius, nlight, 1, "radius of the bulb for soft shadows, m") \
  X(float, light_intensity, nlight, 1, "brightness, candela; 0: legacy colours only") \
  X(float, light_range, nlight, 1, "reach, m") \
  X(mjtBool, light_active, nlight, 1, "whether the light is on") \
  X(mjtNum, light_pos, nlight, 3, "position in the body frame, m") \
  X(mjtNum, light_dir, nlight, 3, "direction in the body frame") \
  X(mjtNum, light_poscom0, nlight, 3, "position relative to the subtree's centre of mass at qpos0, m") \
  X(mjtNum, light_pos0, nlight, 3, "global offset from the body at qpos0, m") \
  X(mjtNum, light_dir0, nlight, 3, "global direction at qpos0") \
  X(float, light_attenuation, nlight, 3, "constant, linear and quadratic attenuation") \
  X(float, light_cutoff, nlight, 1, "half angle of a spot, degrees") \
  X(float, light_softness, nlight, 1, "softness of the spot's edge, 0 to 1") \
  X(float, light_exponent, nlight, 1, "concentration of a spot") \
  X(float, light_ambient, nlight, 3, "ambient colour") \
  X(float, light_diffuse, nlight, 3, "diffuse colour") \
  X(float, light_specular, nlight, 3, "specular colour") \
  X(int, flex_contype, nflex, 1, "contact type bits") \
  X(int, flex_conaffinity, nflex, 1, "contact affinity bits") \
  X(int, flex_condim, nflex, 1, "contact dimension: 1, 3, 4 or 6") \
  X(int, flex_priority, nflex, 1, "priority in combining contact parameters") \
  X(mjtNum, flex_solmix, nflex, 1, "weight in mixing contact parameters") \
  X(mjtNum, flex_solref, nflex, mjNREF, "constraint reference of contacts") \
  X(mjtNum, flex_solimp, nflex, mjNIMP, "constraint impedance of contacts") \
  X(mjtNum, flex_friction, nflex, 3, "friction: sliding, torsional (m), rolling (m)") \
  X(mjtNum, flex_margin, nflex, 1, "distance below which contacts act, m") \
  X(mjtNum, flex_gap, nflex, 1, "width beyond the margin where contacts are listed without force, m") \
  X(mjtBool, flex_internal, nflex, 1, "whether an element and its own opposite vertices collide") \
  X(int, flex_selfcollide, nflex, 1, "mjtFlexSelf") \
  X(int, flex_activelayers, nflex, 1, "element layers that take part in self collision") \
  X(int, flex_passive, nflex, 1, "whether contacts act as passive forces") \
  X(int, flex_dim, nflex, 1, "dimension of the elements: 1, 2 or 3") \
  X(int, flex_matid, nflex, 1, "material, -1: none") \
  X(int, flex_group, nflex, 1, "visibility group") \
  X(int, flex_interp, nflex, 1, "order of the control lattice, 0: vertices move by themselves") \
  X(int, flex_cellnum, nflex, 3, "cells of the control lattice along each axis") \
  X(int, flex_nodeadr, nflex, 1, "first control node") \
  X(int, flex_nodenum, nflex, 1, "control nodes") \
  X(int, flex_vertadr, nflex, 1, "first vertex") \
  X(int, flex_vertnum, nflex, 1, "vertices") \
  X(int, flex_edgeadr, nflex, 1, "first edge") \
  X(int, flex_edgenum, nflex, 1, "edges") \
  X(int, flex_elemadr, nflex, 1, "first element") \
  X(int, flex_elemnum, nflex, 1, "elements") \
  X(int, flex_elemdataadr, nflex, 1, "first vertex id of the elements") \
  X(int, flex_stiffnessadr, nflex, 1, "first stiffness number") \
  X(int, flex_elemedgeadr, nflex, 1, "first edge id of the elements") \
  X(int, flex_bendingadr, nflex, 1, "first bending number") \
  X(int, flex_shellnum, nflex, 1, "fragments of the outer shell") \
  X(int, flex_shelldataadr, nflex, 1, "first vertex id of the shell") \
  X(int, flex_evpairadr, nflex, 1, "first element-vertex pair") \
  X(int, flex_evpairnum, nflex, 1, "element-vertex pairs") \
  X(int, flex_texcoordadr, nflex, 1, "first texture coordinate, -1: none") \
  X(int, flex_nodebodyid, nflexnode, 1, "body of a control node") \
  X(int, flex_vertbodyid, nflexvert, 1, "body of a vertex") \
  X(int, flex_vertedgeadr, nflexvert, 1, "first edge at a vertex") \
  X(int, flex_vertedgenum, nflexvert, 1, "edges at a vertex") \
  X(int, flex_vertedge, nflexedge, 2, "edges at the vertices") \
  X(int, flex_edge, nflexedge, 2, "the two vertices of an edge") \
  X(int, flex_edgeflap, nflexedge, 2, "the vertices across an edge, -1: boundary") \
  X(int, flex_elem, nflexelemdata, 1, "vertices of the elements, dim + 1 each") \
  X(int, flex_elemtexcoord, nflexelemdata, 1, "texture coordinates of the elements") \
  X(int, flex_elemedge, nflexelemedge, 1, "edges of the elements") \
  X(int, flex_elemlayer, nflexelem, 1, "distance of an element from the surface, in layers") \
  X(int, flex_shell, nflexshelldata, 1, "vertices of the shell fragments, dim each") \
  X(int, flex_evpair, nflexevpair, 2, "element and vertex of a pair") \
  X(mjtNum, flex_vert, nflexvert, 3, "vertex in its body's frame, m") \
  X(mjtNum, flex_vert0, nflexvert, 3, "vertex in unit coordinates of the flex at qpos0") \
  X(mjtNum, flex_vertmetric, nflexvert, 4, "inverse of the rest metric at a vertex") \
  X(mjtNum, flex_node, nflexnode, 3, "control node in its body's frame, m") \
  X(mjtNum, flex_node0, nflexnode, 3, "control node at qpos0, m") \
  X(mjtNum, flexedge_length0, nflexedge, 1, "rest length of an edge, m") \
  X(mjtNum, flexedge_invweight0, nflexedge, 1, "mean inverse inertia of an edge at qpos0") \
  X(mjtNum, flex_radius, nflex, 1, "radius around the elements, m") \
  X(mjtNum, flex_size, nflex, 3, "half sizes of the box at qpos0, m") \
  X(mjtNum, flex_stiffness, nflexstiffness, 1, "elastic energy coefficients of the elements") \
  X(mjtNum, flex_bending, nflexbending, 1, "bending energy coefficients of the edges") \
  X(int, efm0_dofid, nefm0dof, 1, "dofs of the constant effective mass") \
  X(int, efm0_L_rownnz, nefm0dof, 1, "nonzeros per row of its factor") \
  X(int, efm0_L_rowadr, nefm0dof, 1, "row start in its factor") \
  X(int, efm0_L_colind, nefm0L, 1, "column indices of its factor") \
  X(mjtNum, efm0_L, nefm0L, 1, "values of its factor") \
  X(mjtNum, flex_damping, nflex, 1, "damping of the elastic strain, s") \
  X(mjtNum, flex_edgestiffness, nflex, 1, "spring coefficient of edges, N/m") \
  X(mjtNum, flex_edgedamping, nflex, 1, "damping coefficient of edges, N s/m") \
  X(int, flex_edgeequality, nflex, 1, "which equality constraint applies to edges or vertices") \
  X(mjtBool, flex_rigid, nflex, 1, "whether all vertices move with one body") \
  X(mjtBool, flexedge_rigid, nflexedge, 1, "whether both ends of the edge move with one body") \
  X(mjtBool, flex_centered, nflex, 1, "whether all vertices lie at their bodies' origins") \
  X(mjtBool, flex_flatskin, nflex, 1, "whether the flex is drawn with flat faces") \
  X(int, flex_bvhadr, nflex, 1, "first bounding volume, -1: none") \
  X(int, flex_bvhnum, nflex, 1, "bounding volumes") \
  X(int, flexedge_J_rownnz, nflexedge, 1, "nonzeros per row of the edge Jacobian") \
  X(int, flexedge_J_rowadr, nflexedge, 1, "row start in the edge Jacobian") \
  X(int, flexedge_J_colind, nJfe, 1, "column indices of the edge Jacobian") \
  X(int, flexvert_J_rownnz, nflexvert, 2, "nonzeros per row of the vertex strain Jacobian") \
  X(int, flexvert_J_rowadr, nflexvert, 2, "row start in the vertex strain Jacobian") \
  X(int, flexvert_J_colind, nJfv, 2, "column indices of the vertex strain Jacobian") \
  X(float, flex_rgba, nflex, 4, "colour when there is no material") \
  X(float, flex_texcoord, nflextexcoord, 2, "texture coordinates") \
  X(int, mesh_vertadr, nmesh, 1, "first vertex") \
  X(int, mesh_vertnum, nmesh, 1, "vertices") \
  X(int, mesh_faceadr, nmesh, 1, "first triangle") \
  X(int, mesh_facenum, nmesh, 1, "triangles") \
  X(int, mesh_bvhadr, nmesh, 1, "first bounding volume") \
  X(int, mesh_bvhnum, nmesh, 1, "bounding volumes") \
  X(int, mesh_octadr, nmesh, 1, "first octree node, -1: none") \
  X(int, mesh_octnum, nmesh, 1, "octree nodes") \
  X(int, mesh_normaladr, nmesh, 1, "first normal") \
  X(int, mesh_normalnum, nmesh, 1, "normals") \
  X(int, mesh_texcoordadr, nmesh, 1, "first texture coordinate, -1: none") \
  X(int, mesh_texcoordnum, nmesh, 1, "texture coordinates") \
  X(int, mesh_graphadr, nmesh, 1, "start of the convex hull graph, -1: none") \
  X(int, mesh_extrema, nmesh, 27, "vertices that are extreme in 26 directions, for starting support searches") \
  X(float, mesh_vert, nmeshvert, 3, "vertices in the mesh frame, m") \
  X(float, mesh_normal, nmeshnormal, 3, "unit normals") \
  X(float, mesh_texcoord, nmeshtexcoord, 2, "texture coordinates") \
  X(int, mesh_face, nmeshface, 3, "vertices of the triangles") \
  X(int, mesh_facenormal, nmeshface, 3, "normals of the triangles' corners") \
  X(int, mesh_facetexcoord, nmeshface, 3, "texture coordinates of the triangles' corners") \
  X(int, mesh_graph, nmeshgraph, 1, "convex hull graphs") \
  X(mjtNum, mesh_scale, nmesh, 3, "scale applied to the file's vertices") \
  X(mjtNum, mesh_pos, nmesh, 3, "translation applied to centre the mesh, m") \
  X(mjtNum, mesh_quat, nmesh, 4, "rotation applied to align the mesh") \
  X(int, mesh_pathadr, nmesh, 1, "address of the file path, -1: none") \
  X(int, mesh_polynum, nmesh, 1, "hull polygons") \
  X(int, mesh_polyadr, nmesh, 1, "first hull polygon") \
  X(mjtNum, mesh_polynormal, nmeshpoly, 3, "outward normals of the hull polygons") \
  X(int, mesh_polyvertadr, nmeshpoly, 1, "first vertex id of a polygon") \
  X(int, mesh_polyvertnum, nmeshpoly, 1, "vertices of a polygon") \
  X(int, mesh_polyvert, nmeshpolyvert, 1, "vertices of the polygons") \
  X(int, mesh_polymapadr, nmeshvert, 1, "first polygon id around a vertex") \
  X(int, mesh_polymapnum, nmeshvert, 1, "polygons around a vertex") \
  X(int, mesh_polymap, nmeshpolymap, 1, "polygons around the vertices") \
  X(int, skin_matid, nskin, 1, "material, -1: none") \
  X(int, skin_group, nskin, 1, "visibility group") \
  X(float, skin_rgba, nskin, 4, "colour when there is no material") \
  X(float, skin_inflate, nskin, 1, "distance by which the skin is pushed out along its normals, m") \
  X(int, skin_vertadr, nskin, 1, "first vertex") \
  X(int, skin_vertnum, nskin, 1, "vertices") \
  X(int, skin_texcoordadr, nskin, 1, "first texture coordinate, -1: none") \
  X(int, skin_faceadr, nskin, 1, "first triangle") \
  X(int, skin_facenum, nskin, 1, "triangles") \
  X(int, skin_boneadr, nskin, 1, "first bone") \
  X(int, skin_bonenum, nskin, 1, "bones") \
  X(float, skin_vert, nskinvert, 3, "vertices at rest, m") \
  X(float, skin_texcoord, nskintexvert, 2, "texture coordinates") \
  X(int, skin_face, nskinface, 3, "vertices of the triangles") \
  X(int, skin_bonevertadr, nskinbone, 1, "first vertex of a bone") \
  X(int, skin_bonevertnum, nskinbone, 1, "vertices of a bone") \
  X(float, skin_bonebindpos, nskinbone, 3, "position of a bone at rest, m") \
  X(float, skin_bonebindquat, nskinbone, 4, "orientation of a bone at rest") \
  X(int, skin_bonebodyid, nskinbone, 1, "body of a bone") \
  X(int, skin_bonevertid, nskinbonevert, 1, "vertices that a bone moves") \
  X(float, skin_bonevertweight, nskinbonevert, 1, "weights of those vertices") \
  X(int, skin_pathadr, nskin, 1, "address of the file path, -1: none") \
  X(mjtNum, hfield_size, nhfield, 4, "half width, half depth, height, base thickness, m") \
  X(int, hfield_nrow, nhfield, 1, "rows of samples (along y)") \
  X(int, hfield_ncol, nhfield, 1, "columns of samples (along x)") \
  X(int, hfield_adr, nhfield, 1, "first sample") \
  X(float, hfield_data, nhfielddata, 1, "height samples, 0 to 1") \
  X(int, hfield_pathadr, nhfield, 1, "address of the file path, -1: none") \
  X(int, tex_type, ntex, 1, "mjtTexture") \
  X(int, tex_colorspace, ntex, 1, "mjtColorSpace") \
  X(int, tex_height, ntex, 1, "rows of pixels") \
  X(int, tex_width, ntex, 1, "columns of pixels") \
  X(int, tex_nchannel, ntex, 1, "bytes per pixel") \
  X(mjtSize, tex_adr, ntex, 1, "first byte") \
  X(mjtByte, tex_data, ntexdata, 1, "pixels") \
  X(int, tex_pathadr, ntex, 1, "address of the file path, -1: none") \
  X(int, mat_texid, nmat, mjNTEXROLE, "texture of each role (mjtTextureRole), -1: none") \
  X(mjtBool, mat_texuniform, nmat, 1, "whether the texture repeats per metre rather than per object") \
  X(float, mat_texrepeat, nmat, 2, "repetitions of the texture") \
  X(float, mat_emission, nmat, 1, "glow, 0 to 1") \
  X(float, mat_specular, nmat, 1, "specular reflection, 0 to 1") \
  X(float, mat_shininess, nmat, 1, "sharpness of highlights, 0 to 1") \
  X(float, mat_reflectance, nmat, 1, "mirror reflection, 0 to 1") \
  X(float, mat_metallic, nmat, 1, "metallic part, -1: not given") \
  X(float, mat_roughness, nmat, 1, "roughness, -1: not given") \
  X(float, mat_rgba, nmat, 4, "colour") \
  X(int, pair_dim, npair, 1, "contact dimension: 1, 3, 4 or 6") \
  X(int, pair_geom1, npair, 1, "first geom") \
  X(int, pair_geom2, npair, 1, "second geom") \
  X(int, pair_signature, npair, 1, "both bodies in one number: larger id in the high half") \
  X(mjtNum, pair_solref, npair, mjNREF, "constraint reference, normal direction") \
  X(mjtNum, pair_solreffriction, npair, mjNREF, "constraint reference, friction directions") \
  X(mjtNum, pair_solimp, npair, mjNIMP, "constraint impedance") \
  X(mjtNum, pair_margin, npair, 1, "distance below which contacts act, m") \
  X(mjtNum, pair_gap, npair, 1, "width beyond the margin where contacts are listed without force, m") \
  X(mjtNum, pair_adhesion, npair, 1, "adhesive force") \
  X(mjtNum, pair_friction, npair, 5, "two tangential, one torsional, two rolling coefficients") \
  X(int, exclude_signature, nexclude, 1, "both bodies in one number") \
  X(int, eq_type, neq, 1, "mjtEq") \
  X(int, eq_obj1id, neq, 1, "first object") \
  X(int, eq_obj2id, neq, 1, "second object, -1: world or none") \
  X(int, eq_objtype, neq, 1, "kind of the objects (mjtObj)") \
  X(mjtBool, eq_active0, neq, 1, "whether the constraint is on after a reset") \
  X(mjtNum, eq_solref, neq, mjNREF, "constraint reference") \
  X(mjtNum, eq_solimp, neq, mjNIMP, "constraint impedance") \
  X(mjtNum, eq_data, neq, mjNEQDATA, "parameters by type: anchors, relative pose, polynomial") \
  X(int, tendon_adr, ntendon, 1, "first path object") \
  X(int, tendon_num, ntendon, 1, "path objects") \
  X(int, tendon_matid, ntendon, 1, "material, -1: none") \
  X(int, tendon_actuatorid, ntendon, 1, "actuator that adds damping or armature, -1: none, -2: several") \
  X(int, tendon_group, ntendon, 1, "visibility group") \
  X(int, tendon_treenum, ntendon, 1, "kinematic trees along the path") \
  X(int, tendon_treeid, ntendon, 2, "first two of those trees") \
  X(int, ten_J_rownnz, ntendon, 1, "nonzeros per row of the tendon Jacobian") \
  X(int, ten_J_rowadr, ntendon, 1, "row start in the tendon Jacobian") \
  X(int, ten_J_colind, nJten, 1, "column indices of the tendon Jacobian") \
  X(mjtBool, tendon_limited, ntendon, 1, "whether the length has limits") \
  X(mjtBool, tendon_actfrclimited, ntendon, 1, "whether the total actuator force is limited") \
  X(mjtNum, tendon_width, ntendon, 1, "drawn width, m") \
  X(mjtNum, tendon_solref_lim, ntendon, mjNREF, "constraint reference of limits") \
  X(mjtNum, tendon_solimp_lim, ntendon, mjNIMP, "constraint impedance of limits") \
  X(mjtNum, tendon_solref_fri, ntendon, mjNREF, "constraint reference of friction loss") \
  X(mjtNum, tendon_solimp_fri, ntendon, mjNIMP, "constraint impedance of friction loss") \
  X(mjtNum, tendon_range, ntendon, 2, "length limits, m") \
  X(mjtNum, tendon_actfrcrange, ntendon, 2, "range of the total actuator force, N") \
  X(mjtNum, tendon_margin, ntendon, 1, "distance at which a limit becomes active, m") \
  X(mjtNum, tendon_stiffness, ntendon, 1, "linear spring coefficient, N/m") \
  X(mjtNum, tendon_stiffnesspoly, ntendon, mjNPOLY, "higher coefficients of the spring polynomial") \
  X(mjtNum, tendon_damping, ntendon, 1, "linear damping coefficient, N s/m") \
  X(mjtNum, tendon_dampingpoly, ntendon, mjNPOLY, "higher coefficients of the damping polynomial") \
  X(mjtNum, tendon_armature, ntendon, 1, "inertia of motion along the tendon, kg") \
  X(mjtNum, tendon_frictionloss, ntendon, 1, "dry friction, N") \
  X(mjtNum, tendon_lengthspring, ntendon, 2, "lengths between which the spring is slack, m") \
  X(mjtNum, tendon_length0, ntendon, 1, "length at qpos0, m") \
  X(mjtNum, tendon_invweight0, ntendon, 1, "inverse inertia along the tendon at qpos0") \
  XV(mjtNum, tendon_user, ntendon, nuser_tendon, 1, "user data") \
  X(float, tendon_rgba, ntendon, 4, "colour when there is no material") \
  X(int, wrap_type, nwrap, 1, "mjtWrap") \
  X(int, wrap_objid, nwrap, 1, "joint, site or geom of the path object") \
  X(mjtNum, wrap_prm, nwrap, 1, "coefficient, divisor or side site by type") \
  X(int, actuator_trntype, nactuator, 1, "mjtTrn") \
  X(int, actuator_dyntype, nactuator, 1, "mjtDyn") \
  X(int, actuator_gaintype, nactuator, 1, "mjtGain") \
  X(int, actuator_biastype, nactuator, 1, "mjtBias") \
  X(int, actuator_ctrladr, nactuator, 1, "first control input") \
  X(int, actuator_ctrlnum, nactuator, 1, "control inputs") \
  X(int, actuator_ctrlspec, nactuator, 1, "meaning of the inputs (mjtCtrlInput bits or mjtCtrlChart)") \
  X(int, actuator_outadr, nactuator, 1, "first output") \
  X(int, actuator_outnum, nactuator, 1, "outputs") \
  X(int, actuator_actadr, nactuator, 1, "first activation, -1: none") \
  X(int, actuator_actnum, nactuator, 1, "activations") \
  X(int, actuator_trnid, nactuator, 2, "joint, tendon, site or body; second object or -1") \
  X(mjtNum, actuator_cranklength, nactuator, 1, "length of the rod of a slider-crank, m") \
  X(mjtNum, actuator_dynprm, nactuator, mjNDYN, "activation dynamics parameters") \
  X(mjtNum, actuator_gainprm, nactuator, mjNGAIN, "gain parameters") \
  X(mjtNum, actuator_biasprm, nactuator, mjNBIAS, "bias parameters") \
  X(mjtBool, actuator_actlimited, nactuator, 1, "whether the activation is limited") \
  X(mjtNum, actuator_actrange, nactuator, 2, "activation limits") \
  X(mjtBool, actuator_actearly, nactuator, 1, "whether the force uses the next activation") \
  X(int, actuator_history, nactuator, 2, "samples kept and interpolation order of a delayed input") \
  X(int, actuator_historyadr, nactuator, 1, "address in history, -1: none") \
  X(mjtNum, actuator_delay, nactuator, 1, "delay of the input, s") \
  X(mjtNum, actuator_damping, nactuator, 1, "linear damping along the transmission") \
  X(mjtNum, actuator_dampingpoly, nactuator, mjNPOLY, "higher coefficients of that damping") \
  X(mjtNum, actuator_armature, nactuator, 1, "inertia along the transmission") \
  X(int, actuator_group, nactuator, 1, "group, for switching actuators off") \
  XV(mjtNum, actuator_user, nactuator, nuser_actuator, 1, "user data") \
  X(int, actuator_plugin, nactuator, 1, "plugin instance, -1: none") \
  X(mjtBool, actuator_forcelimited, nactuator, 1, "whether the force is limited") \
  X(mjtNum, actuator_forcerange, nactuator, 2, "force limits") \
  X(mjtBool, actuator_ctrllimited, nu, 1, "whether the input is limited") \
  X(mjtNum, actuator_ctrlrange, nu, 2, "limits of the input") \
  X(mjtNum, actuator_gear, nout, 6, "scales from force to the transmission's wrench") \
  X(mjtNum, actuator_acc0, nout, 1, "acceleration that unit force causes at qpos0") \
  X(mjtNum, actuator_length0, nout, 1, "transmission length at qpos0") \
  X(mjtNum, actuator_lengthrange, nout, 2, "feasible range of the transmission length") \
  X(int, sensor_type, nsensor, 1, "mjtSensor") \
  X(int, sensor_datatype, nsensor, 1, "mjtDataType") \
  X(int, sensor_needstage, nsensor, 1, "stage at which it can be computed (mjtStage)") \
  X(int, sensor_objtype, nsensor, 1, "kind of the sensed object (mjtObj)") \
  X(int, sensor_objid, nsensor, 1, "sensed object") \
  X(int, sensor_reftype, nsensor, 1, "kind of the reference frame (mjtObj)") \
  X(int, sensor_refid, nsensor, 1, "reference frame, -1: world") \
  X(int, sensor_intprm, nsensor, mjNSENS, "integer parameters") \
  X(int, sensor_dim, nsensor, 1, "numbers in the reading") \
  X(int, sensor_adr, nsensor, 1, "first number in sensordata") \
  X(mjtNum, sensor_cutoff, nsensor, 1, "clamp of the reading, 0: none") \
  X(mjtNum, sensor_noise, nsensor, 1, "standard deviation for programs that add noise") \
  X(int, sensor_history, nsensor, 2, "samples kept and interpolation order of a delayed sensor") \
  X(int, sensor_historyadr, nsensor, 1, "address in history, -1: none") \
  X(mjtNum, sensor_delay, nsensor, 1, "delay of the reading, s") \
  X(mjtNum, sensor_interval, nsensor, 2, "period and phase of the reading, s") \
  XV(mjtNum, sensor_user, nsensor, nuser_sensor, 1, "user data") \
  X(int, sensor_plugin, nsensor, 1, "plugin instance, -1: none") \
  X(int, plugin, nplugin, 1, "slot of the registered plugin") \
  X(int, plugin_stateadr, nplugin, 1, "first number in plugin_state") \
  X(int, plugin_statenum, nplugin, 1, "numbers in plugin_state") \
  X(char, plugin_attr, npluginattr, 1, "configuration of the instances, zero-terminated values") \
  X(int, plugin_attradr, nplugin, 1, "start of an instance's configuration") \
  X(int, numeric_adr, nnumeric, 1, "first number") \
  X(int, numeric_size, nnumeric, 1, "numbers") \
  X(mjtNum, numeric_data, nnumericdata, 1, "numbers of all fields") \
  X(int, text_adr, ntext, 1, "first byte") \
  X(int, text_size, ntext, 1, "bytes, the final zero included") \
  X(char, text_data, ntextdata, 1, "text of all fields") \
  X(int, tuple_adr, ntuple, 1, "first object") \
  X(int, tuple_size, ntuple, 1, "objects") \
  X(int, tuple_objtype, ntupledata, 1, "kind of the objects (mjtObj)") \
  X(int, tuple_objid, ntupledata, 1, "objects") \
  X(mjtNum, tuple_objprm, ntupledata, 1, "number attached to an object") \
  X(mjtNum, key_time, nkey, 1, "simulation time, s") \
  XV(mjtNum, key_qpos, nkey, nq, 1, "coordinates") \
  XV(mjtNum, key_qvel, nkey, nv, 1, "velocities") \
  XV(mjtNum, key_act, nkey, na, 1, "activations") \
  XV(mjtNum, key_mpos, nkey, nmocap, 3, "positions of mocap bodies, m") \
  XV(mjtNum, key_mquat, nkey, nmocap, 4, "orientations of mocap bodies") \
  XV(mjtNum, key_ctrl, nkey, nu, 1, "controls") \
  X(int, name_bodyadr, nbody, 1, "start of a body's name") \
  X(int, name_jntadr, njnt, 1, "start of a joint's name") \
  X(int, name_geomadr, ngeom, 1, "start of a geom's name") \
  X(int, name_siteadr, nsite, 1, "start of a site's name") \
  X(int, name_camadr, ncam, 1, "start of a camera's name") \
  X(int, name_lightadr, nlight, 1, "start of a light's name") \
  X(int, name_flexadr, nflex, 1, "start of a flex's name") \
  X(int, name_meshadr, nmesh, 1, "start of a mesh's name") \
  X(int, name_skinadr, nskin, 1, "start of a skin's name") \
  X(int, name_hfieldadr, nhfield, 1, "start of a height field's name") \
  X(int, name_texadr, ntex, 1, "start of a texture's name") \
  X(int, name_matadr, nmat, 1, "start of a material's name") \
  X(int, name_pairadr, npair, 1, "start of a contact pair's name") \
  X(int, name_excludeadr, nexclude, 1, "start of an exclusion's name") \
  X(int, name_eqadr, neq, 1, "start of an equality constraint's name") \
  X(int, name_tendonadr, ntendon, 1, "start of a tendon's name") \
  X(int, name_actuatoradr, nactuator, 1, "start of an actuator's name") \
  X(int, name_sensoradr, nsensor, 1, "start of a sensor's name") \
  X(int, name_numericadr, nnumeric, 1, "start of a numeric field's name") \
  X(int, name_textadr, ntext, 1, "start of a text field's name") \
  X(int, name_tupleadr, ntuple, 1, "start of a tuple's name") \
  X(int, name_keyadr, nkey, 1, "start of a keyframe's name") \
  X(int, name_pluginadr, nplugin, 1, "start of a plugin instance's name") \
  X(char, names, nnames, 1, "all names, zero-terminated; the model's own name first") \
  X(int, names_map, nnames_map, 1, "hash map of names") \
  X(char, paths, npaths, 1, "all asset paths, zero-terminated") \
  X(int, B_rownnz, nbody, 1, "nonzeros per row of the body-dof matrix") \
  X(int, B_rowadr, nbody, 1, "row start in the body-dof matrix") \
  X(int, B_colind, nB, 1, "column indices of the body-dof matrix") \
  X(int, M_rownnz, nv, 1, "nonzeros per row of the inertia matrix, lower triangle") \
  X(int, M_rowadr, nv, 1, "row start in the inertia matrix") \
  X(int, M_colind, nC, 1, "column indices of the inertia matrix") \
  X(int, mapM2M, nC, 1, "position in the packed inertia matrix of every nonzero") \
  X(int, D_rownnz, nv, 1, "nonzeros per row of the dof-dof matrix") \
  X(int, D_rowadr, nv, 1, "row start in the dof-dof matrix") \
  X(int, D_diag, nv, 1, "position of the diagonal in the row") \
  X(int, D_colind, nD, 1, "column indices of the dof-dof matrix") \
  X(int, mapM2D, nD, 1, "inertia nonzero for every dof-dof nonzero") \
  X(int, mapD2M, nC, 1, "dof-dof nonzero for every inertia nonzero")

#define LB_MODEL_NEWER_ARRAYS(X, XV) \
  X(int, site_dataid, nsite, 1, "mesh of the site, -1: none")
// clang-format on

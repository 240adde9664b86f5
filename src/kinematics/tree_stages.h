// Stages of a position for a share of the kinematic trees. What is called one after the other for
// all trees can be called one after the other for each share: a thread finds its data in its cache.

#pragma once

#include "data/tree_share.h"

// The world; bodies, joints and their geoms; then the geoms of the world and all sites
// (kinematics.c). For when nothing sleeps.
void lb_placeWorld(mjData* d);
void lb_placeTrees(const mjModel* m, mjData* d, const lbTreeShare* share);
void lb_placeRest(const mjModel* m, mjData* d);

// Centres of mass, cinert and cdof (com_frame.c); to `sums` (nbody x 3) go the mass-weighted
// positions of what hangs on the world, from which the world's centre is made when all are there.
void lb_centerTrees(const mjModel* m, mjData* d, const lbTreeShare* share, mjtNum* sums);
void lb_centerWorld(const mjModel* m, mjData* d, const mjtNum* sums);

// cvel and cdof_dot, where cvel of the world is zero.
void lb_velocityOfTrees(const mjModel* m, mjData* d, const lbTreeShare* share);

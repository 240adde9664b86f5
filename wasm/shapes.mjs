// What a JavaScript call of a C function implies or must satisfy, beyond the C signature: numbers that
// the lengths of the arrays tell are left out, and lengths are checked before C reads or writes.
//
// One line a function, terms in the order in which they are judged:
//   n:res        argument n is left out; it is the length of res (or an expression)
//   n:√mat       argument n is left out; it is the square root of the length of mat
//   n:x*/nv      argument n is left out; it is the length of x over nv
//   x?           x may be null
//   a=b          arrays a and b have the same length
//   x#expr       x has exactly this length
//   x>expr       x has at least this length
//   x%expr       the length of x is a multiple of it
//   x^           the length of x is a square
//   i<expr       number i is an index below it
//   term|y       judged only when y is given;  term|!y  only when it is not
// An expression is a sum of products of numbers, arguments (an array counts as its length), sizes of
// mjModel, counts of mjData, and @sig: the size of the state that sig selects.
export const shapes = `
mj_addM rownnz? rowadr? colind? rownnz#nv rowadr#nv colind#nM dst#nM|rownnz dst#nv*nv|!rownnz
mj_angmomMat body<nbody mat#3*nv
mj_applyFT force? torque? body<nbody qfrc_target#nv force#3 torque#3 point#3
mj_constraintUpdate cost? cost#1 jar#nefc
mj_copyState
mj_defaultSolRefImp solref? solimp? solref>2 solimp>5
mj_differentiatePos qvel#nv qpos1#nq qpos2#nq
mj_extractState src>@srcsig dst>@dstsig
mj_fullM dst#nv*nv
mj_geomDistance fromto? geom1<ngeom geom2<ngeom fromto#6
mj_getState state#@sig
mj_initCtrlHistory times?
mj_initSensorHistory times?
mj_integratePos qpos#nq qvel#nv
mj_jac jacp? jacr? body<nbody point#3 jacp#3*nv jacr#3*nv
mj_jacBody jacp? jacr? body<nbody jacp#3*nv jacr#3*nv
mj_jacBodyCom jacp? jacr? body<nbody jacp#3*nv jacr#3*nv
mj_jacDot jacp? jacr? body<nbody point#3 jacp#3*nv jacr#3*nv
mj_jacGeom jacp? jacr? geom<ngeom jacp#3*nv jacr#3*nv
mj_jacPointAxis jacPoint? jacAxis? body<nbody point#3 axis#3 jacPoint#3*nv jacAxis#3*nv
mj_jacSite jacp? jacr? site<nsite jacp#3*nv jacr#3*nv
mj_jacSubtreeCom body<nbody jacp#3*nv
mj_maxContact g1<ngeom g2<ngeom
mj_mulJacTVec res#nv vec#nefc
mj_mulJacVec res#nefc vec#nv
mj_mulM res#nv vec#nv
mj_mulM2 res#nv vec#nv
mj_multiRay geomgroup? geomid? normal? geomgroup>6 dist#nray geomid#nray vec#3*nray normal#3*nray
mj_normalizeQuat qpos#nq
mj_ray geomgroup? geomid? normal? geomgroup>6
mj_rayFlex vertid? normal? flexid<nflex
mj_rayHfield normal? geomid<ngeom
mj_rayMesh normal? geomid<ngeom
mj_readCtrl id<nu
mj_readSensor id<nsensor
mj_rne result#nv
mj_saveModel buffer_sz:buffer filename? buffer?
mj_setState state#@sig
mj_solveM n:x*/nv x=y x%nv
mj_solveM2 n:x*/nv x=y sqrtInvD#nv x%nv
mj_local2Global
mjd_inverseFD DfDq? DfDv? DfDa? DsDq? DsDv? DsDa? DmDq? DfDq#nv*nv DfDv#nv*nv DfDa#nv*nv DsDq#nv*nsensordata DsDv#nv*nsensordata DsDa#nv*nsensordata DmDq#nv*nC
mjd_quatIntegrate Dquat? Dvel? Dscale?
mjd_subQuat Da? Db? qa#4 qb#4 Da#9 Db#9
mjd_transitionFD A? B? C? D? A#4*nv*nv+4*nv*na+na*na B#2*nv*nu+na*nu C#2*nsensordata*nv+nsensordata*na D#nsensordata*nu
mjs_addActuator def?
mjs_addBody def?
mjs_addCamera def?
mjs_addDefault parent?
mjs_addEquality def?
mjs_addFrame parentframe?
mjs_addGeom def?
mjs_addJoint def?
mjs_addLight def?
mjs_addMaterial def?
mjs_addMesh def?
mjs_addPair def?
mjs_addSite def?
mjs_addTendon def?
mjs_makeFlex vfs? type? dof? file? count? cellcount? spacing? scale? pos? quat? origin?
mjs_makeMesh params>nparams
mjs_setFrame frame?
mjs_setToDCMotor motorconst? nominal? saturation? inductance? cogging? controller? thermal? lugre?
mjs_setToIntVelocity kv? dampratio? timeconst?
mjs_setToMuscle timeconst? range?
mjs_setToOrientation kv? dampratio?
mjs_setToPID kv? dampratio? ki? imax? slewmax?
mjs_setToPosition kv? dampratio? timeconst?
mju_L1 vec>n
mju_add n:res res=vec1 res=vec2
mju_addScl n:res res=vec1 res=vec2
mju_addTo n:res res=vec
mju_addToScl n:res res=vec
mju_band2Dense mat#ntotal*nband+ndense*ntotal-ndense*nband res#ntotal*ntotal
mju_bandMulMatVec mat#ntotal*nband+ndense*ntotal-ndense*nband res#ntotal*nvec vec#ntotal*nvec
mju_boxQP n:res index? lower? upper? lower=res upper=res index=res R#res*res+7*res H#res*res g=res
mju_cholFactor n:√mat mat^
mju_cholFactorBand mat#ntotal*nband+ndense*ntotal-ndense*nband
mju_cholSolve n:√mat mat^ mat#res*res vec=res
mju_cholSolveBand mat#ntotal*nband+ndense*ntotal-ndense*nband res#ntotal vec#ntotal
mju_cholUpdate n:√mat mat^ mat#x*x
mju_copy n:res res=vec
mju_d2n n:res res=vec
mju_decodePyramid dim:mu+1 pyramid#2*mu force#mu+1
mju_dense2Band mat#ntotal*ntotal res#ntotal*nband+ndense*ntotal-ndense*nband
mju_dense2sparse nnz:res mat#nr*nc rownnz#nr rowadr#nr colind#res
mju_dot n:vec1 vec1=vec2
mju_encodePyramid dim:mu+1 pyramid#2*mu force#mu+1
mju_eye n:√mat mat^
mju_f2n n:res res=vec
mju_fill n:res
mju_insertionSort n:list
mju_insertionSortInt n:list
mju_isZero vec>n
mju_mulMatMat res#r1*c2 mat1#r1*c1 mat2#c1*c2
mju_mulMatMatT res#r1*r2 mat1#r1*c1 mat2#r2*c1
mju_mulMatTMat res#c1*c2 mat1#r1*c1 mat2#r1*c2
mju_mulMatTVec mat#nr*nc res#nc vec#nr
mju_mulMatVec mat#nr*nc res#nr vec#nc
mju_mulVecMatVec n:vec1 vec1=vec2 mat#vec1*vec1
mju_n2d n:res res=vec
mju_n2f n:res res=vec
mju_norm res>n
mju_normalize res>n
mju_printMat mat>nr*nc
mju_printMatSparse nr:rownnz rownnz=rowadr
mju_rayGeom normal?
mju_raySkin vertid? face>3*nface vert>3*nvert
mju_scl n:res res=vec
mju_sparse2dense res#nr*nc rownnz#nr rowadr#nr
mju_sqrMatTD mat#nr*nc res#nc*nc diag#nr
mju_standardNormal num2? num2>1
mju_sub n:res res=vec1 res=vec2
mju_subFrom n:res res=vec
mju_sum vec>n
mju_sym2dense res#n*n rownnz#n rowadr#n
mju_symmetrize mat#n*n res#n*n
mju_transformSpatial rotnew2old?
mju_transpose mat#nr*nc res#nr*nc
mju_zero res>n
mjv_addGeoms pert?
mjv_updateScene pert?
mjv_cameraFrame headpos? forward? up? right?
mjv_cameraFrustum zver? zhor? zclip?
mjv_initGeom size? pos? mat? rgba?
`;

/** Terms by function name. */
export function readShapes() {
  const table = new Map();
  for (const line of shapes.trim().split('\n')) {
    const [name, ...terms] = line.split(' ');
    if (terms.length) table.set(name, terms);
  }
  return table;
}

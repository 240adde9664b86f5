// Rows of the MJCF table; included by schema.c only, which defines the macros. See schema.h.

// --- keywords ------------------------------------------------------------

KEYWORDS(coordinate, {"local", 0}, {"global", 1})

KEYWORDS(angle, {"radian", 0}, {"degree", 1})

KEYWORDS(fluidshape, {"none", 0}, {"ellipsoid", 1})

KEYWORDS(enable, {"disable", 0}, {"enable", 1})

KEYWORDS(FalseTrueAuto, {"false", 0}, {"true", 1}, {"auto", 2})

KEYWORDS(FalseAuto, {"false", 0}, {"auto", 1})

KEYWORDS(bodysleep, {"auto", mjSLEEP_AUTO}, {"never", mjSLEEP_NEVER}, {"allowed", mjSLEEP_ALLOWED},
         {"init", mjSLEEP_INIT})

KEYWORDS(jointtype, {"free", mjJNT_FREE}, {"ball", mjJNT_BALL}, {"slide", mjJNT_SLIDE},
         {"hinge", mjJNT_HINGE})

KEYWORDS(geomtype, {"plane", mjGEOM_PLANE}, {"hfield", mjGEOM_HFIELD}, {"sphere", mjGEOM_SPHERE},
         {"capsule", mjGEOM_CAPSULE}, {"ellipsoid", mjGEOM_ELLIPSOID},
         {"cylinder", mjGEOM_CYLINDER}, {"box", mjGEOM_BOX}, {"mesh", mjGEOM_MESH},
         {"sdf", mjGEOM_SDF})

KEYWORDS(projection, {"perspective", mjPROJ_PERSPECTIVE}, {"orthographic", mjPROJ_ORTHOGRAPHIC})

KEYWORDS(camlight, {"fixed", mjCAMLIGHT_FIXED}, {"track", mjCAMLIGHT_TRACK},
         {"trackcom", mjCAMLIGHT_TRACKCOM}, {"targetbody", mjCAMLIGHT_TARGETBODY},
         {"targetbodycom", mjCAMLIGHT_TARGETBODYCOM})

KEYWORDS(lighttype, {"spot", mjLIGHT_SPOT}, {"directional", mjLIGHT_DIRECTIONAL},
         {"point", mjLIGHT_POINT}, {"image", mjLIGHT_IMAGE})

KEYWORDS(texrole, {"rgb", mjTEXROLE_RGB}, {"occlusion", mjTEXROLE_OCCLUSION},
         {"roughness", mjTEXROLE_ROUGHNESS}, {"metallic", mjTEXROLE_METALLIC},
         {"normal", mjTEXROLE_NORMAL}, {"opacity", mjTEXROLE_OPACITY},
         {"emissive", mjTEXROLE_EMISSIVE}, {"rgba", mjTEXROLE_RGBA}, {"orm", mjTEXROLE_ORM})

KEYWORDS(integrator, {"Euler", mjINT_EULER}, {"RK4", mjINT_RK4}, {"implicit", mjINT_IMPLICIT},
         {"implicitfast", mjINT_IMPLICITFAST})

KEYWORDS(cone, {"pyramidal", mjCONE_PYRAMIDAL}, {"elliptic", mjCONE_ELLIPTIC})

KEYWORDS(jacobian, {"dense", mjJAC_DENSE}, {"sparse", mjJAC_SPARSE}, {"auto", mjJAC_AUTO})

KEYWORDS(solver, {"PGS", mjSOL_PGS}, {"CG", mjSOL_CG}, {"Newton", mjSOL_NEWTON})

KEYWORDS(equality, {"connect", mjEQ_CONNECT}, {"weld", mjEQ_WELD}, {"joint", mjEQ_JOINT},
         {"tendon", mjEQ_TENDON}, {"flex", mjEQ_FLEX}, {"flexvert", mjEQ_FLEXVERT},
         {"flexstrain", mjEQ_FLEXSTRAIN}, {"distance", mjEQ_DISTANCE})

KEYWORDS(texture, {"2d", mjTEXTURE_2D}, {"cube", mjTEXTURE_CUBE}, {"skybox", mjTEXTURE_SKYBOX})

KEYWORDS(colorspace, {"auto", mjCOLORSPACE_AUTO}, {"linear", mjCOLORSPACE_LINEAR},
         {"sRGB", mjCOLORSPACE_SRGB})

KEYWORDS(builtin, {"none", mjBUILTIN_NONE}, {"gradient", mjBUILTIN_GRADIENT},
         {"checker", mjBUILTIN_CHECKER}, {"flat", mjBUILTIN_FLAT})

KEYWORDS(mark, {"none", mjMARK_NONE}, {"edge", mjMARK_EDGE}, {"cross", mjMARK_CROSS},
         {"random", mjMARK_RANDOM})

KEYWORDS(dyn, {"none", mjDYN_NONE}, {"integrator", mjDYN_INTEGRATOR}, {"filter", mjDYN_FILTER},
         {"filterexact", mjDYN_FILTEREXACT}, {"muscle", mjDYN_MUSCLE}, {"dcmotor", mjDYN_DCMOTOR},
         {"pid", mjDYN_PID}, {"user", mjDYN_USER})

KEYWORDS(inputkeyword, {"none", mjINPUT_NONE})

KEYWORDS(gain, {"fixed", mjGAIN_FIXED}, {"affine", mjGAIN_AFFINE}, {"muscle", mjGAIN_MUSCLE},
         {"dcmotor", mjGAIN_DCMOTOR}, {"so3", mjGAIN_SO3}, {"pid", mjGAIN_PID},
         {"user", mjGAIN_USER})

KEYWORDS(inputchart, {"expmap", mjCHART_EXPMAP}, {"quat", mjCHART_QUAT})

KEYWORDS(inputbit, {"pos", mjINPUT_POS}, {"vel", mjINPUT_VEL}, {"ff", mjINPUT_FF},
         {"voltage", mjINPUT_VOLTAGE})

KEYWORDS(bias, {"none", mjBIAS_NONE}, {"affine", mjBIAS_AFFINE}, {"muscle", mjBIAS_MUSCLE},
         {"dcmotor", mjBIAS_DCMOTOR}, {"so3", mjBIAS_SO3}, {"user", mjBIAS_USER})

KEYWORDS(interp, {"zoh", 0}, {"linear", 1}, {"cubic", 2})

KEYWORDS(stage, {"none", mjSTAGE_NONE}, {"pos", mjSTAGE_POS}, {"vel", mjSTAGE_VEL},
         {"acc", mjSTAGE_ACC})

KEYWORDS(datatype, {"real", mjDATATYPE_REAL}, {"positive", mjDATATYPE_POSITIVE},
         {"axis", mjDATATYPE_AXIS}, {"quaternion", mjDATATYPE_QUATERNION})

KEYWORDS(frameobj, {"body", mjOBJ_BODY}, {"xbody", mjOBJ_XBODY}, {"geom", mjOBJ_GEOM},
         {"site", mjOBJ_SITE}, {"camera", mjOBJ_CAMERA})

KEYWORDS(condata, {"found", mjCONDATA_FOUND}, {"force", mjCONDATA_FORCE},
         {"torque", mjCONDATA_TORQUE}, {"dist", mjCONDATA_DIST}, {"pos", mjCONDATA_POS},
         {"normal", mjCONDATA_NORMAL}, {"tangent", mjCONDATA_TANGENT})

KEYWORDS(raydata, {"dist", mjRAYDATA_DIST}, {"dir", mjRAYDATA_DIR}, {"origin", mjRAYDATA_ORIGIN},
         {"point", mjRAYDATA_POINT}, {"normal", mjRAYDATA_NORMAL}, {"depth", mjRAYDATA_DEPTH})

KEYWORDS(camout, {"rgb", mjCAMOUT_RGB}, {"depth", mjCAMOUT_DEPTH}, {"distance", mjCAMOUT_DIST},
         {"normal", mjCAMOUT_NORMAL}, {"segmentation", mjCAMOUT_SEG})

KEYWORDS(reduce, {"none", 0}, {"mindist", 1}, {"maxforce", 2}, {"netforce", 3})

KEYWORDS(conflict, {"warning", mjCONFLICT_WARNING}, {"merge", mjCONFLICT_MERGE},
         {"error", mjCONFLICT_ERROR})

KEYWORDS(lrmode, {"none", mjLRMODE_NONE}, {"muscle", mjLRMODE_MUSCLE},
         {"muscleuser", mjLRMODE_MUSCLEUSER}, {"all", mjLRMODE_ALL})

KEYWORDS(comp, {"particle", LB_COMPOSITE_PARTICLE}, {"grid", LB_COMPOSITE_GRID},
         {"rope", LB_COMPOSITE_ROPE}, {"loop", LB_COMPOSITE_LOOP}, {"cable", LB_COMPOSITE_CABLE},
         {"cloth", LB_COMPOSITE_CLOTH})

KEYWORDS(jkind, {"main", 0})

KEYWORDS(shape, {"s", LB_SHAPE_LINE}, {"cos(s)", LB_SHAPE_COS}, {"sin(s)", LB_SHAPE_SIN},
         {"0", LB_SHAPE_ZERO})

KEYWORDS(meshinertia, {"convex", mjMESH_INERTIA_CONVEX}, {"legacy", mjMESH_INERTIA_LEGACY},
         {"exact", mjMESH_INERTIA_EXACT}, {"shell", mjMESH_INERTIA_SHELL})

KEYWORDS(meshbuiltin, {"none", mjMESH_BUILTIN_NONE}, {"sphere", mjMESH_BUILTIN_SPHERE},
         {"hemisphere", mjMESH_BUILTIN_HEMISPHERE}, {"cone", mjMESH_BUILTIN_CONE},
         {"supertorus", mjMESH_BUILTIN_SUPERTORUS}, {"supersphere", mjMESH_BUILTIN_SUPERSPHERE},
         {"wedge", mjMESH_BUILTIN_WEDGE}, {"plate", mjMESH_BUILTIN_PLATE})

KEYWORDS(fcomp, {"grid", LB_FLEXCOMP_GRID}, {"box", LB_FLEXCOMP_BOX},
         {"cylinder", LB_FLEXCOMP_CYLINDER}, {"ellipsoid", LB_FLEXCOMP_ELLIPSOID},
         {"square", LB_FLEXCOMP_SQUARE}, {"disc", LB_FLEXCOMP_DISC}, {"circle", LB_FLEXCOMP_CIRCLE},
         {"mesh", LB_FLEXCOMP_MESH}, {"gmsh", LB_FLEXCOMP_GMSH}, {"direct", LB_FLEXCOMP_DIRECT})

KEYWORDS(fdof, {"full", LB_FLEXDOF_FULL}, {"radial", LB_FLEXDOF_RADIAL},
         {"trilinear", LB_FLEXDOF_TRILINEAR}, {"quadratic", LB_FLEXDOF_QUADRATIC},
         {"2d", LB_FLEXDOF_2D})

KEYWORDS(flexself, {"none", mjFLEXSELF_NONE}, {"narrow", mjFLEXSELF_NARROW},
         {"bvh", mjFLEXSELF_BVH}, {"sap", mjFLEXSELF_SAP}, {"auto", mjFLEXSELF_AUTO})

KEYWORDS(elastic2d, {"none", 0}, {"bend", 1}, {"stretch", 2}, {"both", 3})

KEYWORDS(flexeq, {"false", 0}, {"true", 1}, {"vert", 2}, {"strain", 3})

// --- attribute groups ------------------------------------------------------------

static const lbAttribute orientationGroup[] = {
    NUMBERS("quat", DOUBLE, 4, 4, 0, "1 0 0 0", NONE),
    NUMBERS("axisangle", DOUBLE, 4, 4, 0, NULL, NONE),
    NUMBERS("xyaxes", DOUBLE, 6, 6, 0, NULL, NONE),
    NUMBERS("zaxis", DOUBLE, 3, 3, 0, NULL, NONE),
    NUMBERS("euler", DOUBLE, 3, 3, 0, NULL, NONE),
};

static const lbAttribute actuatorBaseGroup[] = {
    ID("name", "actuator", 0),
    REF("class", "default", 0, NONE),
    NUMBERS("group", INT, 1, 1, 0, NULL, AT(INT, mjsActuator, group)),
    NUMBERS("nsample", INT, 1, 1, 0, NULL, AT(INT, mjsActuator, nsample)),
    KEYWORD("interp", interp, 0, NULL, AT(INT, mjsActuator, interp)),
    NUMBERS("delay", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsActuator, delay)),
    NUMBERS("ctrlrange", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsActuator, ctrlrange)),
    NUMBERS("user", DOUBLE, 0, 0, 0, NULL, AT(DOUBLEVEC, mjsActuator, userdata)),
};

static const lbAttribute actuatorDynamicsGroup[] = {
    NUMBERS("lengthrange", DOUBLE, 2, 2, NODEFAULT, NULL, AT(DOUBLE, mjsActuator, lengthrange)),
    NUMBERS("gear", DOUBLE, 1, 6, 0, "1 0 0 0 0 0", AT(DOUBLE, mjsActuator, gear)),
    NUMBERS("damping", DOUBLE, 1, 3, 0, NULL, AT(DOUBLE, mjsActuator, damping)),
    NUMBERS("armature", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsActuator, armature)),
    NUMBERS("cranklength", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsActuator, cranklength)),
};

static const lbAttribute transmissionGroup[] = {
    REF("joint", "joint", NODEFAULT, NONE),    TEXT("jointinparent", STRING, NODEFAULT, NONE),
    REF("tendon", "tendon", NODEFAULT, NONE),  REF("slidersite", "site", NODEFAULT, NONE),
    REF("cranksite", "site", NODEFAULT, NONE), REF("site", "site", NODEFAULT, NONE),
    REF("refsite", "site", NODEFAULT, NONE),
};

static const lbAttribute sensorBaseGroup[] = {
    ID("name", "sensor", 0),
    NUMBERS("nsample", INT, 1, 1, 0, NULL, AT(INT, mjsSensor, nsample)),
    KEYWORD("interp", interp, 0, NULL, AT(INT, mjsSensor, interp)),
    NUMBERS("delay", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsSensor, delay)),
    NUMBERS("interval", DOUBLE, 1, 2, 0, NULL, AT(DOUBLE, mjsSensor, interval)),
    NUMBERS("cutoff", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsSensor, cutoff)),
    NUMBERS("noise", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsSensor, noise)),
    NUMBERS("user", DOUBLE, 0, 0, 0, NULL, AT(DOUBLEVEC, mjsSensor, userdata)),
};

static const lbAttribute frameObjectGroup[] = {
    KEYWORD("objtype", frameobj, REQUIRED, NULL, AT(INT, mjsSensor, objtype)),
    TEXT("objname", STRING, REQUIRED, AT(STRING, mjsSensor, objname)),
};

static const lbAttribute frameReferenceGroup[] = {
    KEYWORD("reftype", frameobj, 0, NULL, AT(INT, mjsSensor, reftype)),
    TEXT("refname", STRING, 0, AT(STRING, mjsSensor, refname)),
};

static const lbAttribute equalityBaseGroup[] = {
    ID("name", "equality", 0),
    REF("class", "default", 0, NONE),
    BOOL("active", 0, "true", AT(BOOL, mjsEquality, active)),
    NUMBERS("solref", DOUBLE, 1, 2, 0, "0.02 1", AT(DOUBLE, mjsEquality, solref)),
    NUMBERS("solimp", DOUBLE, 1, 5, 0, "0.9 0.95 0.001 0.5 2", AT(DOUBLE, mjsEquality, solimp)),
};

// --- elements ------------------------------------------------------------

static const lbAttribute mujocoAttributes[] = {
    REF("model", "model", 0, NONE),
};

static const lbChildRule mujocoChildren[] = {
    {LB_ELEM_COMPILER, LB_ANY},   {LB_ELEM_OPTION, LB_ANY},   {LB_ELEM_SIZE, LB_ANY},
    {LB_ELEM_STATISTIC, LB_ANY},  {LB_ELEM_VISUAL, LB_ANY},   {LB_ELEM_DEFAULT, LB_ANY},
    {LB_ELEM_EXTENSION, LB_ANY},  {LB_ELEM_ASSET, LB_ANY},    {LB_ELEM_WORLDBODY, LB_ANY},
    {LB_ELEM_DEFORMABLE, LB_ANY}, {LB_ELEM_CONTACT, LB_ANY},  {LB_ELEM_TENDON, LB_ANY},
    {LB_ELEM_EQUALITY, LB_ANY},   {LB_ELEM_ACTUATOR, LB_ANY}, {LB_ELEM_SENSOR, LB_ANY},
    {LB_ELEM_CUSTOM, LB_ANY},     {LB_ELEM_KEYFRAME, LB_ANY},
};

static const lbAttribute compilerAttributes[] = {
    BOOL("autolimits", 0, "true", AT(BOOL, mjSpec, compiler.autolimits)),
    NUMBERS("boundmass", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjSpec, compiler.boundmass)),
    NUMBERS("boundinertia", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjSpec, compiler.boundinertia)),
    NUMBERS("settotalmass", DOUBLE, 1, 1, 0, "-1", AT(DOUBLE, mjSpec, compiler.settotalmass)),
    BOOL("balanceinertia", 0, NULL, AT(BOOL, mjSpec, compiler.balanceinertia)),
    BOOL("strippath", 0, NULL, NONE),
    KEYWORD("coordinate", coordinate, 0, NULL, NONE),
    KEYWORD("angle", angle, 0, "degree", NONE),
    BOOL("fitaabb", 0, NULL, AT(BOOL, mjSpec, compiler.fitaabb)),
    CHARS("eulerseq", 3, 3, 0, NONE),
    TEXT("meshdir", STRING, 0, AT(STRING, mjSpec, compiler.meshdir)),
    TEXT("texturedir", STRING, 0, AT(STRING, mjSpec, compiler.texturedir)),
    BOOL("discardvisual", 0, NULL, AT(BOOL, mjSpec, compiler.discardvisual)),
    BOOL("usethread", 0, "true", AT(BOOL, mjSpec, compiler.usethread)),
    BOOL("fusestatic", 0, NULL, AT(BOOL, mjSpec, compiler.fusestatic)),
    KEYWORD("inertiafromgeom", FalseTrueAuto, 0, "auto", AT(INT, mjSpec, compiler.inertiafromgeom)),
    NUMBERS("inertiagrouprange", INT, 2, 2, 0, "0 5", AT(INT, mjSpec, compiler.inertiagrouprange)),
    BOOL("saveinertial", 0, NULL, AT(BOOL, mjSpec, compiler.saveinertial)),
    TEXT("assetdir", STRING, 0, NONE),
    BOOL("alignfree", 0, NULL, AT(BOOL, mjSpec, compiler.alignfree)),
    KEYWORD("conflict", conflict, 0, NULL, AT(INT, mjSpec, compiler.conflict)),
};

static const lbChildRule compilerChildren[] = {
    {LB_ELEM_LENGTHRANGE, LB_OPTIONAL},
};

static const lbAttribute lengthrangeAttributes[] = {
    KEYWORD("mode", lrmode, 0, "muscle", AT(INT, mjSpec, compiler.LRopt.mode)),
    BOOL("useexisting", 0, "true", AT(INT, mjSpec, compiler.LRopt.useexisting)),
    BOOL("uselimit", 0, NULL, AT(INT, mjSpec, compiler.LRopt.uselimit)),
    NUMBERS("accel", DOUBLE, 1, 1, 0, "20", AT(DOUBLE, mjSpec, compiler.LRopt.accel)),
    NUMBERS("maxforce", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjSpec, compiler.LRopt.maxforce)),
    NUMBERS("timeconst", DOUBLE, 1, 1, 0, "1", AT(DOUBLE, mjSpec, compiler.LRopt.timeconst)),
    NUMBERS("timestep", DOUBLE, 1, 1, 0, "0.01", AT(DOUBLE, mjSpec, compiler.LRopt.timestep)),
    NUMBERS("inttotal", DOUBLE, 1, 1, 0, "10", AT(DOUBLE, mjSpec, compiler.LRopt.inttotal)),
    NUMBERS("interval", DOUBLE, 1, 1, 0, "2", AT(DOUBLE, mjSpec, compiler.LRopt.interval)),
    NUMBERS("tolrange", DOUBLE, 1, 1, 0, "0.05", AT(DOUBLE, mjSpec, compiler.LRopt.tolrange)),
};

static const lbAttribute optionAttributes[] = {
    NUMBERS("timestep", DOUBLE, 1, 1, 0, "0.002", AT(DOUBLE, mjSpec, option.timestep)),
    NUMBERS("impratio", DOUBLE, 1, 1, 0, "1", AT(DOUBLE, mjSpec, option.impratio)),
    NUMBERS("tolerance", DOUBLE, 1, 1, 0, "1e-08", AT(DOUBLE, mjSpec, option.tolerance)),
    NUMBERS("ls_tolerance", DOUBLE, 1, 1, 0, "0.01", AT(DOUBLE, mjSpec, option.ls_tolerance)),
    NUMBERS("noslip_tolerance", DOUBLE, 1, 1, 0, "1e-06",
            AT(DOUBLE, mjSpec, option.noslip_tolerance)),
    NUMBERS("ccd_tolerance", DOUBLE, 1, 1, 0, "1e-06", AT(DOUBLE, mjSpec, option.ccd_tolerance)),
    NUMBERS("sleep_tolerance", DOUBLE, 1, 1, 0, "0.001",
            AT(DOUBLE, mjSpec, option.sleep_tolerance)),
    NUMBERS("gravity", DOUBLE, 3, 3, 0, "0 0 -9.81", AT(DOUBLE, mjSpec, option.gravity)),
    NUMBERS("wind", DOUBLE, 3, 3, 0, "0 0 0", AT(DOUBLE, mjSpec, option.wind)),
    NUMBERS("magnetic", DOUBLE, 3, 3, 0, "0 -0.5 0", AT(DOUBLE, mjSpec, option.magnetic)),
    NUMBERS("density", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjSpec, option.density)),
    NUMBERS("viscosity", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjSpec, option.viscosity)),
    NUMBERS("o_margin", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjSpec, option.o_margin)),
    NUMBERS("o_solref", DOUBLE, 1, 2, 0, "0.02 1", AT(DOUBLE, mjSpec, option.o_solref)),
    NUMBERS("o_solimp", DOUBLE, 1, 5, 0, "0.9 0.95 0.001 0.5 2",
            AT(DOUBLE, mjSpec, option.o_solimp)),
    NUMBERS("o_friction", DOUBLE, 1, 5, 0, "1 1 0.005 0.0001 0.0001",
            AT(DOUBLE, mjSpec, option.o_friction)),
    KEYWORD("integrator", integrator, 0, "Euler", AT(INT, mjSpec, option.integrator)),
    KEYWORD("cone", cone, 0, "pyramidal", AT(INT, mjSpec, option.cone)),
    KEYWORD("jacobian", jacobian, 0, "auto", AT(INT, mjSpec, option.jacobian)),
    KEYWORD("solver", solver, 0, "Newton", AT(INT, mjSpec, option.solver)),
    NUMBERS("iterations", INT, 1, 1, 0, "100", AT(INT, mjSpec, option.iterations)),
    NUMBERS("ls_iterations", INT, 1, 1, 0, "50", AT(INT, mjSpec, option.ls_iterations)),
    NUMBERS("noslip_iterations", INT, 1, 1, 0, NULL, AT(INT, mjSpec, option.noslip_iterations)),
    NUMBERS("ccd_iterations", INT, 1, 1, 0, "35", AT(INT, mjSpec, option.ccd_iterations)),
    NUMBERS("sdf_iterations", INT, 1, 1, 0, "10", AT(INT, mjSpec, option.sdf_iterations)),
    NUMBERS("sdf_initpoints", INT, 1, 1, 0, "40", AT(INT, mjSpec, option.sdf_initpoints)),
    NUMBERS("actuatorgroupdisable", INT, 0, 0, 0, NULL, NONE),
};

static const lbChildRule optionChildren[] = {
    {LB_ELEM_FLAG, LB_OPTIONAL},
};

static const lbAttribute flagAttributes[] = {
    KEYWORD("constraint", enable, 0, "enable", NONE),
    KEYWORD("equality", enable, 0, "enable", NONE),
    KEYWORD("frictionloss", enable, 0, "enable", NONE),
    KEYWORD("limit", enable, 0, "enable", NONE),
    KEYWORD("contact", enable, 0, "enable", NONE),
    KEYWORD("spring", enable, 0, "enable", NONE),
    KEYWORD("damper", enable, 0, "enable", NONE),
    KEYWORD("gravity", enable, 0, "enable", NONE),
    KEYWORD("clampctrl", enable, 0, "enable", NONE),
    KEYWORD("warmstart", enable, 0, "enable", NONE),
    KEYWORD("filterparent", enable, 0, "enable", NONE),
    KEYWORD("actuation", enable, 0, "enable", NONE),
    KEYWORD("refsafe", enable, 0, "enable", NONE),
    KEYWORD("sensor", enable, 0, "enable", NONE),
    KEYWORD("midphase", enable, 0, "enable", NONE),
    KEYWORD("eulerdamp", enable, 0, "enable", NONE),
    KEYWORD("autoreset", enable, 0, "enable", NONE),
    KEYWORD("nativeccd", enable, 0, "enable", NONE),
    KEYWORD("island", enable, 0, "enable", NONE),
    KEYWORD("multiccd", enable, 0, "enable", NONE),
    KEYWORD("override", enable, 0, "disable", NONE),
    KEYWORD("energy", enable, 0, "disable", NONE),
    KEYWORD("fwdinv", enable, 0, "disable", NONE),
    KEYWORD("invdiscrete", enable, 0, "disable", NONE),
    KEYWORD("sleep", enable, 0, "disable", NONE),
    KEYWORD("diagexact", enable, 0, "disable", NONE),
};

static const lbAttribute sizeAttributes[] = {
    TEXT("memory", STRING, 0, NONE),
    NUMBERS("njmax", INT, 1, 1, 0, "-1", AT(INT, mjSpec, njmax)),
    NUMBERS("nconmax", INT, 1, 1, 0, "-1", AT(INT, mjSpec, nconmax)),
    NUMBERS("nstack", INT, 1, 1, 0, "-1", AT(SIZE, mjSpec, nstack)),
    NUMBERS("nuserdata", INT, 1, 1, AT_LEAST_MINUS_1, NULL, AT(INT, mjSpec, nuserdata)),
    NUMBERS("nkey", INT, 1, 1, AT_LEAST_MINUS_1, NULL, AT(INT, mjSpec, nkey)),
    NUMBERS("nuser_body", INT, 1, 1, AT_LEAST_MINUS_1, "-1", AT(INT, mjSpec, nuser_body)),
    NUMBERS("nuser_jnt", INT, 1, 1, AT_LEAST_MINUS_1, "-1", AT(INT, mjSpec, nuser_jnt)),
    NUMBERS("nuser_geom", INT, 1, 1, AT_LEAST_MINUS_1, "-1", AT(INT, mjSpec, nuser_geom)),
    NUMBERS("nuser_site", INT, 1, 1, AT_LEAST_MINUS_1, "-1", AT(INT, mjSpec, nuser_site)),
    NUMBERS("nuser_cam", INT, 1, 1, AT_LEAST_MINUS_1, "-1", AT(INT, mjSpec, nuser_cam)),
    NUMBERS("nuser_tendon", INT, 1, 1, AT_LEAST_MINUS_1, "-1", AT(INT, mjSpec, nuser_tendon)),
    NUMBERS("nuser_actuator", INT, 1, 1, AT_LEAST_MINUS_1, "-1", AT(INT, mjSpec, nuser_actuator)),
    NUMBERS("nuser_sensor", INT, 1, 1, AT_LEAST_MINUS_1, "-1", AT(INT, mjSpec, nuser_sensor)),
};

static const char* const sizeRules[] = {"exclusive memory nstack", "exclusive memory njmax", NULL};

static const lbAttribute statisticAttributes[] = {
    NUMBERS("meaninertia", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjSpec, stat.meaninertia)),
    NUMBERS("meanmass", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjSpec, stat.meanmass)),
    NUMBERS("meansize", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjSpec, stat.meansize)),
    NUMBERS("extent", DOUBLE, 1, 1, POSITIVE, NULL, AT(DOUBLE, mjSpec, stat.extent)),
    NUMBERS("center", DOUBLE, 3, 3, 0, NULL, AT(DOUBLE, mjSpec, stat.center)),
};

static const lbChildRule visualChildren[] = {
    {LB_ELEM_GLOBAL, LB_OPTIONAL}, {LB_ELEM_QUALITY, LB_OPTIONAL}, {LB_ELEM_HEADLIGHT, LB_OPTIONAL},
    {LB_ELEM_MAP, LB_OPTIONAL},    {LB_ELEM_SCALE, LB_OPTIONAL},   {LB_ELEM_RGBA, LB_OPTIONAL},
};

static const lbAttribute globalAttributes[] = {
    NUMBERS("cameraid", INT, 1, 1, 0, "-1", AT(INT, mjSpec, visual.global.cameraid)),
    BOOL("orthographic", 0, "false", AT(INT, mjSpec, visual.global.orthographic)),
    NUMBERS("fovy", FLOAT, 1, 1, 0, "45", AT(FLOAT, mjSpec, visual.global.fovy)),
    NUMBERS("ipd", FLOAT, 1, 1, 0, "0.068", AT(FLOAT, mjSpec, visual.global.ipd)),
    NUMBERS("azimuth", FLOAT, 1, 1, 0, "90", AT(FLOAT, mjSpec, visual.global.azimuth)),
    NUMBERS("elevation", FLOAT, 1, 1, 0, "-45", AT(FLOAT, mjSpec, visual.global.elevation)),
    NUMBERS("linewidth", FLOAT, 1, 1, 0, "1", AT(FLOAT, mjSpec, visual.global.linewidth)),
    NUMBERS("glow", FLOAT, 1, 1, 0, "0.3", AT(FLOAT, mjSpec, visual.global.glow)),
    NUMBERS("offwidth", INT, 1, 1, 0, "640", AT(INT, mjSpec, visual.global.offwidth)),
    NUMBERS("offheight", INT, 1, 1, 0, "480", AT(INT, mjSpec, visual.global.offheight)),
    NUMBERS("realtime", FLOAT, 1, 1, POSITIVE, "1", AT(FLOAT, mjSpec, visual.global.realtime)),
    BOOL("ellipsoidinertia", 0, "false", AT(INT, mjSpec, visual.global.ellipsoidinertia)),
    BOOL("bvactive", 0, "false", AT(INT, mjSpec, visual.global.bvactive)),
};

static const lbAttribute qualityAttributes[] = {
    NUMBERS("shadowsize", INT, 1, 1, 0, "4096", AT(INT, mjSpec, visual.quality.shadowsize)),
    NUMBERS("offsamples", INT, 1, 1, 0, "4", AT(INT, mjSpec, visual.quality.offsamples)),
    NUMBERS("numslices", INT, 1, 1, 0, "28", AT(INT, mjSpec, visual.quality.numslices)),
    NUMBERS("numstacks", INT, 1, 1, 0, "16", AT(INT, mjSpec, visual.quality.numstacks)),
    NUMBERS("numquads", INT, 1, 1, 0, "4", AT(INT, mjSpec, visual.quality.numquads)),
};

static const lbAttribute headlightAttributes[] = {
    NUMBERS("ambient", FLOAT, 3, 3, 0, "0.1 0.1 0.1", AT(FLOAT, mjSpec, visual.headlight.ambient)),
    NUMBERS("diffuse", FLOAT, 3, 3, 0, "0.4 0.4 0.4", AT(FLOAT, mjSpec, visual.headlight.diffuse)),
    NUMBERS("specular", FLOAT, 3, 3, 0, "0.5 0.5 0.5",
            AT(FLOAT, mjSpec, visual.headlight.specular)),
    NUMBERS("active", INT, 1, 1, 0, "1", AT(INT, mjSpec, visual.headlight.active)),
};

static const lbAttribute mapAttributes[] = {
    NUMBERS("stiffness", FLOAT, 1, 1, 0, "100", AT(FLOAT, mjSpec, visual.map.stiffness)),
    NUMBERS("stiffnessrot", FLOAT, 1, 1, 0, "500", AT(FLOAT, mjSpec, visual.map.stiffnessrot)),
    NUMBERS("force", FLOAT, 1, 1, 0, "0.005", AT(FLOAT, mjSpec, visual.map.force)),
    NUMBERS("torque", FLOAT, 1, 1, 0, "0.1", AT(FLOAT, mjSpec, visual.map.torque)),
    NUMBERS("alpha", FLOAT, 1, 1, 0, "0.3", AT(FLOAT, mjSpec, visual.map.alpha)),
    NUMBERS("fogstart", FLOAT, 1, 1, 0, "3", AT(FLOAT, mjSpec, visual.map.fogstart)),
    NUMBERS("fogend", FLOAT, 1, 1, 0, "10", AT(FLOAT, mjSpec, visual.map.fogend)),
    NUMBERS("znear", FLOAT, 1, 1, POSITIVE, "0.01", AT(FLOAT, mjSpec, visual.map.znear)),
    NUMBERS("zfar", FLOAT, 1, 1, 0, "50", AT(FLOAT, mjSpec, visual.map.zfar)),
    NUMBERS("haze", FLOAT, 1, 1, 0, "0.3", AT(FLOAT, mjSpec, visual.map.haze)),
    NUMBERS("shadowclip", FLOAT, 1, 1, 0, "1", AT(FLOAT, mjSpec, visual.map.shadowclip)),
    NUMBERS("shadowscale", FLOAT, 1, 1, 0, "0.6", AT(FLOAT, mjSpec, visual.map.shadowscale)),
    NUMBERS("actuatortendon", FLOAT, 1, 1, 0, "2", AT(FLOAT, mjSpec, visual.map.actuatortendon)),
};

static const lbAttribute scaleAttributes[] = {
    NUMBERS("forcewidth", FLOAT, 1, 1, 0, "0.1", AT(FLOAT, mjSpec, visual.scale.forcewidth)),
    NUMBERS("contactwidth", FLOAT, 1, 1, 0, "0.3", AT(FLOAT, mjSpec, visual.scale.contactwidth)),
    NUMBERS("contactheight", FLOAT, 1, 1, 0, "0.1", AT(FLOAT, mjSpec, visual.scale.contactheight)),
    NUMBERS("connect", FLOAT, 1, 1, 0, "0.2", AT(FLOAT, mjSpec, visual.scale.connect)),
    NUMBERS("com", FLOAT, 1, 1, 0, "0.4", AT(FLOAT, mjSpec, visual.scale.com)),
    NUMBERS("camera", FLOAT, 1, 1, 0, "0.3", AT(FLOAT, mjSpec, visual.scale.camera)),
    NUMBERS("light", FLOAT, 1, 1, 0, "0.3", AT(FLOAT, mjSpec, visual.scale.light)),
    NUMBERS("selectpoint", FLOAT, 1, 1, 0, "0.2", AT(FLOAT, mjSpec, visual.scale.selectpoint)),
    NUMBERS("jointlength", FLOAT, 1, 1, 0, "1", AT(FLOAT, mjSpec, visual.scale.jointlength)),
    NUMBERS("jointwidth", FLOAT, 1, 1, 0, "0.1", AT(FLOAT, mjSpec, visual.scale.jointwidth)),
    NUMBERS("actuatorlength", FLOAT, 1, 1, 0, "0.7",
            AT(FLOAT, mjSpec, visual.scale.actuatorlength)),
    NUMBERS("actuatorwidth", FLOAT, 1, 1, 0, "0.2", AT(FLOAT, mjSpec, visual.scale.actuatorwidth)),
    NUMBERS("framelength", FLOAT, 1, 1, 0, "1", AT(FLOAT, mjSpec, visual.scale.framelength)),
    NUMBERS("framewidth", FLOAT, 1, 1, 0, "0.1", AT(FLOAT, mjSpec, visual.scale.framewidth)),
    NUMBERS("constraint", FLOAT, 1, 1, 0, "0.1", AT(FLOAT, mjSpec, visual.scale.constraint)),
    NUMBERS("slidercrank", FLOAT, 1, 1, 0, "0.2", AT(FLOAT, mjSpec, visual.scale.slidercrank)),
    NUMBERS("frustum", FLOAT, 1, 1, 0, "10", AT(FLOAT, mjSpec, visual.scale.frustum)),
};

static const lbAttribute rgbaAttributes[] = {
    NUMBERS("fog", FLOAT, 4, 4, 0, "0 0 0 1", AT(FLOAT, mjSpec, visual.rgba.fog)),
    NUMBERS("haze", FLOAT, 4, 4, 0, "1 1 1 1", AT(FLOAT, mjSpec, visual.rgba.haze)),
    NUMBERS("force", FLOAT, 4, 4, 0, "1 0.5 0.5 1", AT(FLOAT, mjSpec, visual.rgba.force)),
    NUMBERS("inertia", FLOAT, 4, 4, 0, "0.8 0.2 0.2 0.6", AT(FLOAT, mjSpec, visual.rgba.inertia)),
    NUMBERS("joint", FLOAT, 4, 4, 0, "0.2 0.6 0.8 1", AT(FLOAT, mjSpec, visual.rgba.joint)),
    NUMBERS("actuator", FLOAT, 4, 4, 0, "0.2 0.25 0.2 1", AT(FLOAT, mjSpec, visual.rgba.actuator)),
    NUMBERS("actuatornegative", FLOAT, 4, 4, 0, "0.2 0.6 0.9 1",
            AT(FLOAT, mjSpec, visual.rgba.actuatornegative)),
    NUMBERS("actuatorpositive", FLOAT, 4, 4, 0, "0.9 0.4 0.2 1",
            AT(FLOAT, mjSpec, visual.rgba.actuatorpositive)),
    NUMBERS("com", FLOAT, 4, 4, 0, "0.9 0.9 0.9 1", AT(FLOAT, mjSpec, visual.rgba.com)),
    NUMBERS("camera", FLOAT, 4, 4, 0, "0.6 0.9 0.6 1", AT(FLOAT, mjSpec, visual.rgba.camera)),
    NUMBERS("light", FLOAT, 4, 4, 0, "0.6 0.6 0.9 1", AT(FLOAT, mjSpec, visual.rgba.light)),
    NUMBERS("selectpoint", FLOAT, 4, 4, 0, "0.9 0.9 0.1 1",
            AT(FLOAT, mjSpec, visual.rgba.selectpoint)),
    NUMBERS("connect", FLOAT, 4, 4, 0, "0.2 0.2 0.8 1", AT(FLOAT, mjSpec, visual.rgba.connect)),
    NUMBERS("contactpoint", FLOAT, 4, 4, 0, "0.9 0.6 0.2 1",
            AT(FLOAT, mjSpec, visual.rgba.contactpoint)),
    NUMBERS("contactforce", FLOAT, 4, 4, 0, "0.7 0.9 0.9 1",
            AT(FLOAT, mjSpec, visual.rgba.contactforce)),
    NUMBERS("contactfriction", FLOAT, 4, 4, 0, "0.9 0.8 0.4 1",
            AT(FLOAT, mjSpec, visual.rgba.contactfriction)),
    NUMBERS("contacttorque", FLOAT, 4, 4, 0, "0.9 0.7 0.9 1",
            AT(FLOAT, mjSpec, visual.rgba.contacttorque)),
    NUMBERS("contactgap", FLOAT, 4, 4, 0, "0.5 0.8 0.9 1",
            AT(FLOAT, mjSpec, visual.rgba.contactgap)),
    NUMBERS("rangefinder", FLOAT, 4, 4, 0, "1 1 0.1 1", AT(FLOAT, mjSpec, visual.rgba.rangefinder)),
    NUMBERS("constraint", FLOAT, 4, 4, 0, "0.9 0 0 1", AT(FLOAT, mjSpec, visual.rgba.constraint)),
    NUMBERS("slidercrank", FLOAT, 4, 4, 0, "0.5 0.3 0.8 1",
            AT(FLOAT, mjSpec, visual.rgba.slidercrank)),
    NUMBERS("crankbroken", FLOAT, 4, 4, 0, "0.9 0 0 1", AT(FLOAT, mjSpec, visual.rgba.crankbroken)),
    NUMBERS("frustum", FLOAT, 4, 4, 0, "1 1 0 0.2", AT(FLOAT, mjSpec, visual.rgba.frustum)),
    NUMBERS("bv", FLOAT, 4, 4, 0, "0 1 0 0.5", AT(FLOAT, mjSpec, visual.rgba.bv)),
    NUMBERS("bvactive", FLOAT, 4, 4, 0, "1 0 0 0.5", AT(FLOAT, mjSpec, visual.rgba.bvactive)),
};

static const lbAttribute defaultAttributes[] = {
    ID("class", "default", 0),
};

static const lbChildRule defaultChildren[] = {
    {LB_ELEM_DEFAULT, LB_ANY},
    {LB_ELEM_MESH, LB_OPTIONAL},
    {LB_ELEM_MATERIAL, LB_OPTIONAL},
    {LB_ELEM_JOINT, LB_OPTIONAL},
    {LB_ELEM_GEOM, LB_OPTIONAL},
    {LB_ELEM_SITE, LB_OPTIONAL},
    {LB_ELEM_CAMERA, LB_OPTIONAL},
    {LB_ELEM_LIGHT, LB_OPTIONAL},
    {LB_ELEM_PAIR, LB_OPTIONAL},
    {LB_ELEM_DEFAULT_EQUALITY, LB_OPTIONAL},
    {LB_ELEM_DEFAULT_TENDON, LB_OPTIONAL},
    {LB_ELEM_GENERAL, LB_OPTIONAL},
    {LB_ELEM_MOTOR, LB_OPTIONAL},
    {LB_ELEM_POSITION, LB_OPTIONAL},
    {LB_ELEM_VELOCITY, LB_OPTIONAL},
    {LB_ELEM_INTVELOCITY, LB_OPTIONAL},
    {LB_ELEM_ORIENTATION, LB_OPTIONAL},
    {LB_ELEM_PID, LB_OPTIONAL},
    {LB_ELEM_DAMPER, LB_OPTIONAL},
    {LB_ELEM_CYLINDER, LB_OPTIONAL},
    {LB_ELEM_MUSCLE, LB_OPTIONAL},
    {LB_ELEM_ADHESION, LB_OPTIONAL},
    {LB_ELEM_DCMOTOR, LB_OPTIONAL},
};

static const lbAttribute layerAttributes[] = {
    REF("texture", "texture", 0, NONE),
    TEXT("role", STRING, REQUIRED, NONE),
};

static const lbChildRule extensionChildren[] = {
    {LB_ELEM_EXTENSION_PLUGIN, LB_ANY},
};

static const lbAttribute extensionPluginAttributes[] = {
    TEXT("plugin", STRING, 0, NONE),
};

static const lbChildRule extensionPluginChildren[] = {
    {LB_ELEM_INSTANCE, LB_ANY},
};

static const lbAttribute instanceAttributes[] = {
    ID("name", "instance", REQUIRED),
};

static const lbChildRule instanceChildren[] = {
    {LB_ELEM_CONFIG, LB_ANY},
};

static const lbAttribute configAttributes[] = {
    TEXT("key", STRING, REQUIRED, NONE),
    TEXT("value", STRING, 0, NONE),
};

static const lbChildRule assetChildren[] = {
    {LB_ELEM_MESH, LB_ANY},    {LB_ELEM_HFIELD, LB_ANY},   {LB_ELEM_SKIN, LB_ANY},
    {LB_ELEM_TEXTURE, LB_ANY}, {LB_ELEM_MATERIAL, LB_ANY}, {LB_ELEM_MODEL, LB_ANY},
};

static const lbAttribute meshAttributes[] = {
    ID("name", "mesh", 0),
    REF("class", "default", 0, NONE),
    TEXT("content_type", STRING, NODEFAULT, AT(STRING, mjsMesh, content_type)),
    TEXT("file", FILE, NODEFAULT, AT(STRING, mjsMesh, file)),
    NUMBERS("vertex", FLOAT, 0, 0, NODEFAULT, NULL, AT(FLOATVEC, mjsMesh, uservert)),
    NUMBERS("normal", FLOAT, 0, 0, NODEFAULT, NULL, AT(FLOATVEC, mjsMesh, usernormal)),
    NUMBERS("texcoord", FLOAT, 0, 0, NODEFAULT, NULL, AT(FLOATVEC, mjsMesh, usertexcoord)),
    NUMBERS("face", INT, 0, 0, NODEFAULT, NULL, AT(INTVEC, mjsMesh, userface)),
    NUMBERS("refpos", DOUBLE, 3, 3, NODEFAULT, NULL, AT(DOUBLE, mjsMesh, refpos)),
    NUMBERS("refquat", DOUBLE, 4, 4, NODEFAULT, "1 0 0 0", AT(DOUBLE, mjsMesh, refquat)),
    NUMBERS("scale", DOUBLE, 3, 3, 0, "1 1 1", AT(DOUBLE, mjsMesh, scale)),
    BOOL("smoothnormal", NODEFAULT, NULL, AT(BOOL, mjsMesh, smoothnormal)),
    NUMBERS("maxhullvert", INT, 1, 1, 0, "-1", AT(INT, mjsMesh, maxhullvert)),
    KEYWORD("inertia", meshinertia, 0, "legacy", AT(INT, mjsMesh, inertia)),
    KEYWORD("builtin", meshbuiltin, NODEFAULT, NULL, NONE),
    NUMBERS("params", DOUBLE, 0, 0, NODEFAULT, NULL, NONE),
    REF("material", "material", NODEFAULT, AT(STRING, mjsMesh, material)),
};

static const char* const meshRules[] = {"exclusive builtin file", "exclusive builtin vertex", NULL};

static const lbChildRule meshChildren[] = {
    {LB_ELEM_PLUGIN, LB_ANY},
};

static const lbAttribute pluginAttributes[] = {
    TEXT("plugin", STRING, 0, NONE),
    REF("instance", "instance", 0, NONE),
};

static const lbChildRule pluginChildren[] = {
    {LB_ELEM_CONFIG, LB_ANY},
};

static const lbAttribute hfieldAttributes[] = {
    ID("name", "hfield", 0),
    TEXT("content_type", STRING, 0, AT(STRING, mjsHField, content_type)),
    TEXT("file", FILE, 0, AT(STRING, mjsHField, file)),
    NUMBERS("nrow", INT, 1, 1, 0, NULL, AT(INT, mjsHField, nrow)),
    NUMBERS("ncol", INT, 1, 1, 0, NULL, AT(INT, mjsHField, ncol)),
    NUMBERS("size", DOUBLE, 4, 4, REQUIRED, NULL, AT(DOUBLE, mjsHField, size)),
    NUMBERS("elevation", DOUBLE, 0, 0, 0, NULL, NONE),
};

static const lbAttribute skinAttributes[] = {
    ID("name", "skin", 0),
    TEXT("file", FILE, 0, AT(STRING, mjsSkin, file)),
    REF("material", "material", 0, AT(STRING, mjsSkin, material)),
    NUMBERS("rgba", FLOAT, 4, 4, 0, "0.5 0.5 0.5 1", AT(FLOAT, mjsSkin, rgba)),
    NUMBERS("inflate", FLOAT, 1, 1, 0, NULL, AT(FLOAT, mjsSkin, inflate)),
    NUMBERS("vertex", FLOAT, 0, 0, 0, NULL, AT(FLOATVEC, mjsSkin, vert)),
    NUMBERS("texcoord", FLOAT, 0, 0, 0, NULL, AT(FLOATVEC, mjsSkin, texcoord)),
    NUMBERS("face", INT, 0, 0, 0, NULL, AT(INTVEC, mjsSkin, face)),
    NUMBERS("group", INT, 1, 1, AT_LEAST_0 | AT_MOST_5, NULL, AT(INT, mjsSkin, group)),
};

static const lbChildRule skinChildren[] = {
    {LB_ELEM_BONE, LB_ANY},
};

static const lbAttribute boneAttributes[] = {
    REF("body", "body", REQUIRED, NONE),
    NUMBERS("bindpos", DOUBLE, 3, 3, 0, NULL, NONE),
    NUMBERS("bindquat", DOUBLE, 4, 4, 0, NULL, NONE),
    NUMBERS("vertid", INT, 0, 0, 0, NULL, NONE),
    NUMBERS("vertweight", FLOAT, 0, 0, 0, NULL, NONE),
};

static const lbAttribute textureAttributes[] = {
    ID("name", "texture", 0),
    KEYWORD("type", texture, 0, "cube", AT(INT, mjsTexture, type)),
    KEYWORD("colorspace", colorspace, 0, "auto", AT(INT, mjsTexture, colorspace)),
    TEXT("content_type", STRING, 0, AT(STRING, mjsTexture, content_type)),
    TEXT("file", FILE, 0, AT(STRING, mjsTexture, file)),
    NUMBERS("gridsize", INT, 2, 2, 0, "1 1", AT(INT, mjsTexture, gridsize)),
    CHARS("gridlayout", 1, 12, 0, NONE),
    TEXT("fileright", FILE, 0, NONE),
    TEXT("fileleft", FILE, 0, NONE),
    TEXT("fileup", FILE, 0, NONE),
    TEXT("filedown", FILE, 0, NONE),
    TEXT("filefront", FILE, 0, NONE),
    TEXT("fileback", FILE, 0, NONE),
    KEYWORD("builtin", builtin, 0, NULL, AT(INT, mjsTexture, builtin)),
    NUMBERS("rgb1", DOUBLE, 3, 3, 0, "0.8 0.8 0.8", AT(DOUBLE, mjsTexture, rgb1)),
    NUMBERS("rgb2", DOUBLE, 3, 3, 0, "0.5 0.5 0.5", AT(DOUBLE, mjsTexture, rgb2)),
    KEYWORD("mark", mark, 0, NULL, AT(INT, mjsTexture, mark)),
    NUMBERS("markrgb", DOUBLE, 3, 3, 0, NULL, AT(DOUBLE, mjsTexture, markrgb)),
    NUMBERS("random", DOUBLE, 1, 1, 0, "0.01", AT(DOUBLE, mjsTexture, random)),
    NUMBERS("width", INT, 1, 1, 0, NULL, AT(INT, mjsTexture, width)),
    NUMBERS("height", INT, 1, 1, 0, NULL, AT(INT, mjsTexture, height)),
    BOOL("hflip", 0, NULL, AT(BOOL, mjsTexture, hflip)),
    BOOL("vflip", 0, NULL, AT(BOOL, mjsTexture, vflip)),
    NUMBERS("nchannel", INT, 1, 1, 0, "3", AT(INT, mjsTexture, nchannel)),
};

static const lbAttribute materialAttributes[] = {
    ID("name", "material", 0),
    REF("class", "default", 0, NONE),
    REF("texture", "texture", 0, NONE),
    NUMBERS("texrepeat", FLOAT, 2, 2, 0, "1 1", AT(FLOAT, mjsMaterial, texrepeat)),
    BOOL("texuniform", 0, NULL, AT(BOOL, mjsMaterial, texuniform)),
    NUMBERS("emission", FLOAT, 1, 1, 0, NULL, AT(FLOAT, mjsMaterial, emission)),
    NUMBERS("specular", FLOAT, 1, 1, 0, "0.5", AT(FLOAT, mjsMaterial, specular)),
    NUMBERS("shininess", FLOAT, 1, 1, 0, "0.5", AT(FLOAT, mjsMaterial, shininess)),
    NUMBERS("reflectance", FLOAT, 1, 1, 0, NULL, AT(FLOAT, mjsMaterial, reflectance)),
    NUMBERS("metallic", FLOAT, 1, 1, 0, "-1", AT(FLOAT, mjsMaterial, metallic)),
    NUMBERS("roughness", FLOAT, 1, 1, 0, "-1", AT(FLOAT, mjsMaterial, roughness)),
    NUMBERS("rgba", FLOAT, 4, 4, 0, "1 1 1 1", AT(FLOAT, mjsMaterial, rgba)),
};

static const lbChildRule materialChildren[] = {
    {LB_ELEM_LAYER, LB_ANY},
};

static const lbAttribute modelAttributes[] = {
    ID("name", "model", 0),
    TEXT("file", FILE, 0, NONE),
    TEXT("content_type", STRING, 0, NONE),
};

static const lbAttribute bodyAttributes[] = {
    ID("name", "body", 0),
    REF("childclass", "default", 0, AT(STRING, mjsBody, childclass)),
    NUMBERS("pos", DOUBLE, 3, 3, 0, "0 0 0", AT(DOUBLE, mjsBody, pos)),
    BOOL("mocap", 0, NULL, AT(BOOL, mjsBody, mocap)),
    NUMBERS("gravcomp", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsBody, gravcomp)),
    KEYWORD("sleep", bodysleep, 0, NULL, AT(INT, mjsBody, sleep)),
    KEYWORD("simple", FalseAuto, 0, "auto", AT(BYTE, mjsBody, simple)),
    NUMBERS("user", DOUBLE, 0, 0, 0, NULL, AT(DOUBLEVEC, mjsBody, userdata)),
};

static const lbChildRule bodyChildren[] = {
    {LB_ELEM_BODY, LB_ANY},          {LB_ELEM_FRAME, LB_ANY},    {LB_ELEM_REPLICATE, LB_ANY},
    {LB_ELEM_INERTIAL, LB_OPTIONAL}, {LB_ELEM_JOINT, LB_ANY},    {LB_ELEM_FREEJOINT, LB_ANY},
    {LB_ELEM_GEOM, LB_ANY},          {LB_ELEM_ATTACH, LB_ANY},   {LB_ELEM_SITE, LB_ANY},
    {LB_ELEM_CAMERA, LB_ANY},        {LB_ELEM_LIGHT, LB_ANY},    {LB_ELEM_PLUGIN, LB_ANY},
    {LB_ELEM_COMPOSITE, LB_ANY},     {LB_ELEM_FLEXCOMP, LB_ANY},
};

static const lbAttribute inertialAttributes[] = {
    NUMBERS("pos", DOUBLE, 3, 3, REQUIRED, NULL, NONE),
    NUMBERS("quat", DOUBLE, 4, 4, 0, "1 0 0 0", NONE),
    NUMBERS("mass", DOUBLE, 1, 1, REQUIRED, NULL, AT(DOUBLE, mjsBody, mass)),
    NUMBERS("diaginertia", DOUBLE, 3, 3, 0, NULL, AT(DOUBLE, mjsBody, inertia)),
    NUMBERS("axisangle", DOUBLE, 4, 4, 0, NULL, NONE),
    NUMBERS("xyaxes", DOUBLE, 6, 6, 0, NULL, NONE),
    NUMBERS("zaxis", DOUBLE, 3, 3, 0, NULL, NONE),
    NUMBERS("euler", DOUBLE, 3, 3, 0, NULL, NONE),
    NUMBERS("fullinertia", DOUBLE, 6, 6, 0, NULL, AT(DOUBLE, mjsBody, fullinertia)),
};

static const char* const inertialRules[] = {
    "exclusive fullinertia quat axisangle xyaxes zaxis euler", NULL};

static const lbAttribute jointAttributes[] = {
    ID("name", "joint", 0),
    REF("class", "default", 0, NONE),
    KEYWORD("type", jointtype, 0, "hinge", AT(INT, mjsJoint, type)),
    NUMBERS("group", INT, 1, 1, 0, NULL, AT(INT, mjsJoint, group)),
    NUMBERS("pos", DOUBLE, 3, 3, 0, NULL, AT(DOUBLE, mjsJoint, pos)),
    NUMBERS("axis", DOUBLE, 3, 3, 0, "0 0 1", AT(DOUBLE, mjsJoint, axis)),
    NUMBERS("springdamper", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsJoint, springdamper)),
    KEYWORD("limited", FalseTrueAuto, 0, "auto", AT(INT, mjsJoint, limited)),
    KEYWORD("actuatorfrclimited", FalseTrueAuto, 0, "auto", AT(INT, mjsJoint, actfrclimited)),
    NUMBERS("solreflimit", DOUBLE, 1, 2, 0, "0.02 1", AT(DOUBLE, mjsJoint, solref_limit)),
    NUMBERS("solimplimit", DOUBLE, 1, 5, 0, "0.9 0.95 0.001 0.5 2",
            AT(DOUBLE, mjsJoint, solimp_limit)),
    NUMBERS("solreffriction", DOUBLE, 1, 2, 0, "0.02 1", AT(DOUBLE, mjsJoint, solref_friction)),
    NUMBERS("solimpfriction", DOUBLE, 1, 5, 0, "0.9 0.95 0.001 0.5 2",
            AT(DOUBLE, mjsJoint, solimp_friction)),
    NUMBERS("stiffness", DOUBLE, 1, 3, 0, NULL, AT(DOUBLE, mjsJoint, stiffness)),
    NUMBERS("range", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsJoint, range)),
    NUMBERS("actuatorfrcrange", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsJoint, actfrcrange)),
    BOOL("actuatorgravcomp", 0, NULL, AT(BOOL, mjsJoint, actgravcomp)),
    NUMBERS("margin", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsJoint, margin)),
    NUMBERS("ref", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsJoint, ref)),
    NUMBERS("springref", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsJoint, springref)),
    NUMBERS("armature", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsJoint, armature)),
    NUMBERS("damping", DOUBLE, 1, 3, 0, NULL, AT(DOUBLE, mjsJoint, damping)),
    NUMBERS("frictionloss", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsJoint, frictionloss)),
    NUMBERS("user", DOUBLE, 0, 0, 0, NULL, AT(DOUBLEVEC, mjsJoint, userdata)),
};

static const lbAttribute freejointAttributes[] = {
    ID("name", "joint", 0),
    NUMBERS("group", INT, 1, 1, 0, NULL, AT(INT, mjsJoint, group)),
    KEYWORD("align", FalseTrueAuto, 0, NULL, AT(INT, mjsJoint, align)),
};

static const lbAttribute geomAttributes[] = {
    ID("name", "geom", 0),
    REF("class", "default", 0, NONE),
    KEYWORD("type", geomtype, 0, "sphere", AT(INT, mjsGeom, type)),
    NUMBERS("contype", INT, 1, 1, 0, "1", AT(INT, mjsGeom, contype)),
    NUMBERS("conaffinity", INT, 1, 1, 0, "1", AT(INT, mjsGeom, conaffinity)),
    NUMBERS("condim", INT, 1, 1, 0, "3", AT(INT, mjsGeom, condim)),
    NUMBERS("group", INT, 1, 1, 0, NULL, AT(INT, mjsGeom, group)),
    NUMBERS("priority", INT, 1, 1, 0, NULL, AT(INT, mjsGeom, priority)),
    NUMBERS("size", DOUBLE, 1, 3, 0, NULL, AT(DOUBLE, mjsGeom, size)),
    REF("material", "material", 0, AT(STRING, mjsGeom, material)),
    NUMBERS("friction", DOUBLE, 1, 3, 0, "1 0.005 0.0001", AT(DOUBLE, mjsGeom, friction)),
    NUMBERS("mass", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsGeom, mass)),
    NUMBERS("density", DOUBLE, 1, 1, 0, "1000", AT(DOUBLE, mjsGeom, density)),
    BOOL("shellinertia", 0, NULL, AT(INT, mjsGeom, typeinertia)),
    NUMBERS("solmix", DOUBLE, 1, 1, 0, "1", AT(DOUBLE, mjsGeom, solmix)),
    NUMBERS("solref", DOUBLE, 1, 2, 0, "0.02 1", AT(DOUBLE, mjsGeom, solref)),
    NUMBERS("solimp", DOUBLE, 1, 5, 0, "0.9 0.95 0.001 0.5 2", AT(DOUBLE, mjsGeom, solimp)),
    NUMBERS("margin", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsGeom, margin)),
    NUMBERS("gap", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsGeom, gap)),
    NUMBERS("surfacevel", DOUBLE, 1, 6, 0, NULL, AT(DOUBLE, mjsGeom, surfacevel)),
    NUMBERS("adhesion", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsGeom, adhesion)),
    NUMBERS("fromto", DOUBLE, 6, 6, 0, NULL, AT(DOUBLE, mjsGeom, fromto)),
    NUMBERS("pos", DOUBLE, 3, 3, 0, "0 0 0", AT(DOUBLE, mjsGeom, pos)),
    REF("hfield", "hfield", 0, AT(STRING, mjsGeom, hfieldname)),
    REF("mesh", "mesh", 0, AT(STRING, mjsGeom, meshname)),
    NUMBERS("fitscale", DOUBLE, 1, 1, 0, "1", AT(DOUBLE, mjsGeom, fitscale)),
    NUMBERS("rgba", FLOAT, 4, 4, 0, "0.5 0.5 0.5 1", AT(FLOAT, mjsGeom, rgba)),
    KEYWORD("fluidshape", fluidshape, 0, NULL, AT(DOUBLE, mjsGeom, fluid_ellipsoid)),
    NUMBERS("fluidcoef", DOUBLE, 1, 5, 0, "0.5 0.25 1.5 1 1", AT(DOUBLE, mjsGeom, fluid_coefs)),
    NUMBERS("user", DOUBLE, 0, 0, 0, NULL, AT(DOUBLEVEC, mjsGeom, userdata)),
};

static const lbChildRule geomChildren[] = {
    {LB_ELEM_PLUGIN, LB_ANY},
};

static const lbAttribute attachAttributes[] = {
    REF("model", "model", 0, NONE),
    REF("body", "body", 0, NONE),
    REF("frame", "frame", 0, NONE),
    TEXT("prefix", STRING, REQUIRED, NONE),
};

static const char* const attachRules[] = {"exclusive body frame", NULL};

static const lbAttribute siteAttributes[] = {
    ID("name", "site", 0),
    REF("class", "default", 0, NONE),
    KEYWORD("type", geomtype, 0, "sphere", AT(INT, mjsSite, type)),
    NUMBERS("group", INT, 1, 1, 0, NULL, AT(INT, mjsSite, group)),
    NUMBERS("pos", DOUBLE, 3, 3, 0, "0 0 0", AT(DOUBLE, mjsSite, pos)),
    REF("material", "material", 0, AT(STRING, mjsSite, material)),
    NUMBERS("size", DOUBLE, 1, 3, 0, "0.005 0.005 0.005", AT(DOUBLE, mjsSite, size)),
    NUMBERS("fromto", DOUBLE, 6, 6, 0, NULL, AT(DOUBLE, mjsSite, fromto)),
    NUMBERS("rgba", FLOAT, 4, 4, 0, "0.5 0.5 0.5 1", AT(FLOAT, mjsSite, rgba)),
    NUMBERS("user", DOUBLE, 0, 0, 0, NULL, AT(DOUBLEVEC, mjsSite, userdata)),
};

static const lbAttribute cameraAttributes[] = {
    ID("name", "camera", 0),
    REF("class", "default", 0, NONE),
    KEYWORD("projection", projection, 0, NULL, AT(INT, mjsCamera, proj)),
    NUMBERS("fovy", DOUBLE, 1, 1, 0, "45", AT(DOUBLE, mjsCamera, fovy)),
    NUMBERS("ipd", DOUBLE, 1, 1, 0, "0.068", AT(DOUBLE, mjsCamera, ipd)),
    NUMBERS("resolution", INT, 2, 2, 0, "1 1", AT(INT, mjsCamera, resolution)),
    FLAGS("output", camout, 0, AT(INT, mjsCamera, output)),
    NUMBERS("pos", DOUBLE, 3, 3, 0, "0 0 0", AT(DOUBLE, mjsCamera, pos)),
    KEYWORD("mode", camlight, 0, "fixed", AT(INT, mjsCamera, mode)),
    REF("target", "body", NODEFAULT, AT(STRING, mjsCamera, targetbody)),
    NUMBERS("focal", FLOAT, 2, 2, 0, NULL, AT(FLOAT, mjsCamera, focal_length)),
    NUMBERS("focalpixel", FLOAT, 2, 2, 0, NULL, AT(FLOAT, mjsCamera, focal_pixel)),
    NUMBERS("principal", FLOAT, 2, 2, 0, NULL, AT(FLOAT, mjsCamera, principal_length)),
    NUMBERS("principalpixel", FLOAT, 2, 2, 0, NULL, AT(FLOAT, mjsCamera, principal_pixel)),
    NUMBERS("sensorsize", FLOAT, 2, 2, 0, NULL, AT(FLOAT, mjsCamera, sensor_size)),
    NUMBERS("user", DOUBLE, 0, 0, 0, NULL, AT(DOUBLEVEC, mjsCamera, userdata)),
};

static const char* const cameraRules[] = {"exclusive fovy sensorsize", NULL};

static const lbAttribute lightAttributes[] = {
    ID("name", "light", 0),
    REF("class", "default", 0, NONE),
    BOOL("directional", 0, NULL, NONE),
    KEYWORD("type", lighttype, 0, NULL, AT(INT, mjsLight, type)),
    BOOL("castshadow", 0, "true", AT(BOOL, mjsLight, castshadow)),
    BOOL("active", 0, "true", AT(BOOL, mjsLight, active)),
    NUMBERS("pos", DOUBLE, 3, 3, 0, "0 0 0", AT(DOUBLE, mjsLight, pos)),
    NUMBERS("dir", DOUBLE, 3, 3, 0, "0 0 -1", AT(DOUBLE, mjsLight, dir)),
    NUMBERS("bulbradius", FLOAT, 1, 1, 0, "0.02", AT(FLOAT, mjsLight, bulbradius)),
    NUMBERS("intensity", FLOAT, 1, 1, 0, NULL, AT(FLOAT, mjsLight, intensity)),
    NUMBERS("range", FLOAT, 1, 1, 0, "10", AT(FLOAT, mjsLight, range)),
    NUMBERS("attenuation", FLOAT, 3, 3, 0, "1 0 0", AT(FLOAT, mjsLight, attenuation)),
    NUMBERS("cutoff", FLOAT, 1, 1, 0, "45", AT(FLOAT, mjsLight, cutoff)),
    NUMBERS("softness", FLOAT, 1, 1, 0, "0.2", AT(FLOAT, mjsLight, softness)),
    NUMBERS("exponent", FLOAT, 1, 1, 0, "10", AT(FLOAT, mjsLight, exponent)),
    NUMBERS("ambient", FLOAT, 3, 3, 0, NULL, AT(FLOAT, mjsLight, ambient)),
    NUMBERS("diffuse", FLOAT, 3, 3, 0, "0.7 0.7 0.7", AT(FLOAT, mjsLight, diffuse)),
    NUMBERS("specular", FLOAT, 3, 3, 0, "0.3 0.3 0.3", AT(FLOAT, mjsLight, specular)),
    KEYWORD("mode", camlight, 0, "fixed", AT(INT, mjsLight, mode)),
    REF("target", "body", NODEFAULT, AT(STRING, mjsLight, targetbody)),
    REF("texture", "texture", NODEFAULT, AT(STRING, mjsLight, texture)),
};

static const char* const lightRules[] = {"exclusive directional type", NULL};

static const lbAttribute compositeAttributes[] = {
    TEXT("prefix", STRING, 0, NONE),
    KEYWORD("type", comp, REQUIRED, NULL, NONE),
    NUMBERS("count", INT, 1, 3, 0, NULL, NONE),
    NUMBERS("offset", DOUBLE, 3, 3, 0, NULL, NONE),
    NUMBERS("vertex", DOUBLE, 0, 0, 0, NULL, NONE),
    TEXT("initial", STRING, 0, NONE),
    TEXT("curve", STRING, 0, NONE),
    NUMBERS("size", DOUBLE, 1, 3, 0, NULL, NONE),
    NUMBERS("quat", DOUBLE, 4, 4, 0, NULL, NONE),
};

static const lbChildRule compositeChildren[] = {
    {LB_ELEM_COMPOSITE_JOINT, LB_ANY},
    {LB_ELEM_COMPOSITE_SKIN, LB_OPTIONAL},
    {LB_ELEM_COMPOSITE_GEOM, LB_OPTIONAL},
    {LB_ELEM_COMPOSITE_SITE, LB_OPTIONAL},
    {LB_ELEM_PLUGIN, LB_ANY},
};

static const lbAttribute compositeJointAttributes[] = {
    KEYWORD("kind", jkind, REQUIRED, NULL, NONE),
    NUMBERS("group", INT, 1, 1, 0, NULL, AT(INT, mjsJoint, group)),
    NUMBERS("stiffness", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsJoint, stiffness)),
    NUMBERS("damping", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsJoint, damping)),
    NUMBERS("armature", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsJoint, armature)),
    NUMBERS("solreffix", DOUBLE, 1, 2, 0, NULL, NONE),
    NUMBERS("solimpfix", DOUBLE, 1, 5, 0, NULL, NONE),
    KEYWORD("type", jointtype, 0, NULL, AT(INT, mjsJoint, type)),
    NUMBERS("axis", DOUBLE, 3, 3, 0, NULL, AT(DOUBLE, mjsJoint, axis)),
    KEYWORD("limited", FalseTrueAuto, 0, "auto", AT(INT, mjsJoint, limited)),
    NUMBERS("range", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsJoint, range)),
    NUMBERS("margin", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsJoint, margin)),
    NUMBERS("solreflimit", DOUBLE, 1, 2, 0, NULL, AT(DOUBLE, mjsJoint, solref_limit)),
    NUMBERS("solimplimit", DOUBLE, 1, 5, 0, NULL, AT(DOUBLE, mjsJoint, solimp_limit)),
    NUMBERS("frictionloss", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsJoint, frictionloss)),
    NUMBERS("solreffriction", DOUBLE, 1, 2, 0, NULL, AT(DOUBLE, mjsJoint, solref_friction)),
    NUMBERS("solimpfriction", DOUBLE, 1, 5, 0, NULL, AT(DOUBLE, mjsJoint, solimp_friction)),
};

static const lbAttribute compositeSkinAttributes[] = {
    BOOL("texcoord", 0, NULL, NONE),
    REF("material", "material", 0, NONE),
    NUMBERS("group", INT, 1, 1, 0, NULL, NONE),
    NUMBERS("rgba", FLOAT, 4, 4, 0, NULL, NONE),
    NUMBERS("inflate", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("subgrid", INT, 1, 1, 0, NULL, NONE),
};

static const lbAttribute compositeGeomAttributes[] = {
    KEYWORD("type", geomtype, 0, NULL, AT(INT, mjsGeom, type)),
    NUMBERS("contype", INT, 1, 1, 0, NULL, AT(INT, mjsGeom, contype)),
    NUMBERS("conaffinity", INT, 1, 1, 0, NULL, AT(INT, mjsGeom, conaffinity)),
    NUMBERS("condim", INT, 1, 1, 0, NULL, AT(INT, mjsGeom, condim)),
    NUMBERS("group", INT, 1, 1, 0, NULL, AT(INT, mjsGeom, group)),
    NUMBERS("priority", INT, 1, 1, 0, NULL, AT(INT, mjsGeom, priority)),
    NUMBERS("size", DOUBLE, 1, 3, 0, NULL, AT(DOUBLE, mjsGeom, size)),
    REF("material", "material", 0, AT(STRING, mjsGeom, material)),
    NUMBERS("rgba", FLOAT, 4, 4, 0, NULL, AT(FLOAT, mjsGeom, rgba)),
    NUMBERS("friction", DOUBLE, 1, 3, 0, NULL, AT(DOUBLE, mjsGeom, friction)),
    NUMBERS("mass", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsGeom, mass)),
    NUMBERS("density", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsGeom, density)),
    NUMBERS("solmix", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsGeom, solmix)),
    NUMBERS("solref", DOUBLE, 1, 2, 0, NULL, AT(DOUBLE, mjsGeom, solref)),
    NUMBERS("solimp", DOUBLE, 1, 5, 0, NULL, AT(DOUBLE, mjsGeom, solimp)),
    NUMBERS("margin", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsGeom, margin)),
    NUMBERS("gap", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsGeom, gap)),
    NUMBERS("surfacevel", DOUBLE, 1, 6, 0, NULL, AT(DOUBLE, mjsGeom, surfacevel)),
    NUMBERS("adhesion", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsGeom, adhesion)),
};

static const lbAttribute compositeSiteAttributes[] = {
    NUMBERS("group", INT, 1, 1, 0, NULL, AT(INT, mjsSite, group)),
    NUMBERS("size", DOUBLE, 1, 3, 0, NULL, AT(DOUBLE, mjsSite, size)),
    REF("material", "material", 0, AT(STRING, mjsSite, material)),
    NUMBERS("rgba", FLOAT, 4, 4, 0, NULL, AT(FLOAT, mjsSite, rgba)),
};

static const lbAttribute flexcompAttributes[] = {
    ID("name", "flex", REQUIRED),
    KEYWORD("type", fcomp, 0, NULL, NONE),
    NUMBERS("group", INT, 1, 1, 0, NULL, AT(INT, mjsFlex, group)),
    NUMBERS("dim", INT, 1, 1, 0, NULL, AT(INT, mjsFlex, dim)),
    KEYWORD("dof", fdof, 0, NULL, NONE),
    NUMBERS("count", INT, 3, 3, 0, NULL, NONE),
    NUMBERS("cellcount", INT, 3, 3, 0, NULL, AT(INT, mjsFlex, cellcount)),
    NUMBERS("spacing", DOUBLE, 3, 3, 0, NULL, NONE),
    NUMBERS("radius", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsFlex, radius)),
    BOOL("rigid", 0, NULL, NONE),
    NUMBERS("mass", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("inertiabox", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("scale", DOUBLE, 3, 3, 0, NULL, NONE),
    TEXT("file", FILE, 0, NONE),
    NUMBERS("point", DOUBLE, 0, 0, 0, NULL, NONE),
    NUMBERS("element", DOUBLE, 0, 0, 0, NULL, NONE),
    NUMBERS("texcoord", DOUBLE, 0, 0, 0, NULL, NONE),
    REF("material", "material", 0, AT(STRING, mjsFlex, material)),
    NUMBERS("rgba", FLOAT, 4, 4, 0, NULL, AT(FLOAT, mjsFlex, rgba)),
    BOOL("flatskin", 0, NULL, AT(BOOL, mjsFlex, flatskin)),
    NUMBERS("pos", DOUBLE, 3, 3, 0, NULL, NONE),
    NUMBERS("quat", DOUBLE, 4, 4, 0, NULL, NONE),
    NUMBERS("axisangle", DOUBLE, 4, 4, 0, NULL, NONE),
    NUMBERS("xyaxes", DOUBLE, 6, 6, 0, NULL, NONE),
    NUMBERS("zaxis", DOUBLE, 3, 3, 0, NULL, NONE),
    NUMBERS("euler", DOUBLE, 3, 3, 0, NULL, NONE),
    NUMBERS("origin", DOUBLE, 3, 3, 0, NULL, NONE),
};

static const lbChildRule flexcompChildren[] = {
    {LB_ELEM_FLEXCOMP_EDGE, LB_OPTIONAL},
    {LB_ELEM_ELASTICITY, LB_OPTIONAL},
    {LB_ELEM_FLEXCOMP_CONTACT, LB_OPTIONAL},
    {LB_ELEM_PIN, LB_ANY},
    {LB_ELEM_PLUGIN, LB_ANY},
};

static const lbAttribute flexcompEdgeAttributes[] = {
    KEYWORD("equality", flexeq, 0, NULL, NONE),
    NUMBERS("solref", DOUBLE, 1, 2, 0, NULL, NONE),
    NUMBERS("solimp", DOUBLE, 1, 5, 0, NULL, NONE),
    NUMBERS("stiffness", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("damping", DOUBLE, 1, 1, 0, NULL, NONE),
};

static const lbAttribute elasticityAttributes[] = {
    NUMBERS("young", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsFlex, young)),
    NUMBERS("poisson", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsFlex, poisson)),
    NUMBERS("damping", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsFlex, damping)),
    NUMBERS("thickness", DOUBLE, 1, 1, 0, "-1", AT(DOUBLE, mjsFlex, thickness)),
    KEYWORD("elastic2d", elastic2d, 0, NULL, AT(INT, mjsFlex, elastic2d)),
};

static const lbAttribute flexcompContactAttributes[] = {
    NUMBERS("contype", INT, 1, 1, 0, "1", AT(INT, mjsFlex, contype)),
    NUMBERS("conaffinity", INT, 1, 1, 0, "1", AT(INT, mjsFlex, conaffinity)),
    NUMBERS("condim", INT, 1, 1, 0, "3", AT(INT, mjsFlex, condim)),
    NUMBERS("priority", INT, 1, 1, 0, NULL, AT(INT, mjsFlex, priority)),
    NUMBERS("friction", DOUBLE, 1, 3, 0, "1 0.005 0.0001", AT(DOUBLE, mjsFlex, friction)),
    NUMBERS("solmix", DOUBLE, 1, 1, 0, "1", AT(DOUBLE, mjsFlex, solmix)),
    NUMBERS("solref", DOUBLE, 1, 2, 0, "0.02 1", AT(DOUBLE, mjsFlex, solref)),
    NUMBERS("solimp", DOUBLE, 1, 5, 0, "0.9 0.95 0.001 0.5 2", AT(DOUBLE, mjsFlex, solimp)),
    NUMBERS("margin", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsFlex, margin)),
    NUMBERS("gap", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsFlex, gap)),
    BOOL("internal", 0, NULL, AT(BOOL, mjsFlex, internal)),
    KEYWORD("selfcollide", flexself, 0, "auto", AT(INT, mjsFlex, selfcollide)),
    NUMBERS("activelayers", INT, 1, 1, 0, "1", AT(INT, mjsFlex, activelayers)),
    BOOL("passive", 0, NULL, AT(INT, mjsFlex, passive)),
};

static const lbAttribute pinAttributes[] = {
    NUMBERS("id", DOUBLE, 0, 0, 0, NULL, NONE),
    NUMBERS("range", DOUBLE, 0, 0, 0, NULL, NONE),
    NUMBERS("grid", DOUBLE, 0, 0, 0, NULL, NONE),
    NUMBERS("gridrange", DOUBLE, 0, 0, 0, NULL, NONE),
};

static const lbChildRule deformableChildren[] = {
    {LB_ELEM_FLEX, LB_ANY},
    {LB_ELEM_SKIN, LB_ANY},
};

static const lbAttribute flexAttributes[] = {
    ID("name", "flex", 0),
    NUMBERS("group", INT, 1, 1, 0, NULL, AT(INT, mjsFlex, group)),
    NUMBERS("dim", INT, 1, 1, 0, "2", AT(INT, mjsFlex, dim)),
    NUMBERS("radius", DOUBLE, 1, 1, 0, "0.005", AT(DOUBLE, mjsFlex, radius)),
    REF("material", "material", 0, AT(STRING, mjsFlex, material)),
    NUMBERS("rgba", FLOAT, 4, 4, 0, "0.5 0.5 0.5 1", AT(FLOAT, mjsFlex, rgba)),
    BOOL("flatskin", 0, NULL, AT(BOOL, mjsFlex, flatskin)),
    TEXT("body", STRING, REQUIRED, NONE),
    NUMBERS("vertex", DOUBLE, 0, 0, 0, NULL, NONE),
    NUMBERS("element", INT, 0, 0, REQUIRED, NULL, NONE),
    NUMBERS("texcoord", FLOAT, 0, 0, 0, NULL, AT(FLOATVEC, mjsFlex, texcoord)),
    NUMBERS("elemtexcoord", INT, 0, 0, 0, NULL, AT(INTVEC, mjsFlex, elemtexcoord)),
    TEXT("node", STRING, 0, NONE),
    NUMBERS("nodecoord", DOUBLE, 0, 0, 0, NULL, NONE),
    NUMBERS("cellcount", INT, 3, 3, 0, "1 1 1", AT(INT, mjsFlex, cellcount)),
    KEYWORD("dof", fdof, 0, NULL, NONE),
};

static const lbChildRule flexChildren[] = {
    {LB_ELEM_FLEXCOMP_CONTACT, LB_OPTIONAL},
    {LB_ELEM_FLEX_EDGE, LB_OPTIONAL},
    {LB_ELEM_ELASTICITY, LB_OPTIONAL},
};

static const lbAttribute flexEdgeAttributes[] = {
    NUMBERS("stiffness", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsFlex, edgestiffness)),
    NUMBERS("damping", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsFlex, edgedamping)),
};

static const lbChildRule contactChildren[] = {
    {LB_ELEM_PAIR, LB_ANY},
    {LB_ELEM_EXCLUDE, LB_ANY},
};

static const lbAttribute pairAttributes[] = {
    ID("name", "pair", 0),
    REF("class", "default", 0, NONE),
    REF("geom1", "geom", NODEFAULT, AT(STRING, mjsPair, geomname1)),
    REF("geom2", "geom", NODEFAULT, AT(STRING, mjsPair, geomname2)),
    NUMBERS("condim", INT, 1, 1, 0, "3", AT(INT, mjsPair, condim)),
    NUMBERS("friction", DOUBLE, 1, 5, 0, "1 1 0.005 0.0001 0.0001", AT(DOUBLE, mjsPair, friction)),
    NUMBERS("solref", DOUBLE, 1, 2, 0, "0.02 1", AT(DOUBLE, mjsPair, solref)),
    NUMBERS("solreffriction", DOUBLE, 1, 2, 0, NULL, AT(DOUBLE, mjsPair, solreffriction)),
    NUMBERS("solimp", DOUBLE, 1, 5, 0, "0.9 0.95 0.001 0.5 2", AT(DOUBLE, mjsPair, solimp)),
    NUMBERS("gap", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsPair, gap)),
    NUMBERS("margin", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsPair, margin)),
    NUMBERS("adhesion", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsPair, adhesion)),
};

static const lbAttribute excludeAttributes[] = {
    ID("name", "exclude", 0),
    REF("body1", "body", REQUIRED, AT(STRING, mjsExclude, bodyname1)),
    REF("body2", "body", REQUIRED, AT(STRING, mjsExclude, bodyname2)),
};

static const lbChildRule tendonChildren[] = {
    {LB_ELEM_SPATIAL, LB_ANY},
    {LB_ELEM_FIXED, LB_ANY},
};

static const lbAttribute spatialAttributes[] = {
    ID("name", "tendon", 0),
    REF("class", "default", 0, NONE),
    NUMBERS("group", INT, 1, 1, 0, NULL, AT(INT, mjsTendon, group)),
    KEYWORD("limited", FalseTrueAuto, 0, "auto", AT(INT, mjsTendon, limited)),
    KEYWORD("actuatorfrclimited", FalseTrueAuto, 0, NULL, AT(INT, mjsTendon, actfrclimited)),
    NUMBERS("range", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsTendon, range)),
    NUMBERS("actuatorfrcrange", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsTendon, actfrcrange)),
    NUMBERS("solreflimit", DOUBLE, 1, 2, 0, "0.02 1", AT(DOUBLE, mjsTendon, solref_limit)),
    NUMBERS("solimplimit", DOUBLE, 1, 5, 0, "0.9 0.95 0.001 0.5 2",
            AT(DOUBLE, mjsTendon, solimp_limit)),
    NUMBERS("solreffriction", DOUBLE, 1, 2, 0, "0.02 1", AT(DOUBLE, mjsTendon, solref_friction)),
    NUMBERS("solimpfriction", DOUBLE, 1, 5, 0, "0.9 0.95 0.001 0.5 2",
            AT(DOUBLE, mjsTendon, solimp_friction)),
    NUMBERS("frictionloss", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsTendon, frictionloss)),
    NUMBERS("springlength", DOUBLE, 1, 2, 0, "-1 -1", AT(DOUBLE, mjsTendon, springlength)),
    NUMBERS("width", DOUBLE, 1, 1, 0, "0.003", AT(DOUBLE, mjsTendon, width)),
    REF("material", "material", 0, AT(STRING, mjsTendon, material)),
    NUMBERS("margin", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsTendon, margin)),
    NUMBERS("stiffness", DOUBLE, 1, 3, 0, NULL, AT(DOUBLE, mjsTendon, stiffness)),
    NUMBERS("damping", DOUBLE, 1, 3, 0, NULL, AT(DOUBLE, mjsTendon, damping)),
    NUMBERS("armature", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsTendon, armature)),
    NUMBERS("rgba", FLOAT, 4, 4, 0, "0.5 0.5 0.5 1", AT(FLOAT, mjsTendon, rgba)),
    NUMBERS("user", DOUBLE, 0, 0, 0, NULL, AT(DOUBLEVEC, mjsTendon, userdata)),
};

static const lbChildRule spatialChildren[] = {
    {LB_ELEM_SPATIAL_SITE, LB_ANY},
    {LB_ELEM_SPATIAL_GEOM, LB_ANY},
    {LB_ELEM_PULLEY, LB_ANY},
};

static const lbAttribute spatialSiteAttributes[] = {
    REF("site", "site", REQUIRED, NONE),
};

static const lbAttribute spatialGeomAttributes[] = {
    REF("geom", "geom", REQUIRED, NONE),
    REF("sidesite", "site", 0, NONE),
};

static const lbAttribute pulleyAttributes[] = {
    NUMBERS("divisor", DOUBLE, 1, 1, 0, NULL, NONE),
};

static const lbAttribute fixedAttributes[] = {
    ID("name", "tendon", 0),
    REF("class", "default", 0, NONE),
    NUMBERS("group", INT, 1, 1, 0, NULL, AT(INT, mjsTendon, group)),
    KEYWORD("limited", FalseTrueAuto, 0, "auto", AT(INT, mjsTendon, limited)),
    KEYWORD("actuatorfrclimited", FalseTrueAuto, 0, NULL, AT(INT, mjsTendon, actfrclimited)),
    NUMBERS("range", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsTendon, range)),
    NUMBERS("actuatorfrcrange", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsTendon, actfrcrange)),
    NUMBERS("solreflimit", DOUBLE, 1, 2, 0, "0.02 1", AT(DOUBLE, mjsTendon, solref_limit)),
    NUMBERS("solimplimit", DOUBLE, 1, 5, 0, "0.9 0.95 0.001 0.5 2",
            AT(DOUBLE, mjsTendon, solimp_limit)),
    NUMBERS("solreffriction", DOUBLE, 1, 2, 0, "0.02 1", AT(DOUBLE, mjsTendon, solref_friction)),
    NUMBERS("solimpfriction", DOUBLE, 1, 5, 0, "0.9 0.95 0.001 0.5 2",
            AT(DOUBLE, mjsTendon, solimp_friction)),
    NUMBERS("frictionloss", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsTendon, frictionloss)),
    NUMBERS("springlength", DOUBLE, 1, 2, 0, "-1 -1", AT(DOUBLE, mjsTendon, springlength)),
    NUMBERS("margin", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsTendon, margin)),
    NUMBERS("stiffness", DOUBLE, 1, 3, 0, NULL, AT(DOUBLE, mjsTendon, stiffness)),
    NUMBERS("damping", DOUBLE, 1, 3, 0, NULL, AT(DOUBLE, mjsTendon, damping)),
    NUMBERS("armature", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsTendon, armature)),
    NUMBERS("user", DOUBLE, 0, 0, 0, NULL, AT(DOUBLEVEC, mjsTendon, userdata)),
};

static const lbChildRule fixedChildren[] = {
    {LB_ELEM_FIXED_JOINT, LB_ANY},
};

static const lbAttribute fixedJointAttributes[] = {
    REF("joint", "joint", REQUIRED, NONE),
    NUMBERS("coef", DOUBLE, 1, 1, 0, NULL, NONE),
};

static const lbChildRule equalityChildren[] = {
    {LB_ELEM_CONNECT, LB_ANY},        {LB_ELEM_WELD, LB_ANY},
    {LB_ELEM_EQUALITY_JOINT, LB_ANY}, {LB_ELEM_EQUALITY_TENDON, LB_ANY},
    {LB_ELEM_EQUALITY_FLEX, LB_ANY},  {LB_ELEM_FLEXVERT, LB_ANY},
    {LB_ELEM_FLEXSTRAIN, LB_ANY},
};

static const lbAttribute connectAttributes[] = {
    REF("body1", "body", 0, NONE),
    REF("body2", "body", 0, NONE),
    NUMBERS("anchor", DOUBLE, 3, 3, 0, NULL, NONE),
    REF("site1", "site", 0, NONE),
    REF("site2", "site", 0, NONE),
};

static const char* const connectRules[] = {"exclusive site1+site2 body1+body2+anchor",
                                           "oneof site1+site2 body1+anchor", "together site1 site2",
                                           NULL};

static const lbAttribute weldAttributes[] = {
    REF("body1", "body", 0, NONE),
    REF("body2", "body", 0, NONE),
    NUMBERS("relpose", DOUBLE, 7, 7, 0, NULL, NONE),
    NUMBERS("anchor", DOUBLE, 3, 3, 0, NULL, NONE),
    REF("site1", "site", 0, NONE),
    REF("site2", "site", 0, NONE),
    NUMBERS("torquescale", DOUBLE, 1, 1, 0, NULL, NONE),
};

static const char* const weldRules[] = {"exclusive site1+site2 body1+body2+anchor+relpose",
                                        "oneof site1+site2 body1", "together site1 site2", NULL};

static const lbAttribute equalityJointAttributes[] = {
    REF("joint1", "joint", REQUIRED, NONE),
    REF("joint2", "joint", 0, NONE),
    NUMBERS("polycoef", DOUBLE, 1, 5, 0, NULL, NONE),
};

static const lbAttribute equalityTendonAttributes[] = {
    REF("tendon1", "tendon", REQUIRED, NONE),
    REF("tendon2", "tendon", 0, NONE),
    NUMBERS("polycoef", DOUBLE, 1, 5, 0, NULL, NONE),
};

static const lbAttribute equalityFlexAttributes[] = {
    REF("flex", "flex", REQUIRED, NONE),
};

static const lbAttribute flexvertAttributes[] = {
    REF("flex", "flex", REQUIRED, NONE),
};

static const lbAttribute flexstrainAttributes[] = {
    REF("flex", "flex", REQUIRED, NONE),
    NUMBERS("cell", DOUBLE, 3, 3, 0, NULL, NONE),
};

static const lbChildRule actuatorChildren[] = {
    {LB_ELEM_GENERAL, LB_ANY},
    {LB_ELEM_MOTOR, LB_ANY},
    {LB_ELEM_POSITION, LB_ANY},
    {LB_ELEM_VELOCITY, LB_ANY},
    {LB_ELEM_INTVELOCITY, LB_ANY},
    {LB_ELEM_ORIENTATION, LB_ANY},
    {LB_ELEM_PID, LB_ANY},
    {LB_ELEM_DAMPER, LB_ANY},
    {LB_ELEM_CYLINDER, LB_ANY},
    {LB_ELEM_MUSCLE, LB_ANY},
    {LB_ELEM_ADHESION, LB_ANY},
    {LB_ELEM_DCMOTOR, LB_ANY},
    {LB_ELEM_ACTUATOR_PLUGIN, LB_ANY},
};

static const lbAttribute generalAttributes[] = {
    KEYWORD("ctrllimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, ctrllimited)),
    KEYWORD("forcelimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, forcelimited)),
    KEYWORD("actlimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, actlimited)),
    NUMBERS("forcerange", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsActuator, forcerange)),
    NUMBERS("actrange", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsActuator, actrange)),
    REF("body", "body", NODEFAULT, NONE),
    NUMBERS("actdim", INT, 1, 1, 0, "-1", AT(INT, mjsActuator, actdim)),
    KEYWORD("input", inputchart, 0, NULL, NONE),
    NUMBERS("velrange", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsActuator, velrange)),
    NUMBERS("ffrange", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsActuator, ffrange)),
    KEYWORD("dyntype", dyn, 0, "none", AT(INT, mjsActuator, dyntype)),
    KEYWORD("gaintype", gain, 0, "fixed", AT(INT, mjsActuator, gaintype)),
    KEYWORD("biastype", bias, 0, "none", AT(INT, mjsActuator, biastype)),
    NUMBERS("dynprm", DOUBLE, 1, 10, 0, "1", AT(DOUBLE, mjsActuator, dynprm)),
    NUMBERS("gainprm", DOUBLE, 1, 10, 0, "1", AT(DOUBLE, mjsActuator, gainprm)),
    NUMBERS("biasprm", DOUBLE, 1, 10, 0, NULL, AT(DOUBLE, mjsActuator, biasprm)),
    BOOL("actearly", 0, NULL, AT(BOOL, mjsActuator, actearly)),
};

static const lbAttribute motorAttributes[] = {
    KEYWORD("ctrllimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, ctrllimited)),
    KEYWORD("forcelimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, forcelimited)),
    NUMBERS("forcerange", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsActuator, forcerange)),
};

static const lbAttribute positionAttributes[] = {
    KEYWORD("ctrllimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, ctrllimited)),
    KEYWORD("forcelimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, forcelimited)),
    NUMBERS("inheritrange", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsActuator, inheritrange)),
    NUMBERS("forcerange", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsActuator, forcerange)),
    NUMBERS("kp", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("kv", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("dampratio", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("timeconst", DOUBLE, 1, 1, 0, NULL, NONE),
};

static const lbAttribute velocityAttributes[] = {
    KEYWORD("ctrllimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, ctrllimited)),
    KEYWORD("forcelimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, forcelimited)),
    NUMBERS("forcerange", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsActuator, forcerange)),
    NUMBERS("kv", DOUBLE, 1, 1, 0, NULL, NONE),
};

static const lbAttribute intvelocityAttributes[] = {
    KEYWORD("ctrllimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, ctrllimited)),
    KEYWORD("forcelimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, forcelimited)),
    KEYWORD("actlimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, actlimited)),
    NUMBERS("forcerange", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsActuator, forcerange)),
    NUMBERS("actrange", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsActuator, actrange)),
    NUMBERS("inheritrange", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsActuator, inheritrange)),
    NUMBERS("kp", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("kv", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("dampratio", DOUBLE, 1, 1, 0, NULL, NONE),
};

static const lbAttribute orientationAttributes[] = {
    KEYWORD("forcelimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, forcelimited)),
    NUMBERS("forcerange", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsActuator, forcerange)),
    REF("joint", "joint", NODEFAULT, NONE),
    REF("site", "site", NODEFAULT, NONE),
    REF("refsite", "site", NODEFAULT, NONE),
    NUMBERS("kp", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("kv", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("dampratio", DOUBLE, 1, 1, 0, NULL, NONE),
    KEYWORD("input", inputchart, 0, NULL, NONE),
};

static const lbAttribute pidAttributes[] = {
    KEYWORD("ctrllimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, ctrllimited)),
    KEYWORD("forcelimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, forcelimited)),
    NUMBERS("posrange", DOUBLE, 2, 2, 0, NULL, NONE),
    NUMBERS("velrange", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsActuator, velrange)),
    NUMBERS("ffrange", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsActuator, ffrange)),
    NUMBERS("forcerange", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsActuator, forcerange)),
    NUMBERS("inheritrange", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsActuator, inheritrange)),
    NUMBERS("kp", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("kv", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("dampratio", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("ki", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("imax", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("slewmax", DOUBLE, 1, 1, 0, NULL, NONE),
    FLAGS("input", inputbit, 0, NONE),
};

static const lbAttribute damperAttributes[] = {
    KEYWORD("forcelimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, forcelimited)),
    NUMBERS("forcerange", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsActuator, forcerange)),
    NUMBERS("kv", DOUBLE, 1, 1, 0, NULL, NONE),
};

static const lbAttribute cylinderAttributes[] = {
    KEYWORD("ctrllimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, ctrllimited)),
    KEYWORD("forcelimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, forcelimited)),
    NUMBERS("forcerange", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsActuator, forcerange)),
    NUMBERS("timeconst", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("area", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("diameter", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("bias", DOUBLE, 3, 3, 0, NULL, NONE),
};

static const lbAttribute muscleAttributes[] = {
    KEYWORD("ctrllimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, ctrllimited)),
    KEYWORD("forcelimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, forcelimited)),
    NUMBERS("forcerange", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsActuator, forcerange)),
    REF("joint", "joint", NODEFAULT, NONE),
    TEXT("jointinparent", STRING, NODEFAULT, NONE),
    REF("tendon", "tendon", NODEFAULT, NONE),
    REF("slidersite", "site", NODEFAULT, NONE),
    REF("cranksite", "site", NODEFAULT, NONE),
    NUMBERS("timeconst", DOUBLE, 2, 2, 0, NULL, NONE),
    NUMBERS("tausmooth", DOUBLE, 1, 1, NODEFAULT, NULL, NONE),
    NUMBERS("range", DOUBLE, 2, 2, 0, NULL, NONE),
    NUMBERS("force", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("scale", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("lmin", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("lmax", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("vmax", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("fpmax", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("fvmax", DOUBLE, 1, 1, 0, NULL, NONE),
};

static const lbAttribute adhesionAttributes[] = {
    KEYWORD("forcelimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, forcelimited)),
    NUMBERS("forcerange", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsActuator, forcerange)),
    REF("body", "body", NODEFAULT, NONE),
    NUMBERS("gain", DOUBLE, 1, 1, 0, NULL, NONE),
};

static const lbAttribute dcmotorAttributes[] = {
    KEYWORD("ctrllimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, ctrllimited)),
    NUMBERS("motorconst", DOUBLE, 1, 2, 0, NULL, NONE),
    NUMBERS("resistance", DOUBLE, 1, 1, 0, NULL, NONE),
    NUMBERS("nominal", DOUBLE, 1, 3, 0, NULL, NONE),
    NUMBERS("saturation", DOUBLE, 1, 3, 0, NULL, NONE),
    NUMBERS("inductance", DOUBLE, 1, 2, 0, NULL, NONE),
    NUMBERS("cogging", DOUBLE, 1, 3, 0, NULL, NONE),
    NUMBERS("controller", DOUBLE, 1, 6, 0, NULL, NONE),
    NUMBERS("thermal", DOUBLE, 1, 6, 0, NULL, NONE),
    NUMBERS("lugre", DOUBLE, 1, 5, 0, NULL, NONE),
    FLAGS("input", inputbit, 0, NONE),
};

static const lbAttribute actuatorPluginAttributes[] = {
    TEXT("plugin", STRING, 0, NONE),
    REF("instance", "instance", 0, NONE),
    KEYWORD("ctrllimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, ctrllimited)),
    KEYWORD("forcelimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, forcelimited)),
    KEYWORD("actlimited", FalseTrueAuto, 0, "auto", AT(INT, mjsActuator, actlimited)),
    NUMBERS("forcerange", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsActuator, forcerange)),
    NUMBERS("actrange", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsActuator, actrange)),
    REF("joint", "joint", 0, NONE),
    TEXT("jointinparent", STRING, 0, NONE),
    REF("site", "site", 0, NONE),
    NUMBERS("actdim", INT, 1, 1, 0, "-1", AT(INT, mjsActuator, actdim)),
    KEYWORD("dyntype", dyn, 0, "none", AT(INT, mjsActuator, dyntype)),
    NUMBERS("dynprm", DOUBLE, 1, 10, 0, "1", AT(DOUBLE, mjsActuator, dynprm)),
    REF("tendon", "tendon", 0, NONE),
    REF("cranksite", "site", 0, NONE),
    REF("slidersite", "site", 0, NONE),
    BOOL("actearly", 0, NULL, AT(BOOL, mjsActuator, actearly)),
};

static const lbChildRule actuatorPluginChildren[] = {
    {LB_ELEM_CONFIG, LB_ANY},
};

static const lbChildRule sensorChildren[] = {
    {LB_ELEM_TOUCH, LB_ANY},
    {LB_ELEM_ACCELEROMETER, LB_ANY},
    {LB_ELEM_VELOCIMETER, LB_ANY},
    {LB_ELEM_GYRO, LB_ANY},
    {LB_ELEM_FORCE, LB_ANY},
    {LB_ELEM_TORQUE, LB_ANY},
    {LB_ELEM_MAGNETOMETER, LB_ANY},
    {LB_ELEM_CAMPROJECTION, LB_ANY},
    {LB_ELEM_RANGEFINDER, LB_ANY},
    {LB_ELEM_JOINTPOS, LB_ANY},
    {LB_ELEM_JOINTVEL, LB_ANY},
    {LB_ELEM_TENDONPOS, LB_ANY},
    {LB_ELEM_TENDONVEL, LB_ANY},
    {LB_ELEM_ACTUATORPOS, LB_ANY},
    {LB_ELEM_ACTUATORVEL, LB_ANY},
    {LB_ELEM_ACTUATORFRC, LB_ANY},
    {LB_ELEM_JOINTACTUATORFRC, LB_ANY},
    {LB_ELEM_TENDONACTUATORFRC, LB_ANY},
    {LB_ELEM_BALLQUAT, LB_ANY},
    {LB_ELEM_BALLANGVEL, LB_ANY},
    {LB_ELEM_JOINTLIMITPOS, LB_ANY},
    {LB_ELEM_JOINTLIMITVEL, LB_ANY},
    {LB_ELEM_JOINTLIMITFRC, LB_ANY},
    {LB_ELEM_TENDONLIMITPOS, LB_ANY},
    {LB_ELEM_TENDONLIMITVEL, LB_ANY},
    {LB_ELEM_TENDONLIMITFRC, LB_ANY},
    {LB_ELEM_FRAMEPOS, LB_ANY},
    {LB_ELEM_FRAMEQUAT, LB_ANY},
    {LB_ELEM_FRAMEXAXIS, LB_ANY},
    {LB_ELEM_FRAMEYAXIS, LB_ANY},
    {LB_ELEM_FRAMEZAXIS, LB_ANY},
    {LB_ELEM_FRAMELINVEL, LB_ANY},
    {LB_ELEM_FRAMEANGVEL, LB_ANY},
    {LB_ELEM_FRAMELINACC, LB_ANY},
    {LB_ELEM_FRAMEANGACC, LB_ANY},
    {LB_ELEM_SUBTREECOM, LB_ANY},
    {LB_ELEM_SUBTREELINVEL, LB_ANY},
    {LB_ELEM_SUBTREEANGMOM, LB_ANY},
    {LB_ELEM_INSIDESITE, LB_ANY},
    {LB_ELEM_DISTANCE, LB_ANY},
    {LB_ELEM_NORMAL, LB_ANY},
    {LB_ELEM_FROMTO, LB_ANY},
    {LB_ELEM_SENSOR_CONTACT, LB_ANY},
    {LB_ELEM_E_POTENTIAL, LB_ANY},
    {LB_ELEM_E_KINETIC, LB_ANY},
    {LB_ELEM_CLOCK, LB_ANY},
    {LB_ELEM_TACTILE, LB_ANY},
    {LB_ELEM_USER, LB_ANY},
    {LB_ELEM_SENSOR_PLUGIN, LB_ANY},
};

static const lbAttribute touchAttributes[] = {
    REF("site", "site", REQUIRED, NONE),
};

static const lbAttribute accelerometerAttributes[] = {
    REF("site", "site", REQUIRED, NONE),
};

static const lbAttribute velocimeterAttributes[] = {
    REF("site", "site", REQUIRED, NONE),
};

static const lbAttribute gyroAttributes[] = {
    REF("site", "site", REQUIRED, NONE),
};

static const lbAttribute forceAttributes[] = {
    REF("site", "site", REQUIRED, NONE),
};

static const lbAttribute torqueAttributes[] = {
    REF("site", "site", REQUIRED, NONE),
};

static const lbAttribute magnetometerAttributes[] = {
    REF("site", "site", REQUIRED, NONE),
};

static const lbAttribute camprojectionAttributes[] = {
    REF("site", "site", REQUIRED, NONE),
    REF("camera", "camera", REQUIRED, NONE),
};

static const lbAttribute rangefinderAttributes[] = {
    REF("site", "site", 0, NONE),
    REF("camera", "camera", 0, NONE),
    FLAGS("data", raydata, 0, NONE),
};

static const char* const rangefinderRules[] = {"exclusive site camera", "oneof site camera", NULL};

static const lbAttribute jointposAttributes[] = {
    REF("joint", "joint", REQUIRED, NONE),
};

static const lbAttribute jointvelAttributes[] = {
    REF("joint", "joint", REQUIRED, NONE),
};

static const lbAttribute tendonposAttributes[] = {
    REF("tendon", "tendon", REQUIRED, NONE),
};

static const lbAttribute tendonvelAttributes[] = {
    REF("tendon", "tendon", REQUIRED, NONE),
};

static const lbAttribute actuatorposAttributes[] = {
    REF("actuator", "actuator", REQUIRED, NONE),
};

static const lbAttribute actuatorvelAttributes[] = {
    REF("actuator", "actuator", REQUIRED, NONE),
};

static const lbAttribute actuatorfrcAttributes[] = {
    REF("actuator", "actuator", REQUIRED, NONE),
};

static const lbAttribute jointactuatorfrcAttributes[] = {
    REF("joint", "joint", REQUIRED, NONE),
};

static const lbAttribute tendonactuatorfrcAttributes[] = {
    REF("tendon", "tendon", REQUIRED, NONE),
};

static const lbAttribute ballquatAttributes[] = {
    REF("joint", "joint", REQUIRED, NONE),
};

static const lbAttribute ballangvelAttributes[] = {
    REF("joint", "joint", REQUIRED, NONE),
};

static const lbAttribute jointlimitposAttributes[] = {
    REF("joint", "joint", REQUIRED, NONE),
};

static const lbAttribute jointlimitvelAttributes[] = {
    REF("joint", "joint", REQUIRED, NONE),
};

static const lbAttribute jointlimitfrcAttributes[] = {
    REF("joint", "joint", REQUIRED, NONE),
};

static const lbAttribute tendonlimitposAttributes[] = {
    REF("tendon", "tendon", REQUIRED, NONE),
};

static const lbAttribute tendonlimitvelAttributes[] = {
    REF("tendon", "tendon", REQUIRED, NONE),
};

static const lbAttribute tendonlimitfrcAttributes[] = {
    REF("tendon", "tendon", REQUIRED, NONE),
};

static const char* const frameposRules[] = {"together reftype refname", NULL};

static const char* const framequatRules[] = {"together reftype refname", NULL};

static const char* const framexaxisRules[] = {"together reftype refname", NULL};

static const char* const frameyaxisRules[] = {"together reftype refname", NULL};

static const char* const framezaxisRules[] = {"together reftype refname", NULL};

static const char* const framelinvelRules[] = {"together reftype refname", NULL};

static const char* const frameangvelRules[] = {"together reftype refname", NULL};

static const lbAttribute subtreecomAttributes[] = {
    REF("body", "body", REQUIRED, NONE),
};

static const lbAttribute subtreelinvelAttributes[] = {
    REF("body", "body", REQUIRED, NONE),
};

static const lbAttribute subtreeangmomAttributes[] = {
    REF("body", "body", REQUIRED, NONE),
};

static const lbAttribute insidesiteAttributes[] = {
    REF("site", "site", REQUIRED, NONE),
    KEYWORD("objtype", frameobj, REQUIRED, NULL, AT(INT, mjsSensor, objtype)),
    TEXT("objname", STRING, REQUIRED, AT(STRING, mjsSensor, objname)),
};

static const lbAttribute distanceAttributes[] = {
    REF("geom1", "geom", 0, NONE),
    REF("geom2", "geom", 0, NONE),
    REF("body1", "body", 0, NONE),
    REF("body2", "body", 0, NONE),
};

static const char* const distanceRules[] = {"exclusive geom1 body1", "oneof geom1 body1",
                                            "exclusive geom2 body2", "oneof geom2 body2", NULL};

static const lbAttribute normalAttributes[] = {
    REF("geom1", "geom", 0, NONE),
    REF("geom2", "geom", 0, NONE),
    REF("body1", "body", 0, NONE),
    REF("body2", "body", 0, NONE),
};

static const char* const normalRules[] = {"exclusive geom1 body1", "oneof geom1 body1",
                                          "exclusive geom2 body2", "oneof geom2 body2", NULL};

static const lbAttribute fromtoAttributes[] = {
    REF("geom1", "geom", 0, NONE),
    REF("geom2", "geom", 0, NONE),
    REF("body1", "body", 0, NONE),
    REF("body2", "body", 0, NONE),
};

static const char* const fromtoRules[] = {"exclusive geom1 body1", "oneof geom1 body1",
                                          "exclusive geom2 body2", "oneof geom2 body2", NULL};

static const lbAttribute sensorContactAttributes[] = {
    REF("geom1", "geom", 0, NONE),    REF("geom2", "geom", 0, NONE),
    REF("body1", "body", 0, NONE),    REF("body2", "body", 0, NONE),
    REF("subtree1", "body", 0, NONE), REF("subtree2", "body", 0, NONE),
    REF("site", "site", 0, NONE),     NUMBERS("num", INT, 1, 1, 0, NULL, NONE),
    FLAGS("data", condata, 0, NONE),  KEYWORD("reduce", reduce, 0, NULL, NONE),
};

static const char* const sensorContactRules[] = {"exclusive geom1 body1 subtree1 site",
                                                 "exclusive geom2 body2 subtree2", NULL};

static const lbAttribute tactileAttributes[] = {
    ID("name", "sensor", 0),
    REF("geom", "geom", REQUIRED, NONE),
    REF("mesh", "mesh", REQUIRED, NONE),
    NUMBERS("nsample", INT, 1, 1, 0, NULL, AT(INT, mjsSensor, nsample)),
    KEYWORD("interp", interp, 0, NULL, AT(INT, mjsSensor, interp)),
    NUMBERS("delay", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsSensor, delay)),
    NUMBERS("interval", DOUBLE, 1, 2, 0, NULL, AT(DOUBLE, mjsSensor, interval)),
    NUMBERS("user", DOUBLE, 0, 0, 0, NULL, AT(DOUBLEVEC, mjsSensor, userdata)),
};

static const lbAttribute userAttributes[] = {
    ID("name", "sensor", 0),
    TEXT("objtype", STRING, 0, NONE),
    TEXT("objname", STRING, 0, AT(STRING, mjsSensor, objname)),
    KEYWORD("datatype", datatype, 0, "real", AT(INT, mjsSensor, datatype)),
    KEYWORD("needstage", stage, 0, "acc", AT(INT, mjsSensor, needstage)),
    NUMBERS("dim", INT, 1, 1, 0, NULL, AT(INT, mjsSensor, dim)),
    NUMBERS("cutoff", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsSensor, cutoff)),
    NUMBERS("noise", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsSensor, noise)),
    NUMBERS("user", DOUBLE, 0, 0, 0, NULL, AT(DOUBLEVEC, mjsSensor, userdata)),
};

static const char* const userRules[] = {"together objtype objname", NULL};

static const lbAttribute sensorPluginAttributes[] = {
    ID("name", "sensor", 0),
    TEXT("plugin", STRING, 0, NONE),
    REF("instance", "instance", 0, NONE),
    NUMBERS("cutoff", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsSensor, cutoff)),
    TEXT("objtype", STRING, 0, NONE),
    TEXT("objname", STRING, 0, AT(STRING, mjsSensor, objname)),
    TEXT("reftype", STRING, 0, NONE),
    TEXT("refname", STRING, 0, AT(STRING, mjsSensor, refname)),
    NUMBERS("user", DOUBLE, 0, 0, 0, NULL, AT(DOUBLEVEC, mjsSensor, userdata)),
};

static const lbChildRule sensorPluginChildren[] = {
    {LB_ELEM_CONFIG, LB_ANY},
};

static const lbChildRule customChildren[] = {
    {LB_ELEM_NUMERIC, LB_ANY},
    {LB_ELEM_TEXT, LB_ANY},
    {LB_ELEM_TUPLE, LB_ANY},
};

static const lbAttribute numericAttributes[] = {
    ID("name", "numeric", REQUIRED),
    NUMBERS("size", INT, 1, 1, 0, NULL, NONE),
    TEXT("data", STRING, 0, NONE),
};

static const lbAttribute textAttributes[] = {
    ID("name", "text", REQUIRED),
    TEXT("data", STRING, REQUIRED, AT(STRING, mjsText, data)),
};

static const lbAttribute tupleAttributes[] = {
    ID("name", "tuple", REQUIRED),
};

static const lbChildRule tupleChildren[] = {
    {LB_ELEM_ELEMENT, LB_ANY},
};

static const lbAttribute elementAttributes[] = {
    TEXT("objtype", STRING, REQUIRED, NONE),
    TEXT("objname", STRING, REQUIRED, NONE),
    NUMBERS("prm", DOUBLE, 1, 1, 0, NULL, NONE),
};

static const lbChildRule keyframeChildren[] = {
    {LB_ELEM_KEY, LB_ANY},
};

static const lbAttribute keyAttributes[] = {
    ID("name", "key", 0),
    NUMBERS("time", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsKey, time)),
    NUMBERS("qpos", DOUBLE, 0, 0, 0, NULL, AT(DOUBLEVEC, mjsKey, qpos)),
    NUMBERS("qvel", DOUBLE, 0, 0, 0, NULL, AT(DOUBLEVEC, mjsKey, qvel)),
    NUMBERS("act", DOUBLE, 0, 0, 0, NULL, AT(DOUBLEVEC, mjsKey, act)),
    NUMBERS("mpos", DOUBLE, 0, 0, 0, NULL, AT(DOUBLEVEC, mjsKey, mpos)),
    NUMBERS("mquat", DOUBLE, 0, 0, 0, NULL, AT(DOUBLEVEC, mjsKey, mquat)),
    NUMBERS("ctrl", DOUBLE, 0, 0, 0, NULL, AT(DOUBLEVEC, mjsKey, ctrl)),
};

static const lbChildRule worldbodyChildren[] = {
    {LB_ELEM_BODY, LB_ANY},      {LB_ELEM_FRAME, LB_ANY},    {LB_ELEM_REPLICATE, LB_ANY},
    {LB_ELEM_GEOM, LB_ANY},      {LB_ELEM_ATTACH, LB_ANY},   {LB_ELEM_SITE, LB_ANY},
    {LB_ELEM_CAMERA, LB_ANY},    {LB_ELEM_LIGHT, LB_ANY},    {LB_ELEM_PLUGIN, LB_ANY},
    {LB_ELEM_COMPOSITE, LB_ANY}, {LB_ELEM_FLEXCOMP, LB_ANY},
};

static const lbAttribute frameAttributes[] = {
    ID("name", "frame", 0),
    REF("childclass", "default", 0, AT(STRING, mjsFrame, childclass)),
    NUMBERS("pos", DOUBLE, 3, 3, 0, NULL, AT(DOUBLE, mjsFrame, pos)),
};

static const lbChildRule frameChildren[] = {
    {LB_ELEM_BODY, LB_ANY},          {LB_ELEM_FRAME, LB_ANY},    {LB_ELEM_REPLICATE, LB_ANY},
    {LB_ELEM_INERTIAL, LB_OPTIONAL}, {LB_ELEM_JOINT, LB_ANY},    {LB_ELEM_FREEJOINT, LB_ANY},
    {LB_ELEM_GEOM, LB_ANY},          {LB_ELEM_ATTACH, LB_ANY},   {LB_ELEM_SITE, LB_ANY},
    {LB_ELEM_CAMERA, LB_ANY},        {LB_ELEM_LIGHT, LB_ANY},    {LB_ELEM_PLUGIN, LB_ANY},
    {LB_ELEM_COMPOSITE, LB_ANY},     {LB_ELEM_FLEXCOMP, LB_ANY},
};

static const lbAttribute replicateAttributes[] = {
    NUMBERS("count", INT, 1, 1, REQUIRED, NULL, NONE),
    NUMBERS("offset", DOUBLE, 3, 3, 0, NULL, NONE),
    NUMBERS("euler", DOUBLE, 3, 3, 0, NULL, NONE),
    TEXT("sep", STRING, 0, NONE),
    REF("childclass", "default", 0, NONE),
};

static const lbChildRule replicateChildren[] = {
    {LB_ELEM_BODY, LB_ANY},          {LB_ELEM_FRAME, LB_ANY},  {LB_ELEM_REPLICATE, LB_ANY},
    {LB_ELEM_INERTIAL, LB_OPTIONAL}, {LB_ELEM_JOINT, LB_ANY},  {LB_ELEM_GEOM, LB_ANY},
    {LB_ELEM_ATTACH, LB_ANY},        {LB_ELEM_SITE, LB_ANY},   {LB_ELEM_CAMERA, LB_ANY},
    {LB_ELEM_LIGHT, LB_ANY},         {LB_ELEM_PLUGIN, LB_ANY}, {LB_ELEM_COMPOSITE, LB_ANY},
};

static const lbAttribute defaultEqualityAttributes[] = {
    BOOL("active", 0, NULL, AT(BOOL, mjsEquality, active)),
    NUMBERS("solref", DOUBLE, 1, 2, 0, NULL, AT(DOUBLE, mjsEquality, solref)),
    NUMBERS("solimp", DOUBLE, 1, 5, 0, NULL, AT(DOUBLE, mjsEquality, solimp)),
};

static const lbAttribute defaultTendonAttributes[] = {
    NUMBERS("group", INT, 1, 1, 0, NULL, AT(INT, mjsTendon, group)),
    KEYWORD("limited", FalseTrueAuto, 0, "auto", AT(INT, mjsTendon, limited)),
    NUMBERS("range", DOUBLE, 2, 2, 0, NULL, AT(DOUBLE, mjsTendon, range)),
    NUMBERS("solreflimit", DOUBLE, 1, 2, 0, NULL, AT(DOUBLE, mjsTendon, solref_limit)),
    NUMBERS("solimplimit", DOUBLE, 1, 5, 0, NULL, AT(DOUBLE, mjsTendon, solimp_limit)),
    NUMBERS("solreffriction", DOUBLE, 1, 2, 0, NULL, AT(DOUBLE, mjsTendon, solref_friction)),
    NUMBERS("solimpfriction", DOUBLE, 1, 5, 0, NULL, AT(DOUBLE, mjsTendon, solimp_friction)),
    NUMBERS("frictionloss", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsTendon, frictionloss)),
    NUMBERS("springlength", DOUBLE, 1, 2, 0, NULL, AT(DOUBLE, mjsTendon, springlength)),
    NUMBERS("width", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsTendon, width)),
    REF("material", "material", 0, AT(STRING, mjsTendon, material)),
    NUMBERS("margin", DOUBLE, 1, 1, 0, NULL, AT(DOUBLE, mjsTendon, margin)),
    NUMBERS("stiffness", DOUBLE, 1, 3, 0, NULL, AT(DOUBLE, mjsTendon, stiffness)),
    NUMBERS("damping", DOUBLE, 1, 3, 0, NULL, AT(DOUBLE, mjsTendon, damping)),
    NUMBERS("rgba", FLOAT, 4, 4, 0, NULL, AT(FLOAT, mjsTendon, rgba)),
    NUMBERS("user", DOUBLE, 0, 0, 0, NULL, AT(DOUBLEVEC, mjsTendon, userdata)),
};

static const lbSchema schema[LB_ELEM_COUNT] = {
    [LB_ELEM_MUJOCO] = {.name = "mujoco", ATTRIBUTES(mujocoAttributes), CHILDREN(mujocoChildren)},
    [LB_ELEM_COMPILER] = {.name = "compiler",
                          ATTRIBUTES(compilerAttributes),
                          CHILDREN(compilerChildren)},
    [LB_ELEM_LENGTHRANGE] = {.name = "lengthrange", ATTRIBUTES(lengthrangeAttributes)},
    [LB_ELEM_OPTION] = {.name = "option", ATTRIBUTES(optionAttributes), CHILDREN(optionChildren)},
    [LB_ELEM_FLAG] = {.name = "flag", ATTRIBUTES(flagAttributes)},
    [LB_ELEM_SIZE] = {.name = "size", ATTRIBUTES(sizeAttributes), .rules = sizeRules},
    [LB_ELEM_STATISTIC] = {.name = "statistic", ATTRIBUTES(statisticAttributes)},
    [LB_ELEM_VISUAL] = {.name = "visual", CHILDREN(visualChildren)},
    [LB_ELEM_GLOBAL] = {.name = "global", ATTRIBUTES(globalAttributes)},
    [LB_ELEM_QUALITY] = {.name = "quality", ATTRIBUTES(qualityAttributes)},
    [LB_ELEM_HEADLIGHT] = {.name = "headlight", ATTRIBUTES(headlightAttributes)},
    [LB_ELEM_MAP] = {.name = "map", ATTRIBUTES(mapAttributes)},
    [LB_ELEM_SCALE] = {.name = "scale", ATTRIBUTES(scaleAttributes)},
    [LB_ELEM_RGBA] = {.name = "rgba", ATTRIBUTES(rgbaAttributes)},
    [LB_ELEM_DEFAULT] = {.name = "default",
                         ATTRIBUTES(defaultAttributes),
                         CHILDREN(defaultChildren)},
    [LB_ELEM_LAYER] = {.name = "layer", ATTRIBUTES(layerAttributes)},
    [LB_ELEM_EXTENSION] = {.name = "extension", CHILDREN(extensionChildren)},
    [LB_ELEM_EXTENSION_PLUGIN] = {.name = "plugin",
                                  ATTRIBUTES(extensionPluginAttributes),
                                  CHILDREN(extensionPluginChildren)},
    [LB_ELEM_INSTANCE] = {.name = "instance",
                          ATTRIBUTES(instanceAttributes),
                          CHILDREN(instanceChildren)},
    [LB_ELEM_CONFIG] = {.name = "config", ATTRIBUTES(configAttributes)},
    [LB_ELEM_ASSET] = {.name = "asset", CHILDREN(assetChildren)},
    [LB_ELEM_MESH] = {.name = "mesh",
                      ATTRIBUTES(meshAttributes),
                      .rules = meshRules,
                      CHILDREN(meshChildren)},
    [LB_ELEM_PLUGIN] = {.name = "plugin", ATTRIBUTES(pluginAttributes), CHILDREN(pluginChildren)},
    [LB_ELEM_HFIELD] = {.name = "hfield", ATTRIBUTES(hfieldAttributes)},
    [LB_ELEM_SKIN] = {.name = "skin", ATTRIBUTES(skinAttributes), CHILDREN(skinChildren)},
    [LB_ELEM_BONE] = {.name = "bone", ATTRIBUTES(boneAttributes)},
    [LB_ELEM_TEXTURE] = {.name = "texture", ATTRIBUTES(textureAttributes)},
    [LB_ELEM_MATERIAL] = {.name = "material",
                          ATTRIBUTES(materialAttributes),
                          CHILDREN(materialChildren)},
    [LB_ELEM_MODEL] = {.name = "model", ATTRIBUTES(modelAttributes)},
    [LB_ELEM_BODY] = {.name = "body",
                      ATTRIBUTES(bodyAttributes),
                      .groups = {GROUP(orientationGroup)},
                      CHILDREN(bodyChildren)},
    [LB_ELEM_INERTIAL] = {.name = "inertial",
                          ATTRIBUTES(inertialAttributes),
                          .rules = inertialRules},
    [LB_ELEM_JOINT] = {.name = "joint", ATTRIBUTES(jointAttributes)},
    [LB_ELEM_FREEJOINT] = {.name = "freejoint", ATTRIBUTES(freejointAttributes)},
    [LB_ELEM_GEOM] = {.name = "geom",
                      ATTRIBUTES(geomAttributes),
                      .groups = {GROUP(orientationGroup)},
                      CHILDREN(geomChildren)},
    [LB_ELEM_ATTACH] = {.name = "attach", ATTRIBUTES(attachAttributes), .rules = attachRules},
    [LB_ELEM_SITE] = {.name = "site",
                      ATTRIBUTES(siteAttributes),
                      .groups = {GROUP(orientationGroup)}},
    [LB_ELEM_CAMERA] = {.name = "camera",
                        ATTRIBUTES(cameraAttributes),
                        .rules = cameraRules,
                        .groups = {GROUP(orientationGroup)}},
    [LB_ELEM_LIGHT] = {.name = "light", ATTRIBUTES(lightAttributes), .rules = lightRules},
    [LB_ELEM_COMPOSITE] = {.name = "composite",
                           ATTRIBUTES(compositeAttributes),
                           CHILDREN(compositeChildren)},
    [LB_ELEM_COMPOSITE_JOINT] = {.name = "joint", ATTRIBUTES(compositeJointAttributes)},
    [LB_ELEM_COMPOSITE_SKIN] = {.name = "skin", ATTRIBUTES(compositeSkinAttributes)},
    [LB_ELEM_COMPOSITE_GEOM] = {.name = "geom", ATTRIBUTES(compositeGeomAttributes)},
    [LB_ELEM_COMPOSITE_SITE] = {.name = "site", ATTRIBUTES(compositeSiteAttributes)},
    [LB_ELEM_FLEXCOMP] = {.name = "flexcomp",
                          ATTRIBUTES(flexcompAttributes),
                          CHILDREN(flexcompChildren)},
    [LB_ELEM_FLEXCOMP_EDGE] = {.name = "edge", ATTRIBUTES(flexcompEdgeAttributes)},
    [LB_ELEM_ELASTICITY] = {.name = "elasticity", ATTRIBUTES(elasticityAttributes)},
    [LB_ELEM_FLEXCOMP_CONTACT] = {.name = "contact", ATTRIBUTES(flexcompContactAttributes)},
    [LB_ELEM_PIN] = {.name = "pin", ATTRIBUTES(pinAttributes)},
    [LB_ELEM_DEFORMABLE] = {.name = "deformable", CHILDREN(deformableChildren)},
    [LB_ELEM_FLEX] = {.name = "flex", ATTRIBUTES(flexAttributes), CHILDREN(flexChildren)},
    [LB_ELEM_FLEX_EDGE] = {.name = "edge", ATTRIBUTES(flexEdgeAttributes)},
    [LB_ELEM_CONTACT] = {.name = "contact", CHILDREN(contactChildren)},
    [LB_ELEM_PAIR] = {.name = "pair", ATTRIBUTES(pairAttributes)},
    [LB_ELEM_EXCLUDE] = {.name = "exclude", ATTRIBUTES(excludeAttributes)},
    [LB_ELEM_TENDON] = {.name = "tendon", CHILDREN(tendonChildren)},
    [LB_ELEM_SPATIAL] = {.name = "spatial",
                         ATTRIBUTES(spatialAttributes),
                         CHILDREN(spatialChildren)},
    [LB_ELEM_SPATIAL_SITE] = {.name = "site", ATTRIBUTES(spatialSiteAttributes)},
    [LB_ELEM_SPATIAL_GEOM] = {.name = "geom", ATTRIBUTES(spatialGeomAttributes)},
    [LB_ELEM_PULLEY] = {.name = "pulley", ATTRIBUTES(pulleyAttributes)},
    [LB_ELEM_FIXED] = {.name = "fixed", ATTRIBUTES(fixedAttributes), CHILDREN(fixedChildren)},
    [LB_ELEM_FIXED_JOINT] = {.name = "joint", ATTRIBUTES(fixedJointAttributes)},
    [LB_ELEM_EQUALITY] = {.name = "equality", CHILDREN(equalityChildren)},
    [LB_ELEM_CONNECT] = {.name = "connect",
                         ATTRIBUTES(connectAttributes),
                         .rules = connectRules,
                         .groups = {GROUP(equalityBaseGroup)}},
    [LB_ELEM_WELD] = {.name = "weld",
                      ATTRIBUTES(weldAttributes),
                      .rules = weldRules,
                      .groups = {GROUP(equalityBaseGroup)}},
    [LB_ELEM_EQUALITY_JOINT] = {.name = "joint",
                                ATTRIBUTES(equalityJointAttributes),
                                .groups = {GROUP(equalityBaseGroup)}},
    [LB_ELEM_EQUALITY_TENDON] = {.name = "tendon",
                                 ATTRIBUTES(equalityTendonAttributes),
                                 .groups = {GROUP(equalityBaseGroup)}},
    [LB_ELEM_EQUALITY_FLEX] = {.name = "flex",
                               ATTRIBUTES(equalityFlexAttributes),
                               .groups = {GROUP(equalityBaseGroup)}},
    [LB_ELEM_FLEXVERT] = {.name = "flexvert",
                          ATTRIBUTES(flexvertAttributes),
                          .groups = {GROUP(equalityBaseGroup)}},
    [LB_ELEM_FLEXSTRAIN] = {.name = "flexstrain",
                            ATTRIBUTES(flexstrainAttributes),
                            .groups = {GROUP(equalityBaseGroup)}},
    [LB_ELEM_ACTUATOR] = {.name = "actuator", CHILDREN(actuatorChildren)},
    [LB_ELEM_GENERAL] = {.name = "general",
                         ATTRIBUTES(generalAttributes),
                         .groups = {GROUP(actuatorBaseGroup), GROUP(actuatorDynamicsGroup),
                                    GROUP(transmissionGroup)}},
    [LB_ELEM_MOTOR] = {.name = "motor",
                       ATTRIBUTES(motorAttributes),
                       .groups = {GROUP(actuatorBaseGroup), GROUP(actuatorDynamicsGroup),
                                  GROUP(transmissionGroup)}},
    [LB_ELEM_POSITION] = {.name = "position",
                          ATTRIBUTES(positionAttributes),
                          .groups = {GROUP(actuatorBaseGroup), GROUP(actuatorDynamicsGroup),
                                     GROUP(transmissionGroup)}},
    [LB_ELEM_VELOCITY] = {.name = "velocity",
                          ATTRIBUTES(velocityAttributes),
                          .groups = {GROUP(actuatorBaseGroup), GROUP(actuatorDynamicsGroup),
                                     GROUP(transmissionGroup)}},
    [LB_ELEM_INTVELOCITY] = {.name = "intvelocity",
                             ATTRIBUTES(intvelocityAttributes),
                             .groups = {GROUP(actuatorBaseGroup), GROUP(actuatorDynamicsGroup),
                                        GROUP(transmissionGroup)}},
    [LB_ELEM_ORIENTATION] = {.name = "orientation",
                             ATTRIBUTES(orientationAttributes),
                             .groups = {GROUP(actuatorBaseGroup)}},
    [LB_ELEM_PID] = {.name = "pid",
                     ATTRIBUTES(pidAttributes),
                     .groups = {GROUP(actuatorBaseGroup), GROUP(actuatorDynamicsGroup),
                                GROUP(transmissionGroup)}},
    [LB_ELEM_DAMPER] = {.name = "damper",
                        ATTRIBUTES(damperAttributes),
                        .groups = {GROUP(actuatorBaseGroup), GROUP(actuatorDynamicsGroup),
                                   GROUP(transmissionGroup)}},
    [LB_ELEM_CYLINDER] = {.name = "cylinder",
                          ATTRIBUTES(cylinderAttributes),
                          .groups = {GROUP(actuatorBaseGroup), GROUP(actuatorDynamicsGroup),
                                     GROUP(transmissionGroup)}},
    [LB_ELEM_MUSCLE] = {.name = "muscle",
                        ATTRIBUTES(muscleAttributes),
                        .groups = {GROUP(actuatorBaseGroup), GROUP(actuatorDynamicsGroup)}},
    [LB_ELEM_ADHESION] = {.name = "adhesion",
                          ATTRIBUTES(adhesionAttributes),
                          .groups = {GROUP(actuatorBaseGroup)}},
    [LB_ELEM_DCMOTOR] = {.name = "dcmotor",
                         ATTRIBUTES(dcmotorAttributes),
                         .groups = {GROUP(actuatorBaseGroup), GROUP(actuatorDynamicsGroup),
                                    GROUP(transmissionGroup)}},
    [LB_ELEM_ACTUATOR_PLUGIN] = {.name = "plugin",
                                 ATTRIBUTES(actuatorPluginAttributes),
                                 .groups = {GROUP(actuatorBaseGroup), GROUP(actuatorDynamicsGroup)},
                                 CHILDREN(actuatorPluginChildren)},
    [LB_ELEM_SENSOR] = {.name = "sensor", CHILDREN(sensorChildren)},
    [LB_ELEM_TOUCH] = {.name = "touch",
                       ATTRIBUTES(touchAttributes),
                       .groups = {GROUP(sensorBaseGroup)},
                       .sensor = mjSENS_TOUCH,
                       .objtype = mjOBJ_SITE},
    [LB_ELEM_ACCELEROMETER] = {.name = "accelerometer",
                               ATTRIBUTES(accelerometerAttributes),
                               .groups = {GROUP(sensorBaseGroup)},
                               .sensor = mjSENS_ACCELEROMETER,
                               .objtype = mjOBJ_SITE},
    [LB_ELEM_VELOCIMETER] = {.name = "velocimeter",
                             ATTRIBUTES(velocimeterAttributes),
                             .groups = {GROUP(sensorBaseGroup)},
                             .sensor = mjSENS_VELOCIMETER,
                             .objtype = mjOBJ_SITE},
    [LB_ELEM_GYRO] = {.name = "gyro",
                      ATTRIBUTES(gyroAttributes),
                      .groups = {GROUP(sensorBaseGroup)},
                      .sensor = mjSENS_GYRO,
                      .objtype = mjOBJ_SITE},
    [LB_ELEM_FORCE] = {.name = "force",
                       ATTRIBUTES(forceAttributes),
                       .groups = {GROUP(sensorBaseGroup)},
                       .sensor = mjSENS_FORCE,
                       .objtype = mjOBJ_SITE},
    [LB_ELEM_TORQUE] = {.name = "torque",
                        ATTRIBUTES(torqueAttributes),
                        .groups = {GROUP(sensorBaseGroup)},
                        .sensor = mjSENS_TORQUE,
                        .objtype = mjOBJ_SITE},
    [LB_ELEM_MAGNETOMETER] = {.name = "magnetometer",
                              ATTRIBUTES(magnetometerAttributes),
                              .groups = {GROUP(sensorBaseGroup)},
                              .sensor = mjSENS_MAGNETOMETER,
                              .objtype = mjOBJ_SITE},
    [LB_ELEM_CAMPROJECTION] = {.name = "camprojection",
                               ATTRIBUTES(camprojectionAttributes),
                               .groups = {GROUP(sensorBaseGroup)},
                               .sensor = mjSENS_CAMPROJECTION,
                               .objtype = mjOBJ_SITE,
                               .reftype = mjOBJ_CAMERA},
    [LB_ELEM_RANGEFINDER] = {.name = "rangefinder",
                             ATTRIBUTES(rangefinderAttributes),
                             .rules = rangefinderRules,
                             .groups = {GROUP(sensorBaseGroup)}},
    [LB_ELEM_JOINTPOS] = {.name = "jointpos",
                          ATTRIBUTES(jointposAttributes),
                          .groups = {GROUP(sensorBaseGroup)},
                          .sensor = mjSENS_JOINTPOS,
                          .objtype = mjOBJ_JOINT},
    [LB_ELEM_JOINTVEL] = {.name = "jointvel",
                          ATTRIBUTES(jointvelAttributes),
                          .groups = {GROUP(sensorBaseGroup)},
                          .sensor = mjSENS_JOINTVEL,
                          .objtype = mjOBJ_JOINT},
    [LB_ELEM_TENDONPOS] = {.name = "tendonpos",
                           ATTRIBUTES(tendonposAttributes),
                           .groups = {GROUP(sensorBaseGroup)},
                           .sensor = mjSENS_TENDONPOS,
                           .objtype = mjOBJ_TENDON},
    [LB_ELEM_TENDONVEL] = {.name = "tendonvel",
                           ATTRIBUTES(tendonvelAttributes),
                           .groups = {GROUP(sensorBaseGroup)},
                           .sensor = mjSENS_TENDONVEL,
                           .objtype = mjOBJ_TENDON},
    [LB_ELEM_ACTUATORPOS] = {.name = "actuatorpos",
                             ATTRIBUTES(actuatorposAttributes),
                             .groups = {GROUP(sensorBaseGroup)},
                             .sensor = mjSENS_ACTUATORPOS,
                             .objtype = mjOBJ_ACTUATOR},
    [LB_ELEM_ACTUATORVEL] = {.name = "actuatorvel",
                             ATTRIBUTES(actuatorvelAttributes),
                             .groups = {GROUP(sensorBaseGroup)},
                             .sensor = mjSENS_ACTUATORVEL,
                             .objtype = mjOBJ_ACTUATOR},
    [LB_ELEM_ACTUATORFRC] = {.name = "actuatorfrc",
                             ATTRIBUTES(actuatorfrcAttributes),
                             .groups = {GROUP(sensorBaseGroup)},
                             .sensor = mjSENS_ACTUATORFRC,
                             .objtype = mjOBJ_ACTUATOR},
    [LB_ELEM_JOINTACTUATORFRC] = {.name = "jointactuatorfrc",
                                  ATTRIBUTES(jointactuatorfrcAttributes),
                                  .groups = {GROUP(sensorBaseGroup)},
                                  .sensor = mjSENS_JOINTACTFRC,
                                  .objtype = mjOBJ_JOINT},
    [LB_ELEM_TENDONACTUATORFRC] = {.name = "tendonactuatorfrc",
                                   ATTRIBUTES(tendonactuatorfrcAttributes),
                                   .groups = {GROUP(sensorBaseGroup)},
                                   .sensor = mjSENS_TENDONACTFRC,
                                   .objtype = mjOBJ_TENDON},
    [LB_ELEM_BALLQUAT] = {.name = "ballquat",
                          ATTRIBUTES(ballquatAttributes),
                          .groups = {GROUP(sensorBaseGroup)},
                          .sensor = mjSENS_BALLQUAT,
                          .objtype = mjOBJ_JOINT},
    [LB_ELEM_BALLANGVEL] = {.name = "ballangvel",
                            ATTRIBUTES(ballangvelAttributes),
                            .groups = {GROUP(sensorBaseGroup)},
                            .sensor = mjSENS_BALLANGVEL,
                            .objtype = mjOBJ_JOINT},
    [LB_ELEM_JOINTLIMITPOS] = {.name = "jointlimitpos",
                               ATTRIBUTES(jointlimitposAttributes),
                               .groups = {GROUP(sensorBaseGroup)},
                               .sensor = mjSENS_JOINTLIMITPOS,
                               .objtype = mjOBJ_JOINT},
    [LB_ELEM_JOINTLIMITVEL] = {.name = "jointlimitvel",
                               ATTRIBUTES(jointlimitvelAttributes),
                               .groups = {GROUP(sensorBaseGroup)},
                               .sensor = mjSENS_JOINTLIMITVEL,
                               .objtype = mjOBJ_JOINT},
    [LB_ELEM_JOINTLIMITFRC] = {.name = "jointlimitfrc",
                               ATTRIBUTES(jointlimitfrcAttributes),
                               .groups = {GROUP(sensorBaseGroup)},
                               .sensor = mjSENS_JOINTLIMITFRC,
                               .objtype = mjOBJ_JOINT},
    [LB_ELEM_TENDONLIMITPOS] = {.name = "tendonlimitpos",
                                ATTRIBUTES(tendonlimitposAttributes),
                                .groups = {GROUP(sensorBaseGroup)},
                                .sensor = mjSENS_TENDONLIMITPOS,
                                .objtype = mjOBJ_TENDON},
    [LB_ELEM_TENDONLIMITVEL] = {.name = "tendonlimitvel",
                                ATTRIBUTES(tendonlimitvelAttributes),
                                .groups = {GROUP(sensorBaseGroup)},
                                .sensor = mjSENS_TENDONLIMITVEL,
                                .objtype = mjOBJ_TENDON},
    [LB_ELEM_TENDONLIMITFRC] = {.name = "tendonlimitfrc",
                                ATTRIBUTES(tendonlimitfrcAttributes),
                                .groups = {GROUP(sensorBaseGroup)},
                                .sensor = mjSENS_TENDONLIMITFRC,
                                .objtype = mjOBJ_TENDON},
    [LB_ELEM_FRAMEPOS] = {.name = "framepos",
                          .rules = frameposRules,
                          .groups = {GROUP(sensorBaseGroup), GROUP(frameObjectGroup),
                                     GROUP(frameReferenceGroup)},
                          .sensor = mjSENS_FRAMEPOS},
    [LB_ELEM_FRAMEQUAT] = {.name = "framequat",
                           .rules = framequatRules,
                           .groups = {GROUP(sensorBaseGroup), GROUP(frameObjectGroup),
                                      GROUP(frameReferenceGroup)},
                           .sensor = mjSENS_FRAMEQUAT},
    [LB_ELEM_FRAMEXAXIS] = {.name = "framexaxis",
                            .rules = framexaxisRules,
                            .groups = {GROUP(sensorBaseGroup), GROUP(frameObjectGroup),
                                       GROUP(frameReferenceGroup)},
                            .sensor = mjSENS_FRAMEXAXIS},
    [LB_ELEM_FRAMEYAXIS] = {.name = "frameyaxis",
                            .rules = frameyaxisRules,
                            .groups = {GROUP(sensorBaseGroup), GROUP(frameObjectGroup),
                                       GROUP(frameReferenceGroup)},
                            .sensor = mjSENS_FRAMEYAXIS},
    [LB_ELEM_FRAMEZAXIS] = {.name = "framezaxis",
                            .rules = framezaxisRules,
                            .groups = {GROUP(sensorBaseGroup), GROUP(frameObjectGroup),
                                       GROUP(frameReferenceGroup)},
                            .sensor = mjSENS_FRAMEZAXIS},
    [LB_ELEM_FRAMELINVEL] = {.name = "framelinvel",
                             .rules = framelinvelRules,
                             .groups = {GROUP(sensorBaseGroup), GROUP(frameObjectGroup),
                                        GROUP(frameReferenceGroup)},
                             .sensor = mjSENS_FRAMELINVEL},
    [LB_ELEM_FRAMEANGVEL] = {.name = "frameangvel",
                             .rules = frameangvelRules,
                             .groups = {GROUP(sensorBaseGroup), GROUP(frameObjectGroup),
                                        GROUP(frameReferenceGroup)},
                             .sensor = mjSENS_FRAMEANGVEL},
    [LB_ELEM_FRAMELINACC] = {.name = "framelinacc",
                             .groups = {GROUP(sensorBaseGroup), GROUP(frameObjectGroup)},
                             .sensor = mjSENS_FRAMELINACC},
    [LB_ELEM_FRAMEANGACC] = {.name = "frameangacc",
                             .groups = {GROUP(sensorBaseGroup), GROUP(frameObjectGroup)},
                             .sensor = mjSENS_FRAMEANGACC},
    [LB_ELEM_SUBTREECOM] = {.name = "subtreecom",
                            ATTRIBUTES(subtreecomAttributes),
                            .groups = {GROUP(sensorBaseGroup)},
                            .sensor = mjSENS_SUBTREECOM,
                            .objtype = mjOBJ_BODY},
    [LB_ELEM_SUBTREELINVEL] = {.name = "subtreelinvel",
                               ATTRIBUTES(subtreelinvelAttributes),
                               .groups = {GROUP(sensorBaseGroup)},
                               .sensor = mjSENS_SUBTREELINVEL,
                               .objtype = mjOBJ_BODY},
    [LB_ELEM_SUBTREEANGMOM] = {.name = "subtreeangmom",
                               ATTRIBUTES(subtreeangmomAttributes),
                               .groups = {GROUP(sensorBaseGroup)},
                               .sensor = mjSENS_SUBTREEANGMOM,
                               .objtype = mjOBJ_BODY},
    [LB_ELEM_INSIDESITE] = {.name = "insidesite",
                            ATTRIBUTES(insidesiteAttributes),
                            .groups = {GROUP(sensorBaseGroup)},
                            .sensor = mjSENS_INSIDESITE,
                            .reftype = mjOBJ_SITE},
    [LB_ELEM_DISTANCE] = {.name = "distance",
                          ATTRIBUTES(distanceAttributes),
                          .rules = distanceRules,
                          .groups = {GROUP(sensorBaseGroup)}},
    [LB_ELEM_NORMAL] = {.name = "normal",
                        ATTRIBUTES(normalAttributes),
                        .rules = normalRules,
                        .groups = {GROUP(sensorBaseGroup)}},
    [LB_ELEM_FROMTO] = {.name = "fromto",
                        ATTRIBUTES(fromtoAttributes),
                        .rules = fromtoRules,
                        .groups = {GROUP(sensorBaseGroup)}},
    [LB_ELEM_SENSOR_CONTACT] = {.name = "contact",
                                ATTRIBUTES(sensorContactAttributes),
                                .rules = sensorContactRules,
                                .groups = {GROUP(sensorBaseGroup)}},
    [LB_ELEM_E_POTENTIAL] = {.name = "e_potential",
                             .groups = {GROUP(sensorBaseGroup)},
                             .sensor = mjSENS_E_POTENTIAL,
                             .objtype = mjOBJ_UNKNOWN},
    [LB_ELEM_E_KINETIC] = {.name = "e_kinetic",
                           .groups = {GROUP(sensorBaseGroup)},
                           .sensor = mjSENS_E_KINETIC,
                           .objtype = mjOBJ_UNKNOWN},
    [LB_ELEM_CLOCK] = {.name = "clock",
                       .groups = {GROUP(sensorBaseGroup)},
                       .sensor = mjSENS_CLOCK,
                       .objtype = mjOBJ_UNKNOWN},
    [LB_ELEM_TACTILE] = {.name = "tactile", ATTRIBUTES(tactileAttributes)},
    [LB_ELEM_USER] = {.name = "user", ATTRIBUTES(userAttributes), .rules = userRules},
    [LB_ELEM_SENSOR_PLUGIN] = {.name = "plugin",
                               ATTRIBUTES(sensorPluginAttributes),
                               CHILDREN(sensorPluginChildren)},
    [LB_ELEM_CUSTOM] = {.name = "custom", CHILDREN(customChildren)},
    [LB_ELEM_NUMERIC] = {.name = "numeric", ATTRIBUTES(numericAttributes)},
    [LB_ELEM_TEXT] = {.name = "text", ATTRIBUTES(textAttributes)},
    [LB_ELEM_TUPLE] = {.name = "tuple", ATTRIBUTES(tupleAttributes), CHILDREN(tupleChildren)},
    [LB_ELEM_ELEMENT] = {.name = "element", ATTRIBUTES(elementAttributes)},
    [LB_ELEM_KEYFRAME] = {.name = "keyframe", CHILDREN(keyframeChildren)},
    [LB_ELEM_KEY] = {.name = "key", ATTRIBUTES(keyAttributes)},
    [LB_ELEM_WORLDBODY] = {.name = "worldbody", CHILDREN(worldbodyChildren)},
    [LB_ELEM_FRAME] = {.name = "frame",
                       ATTRIBUTES(frameAttributes),
                       .groups = {GROUP(orientationGroup)},
                       CHILDREN(frameChildren)},
    [LB_ELEM_REPLICATE] = {.name = "replicate",
                           ATTRIBUTES(replicateAttributes),
                           CHILDREN(replicateChildren)},
    [LB_ELEM_DEFAULT_EQUALITY] = {.name = "equality", ATTRIBUTES(defaultEqualityAttributes)},
    [LB_ELEM_DEFAULT_TENDON] = {.name = "tendon", ATTRIBUTES(defaultTendonAttributes)},
};

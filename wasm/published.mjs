// Published names that the engine itself does not use: the words that viewers show for flags and frames, and enums of
// renderer and user interface, kept so that programs written for the peer find them.
/** In the form of the generated table. @type {Record<string, string>} */
export const publishedEnums = {
  mjrIndexType: 'mjINDEX_TYPE_U16 mjINDEX_TYPE_U32',
  mjrMeshPrimitiveType: 'mjMESH_PRIMITIVE_TYPE_TRIANGLES mjMESH_PRIMITIVE_TYPE_LINES',
  mjrPixelFormat:
    'mjPIXEL_FORMAT_UNKNOWN mjPIXEL_FORMAT_R8 mjPIXEL_FORMAT_RGB8 mjPIXEL_FORMAT_RGBA8 ' +
    'mjPIXEL_FORMAT_R32F mjPIXEL_FORMAT_DEPTH32F mjPIXEL_FORMAT_KTX',
  mjrVertexAttributeType:
    'mjVERTEX_ATTRIBUTE_TYPE_FLOAT2 mjVERTEX_ATTRIBUTE_TYPE_FLOAT3 ' +
    'mjVERTEX_ATTRIBUTE_TYPE_FLOAT4 mjVERTEX_ATTRIBUTE_TYPE_UBYTE4',
  mjrVertexAttributeUsage:
    'mjVERTEX_ATTRIBUTE_USAGE_POSITION mjVERTEX_ATTRIBUTE_USAGE_NORMAL ' +
    'mjVERTEX_ATTRIBUTE_USAGE_TANGENTS mjVERTEX_ATTRIBUTE_USAGE_UV ' +
    'mjVERTEX_ATTRIBUTE_USAGE_COLOR',
  mjtButton: 'mjBUTTON_NONE mjBUTTON_LEFT mjBUTTON_RIGHT mjBUTTON_MIDDLE',
  mjtCTimer:
    'mjCTIMER_TOTAL mjCTIMER_ASSETS mjCTIMER_TEXTURE mjCTIMER_MESH_LOAD ' +
    'mjCTIMER_MESH_HULL mjCTIMER_MESH_POLYGON mjCTIMER_MESH_INERTIA mjCTIMER_MESH_BVH ' +
    'mjCTIMER_MESH_OCTREE mjNCTIMER',
  mjtDepthMap: 'mjDEPTH_ZERONEAR mjDEPTH_ZEROFAR',
  mjtEvent:
    'mjEVENT_NONE mjEVENT_MOVE mjEVENT_PRESS mjEVENT_RELEASE mjEVENT_SCROLL mjEVENT_KEY ' +
    'mjEVENT_RESIZE mjEVENT_REDRAW mjEVENT_FILESDROP',
  mjtFont: 'mjFONT_NORMAL mjFONT_SHADOW mjFONT_BIG',
  mjtFontScale:
    'mjFONTSCALE_50=50 mjFONTSCALE_100=100 mjFONTSCALE_150=150 mjFONTSCALE_200=200 ' +
    'mjFONTSCALE_250=250 mjFONTSCALE_300=300',
  mjtFramebuffer: 'mjFB_WINDOW mjFB_OFFSCREEN',
  mjtGridPos:
    'mjGRID_TOPLEFT mjGRID_TOPRIGHT mjGRID_BOTTOMLEFT mjGRID_BOTTOMRIGHT mjGRID_TOP ' +
    'mjGRID_BOTTOM mjGRID_LEFT mjGRID_RIGHT',
  mjtItem:
    'mjITEM_END=-2 mjITEM_SECTION mjITEM_SEPARATOR mjITEM_STATIC mjITEM_BUTTON ' +
    'mjITEM_CHECKINT mjITEM_CHECKBYTE mjITEM_RADIO mjITEM_RADIOLINE mjITEM_SELECT ' +
    'mjITEM_SLIDERINT mjITEM_SLIDERNUM mjITEM_EDITINT mjITEM_EDITNUM mjITEM_EDITFLOAT ' +
    'mjITEM_EDITTXT mjNITEM',
  mjtSection: 'mjSECT_CLOSED mjSECT_OPEN mjSECT_FIXED',
};

/** Words for flags and frames, by the index that the enums give. @type {Record<string, (string | string[])[]>} */
export const stringTables = {
  mjDISABLESTRING: [
    'Constraint',
    'Equality',
    'Frictionloss',
    'Limit',
    'Contact',
    'Spring',
    'Damper',
    'Gravity',
    'Clampctrl',
    'Warmstart',
    'Filterparent',
    'Actuation',
    'Refsafe',
    'Sensor',
    'Midphase',
    'Eulerdamp',
    'AutoReset',
    'NativeCCD',
    'Island',
    'MultiCCD',
  ],
  mjENABLESTRING: ['Override', 'Energy', 'Fwdinv', 'InvDiscrete', 'Sleep', 'DiagExact'],
  mjFRAMESTRING: ['None', 'Body', 'Geom', 'Site', 'Camera', 'Light', 'Contact', 'World'],
  mjLABELSTRING: [
    'None',
    'Body',
    'Joint',
    'Geom',
    'Site',
    'Camera',
    'Light',
    'Tendon',
    'Actuator',
    'Constraint',
    'Flex',
    'Skin',
    'Selection',
    'SelPoint',
    'Contact',
    'ContactForce',
    'Island',
  ],
  mjRNDSTRING: [
    ['Shadow', '1', 'S'],
    ['Wireframe', '0', 'W'],
    ['Reflection', '1', 'R'],
    ['Additive', '0', 'L'],
    ['Skybox', '1', 'K'],
    ['Fog', '0', 'G'],
    ['Haze', '1', '/'],
    ['Depth', '0', ''],
    ['Segment', '0', ','],
    ['Id Color', '0', ''],
    ['Cull Face', '1', ''],
  ],
  mjTIMERSTRING: [
    'step',
    'forward',
    'inverse',
    'position',
    'velocity',
    'actuation',
    'constraint',
    'advance',
    'pos_kinematics',
    'pos_inertia',
    'pos_collision',
    'pos_make',
    'pos_project',
    'col_broadphase',
    'col_narrowphase',
  ],
  mjVISSTRING: [
    ['Convex Hull', '0', 'H'],
    ['Texture', '1', 'X'],
    ['Joint', '0', 'J'],
    ['Camera', '0', 'Q'],
    ['Actuator', '0', 'U'],
    ['Activation', '0', ','],
    ['Light', '0', 'Z'],
    ['Tendon', '1', 'V'],
    ['Range Finder', '1', 'Y'],
    ['Equality', '0', 'E'],
    ['Inertia', '0', 'I'],
    ['Scale Inertia', '0', "'"],
    ['Perturb Force', '0', 'B'],
    ['Perturb Object', '1', 'O'],
    ['Contact Point', '0', 'C'],
    ['Island', '0', 'N'],
    ['Contact Force', '0', 'F'],
    ['Contact Split', '0', 'P'],
    ['Transparent', '0', 'T'],
    ['Auto Connect', '0', 'A'],
    ['Center of Mass', '0', 'M'],
    ['Select Point', '0', ''],
    ['Static Body', '1', 'D'],
    ['Skin', '1', ';'],
    ['Flex Vert', '0', ''],
    ['Flex Edge', '1', ''],
    ['Flex Face', '0', ''],
    ['Flex Skin', '1', ''],
    ['Body Tree', '0', '`'],
    ['Mesh Tree', '0', '\\'],
    ['SDF iters', '0', ''],
  ],
};

// Published names that the engine itself does not use: the words that viewers show for flags and frames, and enums of
// renderer and user interface, kept so that programs written for the peer find them.

/** Name, meaning, values. @type {[name: string, comment: string, values: Record<string, number>][]} */
const enums = [
  ['mjrIndexType', 'Types of indices of a renderer.', { mjINDEX_TYPE_U16: 0, mjINDEX_TYPE_U32: 1 }],
  [
    'mjrMeshPrimitiveType',
    'What a mesh of a renderer is made of.',
    { mjMESH_PRIMITIVE_TYPE_TRIANGLES: 0, mjMESH_PRIMITIVE_TYPE_LINES: 1 },
  ],
  [
    'mjrPixelFormat',
    'Formats of pixels of a renderer.',
    {
      mjPIXEL_FORMAT_UNKNOWN: 0,
      mjPIXEL_FORMAT_R8: 1,
      mjPIXEL_FORMAT_RGB8: 2,
      mjPIXEL_FORMAT_RGBA8: 3,
      mjPIXEL_FORMAT_R32F: 4,
      mjPIXEL_FORMAT_DEPTH32F: 5,
      mjPIXEL_FORMAT_KTX: 6,
    },
  ],
  [
    'mjrVertexAttributeType',
    'Types of numbers of a vertex.',
    {
      mjVERTEX_ATTRIBUTE_TYPE_FLOAT2: 0,
      mjVERTEX_ATTRIBUTE_TYPE_FLOAT3: 1,
      mjVERTEX_ATTRIBUTE_TYPE_FLOAT4: 2,
      mjVERTEX_ATTRIBUTE_TYPE_UBYTE4: 3,
    },
  ],
  [
    'mjrVertexAttributeUsage',
    'What numbers of a vertex are.',
    {
      mjVERTEX_ATTRIBUTE_USAGE_POSITION: 0,
      mjVERTEX_ATTRIBUTE_USAGE_NORMAL: 1,
      mjVERTEX_ATTRIBUTE_USAGE_TANGENTS: 2,
      mjVERTEX_ATTRIBUTE_USAGE_UV: 3,
      mjVERTEX_ATTRIBUTE_USAGE_COLOR: 4,
    },
  ],
  [
    'mjtButton',
    'Buttons of the mouse.',
    { mjBUTTON_NONE: 0, mjBUTTON_LEFT: 1, mjBUTTON_RIGHT: 2, mjBUTTON_MIDDLE: 3 },
  ],
  [
    'mjtDepthMap',
    'How distances become depths of a picture.',
    { mjDEPTH_ZERONEAR: 0, mjDEPTH_ZEROFAR: 1 },
  ],
  [
    'mjtEvent',
    'Events of a user interface.',
    {
      mjEVENT_NONE: 0,
      mjEVENT_MOVE: 1,
      mjEVENT_PRESS: 2,
      mjEVENT_RELEASE: 3,
      mjEVENT_SCROLL: 4,
      mjEVENT_KEY: 5,
      mjEVENT_RESIZE: 6,
      mjEVENT_REDRAW: 7,
      mjEVENT_FILESDROP: 8,
    },
  ],
  ['mjtFont', 'Fonts of a user interface.', { mjFONT_NORMAL: 0, mjFONT_SHADOW: 1, mjFONT_BIG: 2 }],
  [
    'mjtFontScale',
    'Sizes of fonts, percent.',
    {
      mjFONTSCALE_50: 50,
      mjFONTSCALE_100: 100,
      mjFONTSCALE_150: 150,
      mjFONTSCALE_200: 200,
      mjFONTSCALE_250: 250,
      mjFONTSCALE_300: 300,
    },
  ],
  ['mjtFramebuffer', 'Where pictures are drawn.', { mjFB_WINDOW: 0, mjFB_OFFSCREEN: 1 }],
  [
    'mjtGridPos',
    'Where overlay texts stand.',
    {
      mjGRID_TOPLEFT: 0,
      mjGRID_TOPRIGHT: 1,
      mjGRID_BOTTOMLEFT: 2,
      mjGRID_BOTTOMRIGHT: 3,
      mjGRID_TOP: 4,
      mjGRID_BOTTOM: 5,
      mjGRID_LEFT: 6,
      mjGRID_RIGHT: 7,
    },
  ],
  [
    'mjtItem',
    'Items of a user interface.',
    {
      mjITEM_END: -2,
      mjITEM_SECTION: -1,
      mjITEM_SEPARATOR: 0,
      mjITEM_STATIC: 1,
      mjITEM_BUTTON: 2,
      mjITEM_CHECKINT: 3,
      mjITEM_CHECKBYTE: 4,
      mjITEM_RADIO: 5,
      mjITEM_RADIOLINE: 6,
      mjITEM_SELECT: 7,
      mjITEM_SLIDERINT: 8,
      mjITEM_SLIDERNUM: 9,
      mjITEM_EDITINT: 10,
      mjITEM_EDITNUM: 11,
      mjITEM_EDITFLOAT: 12,
      mjITEM_EDITTXT: 13,
      mjNITEM: 14,
    },
  ],
  [
    'mjtSection',
    'States of sections of a user interface.',
    { mjSECT_CLOSED: 0, mjSECT_OPEN: 1, mjSECT_FIXED: 2 },
  ],
];

export const publishedEnums = enums.map(([name, comment, values]) => ({
  name,
  comment,
  values: Object.entries(values).map(([key, value]) => ({ name: key, value, comment: '' })),
}));

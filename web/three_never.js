// What three asks for in vain in our pages: conditions that never hold. Written as such, the bundler leaves out what hangs on them.

/** @typedef {import('acorn').AnyNode} Node */
/** @typedef {import('./text_changes.js').Change} Change */

/** Classes that no page makes, directly or by something else; three asks its objects whether they are such. */
const CLASSES =
  `MeshLambertMaterial MeshPhongMaterial MeshStandardMaterial MeshPhysicalMaterial MeshToonMaterial MeshMatcapMaterial
  MeshDepthMaterial MeshDistanceMaterial MeshNormalMaterial NodeMaterial PointsMaterial SpriteMaterial ShadowMaterial LineDashedMaterial
  RawShaderMaterial VideoTexture VideoFrameTexture HTMLTexture CompressedTexture CompressedArrayTexture CompressedCubeTexture
  Data3DTexture FramebufferTexture CubeDepthTexture WebGL3DRenderTarget WebGLArrayRenderTarget WebGLCubeRenderTarget
  Sprite Points LOD BatchedMesh SkinnedMesh LineLoop FogExp2 GLBufferAttribute InterleavedBufferAttribute`.split(
    /\s+/,
  );

/** Properties of materials, and what programs of the graphics card are made of, that are off in ours. */
const MAPS =
  `map matcap envMap aoMap lightMap bumpMap normalMap displacementMap emissiveMap metalnessMap roughnessMap anisotropyMap clearcoatMap
  clearcoatNormalMap clearcoatRoughnessMap diffuseRoughnessMap iridescenceMap iridescenceThicknessMap sheenColorMap sheenRoughnessMap
  specularMap specularColorMap specularIntensityMap transmissionMap thicknessMap gradientMap alphaMap alphaHash anisotropy clearcoat
  diffuseRoughness dispersion iridescence sheen transmission`.split(/\s+/);
const OFF = new Map([
  [
    'material',
    new Set([...MAPS, 'emissive', 'retroreflectivity', 'sizeAttenuation', 'stencilWrite']),
  ],
  [
    'parameters',
    new Set([
      ...MAPS,
      ...MAPS.map((name) => `${name}Uv`),
      ...`batching batchingColor instancingMorph envMapPMREM envMapMode envMapMaxLod envMapSize normalMapObjectSpace normalMapTangentSpace
        packedNormalMap retroreflection combine vertexUv1s vertexUv2s vertexUv3s vertexTangents pointsUvs fogExp2 skinning
        sizeAttenuation morphTargets morphNormals morphColors morphTargetsCount morphTextureStride numSunLights numDirLights
        numPointLights numSpotLights numSpotLightMaps numRectAreaLights numHemiLights numSunLightShadows numDirLightShadows
        numPointLightShadows numSpotLightShadows numSpotLightShadowsWithMaps numLightProbes numLightProbeGrids numClippingPlanes
        numClipIntersection shadowMapEnabled shadowMapType decodeVideoTexture decodeVideoTextureEmissive useDepthPacking depthPacking
        extensionClipCullDistance extensionMultiDraw`.split(/\s+/),
    ]),
  ],
]);
const FLAGS = new Set(CLASSES.map((name) => `is${name}`));
/** Formats of textures that come compressed. */
const COMPRESSED = /_(S3TC|PVRTC|ETC1|ETC2|EAC|ASTC|BPTC|RGTC)\w*_Format$|_RGTC\d_Format$/;

/** Entries of tables that are looked up by name, as far as they are used; the others go. @type {Record<string, string[]>} */
const ENTRIES = {
  ShaderLib: ['basic'],
  UniformsLib: ['common', 'specularmap', 'envmap', 'aomap', 'lightmap', 'fog'],
  shaderIDs: ['MeshBasicMaterial', 'LineBasicMaterial'],
};

/** @param {Node} node */
function* childrenOf(node) {
  for (const value of Object.values(node))
    for (const one of Array.isArray(value) ? value : [value])
      if (typeof one?.type === 'string') yield /** @type {Node} */ (one);
}

/** Whether a condition never holds. @param {Node} node */
function neverHolds(node) {
  if (node.type === 'MemberExpression' && !node.computed) {
    const { object, property } = node;
    const name = property.type === 'Identifier' ? property.name : '';
    return FLAGS.has(name) || (object.type === 'Identifier' && OFF.get(object.name)?.has(name));
  }
  if (node.type !== 'BinaryExpression' || node.operator !== '===') return false;
  return node.right.type === 'Identifier' && COMPRESSED.test(node.right.name);
}

/** Whether a test begins with what never holds. @param {Node} test */
function failsFirst(test) {
  if (test.type === 'LogicalExpression')
    return test.operator === '&&' ? neverHolds(test.left) : false;
  if (test.type === 'BinaryExpression' && test.operator === '>') return neverHolds(test.left);
  return neverHolds(test);
}

/** Whether a node stands for nothing where it is: a define that is never made, a part of a key that is always the same. @param {Node} node @param {Node} parent */
function isIdle(node, parent) {
  if (parent.type === 'ArrayExpression')
    return (
      node.type === 'ConditionalExpression' &&
      failsFirst(node.test) &&
      node.alternate.type === 'Literal' &&
      node.alternate.value === ''
    );
  if (node.type !== 'ExpressionStatement' || node.expression.type !== 'CallExpression')
    return false;
  const { callee, arguments: given } = node.expression;
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return false;
  return callee.object.name === 'array' && given.length === 1 && neverHolds(given[0]);
}

/** Whether a property of a table is looked up by nobody. @param {Node} node @param {string} table @param {(name: string) => boolean} isIncluded whether a shader includes another one */
function isUnusedEntry(node, table, isIncluded) {
  if (node.type !== 'Property' || node.key.type !== 'Identifier') return false;
  const { name } = node.key;
  if (table === 'ShaderChunk') return !isIncluded(name);
  if (table === 'parameters') return OFF.get(table)?.has(name);
  return Object.hasOwn(ENTRIES, table) && !ENTRIES[table].includes(name);
}

/**
 * What changes when all that never holds is written as such.
 * @param {string} code
 * @param {Node} program
 * @param {string} users all that uses three
 */
export function withoutNever(code, program, users) {
  const included = new Set(
    Array.from(
      `${code}${users}`.matchAll(/#include <(\w+)>|ShaderChunk(?:\.|\[ ?')(\w+)/g),
      ([, one, other]) => one ?? other,
    ),
  );
  /** @type {Change[]} */
  const changes = [];
  /** @param {Node} node with the comma after it */
  const leaveOut = ({ start, end }) => {
    const [comma] = /^\s*,/.exec(code.slice(end)) ?? [''];
    changes.push({ start, end: end + comma.length, text: '' });
  };
  /** @param {Node} node @param {Node} parent @param {string} table the variable that the node is the value of */
  const visit = (node, parent, table) => {
    const isTarget = parent.type === 'AssignmentExpression' && parent.left === node;
    if (isIdle(node, parent) || isUnusedEntry(node, table, (name) => included.has(name)))
      return leaveOut(node);
    if (!isTarget && neverHolds(node)) {
      changes.push({ start: node.start, end: node.end, text: 'false' });
      return;
    }
    const isTable = node.type === 'VariableDeclarator' && node.id.type === 'Identifier';
    const own = isTable && node.id.type === 'Identifier' ? node.id.name : '';
    const inner = isTable ? own : node.type === 'ObjectExpression' ? table : '';
    for (const child of childrenOf(node)) visit(child, node, inner);
  };
  for (const child of childrenOf(program)) visit(child, program, '');
  return changes;
}

/** Ends the build where something is made that is said never to be. @param {string} users all that uses three */
export function checkNever(users) {
  const uniform = /\buniform (?:\w+ )?([iu]vec\d|uint|mat2|sampler3D|[iu]sampler\w+) /.exec(
    users,
  )?.[1];
  if (uniform)
    throw new Error(`a page has a uniform ${uniform}: web/three_parts.js leaves its kind out`);
  for (const name of CLASSES)
    if (new RegExp(`\\bnew ${name}\\b`).test(users))
      throw new Error(`a page makes a ${name}: web/three_never.js says that none does`);
}

// three without what no page of ours does: lights, shadows and environments of its own, its materials with light,
// writing scenes as JSON, animation. Bundlers cannot leave these out, since they are parts of what is used. Each has a line here, and a
// name that three no longer has ends the build.
import { parse } from 'acorn';
import { changed } from './text_changes.js';
import { checkNever, withoutNever } from './three_never.js';

/** @typedef {import('acorn').AnyNode} Node */

/** Bodies of functions by where they are: an outer function or class, then what is in it. */
const BODIES = {
  'three.module.js': {
    WebGLEnvironments: '{ return { get: ( texture ) => texture, dispose() {} }; }',
    WebGLMorphtargets: '{ return { update() {} }; }',
    WebGLUniformsGroups: '{ return { bind() {}, update() {}, dispose() {} }; }',
    WebGLShadowMap:
      '{ this.enabled = false; this.autoUpdate = true; this.needsUpdate = false; this.type = PCFShadowMap; this.render = () => {}; }',
    WebGLOutput: '{}',
    'WebGLLights.setup': '{}',
    'WebGLLights.setupView': '{}',
    'WebGLMaterials.refreshUniformsPoints': '{}',
    'WebGLMaterials.refreshUniformsSprites': '{}',
    'WebGLMaterials.refreshUniformsPhong': '{}',
    'WebGLMaterials.refreshUniformsToon': '{}',
    'WebGLMaterials.refreshUniformsStandard': '{}',
    'WebGLMaterials.refreshUniformsPhysical': '{}',
    'WebGLMaterials.refreshUniformsMatcap': '{}',
    'WebGLMaterials.refreshUniformsDistance': '{}',
    'WebGLRenderer.setEffects': '{}',
    'WebGLRenderer.renderTransmissionPass': '{}',
    'WebGLRenderer.compile': '{}',
    'WebGLRenderer.compileAsync': '{}',
    'WebGLRenderer.copyTextureToTexture': '{}',
    'WebGLRenderer.copyFramebufferToTexture': '{}',
    'WebGLRenderer.readRenderTargetPixelsAsync': '{}',
    'WebGLTextures.updateVideoTexture': '{}',
    'WebGLBackground.addToRenderList': '{}',
    'WebGLClipping.init': '{ return false; }',
    'WebGLClipping.beginShadows': '{}',
    'WebGLClipping.endShadows': '{}',
    'WebGLClipping.setGlobalState': '{}',
    'WebGLClipping.setState': '{}',
    'WebGLState.StencilBuffer':
      '{ return { setTest() {}, setMask() {}, setFunc() {}, setOp() {}, setClear() {}, reset() {} }; }',
    'WebGLState.reset': '{}',
    'WebGLState.updateUBOMapping': '{}',
    'WebGLState.uniformBlockBinding': '{}',
    getDFGLUT: '{}',
    getToneMappingFunction: '{}',
    setValueM2: '{}',
    setValueV2i: '{}',
    setValueV3i: '{}',
    setValueV4i: '{}',
    setValueV1ui: '{}',
    setValueV2ui: '{}',
    setValueV3ui: '{}',
    setValueV4ui: '{}',
    setValueT3D1: '{}',
    setValueM2Array: '{}',
    setValueV2iArray: '{}',
    setValueV3iArray: '{}',
    setValueV4iArray: '{}',
    setValueV1uiArray: '{}',
    setValueV2uiArray: '{}',
    setValueV3uiArray: '{}',
    setValueV4uiArray: '{}',
    setValueT3DArray: '{}',
    setValueT6Array: '{}',
    setValueT2DArrayArray: '{}',
    replaceLightNums: String.raw`{ return string.replace( /\bNUM_\w*LIGHT\w*/g, 0 ); }`,
    replaceClippingPlaneNums: '{ return string; }',
  },
  'three.core.js': {
    'Color.setColorName': "{ throw new Error( 'Colours have no names here.' ); }",
  },
};
/** Methods that no class keeps; those that nobody names go, too. */
const METHODS = ['toJSON', 'fromJSON'];
/** Statements at the top that hold on to a class. */
const HOLD = /^(\w*KeyframeTrack\.prototype|PropertyBinding|ShaderLib|Color)\./;

/** Functions that a piece of the program has, with their names. @param {Node} node @returns {[name: string, body: Node][]} */
function functionsIn(node) {
  switch (node.type) {
    case 'FunctionDeclaration':
      return [[node.id?.name ?? '', node.body]];
    case 'ClassDeclaration':
      return [[node.id?.name ?? '', node.body]];
    case 'MethodDefinition':
      return node.key.type === 'Identifier' ? [[node.key.name, node.value.body]] : [];
    case 'ExpressionStatement': {
      const { expression } = node;
      if (expression.type !== 'AssignmentExpression') return [];
      const { left, right } = expression;
      if (left.type !== 'MemberExpression' || right.type !== 'FunctionExpression') return [];
      return left.property.type === 'Identifier' ? [[left.property.name, right.body]] : [];
    }
    default:
      return [];
  }
}

/** What is inside of a body; of a class what is in its constructor, too. @param {Node} body @returns {Node[]} */
function inside(body) {
  if (body.type === 'BlockStatement') return body.body;
  if (body.type !== 'ClassBody') return [];
  const own = /** @type {Node[]} */ (body.body);
  const made = own.flatMap((one) =>
    one.type === 'MethodDefinition' && one.kind === 'constructor' ? inside(one.value.body) : [],
  );
  return [...own, ...made];
}

/** A module as a program. @param {string} code @param {import('acorn').Comment[]} [comments] */
export const read = (code, comments) =>
  parse(code, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    ...(comments && { onComment: comments }),
  });

/** Functions with a place of their own, see BODIES. @param {Node} program @param {string} place */
function bodyAt(program, place) {
  let nodes = program.type === 'Program' ? /** @type {Node[]} */ (program.body) : [];
  /** @type {Node | undefined} */
  let found;
  for (const name of place.split('.')) {
    found = nodes.flatMap(functionsIn).find(([own]) => own === name)?.[1];
    if (!found) throw new Error(`three has no ${place}: web/three_parts.js names it`);
    nodes = inside(found);
  }
  return /** @type {Node} */ (found);
}

/** Methods and functions that objects get, with their names. @param {Node[]} nodes @returns {[name: string, node: Node][]} */
function methodsIn(nodes) {
  return nodes.flatMap((node) => {
    // what a constructor makes is among what is inside of its class
    if (node.type === 'MethodDefinition' && node.kind !== 'method') return [];
    if (node.type !== 'MethodDefinition' && node.type !== 'ExpressionStatement')
      return functionsIn(node).flatMap(([, body]) => methodsIn(inside(body)));
    return functionsIn(node).map(([name]) => /** @type {[string, Node]} */ ([name, node]));
  });
}

/** How often each word is there. @param {string} text */
function count(text) {
  /** @type {Map<string, number>} */
  const words = new Map();
  for (const [word] of text.matchAll(/[\w$]+/g)) words.set(word, (words.get(word) ?? 0) + 1);
  return words;
}

/**
 * The texts of files of three without their unused parts.
 * @param {Record<keyof typeof BODIES, string>} files
 * @param {string} users all that uses three: methods whose names are neither in it nor elsewhere in three are left out
 */
export function withoutParts(files, users) {
  const asked = new Set(users.match(/[\w$]+/g));
  const names = /** @type {(keyof typeof BODIES)[]} */ (Object.keys(files));
  const less = { ...files };
  for (const file of names) {
    /** @type {import('acorn').Comment[]} */
    const comments = [];
    const program = read(files[file], comments);
    const changes = Object.entries(BODIES[file]).map(([place, text]) => {
      const { start, end } = bodyAt(program, place);
      return { start, end, text };
    });
    for (const { start, end, type } of program.body)
      if (type === 'ExpressionStatement' && HOLD.test(files[file].slice(start, end)))
        changes.push({ start, end, text: '' });
    const gone = [...changes];
    const isGone = (/** @type {number} */ at) =>
      gone.some(({ start, end }) => start <= at && at < end);
    for (const { start, end, value } of comments)
      if (!isGone(start) && !/[#@]__/.test(value)) changes.push({ start, end, text: ' ' });
    const shorter = changed(files[file], changes);
    less[file] = changed(shorter, withoutNever(shorter, read(shorter), users));
  }
  checkNever(users);
  for (let gone = 1; gone > 0;) {
    gone = 0;
    const programs = names.map((file) => methodsIn(read(less[file]).body));
    const words = count(Object.values(less).join('\n'));
    const defined = count(programs.flatMap((all) => all.map(([name]) => name)).join('\n'));
    const isUnused = (/** @type {string} */ name) =>
      METHODS.includes(name) || (!asked.has(name) && words.get(name) === defined.get(name));
    names.forEach((file, k) => {
      const unused = programs[k].filter(([name]) => isUnused(name));
      gone += unused.length;
      const changes = unused.map(([, { start, end }]) => ({ start, end, text: '' }));
      less[file] = changed(less[file], changes);
    });
  }
  return less;
}

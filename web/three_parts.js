// three without what no page of ours does: lights, shadows and environments of its own, its materials with light, picking by triangles,
// writing scenes as JSON, animation. Bundlers cannot leave these out, since they are parts of what is used. Each has a line here, and a
// name that three no longer has ends the build.
import { parse } from 'acorn';

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
    'WebGLTextures.uploadCubeTexture': '{}',
    'WebGLTextures.updateVideoTexture': '{}',
  },
  'three.core.js': {},
};
/** Methods that no class keeps. */
const METHODS = new Set(['toJSON', 'fromJSON', 'raycast']);
/** Statements at the top that hold on to a class. */
const HOLD = /^(\w*KeyframeTrack\.prototype|PropertyBinding)\./;

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

/**
 * The text of a file of three without its unused parts.
 * @param {string} code
 * @param {keyof typeof BODIES} file
 */
export function withoutParts(code, file) {
  const program = parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
  /** @type {{ start: number, end: number, text: string }[]} */
  const changes = [];
  for (const [place, text] of Object.entries(BODIES[file])) {
    /** @type {Node[]} */
    let nodes = program.body;
    /** @type {Node | undefined} */
    let found;
    for (const name of place.split('.')) {
      found = nodes.flatMap(functionsIn).find(([own]) => own === name)?.[1];
      if (!found) throw new Error(`three has no ${place}: web/three_parts.js names it`);
      nodes = inside(found);
    }
    if (found) changes.push({ start: found.start, end: found.end, text });
  }
  for (const node of program.body) {
    const { start, end } = node;
    if (node.type === 'ExpressionStatement' && HOLD.test(code.slice(start, end)))
      changes.push({ start, end, text: '' });
    if (node.type === 'ClassDeclaration')
      for (const one of node.body.body)
        if (one.type === 'MethodDefinition' && functionsIn(one).some(([name]) => METHODS.has(name)))
          changes.push({ start: one.start, end: one.end, text: '' });
  }
  changes.sort((a, b) => b.start - a.start);
  let less = code;
  for (const { start, end, text } of changes) less = less.slice(0, start) + text + less.slice(end);
  return less;
}

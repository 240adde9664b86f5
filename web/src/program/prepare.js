// Programs that visitors write: the file program.js among those of a model. Its text is checked here and made a classic script, line by
// line and column by column the same; limber/viewer runs it in a sandbox.
import { parse } from 'acorn';
import { ProgramError } from 'limber/viewer';

/** @typedef {import('acorn').Node} Node */

/** What starts a program. */
export const TEMPLATE = `// Runs before every step. Change a number: it runs on with it.
// sim.data and sim.model have the arrays of the simulation, sim.joint('name') and its like have single objects.
export const parameters = {
  strength: { title: 'Strength', value: 0.5, min: 0, max: 2 },
};

export function step(sim, t, { strength }) {
  for (let i = 0; i < sim.model.nu; i++) sim.data.ctrl[i] = strength * Math.sin(2 * t + i);
  sim.plot('speed', Math.hypot(...sim.data.qvel));
}
`;

/** What can be exported. */
const EXPORTS = ['step', 'start', 'parameters', 'state'];
const LONGEST = 200_000; // characters

/** @param {string} message @param {Node} node */
const wrong = (message, node) => new ProgramError(message, node.loc?.start.line);

/** Nodes under one, with itself. @param {Node} node @returns {Generator<Node>} */
function* walk(node) {
  yield node;
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child.type === 'string') yield* walk(child);
}

/** The text as a tree. @param {string} text */
function read(text) {
  if (text.length > LONGEST)
    throw new ProgramError(`A program has at most ${LONGEST.toLocaleString('en')} characters.`);
  try {
    return parse(text, {
      ecmaVersion: 2022,
      sourceType: 'module',
      allowAwaitOutsideFunction: false,
      locations: true,
    });
  } catch (error) {
    const { message, loc } = /** @type {SyntaxError & { loc?: { line: number } }} */ (error);
    throw new ProgramError(message.replace(/ \(\d+:\d+\)$/, ''), loc?.line);
  }
}

/** The script of a program; throws where it cannot be one. @param {string} text */
export function prepare(text) {
  const tree = read(text);
  for (const node of walk(tree)) {
    if (/^Import|^MetaProperty$/.test(node.type) && text.startsWith('import', node.start))
      throw wrong('A program stands alone: it cannot import anything.', node);
    if (/^Export(Default|All)/.test(node.type))
      throw wrong(`A program exports by name: ${EXPORTS.join(', ')}.`, node);
  }
  let code = text;
  let hasStep = false;
  for (const node of tree.body) {
    if (node.type !== 'ExportNamedDeclaration') continue;
    const { declaration } = node;
    if (!declaration)
      throw wrong('Write `export` before what is declared: export function step(sim, t) {}.', node);
    const until = declaration.start;
    code = code.slice(0, node.start) + ' '.repeat(until - node.start) + code.slice(until);
    hasStep ||= declaration.type === 'FunctionDeclaration' && declaration.id.name === 'step';
    hasStep ||=
      declaration.type === 'VariableDeclaration' &&
      declaration.declarations.some(({ id }) => id.type === 'Identifier' && id.name === 'step');
  }
  if (!hasStep) throw new ProgramError('A program exports a function `step(sim, t)`.', 1);
  return code;
}

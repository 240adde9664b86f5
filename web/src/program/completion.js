// Completions of programs: what `sim` has, the arrays of mjData and mjModel, and the fields of objects, with their meaning.
import { snippetCompletion } from '@codemirror/autocomplete';
import { fieldsOf } from 'limber/fields';
import { handleFields, handleKinds } from 'limber/viewer';

/** @typedef {import('@codemirror/autocomplete').Completion} Completion */

/** @param {string} struct @returns {Completion[]} */
const arrays = (struct) =>
  fieldsOf(struct)
    .filter(
      ({ type, shape }) =>
        /^(mjtNum|int|mjtBool|mjtByte|float|mjtSize|mjtInt\w*)$/.test(type) || shape,
    )
    .map(({ name, shape, meaning }) => ({
      label: name,
      detail: shape,
      info: meaning,
      type: 'property',
    }));

/** Fields of objects of a kind. @param {string} kind @returns {Completion[]} */
function fieldsOfKind(kind) {
  const meanings = new Map(
    [...fieldsOf('mjModel'), ...fieldsOf('mjData')].map((field) => [field.name, field]),
  );
  return Object.entries(handleFields(kind)).map(([label, { field }]) => ({
    label,
    detail: meanings.get(field)?.name,
    info: meanings.get(field)?.meaning,
    type: 'property',
  }));
}

/** @returns {Completion[]} */
const ofSim = () => [
  {
    label: 'data',
    info: 'Arrays of the state and of what follows from it (mjData).',
    type: 'property',
  },
  { label: 'model', info: 'Sizes and arrays of the model (mjModel).', type: 'property' },
  { label: 'time', detail: 's', info: 'Simulated time.', type: 'property' },
  { label: 'timestep', detail: 's', info: 'Time of a step.', type: 'property' },
  snippetCompletion("plot('${name}', ${value})", {
    label: 'plot',
    info: 'Shows a number as a curve: Plots, Program.',
    type: 'method',
  }),
  ...handleKinds.map((kind) =>
    snippetCompletion(`${kind}('\${name}')`, {
      label: kind,
      info: `The ${kind} of a name.`,
      type: 'method',
    }),
  ),
];

/** @type {Completion[]} */
const exported = [
  snippetCompletion('export function step(sim, t) {\n\t${}\n}', {
    label: 'step',
    info: 'Called before every step; t is the simulated time in seconds.',
    type: 'function',
  }),
  snippetCompletion('export function start(sim) {\n\t${}\n}', {
    label: 'start',
    info: 'Called before the first step, and when the simulation starts again.',
    type: 'function',
  }),
  snippetCompletion(
    "export const parameters = {\n\t${name}: { title: '${Title}', value: ${1}, min: ${0}, max: ${2} },\n};",
    {
      label: 'parameters',
      info: 'Become sliders, and the third argument of step.',
      type: 'variable',
    },
  ),
  snippetCompletion('export const state = { ${} };', {
    label: 'state',
    info: 'Kept while the program is edited.',
    type: 'variable',
  }),
];

/** A source of completions for CodeMirror. @param {import('@codemirror/autocomplete').CompletionContext} context */
export function completeProgram({ state, pos }) {
  const before = state.sliceDoc(Math.max(0, pos - 400), pos);
  const path = /\bsim((?:\.\w+(?:\([^()]*\))?)*)\.(\w*)$/.exec(before);
  const word = /\w*$/.exec(before)?.[0] ?? '';
  const validFor = /^\w*$/;
  if (path) {
    const [, inner] = path;
    const kind = /^\.(\w+)\(/.exec(inner)?.[1] ?? '';
    const options =
      inner === ''
        ? ofSim()
        : inner === '.data'
          ? arrays('mjData')
          : inner === '.model'
            ? arrays('mjModel')
            : handleKinds.includes(kind)
              ? fieldsOfKind(kind)
              : [];
    return { from: pos - word.length, validFor, options };
  }
  const line = /(?:^|\n)((?:export )?\w+)$/.exec(before);
  return line && { from: pos - line[1].length, options: exported };
}

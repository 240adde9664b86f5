// Completion in the editor: elements, attributes, keywords and references, as the MJCF table of the engine has them.
import { snippetCompletion } from '@codemirror/autocomplete';
import schema from 'virtual:mjcf-schema';

/** @typedef {import('virtual:mjcf-schema').Attribute} Attribute */
/** @typedef {import('virtual:mjcf-schema').Element} Element */

const TAG =
  /<!--[\s\S]*?(?:-->|$)|<[?!][^>]*(?:>|$)|<\/([\w]*)\s*(?:>|$)|<(\w*)((?:[^>"']|"[^"]*(?:"|$)|'[^']*(?:'|$))*?)(\/>|>|$)/g;

/**
 * Where the end of a text is: the elements around it, and the tag that it is in.
 * @param {string} text from the start of the document to the place
 * @returns {{ path: string[], tag: string | null, inside: string }} tag: name as far as it is written, null outside of tags;
 *   inside: the attributes as far as they are written
 */
export function placeIn(text) {
  /** @type {string[]} */
  const path = [];
  let tag = null;
  let inside = '';
  for (const match of text.matchAll(TAG)) {
    const [all, closed, opened, attributes, end] = match;
    tag = null;
    if (closed !== undefined) {
      const at = path.lastIndexOf(closed);
      if (at >= 0) path.length = at;
    } else if (opened !== undefined) {
      const atEnd = match.index + all.length === text.length;
      if (end === '' && atEnd) [tag, inside] = [opened, attributes];
      else if (end === '>') path.push(opened);
    } else if (all.startsWith('<!--') && !all.endsWith('-->'))
      return { path, tag: '!', inside: '' };
  }
  return { path, tag, inside };
}

/** The element of the table at the end of a path of names. @param {string[]} path @returns {Element | null} */
export function elementAt(path) {
  let element = path[0] === 'mujoco' ? schema.MUJOCO : null;
  for (const name of path.slice(1)) {
    if (!element) return null;
    // a default class holds default classes, a body bodies
    const id = element.children.find((child) => schema[child].name === name);
    element = id ? schema[id] : element.name === name ? element : null;
  }
  return element;
}

/** Names that a reference can have: of the elements that define such names. @param {string} text @param {string | undefined} target */
function namesOf(text, target) {
  const tags = new Set(
    Object.values(schema)
      .filter(({ attributes }) => attributes.some(({ names }) => names === target))
      .map(({ name }) => name),
  );
  const key = target === 'default' ? 'class' : 'name';
  if (target === 'default') tags.add('default');
  const names = new Set();
  for (const [, tag, attributes] of text.matchAll(/<(\w+)\s([^>]*)/g)) {
    const name =
      tags.has(tag) && attributes.match(new RegExp(`(?:^|\\s)${key}\\s*=\\s*["']([^"']+)`))?.[1];
    if (name) names.add(name);
  }
  return [...names];
}

/** @param {Attribute} attribute */
function detailOf({ type, initial }) {
  const short = type.length > 46 ? `${type.slice(0, 44)} …` : type;
  return initial === undefined ? short : `${short} = ${initial}`;
}

/** @param {Element | null} element @param {number} from */
function elementOptions(element, from) {
  if (!element) return null;
  const children = [...new Set(element.children)].map((id) => schema[id]);
  return {
    from,
    validFor: /^\w*$/,
    options: children.map(({ name, children: inner }) =>
      snippetCompletion(inner.length > 0 ? `${name}>\n\t\${}\n</${name}>` : `${name} \${}/>`, {
        label: name,
        type: 'type',
      }),
    ),
  };
}

/** @param {Element | null} element @param {string} inside @param {number} position @param {string} text */
function attributeOptions(element, inside, position, text) {
  if (!element) return null;
  const value = inside.match(/([\w]+)\s*=\s*["']([^"']*)$/);
  if (value) {
    const attribute = element.attributes.find(({ name }) => name === value[1]);
    const words = attribute?.values ?? (attribute?.refers ? namesOf(text, attribute.refers) : []);
    const written = value[2].match(/\S*$/)?.[0] ?? '';
    return {
      from: position - written.length,
      options: words.map((label) => ({ label, type: 'constant' })),
    };
  }
  const written = inside.match(/\s(\w*)$/);
  if (!written) return null;
  const used = new Set([...inside.matchAll(/(\w+)\s*=/g)].map((match) => match[1]));
  return {
    from: position - written[1].length,
    validFor: /^\w*$/,
    options: element.attributes
      .filter(({ name }) => !used.has(name))
      .map((attribute) =>
        snippetCompletion(`${attribute.name}="\${}"`, {
          label: attribute.name,
          detail: detailOf(attribute),
          info: attribute.meaning,
          type: 'property',
        }),
      ),
  };
}

/** A source of completions for CodeMirror. @param {import('@codemirror/autocomplete').CompletionContext} context */
export function completeMjcf(context) {
  const { state, pos } = context;
  const { path, tag, inside } = placeIn(state.sliceDoc(0, pos));
  if (tag === null || tag === '!') return null;
  if (path.length === 0 && tag === '' && inside === '')
    return {
      from: pos,
      options: [snippetCompletion('mujoco>\n\t${}\n</mujoco>', { label: 'mujoco', type: 'type' })],
    };
  if (inside === '') return elementOptions(elementAt(path), pos - tag.length);
  return attributeOptions(elementAt([...path, tag]), inside, pos, state.doc.toString());
}

// What of three comes later, as a module of its own: headsets, which most visits never see.
import { changed } from './text_changes.js';
import { read } from './three_parts.js';

/** @typedef {import('acorn').AnyNode} Node */

const ROOT = 'WebXRManager';
const MADE = /new WebXRManager\( (\w+), (\w+) \)/;

/** The words of a text. @param {string} text */
const wordsOf = (text) => new Set(text.match(/[\w$]+/g));

/** The names that a statement at the top declares. @param {Node} node @returns {string[]} */
function declared(node) {
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration')
    return node.id ? [node.id.name] : [];
  if (node.type !== 'VariableDeclaration') return [];
  return node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
}

/**
 * Takes the class for headsets, and what only it uses, out of three's renderer.
 * @param {string} code of three.module.js
 * @param {{ later: string, itself: string, core: string, standIn: string }} places of modules: of what is taken out, of the renderer, of
 *   three.core.js and of later_xr.js
 * @returns {{ code: string, later: string }} the texts of both modules
 */
export function takeApart(code, { later, itself, core, standIn }) {
  const { body } = read(code);
  const statements = body.map((node) => {
    const text = code.slice(node.start, node.end);
    return { node, text, names: declared(node), words: wordsOf(text) };
  });
  const root = statements.find(({ names }) => names.includes(ROOT));
  if (!root || !MADE.test(code))
    throw new Error(`three makes no ${ROOT}: web/three_apart.js takes it apart wrongly`);
  const taken = new Set([root]);
  const own = statements.filter(({ names }) => names.length > 0);
  for (let size = 0; size < taken.size;) {
    size = taken.size;
    for (const one of own) {
      const users = own.filter(
        (other) => other !== one && one.names.some((name) => other.words.has(name)),
      );
      if (users.length > 0 && users.every((user) => taken.has(user))) taken.add(one);
    }
  }
  const wanted = new Set([...taken].flatMap(({ words }) => [...words]));
  const shared = own.filter((one) => !taken.has(one)).flatMap(({ names }) => names);
  const imported = body.flatMap((node) =>
    node.type === 'ImportDeclaration' ? node.specifiers.map(({ local }) => local.name) : [],
  );
  const namesOf = (/** @type {string[]} */ all) =>
    all.filter((name) => wanted.has(name)).join(', ');
  const exported = new Set(
    body.flatMap((node) =>
      node.type === 'ExportNamedDeclaration' && !node.source
        ? [...wordsOf(code.slice(node.start, node.end))]
        : [],
    ),
  );
  const further = shared.filter((name) => wanted.has(name) && !exported.has(name));
  const gone = Array.from(taken, ({ node: { start, end } }) => ({ start, end, text: '' }));
  const rest = changed(code, gone);
  const made = `laterXr( () => import( ${JSON.stringify(later)} ).then( ( { ${ROOT} } ) => new ${ROOT}( $1, $2 ) ) )`;
  return {
    code: `import { laterXr } from ${JSON.stringify(standIn)};\n${rest.replace(MADE, made)}\nexport { ${further.join(', ')} };\n`,
    later: [
      `import { ${namesOf(imported)} } from ${JSON.stringify(core)};`,
      `import { ${namesOf(shared)} } from ${JSON.stringify(itself)};`,
      ...[...taken].sort((a, b) => a.node.start - b.node.start).map(({ text }) => text),
      `export { ${ROOT} };`,
    ].join('\n'),
  };
}

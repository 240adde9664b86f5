// The package's studio has no copy of what dist/viewer.js holds (engine, renderer, three): its chunks import that from there, and
// viewer.js exports what they ask for under short names besides its own.
import fs from 'node:fs';
import path from 'node:path';
import { changed } from '../web/text_changes.js';
import { root } from './run.mjs';

const FIELDS = 'js/engine/generated/fields.js'; // stands alone, and is large: the package's file is used
const MARK = 'limber-shared:';

/** How chunks in dist/studio/assets name files of the package. @param {string} file */
const fromAssets = (file) => `../../../${file}`;

/**
 * What the studio uses of other files: a module's name and one of its exports, '*' for all.
 * @typedef {{ file: string, name: string, as: string }} Shared
 */

/** @typedef {import('acorn').ImportDeclaration | import('acorn').ImportExpression} Import */

/** The module that an import names. @param {import('acorn').AnyNode} node */
function sourceOf(node) {
  const { source } = /** @type {Partial<Import>} */ (node);
  if (source?.type === 'TemplateLiteral' && source.expressions.length === 0)
    return source.quasis[0].value.cooked ?? '';
  return source?.type === 'Literal' && typeof source.value === 'string' ? source.value : '';
}

/** @param {Set<string>} files absolute, modules of viewer.js */
export function sharedCode(files) {
  /** @type {Map<string, Shared>} */
  const used = new Map();
  /** @param {string} file @param {string} name */
  const exported = (file, name) => {
    const key = `${file} ${name}`;
    const known = used.get(key) ?? { file, name, as: `_${used.size}` };
    used.set(key, known);
    return known.as;
  };

  /** One import of a chunk in the words of what it imports from. @param {Import} node */
  function rewritten(node) {
    const file = sourceOf(node).slice(MARK.length);
    const isFields = file === path.join(root, FIELDS);
    const from = JSON.stringify(fromAssets(isFields ? FIELDS : 'dist/viewer.js'));
    const nameOf = (/** @type {string} */ name) => (isFields ? name : exported(file, name));
    if (node.type === 'ImportExpression')
      return isFields ? `import(${from})` : `import(${from}).then(m=>m.${nameOf('*')})`;
    const specifiers = node.specifiers.map((one) => {
      const { local } = one;
      if (one.type === 'ImportDefaultSpecifier') return `${nameOf('default')} as ${local.name}`;
      if (one.type === 'ImportNamespaceSpecifier') return `${nameOf('*')} as ${local.name}`;
      const name = 'name' in one.imported ? one.imported.name : one.imported.value;
      return `${nameOf(String(name))} as ${local.name}`;
    });
    if (specifiers.some((one) => one.startsWith('* '))) return `import ${specifiers}from${from};`;
    return specifiers.length > 0 ? `import{${specifiers}}from${from};` : `import${from};`;
  }

  /** @type {import('vite').Plugin} */
  const plugin = {
    name: 'limber-shared-code',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!importer) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (!found || found.external) return null;
      const isShared = files.has(found.id) || found.id === path.join(root, FIELDS);
      return isShared ? { id: `${MARK}${found.id}`, external: true } : found;
    },
    async generateBundle(_options, bundle) {
      // not before the set-up has installed it
      const { parse } = await import('acorn');
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.code.includes(MARK)) continue;
        const tree = parse(chunk.code, { ecmaVersion: 'latest', sourceType: 'module' });
        chunk.code = rewriteImports(chunk.code, tree, rewritten);
      }
    },
  };

  /** Exports that make viewer.js serve the studio too. */
  const furtherExports = () =>
    [...used.values()]
      .map(({ file, name, as }) =>
        name === '*'
          ? `export * as ${as} from '${file}';`
          : `export { ${name} as ${as} } from '${file}';`,
      )
      .join('\n');
  return { plugin, furtherExports };
}

/** @param {string} code @param {import('acorn').Program} tree of the code @param {(node: Import) => string} rewritten */
function rewriteImports(code, tree, rewritten) {
  /** @type {Import[]} */
  const found = [];
  /** @param {import('acorn').AnyNode} node */
  const visit = (node) => {
    if (sourceOf(node).startsWith(MARK)) {
      if (node.type !== 'ImportDeclaration' && node.type !== 'ImportExpression')
        throw new Error(`what the studio shares cannot be exported again: ${sourceOf(node)}`);
      found.push(node);
    }
    for (const value of Object.values(node).flat())
      if (value && typeof value === 'object' && 'type' in value) visit(value);
  };
  visit(tree);
  return changed(
    code,
    found.map((node) => ({ start: node.start, end: node.end, text: rewritten(node) })),
  );
}

/** Workers of the studio: what they use of 'limber' is dist/limber.js. @returns {import('vite').Plugin} */
export const workerCode = () => ({
  name: 'limber-worker-code',
  enforce: 'pre',
  resolveId(source, importer) {
    const isLimber = importer && source === path.join(root, 'js/index.js');
    return isLimber ? { id: fromAssets('dist/limber.js'), external: true } : null;
  },
});

/** Modules that a bundle runs at once, absolute. @param {import('esbuild').Metafile} metafile @param {string} entry */
export function modulesOf(metafile, entry) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string} name */
  const visit = (name) => {
    if (found.has(name)) return;
    found.add(name);
    for (const { path: other, kind, external } of metafile.inputs[name].imports)
      if (kind === 'import-statement' && !external) visit(other);
  };
  visit(entry);
  found.delete(entry);
  return new Set([...found].map((name) => fs.realpathSync(path.join(root, name))));
}

// House rules of the C sources: a test file for each source with logic, no long functions; and of
// everything that is published: what compatibility fixes has an id, and a test with that id.
// What breaks a rule is named with file and line.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'acorn';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const MAX_FUNCTION_LINES = 80;

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  const entries = fs.readdirSync(path.join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(name) : [name];
  });
}

/** @param {string} file */
const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');
/** @param {string} file */
const linesOf = (file) => read(file).split('\n');

/** @param {string[]} findings @param {string} rule */
function report(findings, rule) {
  assert.ok(findings.length === 0, `${rule}\n  ${findings.join('\n  ')}`);
}

// Folders whose files are written by hand.
const published = ['src', 'wasm', 'js']
  .flatMap(filesBelow)
  .filter((file) => /\.(c|cc|h|inc|m?js)$/.test(file) && !file.startsWith('js/engine/generated/'));
const tests = filesBelow('tests').filter((file) => /\.(c|h|m?js)$/.test(file));
const sources = filesBelow('src').filter((file) => /\.(c|cc)$/.test(file));

const ID = '[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+';

/** Every remark on compatibility: where it stands and its ids. */
function remarks() {
  return published.flatMap((file) =>
    linesOf(file).flatMap((line, index) => {
      if (!/\bCOMPAT\b/.test(line)) return [];
      const match = line.match(new RegExp(`\\bCOMPAT: (${ID}(?:, ${ID})*):( |$)`));
      return [{ place: `${file}:${index + 1}`, ids: match ? match[1].split(', ') : [] }];
    }),
  );
}

test('what compatibility fixes has an id', () => {
  const findings = remarks().filter(({ ids }) => ids.length === 0);
  report(
    findings.map(({ place }) => place),
    'write `COMPAT: SOME-ID: why`, and the id into the test that fails when the behaviour changes:',
  );
});

test('every id of a remark on compatibility stands in a test', () => {
  const words = new Set(
    tests.flatMap((file) => read(file).match(new RegExp(`\\b${ID}\\b`, 'g')) ?? []),
  );
  const findings = remarks().flatMap(({ place, ids }) =>
    ids.filter((id) => !words.has(id)).map((id) => `${place}: ${id}`),
  );
  report(findings, 'no file below tests/ has this id:');
});

// tests/c/untested.txt: `src/a/b.c  # why it needs no test file of its own`.
function untested() {
  return linesOf('tests/c/untested.txt').flatMap((line, index) => {
    const place = `tests/c/untested.txt:${index + 1}`;
    if (!line || line.startsWith('#')) return [];
    const [, file, reason] = line.match(/^(\S+)\s+# (\S.*)$/) ?? [];
    assert.ok(file, `${place}: write 'src/folder/file.c  # reason'`);
    assert.ok(sources.includes(file), `${place}: ${file} does not exist, delete the line`);
    return [{ place, file, reason }];
  });
}

/** @param {string} source */
const testOf = (source) => source.replace(/^src/, 'tests/c').replace(/\.cc?$/, '_test.c');

test('each C source with logic has a test file of its own name', () => {
  const exempt = new Set(untested().map(({ file }) => file));
  const findings = sources.filter((file) => !exempt.has(file) && !tests.includes(testOf(file)));
  report(
    findings.map((file) => `${file}:1: no ${testOf(file)}`),
    'write the test, or a line with the reason into tests/c/untested.txt:',
  );
});

test('a source that has a test file is not among those that need none', () => {
  const findings = untested().filter(({ file }) => tests.includes(testOf(file)));
  report(
    findings.map(({ place, file }) => `${place}: ${file} has a test now`),
    'delete the line:',
  );
});

// Where a type stands: in braces, brackets and lists, behind a colon, a bar or an arrow. Prose has the word between words.
const ANY = /(?:[{<(|,:&]|=>) *any *(?:[}>)|,;=&]|\[\]|$)/;

test('no type is any', () => {
  const findings = ['js', 'wasm', 'scripts', 'web', 'tests']
    .flatMap(filesBelow)
    .filter((file) => /\.(m?js|d\.ts|mts)$/.test(file) && !/\/(dist|public)\//.test(file))
    .flatMap((file) =>
      linesOf(file).flatMap((line, index) => {
        const isType = /\.m?ts$/.test(file) || /^\s*(\/?\*|\/\/)|\/\*\*/.test(line);
        return isType && ANY.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [];
      }),
    );
  const rule = 'say what it is, or unknown and a check or a cast:';
  assert.equal(findings.length, 0, `${rule}\n  ${findings.join('\n  ')}`);
});

/** Functions of a syntax tree with their lines, also those inside of others. @param {unknown} node @returns {{ start: number, end: number }[]} */
function functionsBelow(node) {
  if (node === null || typeof node !== 'object') return [];
  const inner = Object.values(node).flatMap(functionsBelow);
  const { type, loc } = /** @type {Partial<import('acorn').Node>} */ (node);
  return type?.includes('Function') && loc
    ? [{ start: loc.start.line, end: loc.end.line }, ...inner]
    : inner;
}

test(`no JavaScript function is longer than ${MAX_FUNCTION_LINES} lines`, () => {
  const findings = ['js', 'wasm', 'scripts', 'web']
    .flatMap(filesBelow)
    .filter((file) => /\.m?js$/.test(file) && !/\/(dist|public|generated)\//.test(file))
    // functions there are texts of kernels with gaps
    .filter((file) => !file.startsWith('js/gpu/wgsl/'))
    .flatMap((file) =>
      functionsBelow(
        parse(read(file), {
          ecmaVersion: 'latest',
          sourceType: 'module',
          locations: true,
          allowHashBang: true,
        }),
      )
        .filter(({ start, end }) => end - start >= MAX_FUNCTION_LINES)
        .map(({ start, end }) => `${file}:${start}: ${end - start + 1} lines`),
    );
  assert.equal(findings.length, 0, `split these:\n  ${findings.join('\n  ')}`);
});

/** Lines that wait outside of any function. @param {unknown} node @returns {number[]} */
function waitsAtTop(node) {
  if (node === null || typeof node !== 'object') return [];
  const { type, loc, ...rest } = /** @type {Partial<import('acorn').Node>} */ (node);
  if (type?.includes('Function')) return [];
  const waits = type === 'AwaitExpression' || ('await' in rest && rest.await === true);
  return waits && loc ? [loc.start.line] : Object.values(rest).flatMap(waitsAtTop);
}

// Vite makes scripts of workers that are no modules, which cannot wait.
test('nothing that is imported waits at its top level', () => {
  const findings = filesBelow('js')
    .filter((file) => file.endsWith('.js') && !file.startsWith('js/cli/'))
    .flatMap((file) =>
      waitsAtTop(
        parse(read(file), { ecmaVersion: 'latest', sourceType: 'module', locations: true }),
      ).map((line) => `${file}:${line}`),
    );
  report(findings, 'use then, or wait in a function:');
});

// The functions of a C file. clang-format lays a definition out so that it starts and ends in the
// first column, and nothing inside of it does.
/** @param {string} file @returns {{ line: number, count: number, name: string }[]} */
function functionsOf(file) {
  const found = [];
  const lines = linesOf(file);
  let start = -1; // of the declaration at hand
  let isOpen = false; // its brace
  for (const [index, line] of lines.entries()) {
    const code = line.replace(/\s*\/\/.*/, '');
    const starts = /^[A-Za-z_]/.test(code) && !/^(extern "C"|namespace.*) \{$/.test(code);
    if (starts && (start < 0 || isOpen)) {
      start = index; // what was open had its last brace on an indented line
      isOpen = false;
    }
    if (start < 0) continue;
    if (isOpen ? code.startsWith('}') : code === '' || /;$/.test(code)) {
      const head = lines.slice(start, index).join(' ');
      if (code === '}') {
        found.push({
          line: start + 1,
          count: index - start + 1,
          name: head.match(/(\w+)\((?!\()/)?.[1] ?? '',
        });
      }
      start = -1;
      isOpen = false;
    } else if (/\{$/.test(code)) {
      isOpen = true;
    }
  }
  return found;
}

test(`no C function is longer than ${MAX_FUNCTION_LINES} lines`, () => {
  const findings = [...published, ...tests]
    .filter((file) => /\.(c|cc|h)$/.test(file))
    .flatMap((file) =>
      functionsOf(file)
        .filter(({ count }) => count > MAX_FUNCTION_LINES)
        .map(({ line, count, name }) => `${file}:${line}: ${name}, ${count} lines`),
    );
  report(findings, 'split these:');
});

test('what sets everything up imports nothing that it has yet to install', () => {
  /** @type {Set<string>} */
  const seen = new Set();
  const findings = /** @type {string[]} */ ([]);
  /** @param {string} file */
  const visit = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const node of parse(read(file), { ecmaVersion: 'latest', sourceType: 'module' }).body) {
      const from = 'source' in node ? node.source?.value : undefined;
      if (typeof from !== 'string' || from.startsWith('node:')) continue;
      if (from.startsWith('.')) visit(path.posix.join(path.posix.dirname(file), from));
      else findings.push(`${file}: ${from}`);
    }
  };
  ['scripts/test.mjs', 'scripts/start.mjs', 'scripts/setup.mjs'].forEach(visit);
  assert.ok(seen.has('scripts/dist.mjs'));
  report(findings, 'import these with import() where they are used:');
});

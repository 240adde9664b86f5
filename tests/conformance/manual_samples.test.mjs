// DIAG-09: every C sample of the manual (../shared/manual) compiles against the public headers, as it stands.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const manual = path.resolve(root, '../shared/manual');
// (a clone that stands alone has no manual beside it)
const skip = fs.existsSync(manual) ? false : 'there is no manual beside the project';

// What samples speak of without declaring it.
const CONTEXT = `#include "mujoco.h"
#include <stdio.h>
extern mjModel *m, *mexisting, *model;
extern mjData *d, *dexisting, *src, *dst;
extern mjVFS* vfs;
extern mjSpec* spec;
extern char* errstr;
extern int errstr_sz, i, sig;
extern mjtNum *myqpos, *myqvel, *myqposqvel;
void mycontroller(const mjModel* m, mjData* d);
void worker(const mjModel* m, mjData* d);
int omp_get_num_procs(void), omp_get_thread_num(void);
void omp_set_dynamic(int on), omp_set_num_threads(int count);
`;

const CODE =
  /^\s*(\/\/.*|#(include|pragma|define)\b.*|\.\.\.|[{}]+|(if|for|while|else|switch)\b.*[);{]?|(case .*|default):|.*[;{}]\s*(\/\/.*)?)$/;

/** @param {string[]} lines */
const isCode = (lines) =>
  lines.length > 0 && lines.every((line) => CODE.test(line)) && /;/.test(lines.join('\n'));

/** Samples of plain text: paragraphs of code; those that show alternatives stand for themselves. @param {string} text */
function samplesOfText(text) {
  const samples = [];
  let sample = '';
  for (const paragraph of `${text}\n\nEnd`.split(/\n\s*\n/)) {
    const lines = paragraph.split('\n');
    const alternative = /^\/\/ (option \d|this is|do this|DO NOT)/.test(lines[0]);
    const inside = sample !== '' && lines.every((line) => CODE.test(line));
    if ((isCode(lines) || inside) && !alternative) sample += `${paragraph}\n\n`;
    else {
      if (sample) samples.push(sample);
      sample = isCode(lines) ? paragraph : '';
    }
  }
  return samples;
}

/** Samples of reStructuredText, whose indents are lost: from a directive to the first line that is no code. @param {string} text */
function samplesOfMarkup(text) {
  return text
    .split(/^\.\. code:: [cC]\n/m)
    .slice(1)
    .map((rest) => {
      const lines = rest.split('\n');
      return lines
        .slice(
          0,
          lines.findIndex((line) => !CODE.test(line)),
        )
        .join('\n');
    });
}

const samples = (skip ? [] : fs.readdirSync(manual))
  .filter((name) => name.endsWith('.txt'))
  .map((name) => fs.readFileSync(path.join(manual, name), 'utf8'))
  .flatMap((text) => (text.includes('.. code::') ? samplesOfMarkup(text) : samplesOfText(text)));

test('the C samples of the manual are found', { skip }, () => {
  const all = samples.join('\n');
  assert.ok(samples.length >= 20, `${samples.length} samples`);
  for (const word of ['mj_forwardSkip', 'mj_implicit', 'mjMAX', 'mj_stackAllocNum', 'mj_name2id'])
    assert.ok(all.includes(word), word);
});

test('they compile', { skip }, () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-manual-'));
  try {
    fs.writeFileSync(path.join(folder, 'mujoco.h'), '#include "limber.h"\n');
    samples.forEach((sample, k) => {
      const code = sample.replace(/^\.\.\.$/gm, '');
      const isWhole = /^(void|int) \w+\(.*\)\s*[{;]/m.test(code);
      const unit = isWhole ? code : `void sample(void) {\n${code}\n}\n`;
      const file = path.join(folder, `${k}.c`);
      fs.writeFileSync(file, /#include/.test(code) ? unit : `${CONTEXT}${unit}`);
      const { status, stderr } = spawnSync(
        'clang-19',
        ['-fsyntax-only', '-std=gnu11', '-Werror=implicit-function-declaration']
          .concat(['-Werror=incompatible-pointer-types', '-Werror=int-conversion'])
          .concat([`-I${folder}`, '-Isrc/api', file]),
        { cwd: root, encoding: 'utf8' },
      );
      assert.equal(status, 0, `${sample}\n${stderr}`);
    });
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

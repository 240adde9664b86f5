// npm run contact-sheet: the reference pictures drawn by our renderer beside those of native MuJoCo.
//
// usage: npm run contact-sheet -- [TEXT ...]   only pictures whose name contains a TEXT
//        --out FOLDER                          where the sheet goes (build/contact-sheet)
//        --vertex-light                        light at corners, as native MuJoCo has it, not at every pixel
//
// Reads ../shared/renders and ../shared/models. Writes one PNG per picture (ours | native | difference x 3), index.html with all of
// them and what is left of differences, and report.json; prints one line per picture. Fails where silhouettes overlap by less than
// 97%, or colours differ by more than 1.3 of 255 in the mean, and contact_sheet_reasons.mjs does not say why.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { startPictures } from '../tests/browser/picture_server.mjs';
import { expectedOf, reasonOf } from './contact_sheet_reasons.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const shared = path.resolve(root, '../shared');
const args = process.argv.slice(2);
const outAt = args.indexOf('--out');
const out = outAt < 0 ? path.join(root, 'build/contact-sheet') : path.resolve(args[outAt + 1]);
if (outAt >= 0) args.splice(outAt, 2);
const vertexLight = args.includes('--vertex-light');
const texts = args.filter((text) => !text.startsWith('--'));

/** @typedef {import('../tests/browser/pictures/reference.js').Entry} Entry */

/** @type {(Entry & { scene_geoms: number })[]} */
const manifest = JSON.parse(fs.readFileSync(path.join(shared, 'renders/manifest.json'), 'utf8'));
const enums = JSON.parse(fs.readFileSync(path.join(shared, 'reference/enums.json'), 'utf8'));
const chosen = manifest.filter(
  ({ image }) => texts.length === 0 || texts.some((text) => image.includes(text)),
);

/** @param {number | null} share */
const percent = (share, digits = 2) => (share === null ? '-' : (100 * share).toFixed(digits) + '%');

/**
 * One picture of the manifest: numbers of the comparison and PNG.
 *
 * @param {Awaited<ReturnType<typeof startPictures>>} pictures
 * @param {Entry} entry
 */
async function compare(pictures, entry) {
  const { page, problems } = await pictures.open();
  try {
    return await page.evaluate(
      async ({ entry, enums, vertexLight }) => {
        const { compareReference } = await import('/tests/browser/pictures/reference.js');
        return compareReference(entry, enums, vertexLight);
      },
      { entry, enums, vertexLight },
    );
  } finally {
    for (const problem of [...new Set(problems)].slice(0, 3))
      console.log('   ', problem.slice(0, 1500));
    await page.close();
  }
}

fs.mkdirSync(out, { recursive: true });
const pictures = await startPictures({
  models: path.join(shared, 'models'),
  renders: path.join(shared, 'renders'),
});
/**
 * @typedef {object} Row what the report says of a picture
 * @property {string} image
 * @property {boolean} good
 * @property {string} [error]
 * @property {number | null} [overlap] of the silhouettes
 * @property {number} [mean] difference of colours, of 255
 * @property {number} [near] share of the pixels within 8
 * @property {number} [expectedGeoms]
 * @property {string} [reason]
 */

/** @type {Row[]} */
const report = [];
for (const entry of chosen) {
  const { image, scene_geoms: expectedGeoms } = entry;
  const reason = reasonOf(image);
  try {
    const { png, ...numbers } = await compare(pictures, entry);
    fs.writeFileSync(path.join(out, image), Buffer.from(png, 'base64'));
    const { overlap, mean } = expectedOf(image);
    const good = (numbers.overlap ?? 1) >= overlap && numbers.mean <= mean;
    report.push({ image, ...numbers, expectedGeoms, reason, good });
    console.log(
      `${image.padEnd(32)} overlap ${percent(numbers.overlap)}  mean difference ${numbers.mean.toFixed(2)}  ` +
        `near ${percent(numbers.near, 1)}  geoms ${numbers.geoms}/${expectedGeoms}  calls ${numbers.calls}${good ? '' : '  TOO FAR'}`,
    );
  } catch (error) {
    console.log(`${image.padEnd(32)} failed: ${String(error).slice(0, 400)}`);
    report.push({ image, error: String(error), good: false });
  }
}
await pictures.close();

fs.writeFileSync(path.join(out, 'report.json'), JSON.stringify(report, null, 1));
const rows = report.map(
  ({ image, overlap = null, mean = NaN, near = null, reason, error }) =>
    `<h2>${image}</h2><p>overlap of silhouettes ${percent(overlap)}, mean difference of colours ${mean.toFixed(2)} of 255, ` +
    `${percent(near, 1)} of the pixels within 8. ${reason ?? ''} ${error ?? ''}</p><img src="${image}" width="1920" alt="">`,
);
fs.writeFileSync(
  path.join(out, 'index.html'),
  `<!doctype html><meta charset="utf-8"><title>Ours, native, difference x 3</title>${rows.join('\n')}`,
);
const far = report.filter(({ good }) => !good);
console.log(`${report.length - far.length} of ${report.length} are as near as they should be`);
process.exitCode = far.length > 0 ? 1 : 0;

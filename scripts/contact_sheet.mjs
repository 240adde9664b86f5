// npm run contact-sheet: the reference pictures drawn by our renderer beside those of native MuJoCo.
//
// usage: npm run contact-sheet -- [TEXT ...]   only pictures whose name contains a TEXT
//        --out FOLDER                          where the sheet goes (build/contact-sheet)
//
// Reads ../shared/renders and ../shared/models. Writes one PNG per picture (ours | native | difference x 3), index.html with all of
// them, and report.json; prints one line per picture.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { startPictures } from '../tests/browser/picture_server.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const shared = path.resolve(root, '../shared');
const args = process.argv.slice(2);
const outAt = args.indexOf('--out');
const out = outAt < 0 ? path.join(root, 'build/contact-sheet') : path.resolve(args[outAt + 1]);
if (outAt >= 0) args.splice(outAt, 2);
const vertexLight = args.includes('--vertex-light');
const texts = args.filter((text) => !text.startsWith('--'));

const manifest = JSON.parse(fs.readFileSync(path.join(shared, 'renders/manifest.json'), 'utf8'));
const enums = JSON.parse(fs.readFileSync(path.join(shared, 'reference/enums.json'), 'utf8'));
const chosen = manifest.filter(
  ({ image }) => texts.length === 0 || texts.some((text) => image.includes(text)),
);

fs.mkdirSync(out, { recursive: true });
const pictures = await startPictures({
  models: path.join(shared, 'models'),
  renders: path.join(shared, 'renders'),
});
const report = [];
for (const entry of chosen) {
  const { page, problems } = await pictures.open();
  try {
    const result = await page.evaluate(
      async ({ entry, enums, vertexLight }) => {
        const { compareReference } = await import('/tests/browser/pictures/reference.js');
        return compareReference(entry, enums, vertexLight);
      },
      { entry, enums, vertexLight },
    );
    const { png, ...numbers } = result;
    fs.writeFileSync(path.join(out, entry.image), Buffer.from(png, 'base64'));
    report.push({ image: entry.image, ...numbers, expectedGeoms: entry.scene_geoms });
    console.log(
      `${entry.image.padEnd(32)} overlap ${(100 * (numbers.overlap ?? NaN)).toFixed(2)}%  mean difference ${numbers.mean.toFixed(2)}  ` +
        `near ${(100 * numbers.near).toFixed(1)}%  geoms ${numbers.geoms}/${entry.scene_geoms}  calls ${numbers.calls}`,
    );
  } catch (error) {
    console.log(`${entry.image.padEnd(32)} failed: ${String(error).slice(0, 400)}`);
    report.push({ image: entry.image, error: String(error) });
  }
  for (const problem of [...new Set(problems)].slice(0, 3))
    console.log('   ', problem.slice(0, 1500));
  await page.close();
}
await pictures.close();
fs.writeFileSync(path.join(out, 'report.json'), JSON.stringify(report, null, 1));
const rows = report.map(
  ({ image, mean, overlap }) =>
    `<p>${image} ${mean} ${overlap}<br><img src="${image}" width="1920"></p>`,
);
fs.writeFileSync(path.join(out, 'index.html'), `<!doctype html>${rows.join('\n')}`);

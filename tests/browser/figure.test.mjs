// Figures of the engine on a canvas: what is drawn where.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { formatNumber } from '../../js/three/figure.js';
import { skip } from './browser.mjs';
import { startPictures } from './picture_server.mjs';

/** @typedef {import('limber/mujoco').MjvFigure} MjvFigure */

const options = { skip, timeout: 60_000 };
/** @type {Awaited<ReturnType<typeof startPictures>>} */
let pictures;
/** @type {{ page: Page; problems: string[]; }} */
let opened;
before(async () => {
  if (skip) return;
  pictures = await startPictures();
  opened = await pictures.open({ width: 480, height: 300 });
});
after(() => pictures?.close());

/**
 * Draws a figure with two curves after `change`, and tells colours of points given in its data, or at pixels.
 *
 * @param {(figure: MjvFigure, write: (bytes: Int8Array, text: string, at?: number) => void) => unknown} change
 * @param {number[][]} [points]
 * @param {number[][]} [pixels]
 */
const draw = (change, points = [], pixels = []) =>
  opened.page.evaluate(
    async ({ change, points, pixels }) => {
      const { default: load } = await import('/js/mujoco.js');
      const { drawFigure } = await import('/js/three/figure.js');
      const mujoco = await load();
      const figure = new mujoco.MjvFigure();
      mujoco.mjv_defaultFigure(figure);
      /** @param {Int8Array<ArrayBufferLike>} bytes @param {string} text */
      const write = (bytes, text, at = 0) => bytes.set(new TextEncoder().encode(text), at);
      write(figure.title, 'Two curves');
      write(figure.xlabel, 'seconds');
      write(figure.linename, 'rising');
      write(figure.linename, 'falling', 100);
      for (let i = 0; i <= 10; i++) {
        figure.linedata.set([i, i], 2 * i);
        figure.linedata.set([i, 10 - i], 2002 + 2 * i);
      }
      figure.linepnt.set([11, 11]);
      figure.range.set([0, 10, 0, 10]);
      figure.gridsize.set([6, 5]);
      (0, eval)(`(${change})`)(figure, write);
      document.body.replaceChildren();
      const canvas = document.body.appendChild(document.createElement('canvas'));
      [canvas.width, canvas.height] = [480, 300];
      const context = /** @type {CanvasRenderingContext2D} */ (
        canvas.getContext('2d', { willReadFrequently: true })
      );
      drawFigure(context, figure);
      const { xaxispixel: px, yaxispixel: py, xaxisdata: dx, yaxisdata: dy } = figure;
      /** @param {number} value @param {Iterable<number>} data @param {Iterable<number>} pixels */
      const along = (value, [from, to], [low, high]) =>
        low + ((value - from) / (to - from)) * (high - low);
      /** @param {number} x @param {number} y */
      const at = (x, y) => Array.from(context.getImageData(x, y, 1, 1).data);
      const found = points.map(([x, y]) =>
        at(Math.round(along(x, dx, px)), Math.round(300 - along(y, dy, py))),
      );
      const { data } = context.getImageData(0, 0, 480, 300);
      const count = (/** @type {number[]} */ [r, g, b]) => {
        let sum = 0;
        for (let i = 0; i < data.length; i += 4)
          if (Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 12)
            sum++;
        return sum;
      };
      const result = {
        colors: found,
        x: [...px, ...dx],
        y: [...py, ...dy],
        at: pixels.map(([x, y]) => at(x, y)),
        first: count([...figure.linergb.slice(0, 3)].map((v) => 255 * v)),
        second: count([...figure.linergb.slice(3, 6)].map((v) => 255 * v)),
        text: count([255, 255, 255]),
      };
      figure.delete();
      return result;
    },
    { change: change.toString(), points, pixels },
  );

/** Colours of the first two curves as the engine gives them. */
const RED = [255, 77, 77, 255];
const GREEN = [26, 255, 26, 255];

test('curves pass through their points, in their colours', options, async () => {
  const { colors, x, y, text } = await draw(() => {}, [
    [3, 3],
    [7, 7],
    [3, 7],
    [7, 3],
    [1.3, 8.1],
  ]);
  assert.deepEqual(colors, [RED, RED, GREEN, GREEN, [0, 0, 0, 255]]);
  assert.deepEqual([...x.slice(2), ...y.slice(2)], [0, 10, 0, 10]);
  assert.ok(x[0] > 20 && x[1] > x[0] && y[0] > 20 && y[1] > y[0], `${x} ${y}`);
  assert.ok(text > 200, 'title and labels are written');
  assert.deepEqual(opened.problems, []);
});

test(
  'a range from more to less is that of the data, and the y axis can be symmetric',
  options,
  async () => {
    const free = await draw((figure) => {
      figure.range.set([1, 0, 1, 0]);
      figure.flg_symmetric = 1;
    });
    assert.deepEqual(free.x.slice(2), [0, 10]);
    assert.deepEqual(free.y.slice(2), [-10, 10]);
  },
);

test('a given range is extended to the data only when asked for', options, async () => {
  const extended = await draw((figure) => figure.range.set([0, 4, -3, 5]));
  assert.deepEqual([...extended.x.slice(2), ...extended.y.slice(2)], [0, 10, -3, 10]);
  const fixed = await draw((figure) => {
    figure.range.set([0, 4, -3, 5]);
    figure.flg_extend = 0;
  });
  assert.deepEqual([...fixed.x.slice(2), ...fixed.y.slice(2)], [0, 4, -3, 5]);
});

test('bars are segments by themselves', options, async () => {
  /** @param {MjvFigure} figure */
  const bars = (figure) => {
    figure.flg_barplot = 1;
    figure.linepnt.set([4, 0]);
    figure.linedata.set([1, 0, 1, 8, 7, 0, 7, 8]);
    figure.linewidth = 6;
  };
  const { colors } = await draw(bars, [
    [1, 4],
    [7, 4],
    [5, 4],
  ]);
  assert.deepEqual(colors, [RED, RED, [0, 0, 0, 255]]);
});

test('the selection is a line, and a chosen curve is thicker', options, async () => {
  const { colors } = await draw(
    (figure) => {
      figure.flg_selection = 1;
      figure.selection = 2.5;
      figure.linewidth = 3;
    },
    [[2.5, 9.4]],
  );
  assert.ok(colors[0][0] > 120 && colors[0][2] > 120, `${colors[0]}`);
  const plain = await draw(() => {});
  const chosen = await draw((figure) => (figure.highlightid = 1));
  assert.ok(chosen.second > 1.5 * plain.second, `${chosen.second} against ${plain.second}`);
  // the name under the pointer chooses its curve: the second row of the legend, from the lower left corner
  const pointed = await draw((figure) => figure.highlight.set([450, 300 - 53]));
  assert.ok(pointed.second > 1.5 * plain.second, `${pointed.second} against ${plain.second}`);
});

test('without legend, labels and title there is more room', options, async () => {
  const plain = await draw(() => {});
  const bare = await draw((figure) => {
    figure.flg_legend = 0;
    figure.flg_ticklabel.set([0, 0]);
    figure.title.fill(0);
    figure.xlabel.fill(0);
  });
  assert.equal(bare.text, 0);
  assert.ok(bare.x[0] < plain.x[0] && bare.y[0] < plain.y[0] && bare.y[1] > plain.y[1]);
});

test('numbers are written as C writes them', () => {
  /** @type {[string, number, string][]} */
  const cases = [
    ['%.0f', 2.5000001, '3'],
    ['%.2g', 0.00001234, '1.2e-05'],
    ['%.2g', 123, '1.2e+02'],
    ['%.2g', 0.5, '0.5'],
    ['%.3g', 100, '100'],
    ['%g', 1e6, '1e+06'],
    ['%g', 0, '0'],
    ['%6.2f s', -3.14159, ' -3.14 s'],
    ['%-7.1e|', 12345, '1.2e+04|'],
    ['%+05.1f', 2.26, '+02.3'],
    ['%d%%', 42.9, '42%'],
  ];
  for (const [format, value, text] of cases) assert.equal(formatNumber(format, value), text);
});

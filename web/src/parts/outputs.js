// What the visitor takes home: pictures, video, the model as XML or MJB, listings of model and data.
import { byId, download, hint } from '../dom.js';

const FRAMES = 30; // per second of video

/** @param {string} text @param {string} done */
export async function copyText(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    hint(done);
  } catch {
    hint('The browser does not let this page use the clipboard.');
  }
}

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands */
export function addOutputs(studio, commands) {
  const { mujoco } = studio;
  const group = 'Files';
  const base = () => (studio.source.name.split('/').pop() ?? 'model').replace(/\.\w+$/, '');
  /**
   * A file that the engine writes, handed to the visitor.
   * @param {string} id
   * @param {string} title
   * @param {string} ending
   * @param {(path: string, simulation: import('limber').Simulation) => void} write
   */
  const written = (id, title, ending, write) =>
    commands.add({
      id,
      group,
      title,
      run: () =>
        studio.attempt(() => {
          if (!studio.simulation) return;
          const path = `/studio-output${ending}`;
          write(path, studio.simulation);
          const bytes = mujoco.FS.readFile(path);
          mujoco.FS.unlink(path);
          download(new Blob([new Uint8Array(bytes)]), `${base()}${ending}`);
        }),
    });
  written('save-xml', 'Save XML', '.xml', (path, { model }) => mujoco.mj_saveLastXML(path, model));
  written('save-mjb', 'Save MJB', '.mjb', (path, { model }) =>
    mujoco.mj_saveModel(model, path, null),
  );
  written('print-model', 'Print model', '_model.txt', (path, { model }) =>
    mujoco.mj_printModel(model, path),
  );
  written('print-data', 'Print data', '_data.txt', (path, { model, data }) =>
    mujoco.mj_printData(model, data, path),
  );
  commands.add({
    id: 'screenshot',
    group,
    title: 'Save a picture',
    key: 'Shift+p',
    run: () => {
      const canvas = document.createElement('canvas');
      studio.quality.withAll(() => paint(studio, canvas));
      canvas.toBlob((blob) => blob && download(blob, `${base()}.png`), 'image/png');
    },
  });
  commands.add({
    id: 'cut-out',
    group,
    title: 'Save a picture without ground and sky',
    run: () =>
      studio.attempt(async () => {
        const { cutOut } = await import('../pictures/cut_out.js');
        const image = studio.quality.withAll(() => cutOut(studio.stage));
        studio.stage.dirty = true;
        const canvas = document.createElement('canvas');
        Object.assign(canvas, { width: image.width, height: image.height });
        canvas.getContext('2d')?.putImageData(image, 0, 0);
        canvas.toBlob((blob) => blob && download(blob, `${base()}_cut.png`), 'image/png');
      }),
  });
  const note = recordings(studio);
  addFilms(studio, commands, base, note);
  addRecorder(studio, commands, base, note);
}

/**
 * The light of recordings: it is on while one runs, and so long all is drawn, in one size.
 * @param {import('../studio.js').Studio} studio
 */
function recordings(studio) {
  const light = byId('recording');
  let count = 0;
  return (/** @type {boolean} */ begins) => {
    count += begins ? 1 : -1;
    light.hidden = count === 0;
    studio.quality.hold(count > 0);
  };
}

/** Animated GIFs. @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands @param {() => string} base @param {(begins: boolean) => void} note */
function addFilms(studio, commands, base, note) {
  /** @type {(() => void) | null} */
  let end = null;
  commands.add({
    id: 'record-gif',
    group: 'Files',
    title: 'Record an animated GIF, or end it',
    run: () =>
      studio.attempt(async () => {
        const { filmGif } = await import('../pictures/film.js');
        if (end) return end();
        note(true);
        end = filmGif(studio, (film) => {
          end = null;
          note(false);
          download(film, `${base()}.gif`);
        });
      }),
  });
  commands.add({
    id: 'turntable',
    group: 'Files',
    title: 'Save a turn round the model as GIF',
    run: () =>
      studio.attempt(async () => {
        const { turntable } = await import('../pictures/film.js');
        note(true);
        try {
          download(turntable(studio), `${base()}_turn.gif`);
        } finally {
          note(false);
        }
      }),
  });
}

/** Picture and labels on one canvas. @param {import('../studio.js').Studio} studio @param {HTMLCanvasElement} target */
function paint({ stage }, target) {
  // the picture is gone after the frame: draw and read in one go
  stage.draw();
  copyFrame(stage, target);
}

/** @param {import('../stage.js').Stage} stage @param {HTMLCanvasElement} target */
function copyFrame({ canvas, labels }, target) {
  if (target.width !== canvas.width || target.height !== canvas.height) {
    target.width = canvas.width;
    target.height = canvas.height;
  }
  const context = /** @type {CanvasRenderingContext2D} */ (target.getContext('2d'));
  context.drawImage(canvas, 0, 0);
  context.drawImage(labels.canvas, 0, 0);
}

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands @param {() => string} base @param {(begins: boolean) => void} note */
function addRecorder(studio, commands, base, note) {
  /** @type {MediaRecorder | null} */
  let recorder = null;
  const canvas = document.createElement('canvas');
  studio.on('frame', () => {
    if (recorder) copyFrame(studio.stage, canvas);
  });

  function begin() {
    const type = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'].find(
      (name) => window.MediaRecorder?.isTypeSupported(name),
    );
    if (!type) throw new Error('This browser cannot record video.');
    note(true);
    paint(studio, canvas);
    const made = new MediaRecorder(canvas.captureStream(FRAMES), {
      mimeType: type,
      videoBitsPerSecond: 8e6,
    });
    /** @type {Blob[]} */
    const parts = [];
    made.ondataavailable = ({ data }) => data.size > 0 && parts.push(data);
    made.onstop = () => {
      download(new Blob(parts, { type }), `${base()}.${type.includes('mp4') ? 'mp4' : 'webm'}`);
      for (const track of made.stream.getTracks()) track.stop();
    };
    made.start(500);
    recorder = made;
  }

  commands.add({
    id: 'record',
    group: 'Files',
    title: 'Record video, or end it',
    key: 'Shift+v',
    run: () =>
      studio.attempt(() => {
        if (!recorder) return begin();
        recorder.stop();
        recorder = null;
        note(false);
      }),
  });
}

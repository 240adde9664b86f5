// The dialog for sharing: the link and what it holds, code for other pages, everything as one file.
import { download, element } from '../dom.js';
import { LONGEST_CODE, drawCode } from './code.js';
import {
  collect,
  elementSnippet,
  exportPage,
  frameSnippet,
  makeLink,
  pageOf,
  titleOf,
} from './content.js';
import { LONG_LINK } from './link.js';
import { nameOf } from './open.js';

/** @param {string} text @param {HTMLInputElement} input */
const labelled = (text, input) => element('label', { className: 'choice' }, input, text);

/** @param {string} title @param {...HTMLElement} content */
const part = (title, ...content) =>
  element('section', {}, element('h3', { textContent: title }), ...content);

export class ShareDialog {
  /**
   * @param {import('../studio.js').Studio} studio
   * @param {() => { text: string, original: string, physics?: import('limber/viewer').Values }} getModel
   */
  constructor(studio, getModel) {
    this.studio = studio;
    this.getModel = getModel;
    const check = (/** @type {boolean} */ checked) =>
      element('input', { type: 'checkbox', checked, onchange: () => this.update() });
    this.state = check(true);
    this.camera = check(true);
    this.run = check(true);
    this.replay = check(true);
    this.replayChoice = labelled('The recorded run', this.replay);
    this.link = element('input', { type: 'text', readOnly: true, 'aria-label': 'Link' });
    this.link.onfocus = () => this.link.select();
    this.length = element('p', { className: 'note', id: 'share-length' });
    this.link.setAttribute('aria-describedby', 'share-length');
    this.open = element('a', { target: '_blank', rel: 'noopener', textContent: 'Open it' });
    this.kind = element('select', { 'aria-label': 'Kind of code' });
    this.kind.append(new Option('Frame (iframe)', 'frame'), new Option('Element', 'element'));
    this.kind.onchange = () => this.showSnippet();
    this.width = element('select', { 'aria-label': 'Width' });
    this.width.append(
      ...['100%', '480', '640', '960'].map(
        (one) => new Option(/%/.test(one) ? one : `${one} wide`, one),
      ),
    );
    this.width.value = '640';
    this.height = element('select', { 'aria-label': 'Height' });
    this.height.append(...['300', '400', '600'].map((one) => new Option(`${one} high`, one)));
    this.height.value = '400';
    this.width.onchange = this.height.onchange = () => this.showSnippet();
    this.code = element('canvas', {
      className: 'code',
      role: 'img',
      'aria-label': 'QR code of the link',
    });
    this.codeNote = element('p', { className: 'note' });
    this.codeBox = element(
      'details',
      { ontoggle: () => this.showCode() },
      element('summary', { textContent: 'QR code' }),
      this.code,
      this.codeNote,
    );
    this.snippet = element('textarea', { readOnly: true, rows: 4, 'aria-label': 'Code' });
    this.snippet.onfocus = () => this.snippet.select();
    this.base = element('p', { className: 'note', hidden: true });
    this.status = element('p', { className: 'note', role: 'status' });
    this.dialog = this.build();
    document.body.append(this.dialog);
  }

  build() {
    const button = (/** @type {string} */ text, /** @type {() => void} */ onclick) =>
      element('button', { type: 'button', className: 'framed', textContent: text, onclick });
    this.copyLink = button('Copy', () => this.copy(this.link.value, 'Link'));
    this.copyCode = button('Copy', () => this.copy(this.snippet.value, 'Code'));
    this.save = button('Download one HTML file', () => this.export());
    const close = button('Close', () => this.dialog.close());
    const title = element('h2', { id: 'share-title', textContent: 'Share' });
    const dialog = element(
      'dialog',
      { className: 'share', 'aria-labelledby': 'share-title' },
      element('header', {}, title, close),
      element(
        'div',
        { className: 'content' },
        element(
          'fieldset',
          {},
          element('legend', { textContent: 'What goes along' }),
          labelled('State as it is now', this.state),
          labelled('Camera', this.camera),
          labelled('Runs at once', this.run),
          this.replayChoice,
        ),
        part(
          'Link',
          element('div', { className: 'row' }, this.link, this.copyLink),
          this.length,
          this.base,
          this.open,
          this.codeBox,
        ),
        part(
          'In another page',
          element('div', { className: 'row' }, this.kind, this.width, this.height, this.copyCode),
          this.snippet,
        ),
        part(
          'As a file',
          element('p', {
            className: 'note',
            textContent:
              'Model, engine and viewer in one page that works from disk, without a net.',
          }),
          this.save,
        ),
        this.status,
      ),
    );
    // a press beside the box closes it
    dialog.onclick = (event) => {
      if (event.target === dialog) dialog.close();
    };
    return dialog;
  }

  show() {
    const { running, runs } = this.studio;
    this.replayChoice.hidden = !runs?.run;
    this.run.checked = running || Boolean(runs?.run);
    this.status.textContent = '';
    this.update();
    this.dialog.showModal();
    (this.link.value ? this.copyLink : this.save)?.focus();
  }

  /** Collects anew what is shared: the state is the one of this moment. */
  update() {
    const choice = {
      state: this.state.checked,
      camera: this.camera.checked,
      run: this.run.checked,
      replay: this.replay.checked,
    };
    const model = this.getModel();
    this.text = model.text;
    this.shared = collect(this.studio, model, choice);
    const { origin } = this.shared;
    this.base.hidden = !origin;
    if (origin) this.base.replaceChildren('It says that it is based on ', nameOf(origin), '.');
    const { href, problem } = makeLink(this.shared, pageOf(this.shared));
    this.link.value = href;
    this.link.disabled = this.open.hidden = !href;
    if (this.copyLink) this.copyLink.disabled = !href;
    this.open.href = href;
    this.length.textContent = problem || lengthNote(href.length);
    this.length.classList.toggle('bad', problem !== '');
    this.showCode();
    this.showSnippet();
  }

  /** The link for a camera, when it is asked for. */
  showCode() {
    if (!this.codeBox.open) return;
    const { value } = this.link;
    const fits = value !== '' && value.length <= LONGEST_CODE;
    this.code.hidden = !fits;
    if (fits) drawCode(value, this.code);
    this.codeNote.textContent = fits
      ? ''
      : `The link is too long for a QR code (${LONGEST_CODE} characters at most): leave out state and camera, or open the model from a host.`;
  }

  async showSnippet() {
    const { shared } = this;
    if (!shared) return;
    const frame = {
      width: this.width.value,
      height: this.height.value,
      title: titleOf(this.studio),
    };
    this.width.disabled = this.kind.value === 'element';
    if (this.kind.value === 'element') {
      const snippet = await elementSnippet(this.studio, shared, this.text ?? '', frame);
      if (this.shared === shared) this.snippet.value = snippet;
    } else {
      const { href, problem } = makeLink(shared, './embed.html');
      this.snippet.value = problem || frameSnippet(href, frame);
    }
  }

  /** @param {string} text @param {string} what */
  async copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      this.status.textContent = `${what} copied.`;
    } catch {
      this.status.textContent = 'The browser does not allow copying: mark the text and copy it.';
    }
  }

  async export() {
    if (!this.shared || !this.save) return;
    this.save.disabled = true;
    this.status.textContent = 'Making the file ...';
    try {
      const page = await exportPage(this.studio, this.shared, this.text ?? '');
      const name = this.studio.source.name.replace(/^.*\//, '').replace(/\.\w+$/, '');
      download(new Blob([page], { type: 'text/html' }), `${name}.html`);
      this.status.textContent = `${name}.html: ${(page.length / 1e6).toFixed(1)} MB.`;
    } catch (error) {
      this.status.textContent = /** @type {Error} */ (error).message;
    } finally {
      this.save.disabled = false;
    }
  }
}

/** @param {number} length */
const lengthNote = (length) =>
  `${length.toLocaleString('en')} characters.${length > LONG_LINK ? ' Some messengers cut links as long as this one.' : ''}`;

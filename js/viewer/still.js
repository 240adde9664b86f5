// What is seen of a viewer that has no place to draw in: the last picture, or the one that its page gives it, and the way back.

const HELD = 'Other pictures of this page move now.';

/** What a viewer draws from. @typedef {import('../three/index.js').Stage} Stage */

export class Still {
  /** @param {() => void} onWake called when the visitor wants it to move */
  constructor(onWake) {
    this.picture = document.createElement('canvas');
    this.poster = document.createElement('img');
    this.poster.alt = '';
    this.text = document.createElement('span');
    this.text.role = 'status';
    const button = document.createElement('button');
    button.textContent = 'Show it';
    button.addEventListener('click', onWake);
    this.note = document.createElement('div');
    this.note.className = 'held';
    this.note.append(this.text, button);
    this.element = document.createElement('div');
    this.element.className = 'still';
    this.element.setAttribute('part', 'still');
    this.element.append(this.poster, this.picture, this.note);
    this.picture.hidden = this.note.hidden = this.poster.hidden = true;
    /** Whether nothing of it is seen. */
    this.isClear = true;
  }

  /** The picture before there is one. @param {string | null} address */
  setPoster(address) {
    this.poster.hidden = !address;
    this.isClear = !address;
    if (address) this.poster.src = address;
  }

  /** Keeps what a stage shows. @param {Stage} stage */
  keep(stage) {
    const { canvas } = stage;
    if (!canvas.width || !canvas.height || !stage.view) return;
    // a picture is gone after its frame: drawn and copied in one go
    stage.draw();
    this.picture.width = canvas.width;
    this.picture.height = canvas.height;
    this.picture.getContext('2d')?.drawImage(canvas, 0, 0);
    this.picture.hidden = false;
    this.isClear = false;
  }

  /** Says why nothing moves. @param {string} [text] */
  hold(text = HELD) {
    this.text.textContent = text;
    this.note.hidden = false;
    this.isClear = false;
  }

  /** The stage draws again. */
  clear() {
    this.picture.hidden = this.note.hidden = this.poster.hidden = true;
    this.isClear = true;
  }
}

// The line of a run over the bar of time: what it is, where one is in it, and what can be done with it.
import { byId, element } from '../dom.js';
import './runs.css';

/**
 * @typedef {object} Actions
 * @property {(step: number) => void} seek
 * @property {() => void} end ends the recording
 * @property {() => void} save
 * @property {() => void} share
 * @property {() => void} close
 */

export class RunBar {
  /** @param {Actions} actions */
  constructor(actions) {
    const button = (
      /** @type {string} */ text,
      /** @type {string} */ title,
      /** @type {() => void} */ onclick,
    ) => element('button', { type: 'button', textContent: text, title, onclick });
    this.box = byId('run');
    this.slider = element('input', {
      type: 'range',
      min: '0',
      step: '1',
      'aria-label': 'Step of the run',
      title: 'Step of the run',
    });
    this.slider.oninput = () => actions.seek(Number(this.slider.value));
    this.text = element('span', { className: 'text' });
    this.verdict = element('span', { className: 'verdict', role: 'status' });
    this.end = button('End', 'End the recording', actions.end);
    this.after = [
      button('Save', 'Save the run with its model as one archive', actions.save),
      button('Share', 'A link that replays the run', actions.share),
      button('×', 'Leave the run; the simulation goes on from here', actions.close),
    ];
    this.after[2].setAttribute('aria-label', 'Leave the run');
    this.box.append(this.text, this.verdict, this.end, ...this.after, this.slider);
  }

  hide() {
    this.box.hidden = true;
  }

  /** @param {number} seconds */
  showRecording(seconds) {
    this.box.hidden = false;
    this.box.dataset.state = 'records';
    this.text.textContent = `Recording ${seconds.toFixed(1)} s`;
    this.verdict.textContent = '';
    this.end.hidden = false;
    this.slider.hidden = true;
    for (const one of this.after) one.hidden = true;
  }

  /** @param {number} step @param {number} length @param {number} timestep */
  showPlace(step, length, timestep) {
    this.box.hidden = false;
    this.box.dataset.state = 'plays';
    this.text.textContent = `Run ${(step * timestep).toFixed(2)} of ${(length * timestep).toFixed(2)} s`;
    this.end.hidden = true;
    this.slider.hidden = false;
    this.slider.max = String(length);
    this.slider.value = String(step);
    this.slider.setAttribute('aria-valuetext', `step ${step} of ${length}`);
    for (const one of this.after) one.hidden = false;
  }

  /** @param {string} text @param {boolean} [bad] */
  showVerdict(text, bad = false) {
    this.verdict.textContent = text;
    this.verdict.classList.toggle('bad', bad);
  }
}

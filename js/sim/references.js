// The files that a model names, and where they may be: the engine reads the texts (src/mjcf/references.h).

/** @typedef {import('../engine/module.js').Engine} Engine */
/** @typedef {import('../engine/error.js').Fault} Fault */

/**
 * A file that a model needs.
 * @typedef {object} Wanted
 * @property {number} address of the engine's own note
 * @property {boolean} isText whether its text is wanted, because it may name others
 * @property {string} path under which the compiler looks for it
 * @property {string[]} places where it may be, to be tried in order
 * @property {Fault | undefined} named where a text names it
 */

/** A search for all files that a main file needs. */
export class FileSearch {
  #engine;
  #address;

  /**
   * @param {Engine} engine
   * @param {string} main
   */
  constructor(engine, main) {
    this.#engine = engine;
    this.#address = engine.guard(() =>
      Number(engine.exports.lb_startSearch(engine.pushString(main))),
    );
  }

  /**
   * The next file that is wanted, each once; null when there is none until another one is given.
   * @returns {Wanted | null}
   */
  next() {
    const engine = this.#engine;
    if (!this.#address) return null;
    const address = Number(engine.guard(() => engine.exports.lb_nextWanted(this.#address)));
    if (!address) return null;
    // the fields of lbWanted
    const [isText, path, count, a, b, c, element, file, line, column] = engine.u32.subarray(
      address >> 2,
      (address >> 2) + 10,
    );
    return {
      address,
      isText: isText !== 0,
      path: engine.string(path),
      places: [a, b, c].slice(0, count).map((place) => engine.string(place)),
      named: element
        ? { element: engine.string(element), file: engine.string(file), line, column }
        : undefined,
    };
  }

  /**
   * Gives the text of a file that was wanted as text.
   * @param {Wanted} wanted
   * @param {number} place index of the place where it was found, -1: nowhere
   * @param {Uint8Array} [text]
   */
  give({ address }, place, text = new Uint8Array()) {
    const engine = this.#engine;
    if (!this.#address) return;
    engine.withBytes(text, (block) =>
      engine.guard(() =>
        engine.exports.lb_giveFile(this.#address, address, place, block, text.length),
      ),
    );
  }

  /** Name of the root element of the main file, '' when it is no XML. */
  get root() {
    const engine = this.#engine;
    return engine.string(Number(engine.guard(() => engine.exports.lb_rootElement(this.#address))));
  }

  /** Frees the engine's notes. */
  end() {
    const address = this.#address;
    this.#address = 0;
    if (address) this.#engine.guard(() => this.#engine.exports.lb_endSearch(address));
  }
}

// The board on which the threads of a batch find what is to be done: whole numbers in shared memory, written by the thread that asks,
// and taken chunk by chunk by all that work. Chunks get smaller towards the end, so that all threads end at the same time.
//
// Simulations are claimed by counting up `next`, in one word with the number of the announcement, so that a thread that comes late
// never takes any of an announcement whose job it has not read.

/** @typedef {import('./stepper.js').Job} Job */
/** @typedef {Exclude<Job, { op: 'rollout' }>} BoardJob what an announcement can say; rollouts travel as messages */

/** Places of the words. */
const at = {
  next: 0,
  bell: 1,
  op: 2,
  steps: 3,
  least: 4,
  largest: 5,
  done: 6,
  reports: 7,
  masked: 8,
  key: 9,
  uniform: 10,
  seed: 11,
  count: 13,
  threads: 14,
};
const perThread = 3;
const firstThread = 16;
const leaveWord = 0;
const firstWord = 1;
const countWord = 2;

const indexBits = 20;
const indexMask = (1 << indexBits) - 1;

/** Most simulations that a board can count. */
export const mostSimulations = indexMask;

/** How many claims a thread makes of what is left, about: the chunks are a share of it. */
const claims = 3;

/** @type {BoardJob['op'][]} */
const ops = ['step', 'forward', 'setConst', 'reset', 'kernel'];

/** Turns of an empty loop before a thread that has nothing to do goes to sleep: some 20 microseconds. */
const spinTurns = 2000;

/**
 * What threads share.
 * @typedef {{ words: Int32Array, numbers: Float64Array, mask: Uint8Array }} BoardMemory
 */

/** The board, as one thread sees it. */
export class Board {
  #words;
  #numbers;
  #mask;

  /** @param {BoardMemory} memory */
  constructor(memory) {
    this.memory = memory;
    this.#words = memory.words;
    this.#numbers = memory.numbers;
    this.#mask = memory.mask;
  }

  /** @param {number} count of simulations @param {number} threads */
  static allocate(count, threads) {
    const words = new Int32Array(new SharedArrayBuffer(4 * (firstThread + perThread * threads)));
    words[at.count] = count;
    words[at.threads] = threads;
    const numbers = new Float64Array(new SharedArrayBuffer(16));
    return new Board({ words, numbers, mask: new Uint8Array(new SharedArrayBuffer(count)) });
  }

  /**
   * Announces a job for all simulations, or those of a mask.
   * @param {BoardJob} job
   * @param {{ least: number, largest: number }} chunk simulations of a chunk
   * @param {Uint8Array | null} mask
   */
  announce(job, { least, largest }, mask) {
    const words = this.#words;
    words[at.op] = ops.indexOf(job.op);
    words[at.steps] = job.op === 'step' ? job.steps : job.op === 'kernel' ? job.call : 0;
    words[at.least] = least;
    words[at.largest] = largest;
    words[at.masked] = Number(mask !== null);
    if (mask) this.#mask.set(mask);
    if (job.op === 'kernel') words.set(job.seed, at.seed);
    if (job.op === 'reset') {
      const { key, uniform, seed, qpos, qvel } = job.start;
      words.set([key, uniform, ...seed], at.key);
      this.#numbers.set([qpos, qvel]);
    }
    words[at.done] = 0;
    words[at.reports] = 0;
    const epoch = (words[at.next] >>> indexBits) + 1;
    Atomics.store(words, at.next, epoch << indexBits);
    this.#ring();
  }

  #ring() {
    Atomics.add(this.#words, at.bell, 1);
    Atomics.notify(this.#words, at.bell);
  }

  /** The job of the present announcement. @returns {BoardJob} */
  #job() {
    const words = this.#words;
    const op = ops[words[at.op]];
    if (op === 'step') return { op, steps: words[at.steps] };
    if (op === 'kernel')
      return { op, call: words[at.steps], seed: [words[at.seed], words[at.seed + 1]] };
    if (op !== 'reset') return { op };
    const [key, uniform, low, high] = words.subarray(at.key, at.key + 4);
    const [qpos, qvel] = this.#numbers;
    return { op, start: { key, uniform, seed: [low, high], qpos, qvel } };
  }

  /**
   * Takes chunks and does them until none is left.
   * @param {number} thread
   * @param {(first: number, count: number, job: BoardJob, mask: Uint8Array | null) => boolean} body true: something is reported
   * @param {() => boolean} [isEnough] asked after each chunk
   */
  work(thread, body, isEnough = () => false) {
    const words = this.#words;
    let epoch = -1;
    /** @type {BoardJob} */
    let job = { op: 'forward' };
    for (;;) {
      const seen = Atomics.load(words, at.next);
      const first = seen & indexMask;
      const left = words[at.count] - first;
      if (left <= 0) return;
      if (seen >>> indexBits !== epoch) {
        job = this.#job();
        epoch = seen >>> indexBits;
      }
      const share = Math.ceil(left / (words[at.threads] * claims));
      const count = Math.min(left, words[at.largest], Math.max(words[at.least], share));
      const masked = words[at.masked] !== 0;
      if (Atomics.compareExchange(words, at.next, seen, seen + count) !== seen) continue;
      const place = this.#placeOf(thread);
      words[place + firstWord] = first;
      Atomics.store(words, place + countWord, count);
      if (body(first, count, job, masked ? this.#mask : null)) Atomics.add(words, at.reports, 1);
      this.#finish(thread, count);
      if (isEnough()) return;
    }
  }

  /** @param {number} thread */
  #placeOf(thread) {
    return firstThread + perThread * thread;
  }

  /** @param {number} thread @param {number} count */
  #finish(thread, count) {
    const words = this.#words;
    Atomics.store(words, this.#placeOf(thread) + countWord, 0);
    if (Atomics.add(words, at.done, count) + count >= words[at.count])
      Atomics.notify(words, at.done);
  }

  /** What a thread that died was at: it counts as done; null when there was nothing. @param {number} thread */
  abandon(thread) {
    const words = this.#words;
    const place = this.#placeOf(thread);
    const count = Atomics.load(words, place + countWord);
    if (count === 0) return null;
    this.#finish(thread, count);
    return { first: words[place + firstWord], count };
  }

  /** No more simulations are begun. */
  stop() {
    const words = this.#words;
    for (;;) {
      const seen = Atomics.load(words, at.next);
      const left = words[at.count] - (seen & indexMask);
      if (left <= 0) return;
      if (Atomics.compareExchange(words, at.next, seen, seen + left) !== seen) continue;
      Atomics.add(words, at.done, left);
      return;
    }
  }

  /** Simulations that are done. */
  get done() {
    return Atomics.load(this.#words, at.done);
  }

  /** Whether all are. */
  get isDone() {
    return this.done >= this.#words[at.count];
  }

  /** Chunks of which something was reported. */
  get reports() {
    return Atomics.load(this.#words, at.reports);
  }

  /** Whether all simulations are done, after waiting a moment. */
  spin() {
    for (let i = 0; i < spinTurns && !this.isDone; i++);
    return this.isDone;
  }

  /** Waits until all are done, at most for some milliseconds; only where a thread may be stopped. @param {number} most */
  waitHere(most) {
    const { done } = this;
    if (!this.isDone) Atomics.wait(this.#words, at.done, done, most);
  }

  /** The same without stopping the thread. @param {number} most milliseconds */
  async wait(most) {
    const { done } = this;
    if (this.isDone) return;
    const { waitAsync } =
      /** @type {{ waitAsync?: (words: Int32Array, index: number, value: number, timeout: number) => { value: unknown } }} */ (
        /** @type {unknown} */ (Atomics)
      );
    if (waitAsync) await waitAsync(this.#words, at.done, done, most).value;
    else await new Promise((resolve) => setTimeout(resolve, 0));
  }

  /** Makes a worker leave the board, to hear messages. @param {number} thread */
  call(thread) {
    Atomics.store(this.#words, this.#placeOf(thread) + leaveWord, 1);
    this.#ring();
  }

  /**
   * A worker stays at the board until it is called.
   * @param {number} thread
   * @param {Parameters<Board['work']>[1]} body
   */
  attend(thread, body) {
    const words = this.#words;
    const leave = this.#placeOf(thread) + leaveWord;
    for (;;) {
      const bell = Atomics.load(words, at.bell);
      this.work(thread, body);
      if (Atomics.exchange(words, leave, 0)) return;
      let turns = spinTurns;
      while (turns > 0 && Atomics.load(words, at.bell) === bell) turns--;
      if (turns === 0) Atomics.wait(words, at.bell, bell);
    }
  }
}

// The board on which the threads of a batch find what is to be done: whole numbers in shared memory, written by the thread that asks,
// and taken chunk by chunk by all that work.
//
// A chunk is claimed by counting up `next`, in one word with the number of the announcement, so that a thread that comes late never
// takes a chunk of an announcement whose job it has not read.

/** @typedef {import('./stepper.js').Job} Job */
/** @typedef {Exclude<Job, { op: 'rollout' }>} BoardJob what an announcement can say; rollouts travel as messages */

/** Places of the words. */
const at = {
  next: 0,
  bell: 1,
  op: 2,
  steps: 3,
  chunks: 4,
  size: 5,
  done: 6,
  reports: 7,
  masked: 8,
  key: 9,
  uniform: 10,
  seed: 11,
  count: 13,
};
const perThread = 2;
const firstThread = 16;
const leaveWord = 0;
const claimWord = 1;

const chunkBits = 20;
const lastChunk = (1 << chunkBits) - 1;

/** @type {BoardJob['op'][]} */
const ops = ['step', 'forward', 'setConst', 'reset'];

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
    const words = new Int32Array(
      new SharedArrayBuffer(4 * (firstThread + perThread * threads)),
    );
    words[at.count] = count;
    const numbers = new Float64Array(new SharedArrayBuffer(16));
    return new Board({ words, numbers, mask: new Uint8Array(new SharedArrayBuffer(count)) });
  }

  /**
   * Announces a job for all simulations, or those of a mask.
   * @param {BoardJob} job
   * @param {number} size of a chunk
   * @param {Uint8Array | null} mask
   */
  announce(job, size, mask) {
    const words = this.#words;
    words[at.op] = ops.indexOf(job.op);
    words[at.steps] = job.op === 'step' ? job.steps : 0;
    words[at.size] = size;
    words[at.masked] = Number(mask !== null);
    if (mask) this.#mask.set(mask);
    if (job.op === 'reset') {
      const { key, uniform, seed, qpos, qvel } = job.start;
      words.set([key, uniform, ...seed], at.key);
      this.#numbers.set([qpos, qvel]);
    }
    const chunks = Math.ceil(words[at.count] / size);
    words[at.chunks] = chunks;
    words[at.done] = 0;
    words[at.reports] = 0;
    const epoch = (words[at.next] >>> chunkBits) + 1;
    Atomics.store(words, at.next, epoch << chunkBits);
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
      const index = seen & lastChunk;
      if (index >= words[at.chunks]) return;
      if (seen >>> chunkBits !== epoch) {
        job = this.#job();
        epoch = seen >>> chunkBits;
      }
      const size = words[at.size];
      const masked = words[at.masked] !== 0;
      if (Atomics.compareExchange(words, at.next, seen, seen + 1) !== seen) continue;
      Atomics.store(words, this.#claimOf(thread), index + 1);
      const first = index * size;
      const count = Math.min(size, words[at.count] - first);
      if (body(first, count, job, masked ? this.#mask : null)) Atomics.add(words, at.reports, 1);
      this.#finish(thread);
      if (isEnough()) return;
    }
  }

  /** @param {number} thread */
  #claimOf(thread) {
    return firstThread + perThread * thread + claimWord;
  }

  /** @param {number} thread */
  #finish(thread) {
    const words = this.#words;
    Atomics.store(words, this.#claimOf(thread), 0);
    if (Atomics.add(words, at.done, 1) + 1 >= words[at.chunks]) Atomics.notify(words, at.done);
  }

  /** What a thread that died was at: its chunk counts as done; null when it had none. @param {number} thread */
  abandon(thread) {
    const words = this.#words;
    const claim = Atomics.load(words, this.#claimOf(thread));
    if (claim === 0) return null;
    this.#finish(thread);
    const first = (claim - 1) * words[at.size];
    return { first, count: Math.min(words[at.size], words[at.count] - first) };
  }

  /** No more chunks are taken. */
  stop() {
    const words = this.#words;
    for (;;) {
      const seen = Atomics.load(words, at.next);
      const index = seen & lastChunk;
      if (index >= words[at.chunks]) return;
      const end = (seen & ~lastChunk) | words[at.chunks];
      if (Atomics.compareExchange(words, at.next, seen, end) !== seen) continue;
      Atomics.add(words, at.done, words[at.chunks] - index);
      return;
    }
  }

  /** Chunks that are done, and all. */
  get progress() {
    return { done: Atomics.load(this.#words, at.done), chunks: this.#words[at.chunks] };
  }

  /** Chunks of which something was reported. */
  get reports() {
    return Atomics.load(this.#words, at.reports);
  }

  /** Whether all chunks are done, after waiting a moment. */
  spin() {
    for (let i = 0; i < spinTurns; i++) {
      const { done, chunks } = this.progress;
      if (done >= chunks) return true;
    }
    return false;
  }

  /** Waits until all chunks are done, at most for some milliseconds; only where a thread may be stopped. @param {number} most */
  waitHere(most) {
    const { done, chunks } = this.progress;
    if (done < chunks) Atomics.wait(this.#words, at.done, done, most);
  }

  /** The same without stopping the thread. @param {number} most milliseconds */
  async wait(most) {
    const { done, chunks } = this.progress;
    if (done >= chunks) return;
    const { waitAsync } = /** @type {{ waitAsync?: (words: Int32Array, index: number, value: number, timeout: number) => { value: unknown } }} */ (
      /** @type {unknown} */ (Atomics)
    );
    if (waitAsync) await waitAsync(this.#words, at.done, done, most).value;
    else await new Promise((resolve) => setTimeout(resolve, 0));
  }

  /** Makes a worker leave the board, to hear messages. @param {number} thread */
  call(thread) {
    Atomics.store(this.#words, firstThread + perThread * thread + leaveWord, 1);
    this.#ring();
  }

  /**
   * A worker stays at the board until it is called.
   * @param {number} thread
   * @param {Parameters<Board['work']>[1]} body
   */
  attend(thread, body) {
    const words = this.#words;
    const leave = firstThread + perThread * thread + leaveWord;
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

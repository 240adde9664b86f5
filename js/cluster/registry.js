// Which workers there are: each writes who it is under a key that expires, so that one that died is gone by itself.

/** @typedef {import('./redis.js').RedisClient} RedisClient */

/**
 * What a worker says of itself.
 * @typedef {object} WorkerCard
 * @property {string} id
 * @property {number} threads
 * @property {{ version: string, module: string }} engine
 * @property {boolean} code whether it runs modules of jobs
 */

/** Seconds until a worker that says nothing is gone. */
export const cardSeconds = 10;

/** Workers at a prefix of keys. */
export class Registry {
  #client;
  #set;
  #prefix;

  /** @param {RedisClient} client @param {string} prefix */
  constructor(client, prefix) {
    this.#client = client;
    this.#set = `${prefix}:workers`;
    this.#prefix = `${prefix}:worker:`;
  }

  /** Says that a worker is there. @param {WorkerCard} card */
  async show(card) {
    await this.#client.sadd(this.#set, card.id);
    await this.#client.set(this.#prefix + card.id, JSON.stringify(card), 'EX', cardSeconds);
  }

  /** @param {string} id */
  async leave(id) {
    await this.#client.del(this.#prefix + id);
    await this.#client.srem(this.#set, id);
  }

  /** Workers that are there. @returns {Promise<WorkerCard[]>} */
  async list() {
    const ids = await this.#client.smembers(this.#set);
    const texts = await Promise.all(ids.map((id) => this.#client.get(this.#prefix + id)));
    const gone = ids.filter((_, i) => texts[i] === null);
    if (gone.length > 0) await this.#client.srem(this.#set, ...gone);
    return texts.flatMap((text) => (text === null ? [] : [JSON.parse(text)]));
  }
}

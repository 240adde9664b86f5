// Contacts of a simulation: read in place, with the forces that act in them.
//
// The list and its contacts are made once and stand for what is there at the moment: after a step, contact 0 is the first contact
// of the new step.

import { demand } from '../engine/error.js';
import { plainValue, refuseUnknown, showAs } from './plain.js';

/** @typedef {import('./reader.js').SimulationReader} Simulation */

/** What a contact tells as plain numbers and lists. */
const shown = /** @type {const} */ (['geoms', 'bodies', 'position', 'normal', 'distance', 'force']);

/** One contact. */
export class Contact {
  #simulation;
  #index;
  #force = new Float64Array(6);
  #worldForce = new Float64Array(3);

  /**
   * @param {Simulation} simulation
   * @param {number} index
   */
  constructor(simulation, index) {
    this.#simulation = simulation;
    this.#index = index;
  }

  /** The contact's own struct, with parameters of the solver. */
  get raw() {
    const contact = this.#simulation.data.contact.get(this.#index);
    if (!contact) throw new RangeError(`there is no contact ${this.#index}`);
    return contact;
  }

  /** Ids of the two geoms that touch; -1 where a flex does. */
  get geoms() {
    return this.raw.geom;
  }

  /** Ids of the two bodies that touch; -1 where a flex does. */
  get bodies() {
    const { geom_bodyid: bodyOf } = this.#simulation.model;
    return [...this.raw.geom].map((geom) => (geom < 0 ? -1 : bodyOf[geom]));
  }

  /** Point between the surfaces (3), metres in the world. */
  get position() {
    return this.raw.pos;
  }

  /** Unit vector (3) from the first geom to the second, in the world. */
  get normal() {
    return this.raw.frame.subarray(0, 3);
  }

  /** Axes of the contact (3 x 3), unit vectors in the world as rows: normal and two tangents. */
  get frame() {
    return this.raw.frame;
  }

  /** Distance of the surfaces in metres, negative when they overlap. */
  get distance() {
    return this.raw.dist;
  }

  /** Force (3, N) and torque (3, N m) on the second geom's body, along the axes of the contact: the normal first. */
  get force() {
    const { mujoco, model, data } = this.#simulation;
    mujoco.mj_contactForce(model, data, this.#index, this.#force);
    return this.#force;
  }

  /** Force (3, N) on the second geom's body in the world. */
  get worldForce() {
    const { force, frame } = this;
    const result = this.#worldForce.fill(0);
    for (let axis = 0; axis < 3; axis++) {
      for (let row = 0; row < 3; row++) result[axis] += frame[3 * row + axis] * force[row];
    }
    return result;
  }

  /** Geoms, bodies, position, normal, distance and force as plain numbers and lists. */
  toJSON() {
    return Object.fromEntries(shown.map((name) => [name, plainValue(this[name])]));
  }
}
showAs(Contact, (contact) => /** @type {Contact} */ (contact).toJSON());
refuseUnknown(Contact, () => 'a contact');

/**
 * The contacts of a simulation.
 * @template {import('./types.js').ModelNames} [N=import('./types.js').ModelNames]
 */
export class Contacts {
  /** @type {Simulation} */
  #simulation;
  /** @type {Contact[]} */
  #made = [];

  /** @param {Simulation} simulation */
  constructor(simulation) {
    this.#simulation = simulation;
  }

  /** Number of contacts. */
  get length() {
    return this.#simulation.data.ncon;
  }

  /**
   * One contact, undefined when there are fewer.
   * @param {number} index from 0; negative numbers count from the end
   */
  at(index) {
    if (index < 0) index += this.length;
    if (index >>> 0 !== index || index >= this.length) return undefined;
    return (this.#made[index] ??= new Contact(this.#simulation, index));
  }

  /** All contacts, each object the same as before. */
  *[Symbol.iterator]() {
    for (let i = 0; i < this.length; i++) yield /** @type {Contact} */ (this.at(i));
  }

  /** The contacts there are now, as a list. */
  toArray() {
    return [...this];
  }

  /** What a function makes of each. @template R @param {(contact: Contact, index: number) => R} make @returns {R[]} */
  map(make) {
    return this.toArray().map((contact, i) => make(contact, i));
  }

  /** Those for which a function says so. @param {(contact: Contact, index: number) => unknown} keep */
  filter(keep) {
    return this.toArray().filter((contact, i) => keep(contact, i));
  }

  /** The first for which a function says so. @param {(contact: Contact, index: number) => unknown} test */
  find(test) {
    return this.toArray().find((contact, i) => test(contact, i));
  }

  /** Whether a function says so of one of them. @param {(contact: Contact, index: number) => unknown} test */
  some(test) {
    return this.toArray().some((contact, i) => test(contact, i));
  }

  /** Calls a function with each. @param {(contact: Contact, index: number) => void} visit */
  forEach(visit) {
    this.toArray().forEach((contact, i) => visit(contact, i));
  }

  /** All of them as plain numbers and lists. */
  toJSON() {
    return this.map((contact) => contact.toJSON());
  }

  /**
   * Contacts in which an object takes part.
   * @template {'geom' | 'body'} K
   * @param {K} kind
   * @param {N[K] | number} object name or id
   */
  *of(kind, object) {
    demand(kind === 'geom' || kind === 'body', 'contacts are of a geom or a body', kind);
    const { id } = this.#simulation.object(kind, object);
    for (const contact of this) {
      const ids = kind === 'geom' ? contact.geoms : contact.bodies;
      if (ids[0] === id || ids[1] === id) yield contact;
    }
  }
}
showAs(Contacts, (contacts) => /** @type {Contacts} */ (contacts).toArray());
refuseUnknown(Contacts, () => 'contacts');

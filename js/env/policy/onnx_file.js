// What a policy's ONNX file says of itself: inputs, outputs, metadata. The runtime does not tell the last ones.
//
// Numbers of fields are those of onnx.proto3 (ModelProto, GraphProto, ValueInfoProto, TensorShapeProto).
import { MjError } from '../../engine/error.js';
import { fieldsOf, textOf } from './protobuf.js';

/** @typedef {import('./protobuf.js').Field} Field */

/**
 * An input or output; a size of -1 is open.
 * @typedef {{ name: string, type: string, shape: number[] }} Value
 * @typedef {{ inputs: Value[], outputs: Value[], metadata: Record<string, string>, producer: string }} OnnxFile
 */

/** Names of element types by their numbers. @type {Record<number, string>} */
const elementTypes = {
  1: 'float32',
  2: 'uint8',
  3: 'int8',
  6: 'int32',
  7: 'int64',
  9: 'bool',
  10: 'float16',
  11: 'float64',
};

/** @param {Field} field */
const inside = ({ bytes }) => [...fieldsOf(bytes ?? new Uint8Array())];

/** @param {Field[]} fields @param {number} number */
const first = (fields, number) => fields.find((field) => field.number === number);

/** @param {Field[]} fields @param {number} number */
const textAt = (fields, number) => textOf(first(fields, number)?.bytes ?? null);

/** @param {Field} field a ValueInfoProto @returns {Value} */
function valueOf(field) {
  const fields = inside(field);
  const type = first(fields, 2);
  const tensor = type && first(inside(type), 1);
  const parts = tensor ? inside(tensor) : [];
  const number = first(parts, 1)?.value ?? 0;
  const shape = first(parts, 2);
  const sizes = shape ? inside(shape).filter((part) => part.number === 1) : [];
  return {
    name: textAt(fields, 1),
    type: elementTypes[number] ?? `type ${number}`,
    shape: sizes.map((size) => first(inside(size), 1)?.value ?? -1),
  };
}

/**
 * @param {Uint8Array} bytes
 * @returns {OnnxFile}
 */
export function readOnnx(bytes) {
  const model = [...fieldsOf(bytes)];
  const graphField = first(model, 7);
  if (!graphField?.bytes) throw new MjError('onnx: this is no ONNX file: it has no graph');
  const graph = inside(graphField);
  const constants = new Set(
    graph.filter(({ number }) => number === 5).map((field) => textAt(inside(field), 8)),
  );
  const values = (/** @type {number} */ number) =>
    graph.filter((field) => field.number === number).map(valueOf);
  /** @type {Record<string, string>} */
  const metadata = {};
  for (const field of model.filter(({ number }) => number === 14)) {
    const entry = inside(field);
    metadata[textAt(entry, 1)] = textAt(entry, 2);
  }
  return {
    inputs: values(11).filter(({ name }) => !constants.has(name)),
    outputs: values(12),
    metadata,
    producer: textAt(model, 2),
  };
}

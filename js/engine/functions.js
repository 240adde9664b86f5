// Wrappers of the engine's C functions, made from the generated signatures.
//
// A wrapper turns its arguments into C values: handles into addresses, strings and arrays into copies on the module's stack
// (views of the module's own memory are passed as they are), copies output arrays back, and turns results into JavaScript values.
import { MjError } from './module.js';
import { Handle } from './views.js';

const elementSize = { mjtNum: 8, double: 8, float: 4, int: 4, mjtByte: 1, mjtBool: 1, char: 1, 'unsigned char': 1, void: 1, mjtSize: 8 };
const arrayOf = { mjtNum: Float64Array, double: Float64Array, float: Float32Array, int: Int32Array, mjtByte: Uint8Array, mjtBool: Uint8Array, 'unsigned char': Uint8Array, char: Int8Array, void: Uint8Array };
const largestOnStack = 1 << 16;

/** What one array argument became: address, and what to do after the call. */
function passArray(engine, value, type, isConst, frees) {
  if (value === null || value === undefined) return 0;
  const array = typeof value.GetView === 'function' ? value.GetView() : value;
  if (ArrayBuffer.isView(array) && array.buffer === engine.memory.buffer) return array.byteOffset;
  if (!ArrayBuffer.isView(array) && !Array.isArray(array)) throw new MjError(`expected an array of ${type}, got ${typeof value}`);
  const bytes = array.length * elementSize[type];
  const address = bytes > largestOnStack ? engine.alloc(bytes) : engine.push(bytes);
  new arrayOf[type](engine.memory.buffer, address, array.length).set(array);
  frees.push({ address, heap: bytes > largestOnStack, target: isConst ? null : array, type });
  return address;
}

function finish(engine, frees) {
  for (const { address, heap, target, type } of frees) {
    if (target) {
      const result = new arrayOf[type](engine.memory.buffer, address, target.length);
      if (ArrayBuffer.isView(target)) target.set(result); else for (let i = 0; i < target.length; i++) target[i] = result[i];
    }
    if (heap) engine.free(address);
  }
}

/** How an argument of a C type is passed. */
function argumentKind(type, structs) {
  const plain = type.replace(/^const /, '');
  if (plain === 'char*' && type.startsWith('const')) return { kind: 'string' };
  const pointer = /^(\w+(?: char)?)\*$/.exec(plain);
  if (pointer && elementSize[pointer[1]]) return { kind: 'array', type: pointer[1], isConst: type.startsWith('const') };
  if (pointer && structs[pointer[1]]) return { kind: 'handle', type: pointer[1] };
  if (plain.includes('*')) return { kind: 'unsupported' };
  if (plain === 'mjtSize') return { kind: 'bigint' };
  if (plain === 'mjtBool') return { kind: 'bool' };
  return { kind: 'number' };
}

function passHandle(value, type, name, position) {
  if (value === null || value === undefined) return 0;
  if (!(value instanceof Handle)) throw new MjError(`${name}: argument ${position + 1} must be a ${type}`);
  return value.address;
}

/** A wrapper of the C function `name`, or undefined where the module lacks it or it cannot be called from JavaScript. */
export function wrapFunction(engine, name, signature, structs, wrapResult) {
  const native = engine.exports[name];
  if (!native) return undefined;
  const kinds = signature.args.map(([type]) => argumentKind(type, structs));
  if (kinds.some((k) => k.kind === 'unsupported')) return undefined;
  if (kinds.every((k) => k.kind === 'handle') && signature.returns === 'void') return handlesOnly(engine, name, native, kinds);
  return (...args) => engine.guard(() => {
    const frees = [];
    const values = kinds.map((k, i) => {
      const value = args[i];
      switch (k.kind) {
        case 'handle': return passHandle(value, k.type, name, i);
        case 'string': return value === null || value === undefined ? 0 : engine.pushString(String(value));
        case 'array': return passArray(engine, value, k.type, k.isConst, frees);
        case 'bigint': return BigInt(value);
        case 'bool': return value ? 1 : 0;
        default: return Number(value ?? 0);
      }
    });
    const result = native(...values);
    finish(engine, frees);
    return wrapResult(signature.returns, result);
  });
}

/** The common case, such as mj_step(model, data): no copies, nothing allocated. */
function handlesOnly(engine, name, native, kinds) {
  if (kinds.length === 2) {
    const [first, second] = kinds;
    return (a, b) => {
      try {
        native(passHandle(a, first.type, name, 0), passHandle(b, second.type, name, 1));
      } catch (error) {
        throw engine.recover(error);
      }
    };
  }
  return (...args) => {
    try {
      native(...kinds.map((k, i) => passHandle(args[i], k.type, name, i)));
    } catch (error) {
      throw engine.recover(error);
    }
  };
}

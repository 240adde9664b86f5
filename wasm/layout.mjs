// Memory layout of the public structs in the module: wasm32, natural alignment, 4-byte pointers.
// wasm/layout_check.c (generated) lets the compiler confirm every offset.

const basic = {
  mjtNum: [8, 'f64'], double: [8, 'f64'], float: [4, 'f32'], int: [4, 'i32'], unsigned: [4, 'u32'], 'unsigned int': [4, 'u32'],
  char: [1, 'i8'], 'unsigned char': [1, 'u8'], mjtByte: [1, 'u8'], mjtBool: [1, 'bool'], bool: [1, 'bool'],
  mjtSize: [8, 'i64'], int64_t: [8, 'i64'], uint64_t: [8, 'u64'], size_t: [4, 'u32'], uintptr_t: [4, 'u32'],
};

const align = (offset, to) => Math.ceil(offset / to) * to;

/** Adds offset, bytes and kind to every field; returns { size, alignment }. */
export function layoutStruct(struct, headers, done = new Map()) {
  if (done.has(struct)) return done.get(struct);
  let offset = 0, alignment = 1;
  for (const f of struct.fields) {
    const item = itemLayout(f, headers, done);
    f.count = f.dims.reduce((n, d) => n * (Number(d) || headers.constants[d]), 1);
    f.itemSize = item.size;
    f.kind = item.kind;
    f.offset = align(offset, item.alignment);
    offset = f.offset + item.size * f.count;
    alignment = Math.max(alignment, item.alignment);
  }
  const result = { size: align(offset, alignment), alignment };
  Object.assign(struct, result);
  done.set(struct, result);
  return result;
}

function itemLayout(f, headers, done) {
  const type = f.type.replace(/^const /, '');
  if (type.includes('*')) return { size: 4, alignment: 4, kind: 'pointer' };
  if (f.fields) return { ...layoutStruct(f, headers, done), kind: 'struct' };
  if (basic[type]) return { size: basic[type][0], alignment: basic[type][0], kind: basic[type][1] };
  if (headers.enums[type]) return { size: 4, alignment: 4, kind: 'enum' };
  if (headers.structs[type]) return { ...layoutStruct(headers.structs[type], headers, done), kind: 'struct' };
  throw new Error(`no layout for ${f.type} ${f.name}`);
}

/** The kind of the items that a pointer field such as `mjtNum*` points to. */
export function pointedKind(type) {
  return basic[type]?.[1] ?? 'struct';
}

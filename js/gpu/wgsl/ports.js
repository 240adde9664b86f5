// Fields as rows in plain order: world by world, as mjData has them.
export const ports = /* wgsl */ `
struct Place { offset: u32, width: u32, integer: u32, spare: u32 }
@group(1) @binding(0) var<uniform> place: Place;
@group(1) @binding(1) var<storage, read_write> io: array<u32>;

fn item(id: vec3u) -> u32 { return id.x + id.y * 65535u * 64u; }

@compute @workgroup_size(64)
fn take(@builtin(global_invocation_id) id: vec3u) {
  let k = item(id);
  if (k >= params.count * place.width) { return; }
  enter(k / place.width);
  let i = i32(place.offset + k % place.width);
  if (place.integer != 0) { sti(i, i32(io[k])); } else { st(i, bitcast<f32>(io[k])); }
}

@compute @workgroup_size(64)
fn give(@builtin(global_invocation_id) id: vec3u) {
  let k = item(id);
  if (k >= params.count * place.width) { return; }
  enter(k / place.width);
  let i = i32(place.offset + k % place.width);
  if (place.integer != 0) { io[k] = u32(ldi(i)); } else { io[k] = bitcast<u32>(ld(i)); }
}
`;

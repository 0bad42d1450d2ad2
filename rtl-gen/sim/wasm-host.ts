// Owns: the part of the WebAssembly interface of JavaScript that is used (it stands in the types of browsers only).

export interface WasmMemory { readonly buffer: ArrayBuffer }
interface WasmApi {
  readonly Memory: new (size: { initial: number }) => WasmMemory
  readonly Module: new (code: Uint8Array<ArrayBuffer>) => object
  readonly Instance: new (module: object, imports: Record<string, Record<string, unknown>>) => { readonly exports: Record<string, unknown> }
}
const api = (globalThis as unknown as { WebAssembly: WasmApi }).WebAssembly

/** A memory of at least `bytes` zero bytes. */
export const newMemory = (bytes: number): WasmMemory => new api.Memory({ initial: Math.max(1, Math.ceil(bytes / 65536)) })

type WasmFunction = (...a: number[]) => number

/** Compiles and links code at once; `memory` is its import `host.memory`. */
export function instantiate(code: Uint8Array<ArrayBuffer>, memory: WasmMemory): Record<string, WasmFunction> {
  return new api.Instance(new api.Module(code), { host: { memory } }).exports as Record<string, WasmFunction>
}

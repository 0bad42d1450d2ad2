// Owns: the file that fills the simulated memory: eight bytes of magic, then records of address and length (64 bits each, little endian) and the bytes. memory.cpp reads it.

const magic = 'ARCHMEM1'

export interface ImagePart { readonly address: bigint; readonly bytes: Uint8Array }

/** Later parts lie over earlier ones; what none covers is zero. An address outside the memory ends the simulation at its start. */
export function memoryImage(parts: readonly ImagePart[]): Uint8Array {
  const chunks: Uint8Array[] = [Buffer.from(magic, 'latin1')]
  for (const { address, bytes } of parts) {
    const head = Buffer.alloc(16)
    head.writeBigUInt64LE(BigInt.asUintN(64, address), 0)
    head.writeBigUInt64LE(BigInt(bytes.length), 8)
    chunks.push(head, bytes)
  }
  return Buffer.concat(chunks)
}

/** The argument of the simulator that names the file. */
export const imageArgument = (file: string): string => `+image=${file}`

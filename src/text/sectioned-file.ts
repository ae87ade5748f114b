/**
 * A data file of several parts. Layout, little endian: the four ASCII letters of its kind, u32 version, u32 number of parts,
 * u32 length of each part, the parts. Throws if the bytes are of another kind or version.
 */
export function readSections(bytes: Uint8Array, { kind, version }: FileKind): readonly Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const foundKind = String.fromCharCode(...bytes.subarray(0, 4))
  const foundVersion = view.getUint32(4, true)
  if (foundKind !== kind || foundVersion !== version) {
    throw new Error(
      `Cannot open a "${kind}" file of version ${version}: found "${foundKind}" of version ${foundVersion}`,
    )
  }
  const count = view.getUint32(8, true)
  const sections: Uint8Array[] = []
  let start = 12 + 4 * count
  for (let i = 0; i < count; i++) {
    const length = view.getUint32(12 + 4 * i, true)
    sections.push(bytes.subarray(start, start + length))
    start += length
  }
  return sections
}

/** The bytes that `readSections` takes apart again. */
export function packSections(sections: readonly Uint8Array[], { kind, version }: FileKind): Uint8Array {
  const head = 12 + 4 * sections.length
  const bytes = new Uint8Array(head + sections.reduce((sum, section) => sum + section.length, 0))
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < 4; i++) view.setUint8(i, kind.charCodeAt(i))
  view.setUint32(4, version, true)
  view.setUint32(8, sections.length, true)
  let start = head
  for (const [i, section] of sections.entries()) {
    view.setUint32(12 + 4 * i, section.length, true)
    bytes.set(section, start)
    start += section.length
  }
  return bytes
}

type FileKind = {
  /** Four ASCII letters. */
  readonly kind: string
  readonly version: number
}

import { concatBytes } from '../concat-bytes.ts'

const LATIN_1 = 0
const UTF_16 = 1

/** The body of an ID3v2.3 text frame: the encoding and the text, in ISO-8859-1 if that has every character, else in UTF-16. */
export function formatId3Text(text: string): Uint8Array {
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))
  if (units.every((unit) => unit < 0x100)) return Uint8Array.of(LATIN_1, ...units)
  const view = new DataView(new ArrayBuffer(units.length * 2))
  for (const [i, unit] of units.entries()) view.setUint16(i * 2, unit, true)
  return concatBytes([Uint8Array.of(UTF_16, 0xff, 0xfe), new Uint8Array(view.buffer)])
}

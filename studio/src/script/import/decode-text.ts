/** Encodings that a person can choose if a file is not UTF-8. */
export const ENCODINGS = {
  'windows-1252': 'Western European (Windows-1252)',
  'iso-8859-15': 'Western European (Latin 9)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-kr': 'Korean (EUC-KR)',
  gb18030: 'Chinese (GB 18030)',
  big5: 'Chinese (Big5)',
} as const
export type Encoding = keyof typeof ENCODINGS

export type DecodedText = {
  readonly text: string
  /** How it was read, if that is a guess: its bytes fit no encoding that a file declares. */
  readonly guess: Encoding | undefined
}

/**
 * Reads the bytes of a text file: by its byte order mark, else as UTF-8, else as UTF-16 if every other byte of its beginning is zero. Other bytes are
 * read as `chosen`, which is a guess if nobody has chosen it.
 */
export function decodeText(bytes: Uint8Array, chosen: Encoding = 'windows-1252'): DecodedText {
  const marked = encodingOfMark(bytes) ?? wideEncoding(bytes)
  if (marked !== undefined) return { text: new TextDecoder(marked).decode(bytes), guess: undefined }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), guess: undefined }
  } catch {
    return { text: new TextDecoder(chosen).decode(bytes), guess: chosen }
  }
}

function encodingOfMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

const LOOKED_AT = 256
/** Of Western text in UTF-16, every other byte is zero. */
const MOST = 0.9

function wideEncoding(bytes: Uint8Array): string | undefined {
  const start = bytes.subarray(0, LOOKED_AT)
  const pairs = start.length >> 1
  if (pairs < 2) return undefined
  const zeros = [0, 1].map((side) => start.filter((byte, index) => byte === 0 && index % 2 === side).length / pairs)
  if (zeros[1]! > MOST && zeros[0] === 0) return 'utf-16le'
  return zeros[0]! > MOST && zeros[1] === 0 ? 'utf-16be' : undefined
}

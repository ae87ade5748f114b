/** IDs of WebAssembly sections (core specification, 5.5.2), and of a part of the name section (extended names). */
const CUSTOM_SECTION = 0
const DATA_SECTION = 11
const DATA_SEGMENT_NAMES = 9
/** Offset of the first section, after the magic number and the version. */
const FIRST_SECTION = 8
const I32_CONST = 0x41

/**
 * Address of the writable memory in a module linked by LLVM. It begins with the segment `.data`, which follows `.rodata`; zeroed
 * variables and the heap come next. Throws if the module lacks these segments or has others after them.
 */
export function findWritableData(module: Uint8Array): number {
  let starts: readonly number[] = []
  let names: readonly string[] = []
  const reader = new Reader(module, FIRST_SECTION)
  while (!reader.isAtEnd) {
    const kind = reader.byte()
    const content = reader.part()
    if (kind === DATA_SECTION) starts = readSegmentStarts(content)
    if (kind === CUSTOM_SECTION && content.text() === 'name') names = readSegmentNames(content)
  }
  const [readOnly, writable] = names
  if (starts.length !== 2 || readOnly !== '.rodata' || writable !== '.data' || starts[0]! >= starts[1]!)
    throw new Error(
      `Cannot find the writable data of the Flite module (found ${names.join(', ')} at ${starts.join(', ')}): run "npm ci" to install the version that this release expects`,
    )
  return starts[1]!
}

/** Returns the addresses of active segments in the first memory. */
function readSegmentStarts(section: Reader): number[] {
  return Array.from({ length: section.integer() }, () => {
    if (section.integer() !== 0 || section.byte() !== I32_CONST)
      throw new Error(
        'Cannot read the Flite module: a data segment has no constant offset; run "npm ci" to install it again',
      )
    const start = section.integer()
    section.byte()
    section.part()
    return start
  })
}

function readSegmentNames(section: Reader): readonly string[] {
  while (!section.isAtEnd) {
    const kind = section.byte()
    const content = section.part()
    if (kind !== DATA_SEGMENT_NAMES) continue
    return Array.from({ length: content.integer() }, () => {
      content.integer()
      return content.text()
    })
  }
  return []
}

/** Reads bytes one after another. */
class Reader {
  readonly #bytes: Uint8Array
  #at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes
    this.#at = at
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  byte(): number {
    const byte = this.#bytes[this.#at++]
    if (byte === undefined)
      throw new Error('Cannot read the Flite module: the file is cut off; run "npm ci" to install it again')
    return byte
  }

  /** Reads an unsigned LEB128 integer. */
  integer(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte()
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }

  /** Reads a length, and returns a reader for that many bytes. */
  part(): Reader {
    const length = this.integer()
    const start = this.#at
    this.#at += length
    return new Reader(this.#bytes.subarray(start, this.#at))
  }

  text(): string {
    return Buffer.from(this.part().#bytes).toString()
  }
}

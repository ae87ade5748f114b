/** Sections of a WebAssembly module (core specification, 5.5.2), and a part of its name section (extended names). */
const CUSTOM_SECTION = 0
const DATA_SECTION = 11
const DATA_SEGMENT_NAMES = 9
/** After the magic number and the version. */
const FIRST_SECTION = 8
const I32_CONST = 0x41

/**
 * Address of the writable memory of a module linked by LLVM: its segment `.data`, after `.rodata`. Zeroed variables and the heap
 * follow. Throws if the module has no such segments, or others after it.
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

/** The addresses of active segments in the first memory. */
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

  /** A LEB128 integer that is not negative. */
  integer(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte()
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }

  /** So many bytes as are said before them. */
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

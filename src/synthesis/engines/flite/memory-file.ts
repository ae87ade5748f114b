/** A file in memory that grows as it is written. */
export class MemoryFile {
  #bytes = new Uint8Array(1 << 16)
  #length = 0

  /** The bytes written so far. A view: valid until the next write. */
  contents(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length)
  }

  get length(): number {
    return this.#length
  }

  truncate(): void {
    this.#length = 0
  }

  /** Returns up to `count` bytes from `position`. A view: valid until the next write. */
  read(position: number, count: number): Uint8Array {
    return this.#bytes.subarray(position, Math.max(position, Math.min(position + count, this.#length)))
  }

  /** Writes `bytes` at `position`. Any gap after the old end is filled with zeros, as in a sparse file. */
  write(position: number, bytes: Uint8Array): void {
    const end = position + bytes.length
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#bytes.length * 2, end))
      grown.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = grown
    }
    if (position > this.#length) this.#bytes.fill(0, this.#length, position)
    this.#bytes.set(bytes, position)
    this.#length = Math.max(this.#length, end)
  }
}

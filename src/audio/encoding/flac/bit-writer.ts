/** Writes bits, most significant first, into a byte buffer that grows as needed. */
export class BitWriter {
  #bytes = new Uint8Array(4096)
  #length = 0
  /** Number of pending bits that do not fill a byte yet; less than 8. */
  #held = 0
  #heldBits = 0

  /** Writes the lowest `bits` bits of `value`; `bits` is at most 32. */
  write(value: number, bits: number): void {
    let left = bits
    while (left > 0) {
      const taken = Math.min(left, 8 - this.#heldBits)
      this.#held = (this.#held << taken) | ((value >>> (left - taken)) & ((1 << taken) - 1))
      this.#heldBits += taken
      left -= taken
      if (this.#heldBits === 8) this.#push()
    }
  }

  /** Writes `count` zeros and a one. */
  writeUnary(count: number): void {
    let left = count
    for (; left >= 31; left -= 31) this.write(0, 31)
    this.write(1, left + 1)
  }

  /** Pads with zeros to the next whole byte. */
  align(): void {
    if (this.#heldBits > 0) this.write(0, 8 - this.#heldBits)
  }

  /** Returns the bytes so far, without bits that do not fill a byte yet. */
  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }

  #push(): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#length * 2)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#bytes[this.#length++] = this.#held & 0xff
    this.#held = 0
    this.#heldBits = 0
  }
}

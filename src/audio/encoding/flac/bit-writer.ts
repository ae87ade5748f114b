/** Writes bits, the highest first, into bytes that grow as needed. */
export class BitWriter {
  #bytes = new Uint8Array(4096)
  #length = 0
  /** Bits that do not fill a byte yet; fewer than 8. */
  #held = 0
  #heldBits = 0

  /** The lowest `bits` bits of `value`, at most 32. */
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

  /** `count` zeros and a one. */
  writeUnary(count: number): void {
    let left = count
    for (; left >= 31; left -= 31) this.write(0, 31)
    this.write(1, left + 1)
  }

  /** Zeros up to the next whole byte. */
  align(): void {
    if (this.#heldBits > 0) this.write(0, 8 - this.#heldBits)
  }

  /** The bytes so far; bits that do not fill a byte are left out. */
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

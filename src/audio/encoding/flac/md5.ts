const SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const
const SINES = Uint32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32))

/** Incremental MD5 (RFC 1321). FLAC stores the sum of the samples. */
export class Md5 {
  readonly #state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476)
  #held = new Uint8Array(0)
  #length = 0

  update(bytes: Uint8Array): void {
    this.#length += bytes.length
    const all = new Uint8Array(this.#held.length + bytes.length)
    all.set(this.#held)
    all.set(bytes, this.#held.length)
    const view = new DataView(all.buffer)
    const whole = all.length - (all.length % 64)
    for (let offset = 0; offset < whole; offset += 64) this.#mix(view, offset)
    this.#held = all.slice(whole)
  }

  /** Returns the 16 bytes of the sum. Nothing may be added after this call. */
  digest(): Uint8Array {
    const bits = this.#length * 8
    const padding = new Uint8Array(((119 - (this.#length % 64)) % 64) + 9)
    padding[0] = 0x80
    const view = new DataView(padding.buffer)
    view.setUint32(padding.length - 8, bits >>> 0, true)
    view.setUint32(padding.length - 4, Math.floor(bits / 2 ** 32), true)
    this.update(padding)
    const sum = new DataView(new ArrayBuffer(16))
    for (const [i, word] of this.#state.entries()) sum.setUint32(i * 4, word, true)
    return new Uint8Array(sum.buffer)
  }

  #mix(view: DataView, offset: number): void {
    let [a, b, c, d] = this.#state as unknown as [number, number, number, number]
    for (let i = 0; i < 64; i++) {
      const round = i >> 4
      const mixed = [(b & c) | (~b & d), (d & b) | (~d & c), b ^ c ^ d, c ^ (b | ~d)][round]!
      const word = [i, 5 * i + 1, 3 * i + 5, 7 * i][round]! % 16
      const sum = (a + mixed + SINES[i]! + view.getUint32(offset + word * 4, true)) | 0
      const shift = SHIFTS[round]![i % 4]!
      a = d
      d = c
      c = b
      b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0
    }
    for (const [i, value] of [a, b, c, d].entries()) this.#state[i]! += value
  }
}

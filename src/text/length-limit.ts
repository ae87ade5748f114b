import { ServiceError } from '../errors.ts'

/**
 * Bounds how long a text becomes while it is read. Counts what replacements put into it before it is put in, and what it is read
 * out as sentence by sentence. One for each text.
 */
export class LengthLimit {
  readonly #most: number
  #put = 0
  #spoken = 0

  /** `most`: UTF-16 units; by default any number. */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most
  }

  /**
   * Call it before `length` units are put in the place of what begins at `offset` of the caller's text. Throws
   * INVALID_TEXT_LENGTH_EXCEEDED if they are too many, together with those before.
   */
  put(length: number, offset: number): void {
    this.#put += length
    if (this.#put > this.#most)
      throw exceeded(
        `its replacements put more than ${this.#most} characters into it (at offset ${offset}), which is what the plan allows`,
      )
  }

  /**
   * Counts words that are read out, each with a space. Throws INVALID_TEXT_LENGTH_EXCEEDED if they are too many. Numbers and signs are
   * much longer spoken than written: a "¼" is eleven letters.
   */
  speak(parts: readonly (readonly { readonly text: string }[])[]): void {
    for (const words of parts) for (const { text } of words) this.#spoken += text.length + 1
    if (this.#spoken > this.#most)
      throw exceeded(`as it is read out it has more than ${this.#most} characters, which is what the plan allows`)
  }
}

function exceeded(problem: string): ServiceError {
  return new ServiceError('INVALID_TEXT_LENGTH_EXCEEDED', `Cannot speak the text: ${problem}`)
}

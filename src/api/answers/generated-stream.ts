import { Readable } from 'node:stream'

/**
 * A stream of what a generator gives, piece by piece: it holds one, and asks for the next when that one has been taken. However the stream
 * ends, the generator is returned. `first` is what the generator gave already; `onPiece` is called before each piece is passed on.
 *
 * `Readable.from` does the same, but with functions that V8 keeps, and with them all that a request has made, until the next full
 * collection. For short requests that was most of the pause of each young collection.
 */
export class GeneratedStream extends Readable {
  readonly #rest: AsyncGenerator<Uint8Array>
  readonly #onPiece: () => void
  #first: IteratorResult<Uint8Array> | undefined

  constructor(first: IteratorResult<Uint8Array>, rest: AsyncGenerator<Uint8Array>, onPiece: () => void = () => {}) {
    super({ highWaterMark: 1 })
    this.#first = first
    this.#rest = rest
    this.#onPiece = onPiece
  }

  override _read(): void {
    void this.#pushNext()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    void this.#end(error, done)
  }

  async #pushNext(): Promise<void> {
    try {
      const { value, done } = this.#first ?? (await this.#rest.next())
      this.#first = undefined
      if (done !== true) this.#onPiece()
      this.push(done === true ? null : value)
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  async #end(error: Error | null, done: (error: Error | null) => void): Promise<void> {
    const failure = await this.#rest.return(undefined).then(
      () => null,
      (reason: Error) => reason,
    )
    done(error ?? failure)
  }
}

/** Finds the last closing tag of each element in a text. Takes time in proportion to the text for each name, once. */
export class ClosingTags {
  readonly #source: string
  /** The place of the last closing tag by its text; -1 if there is none. */
  readonly #last = new Map<string, number>()
  #lower: string | undefined

  constructor(source: string) {
    this.#source = source
  }

  /** The place of the last `closing`, such as `</b` or `-->`; -1 if there is none. Case is ignored. */
  last(closing: string): number {
    const known = this.#last.get(closing)
    if (known !== undefined) return known
    const found = this.#lowerCase().lastIndexOf(closing)
    this.#last.set(closing, found)
    return found
  }

  /** The end of the first closing tag of an element from `start` on; undefined if there is none. */
  endOf(name: string, start: number): number | undefined {
    if (this.last(`</${name}`) < start) return undefined
    const end = this.#source.indexOf('>', this.#lowerCase().indexOf(`</${name}`, start))
    return end === -1 ? undefined : end + 1
  }

  #lowerCase(): string {
    this.#lower ??= this.#source.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    return this.#lower
  }
}

import { MarkupSyntaxError } from '../../../errors.ts'

type Edge = { readonly at: number; readonly mark: string; readonly offset: number }

/** Units that a match at either side of a place can need: two characters and an apostrophe. */
const REACH = 5
const ENDS_IN_WORD = /[\p{L}\p{M}\p{N}]['’]?$|\d[.,]$/u
const BEGINS_IN_WORD = /^['’]?[\p{L}\p{M}\p{N}]|^[.,]\d/u

/** Whether the place between two units of a text is inside a word or number: `AI|'s`, `1.|5`, but not `AI|.` or `well-|known`. */
function isInsideWord(text: string, at: number): boolean {
  return ENDS_IN_WORD.test(text.slice(Math.max(0, at - REACH), at)) && BEGINS_IN_WORD.test(text.slice(at, at + REACH))
}

/** Gathers the text as it reads without its tags, and the places of tags in it, to refuse those that cut a word. */
export class WordEdges {
  readonly #parts: string[] = []
  readonly #edges: Edge[] = []
  #length = 0

  write(text: string): void {
    this.#parts.push(text)
    this.#length += text.length
  }

  /** Notes that a mark begins or ends here; `mark` names it in the error, `offset` is its position. */
  mark(mark: string, offset: number): void {
    this.#edges.push({ at: this.#length, mark, offset })
  }

  /** Throws MarkupSyntaxError for the first mark that is inside a word. */
  check(): void {
    const text = this.#parts.join('')
    for (const { at, mark, offset } of this.#edges) {
      if (isInsideWord(text, at)) {
        throw new MarkupSyntaxError(`Cannot apply ${mark} to part of a word: it must wrap whole words`, offset)
      }
    }
  }
}

import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import type { Doc } from 'yjs'
import { findMoved } from './find-moved.ts'
import { compareOrder, readParagraphs, type StoredParagraph } from './read-script.ts'

/** Sorts behind paragraphs that were never moved, whose order is empty. */
const FIRST = 'a0'
/** If more move at once, all paragraphs get keys: the time to find single ones grows with the square. */
const MOST_MOVED = 200

/**
 * Brings the paragraphs of a shared script into an order, by ids. A paragraph that moves gets a key of its own instead of another place in
 * the shared text: what others write in it meanwhile moves along, and two people who move it do not double it.
 */
export function orderParagraphs(doc: Doc, ids: readonly string[]): void {
  const shown = readParagraphs(doc)
  if (shown.every(({ id }, index) => id === ids[index])) return
  const byId = new Map(shown.map((paragraph) => [paragraph.id, paragraph]))
  const wanted = ids.flatMap((id) => byId.get(id) ?? [])
  const moved = findMoved(shown, wanted)
  const orders = new Orders(shown)
  if (moved.size <= MOST_MOVED) orders.move(wanted, moved)
  if (!orders.areSorted(wanted)) orders.number(wanted)
  orders.write()
}

/** The orders of paragraphs, and those that change. */
class Orders {
  /** In the order of the shared text. */
  readonly #stored: readonly StoredParagraph[]
  readonly #next: ReadonlyMap<StoredParagraph, StoredParagraph>
  /** Keys that paragraphs get. */
  readonly #own = new Map<StoredParagraph, string>()
  #effective = new Map<StoredParagraph, string>()

  constructor(shown: readonly StoredParagraph[]) {
    this.#stored = shown.toSorted((one, other) => one.start - other.start)
    this.#next = new Map(this.#stored.slice(1).map((paragraph, index) => [this.#stored[index]!, paragraph]))
    this.#refresh()
  }

  /** Gives the moved paragraphs keys, so that as few others as can be get one. */
  move(wanted: readonly StoredParagraph[], moved: ReadonlySet<StoredParagraph>): void {
    for (const paragraph of moved) this.#pinNext(paragraph, moved)
    let last: StoredParagraph | undefined
    for (const paragraph of wanted) {
      if (moved.has(paragraph) || (last !== undefined && this.#compare(last, paragraph) > 0))
        this.#putBehind(paragraph, last)
      last = paragraph
    }
  }

  /** Keeps what follows a paragraph in the shared text where it is, when that paragraph moves. */
  #pinNext(paragraph: StoredParagraph, moved: ReadonlySet<StoredParagraph>): void {
    const next = this.#next.get(paragraph)
    if (next === undefined || moved.has(next) || this.#hasOwn(next)) return
    this.#own.set(next, this.#effective.get(next)!)
  }

  #compare(one: StoredParagraph, other: StoredParagraph): number {
    const orderOf = (paragraph: StoredParagraph) => ({ order: this.#effective.get(paragraph)!, start: paragraph.start })
    return compareOrder(orderOf(one), orderOf(other))
  }

  /** Gives a paragraph a key between that of another one and the next higher key. */
  #putBehind(paragraph: StoredParagraph, last: StoredParagraph | undefined): void {
    const low = last === undefined ? '' : this.#effective.get(last)!
    const [high = null] = [...this.#effective.values()].filter((order) => order > low).toSorted()
    this.#own.set(paragraph, createKey(low === '' ? null : low, high))
    this.#refresh()
  }

  areSorted(wanted: readonly StoredParagraph[]): boolean {
    return wanted.every((paragraph, index) => index === 0 || this.#compare(wanted[index - 1]!, paragraph) < 0)
  }

  /** Gives every paragraph a key. */
  number(wanted: readonly StoredParagraph[]): void {
    const keys = generateNKeysBetween(null, null, wanted.length)
    for (const [index, paragraph] of wanted.entries()) this.#own.set(paragraph, keys[index]!)
    this.#refresh()
  }

  write(): void {
    for (const [{ marker }, order] of this.#own) marker?.set('order', order)
  }

  #hasOwn(paragraph: StoredParagraph): boolean {
    return this.#own.has(paragraph) || typeof paragraph.marker?.get('order') === 'string'
  }

  /** A paragraph without a key has that of the one before it in the shared text. */
  #refresh(): void {
    let order = ''
    this.#effective = new Map(
      this.#stored.map((paragraph) => {
        const own = this.#own.get(paragraph) ?? paragraph.marker?.get('order')
        if (typeof own === 'string') order = own
        return [paragraph, order]
      }),
    )
  }
}

/** A key between two others. Keys that others have written may be none: then nothing is between them, and all get new ones. */
function createKey(low: string | null, high: string | null): string {
  try {
    return generateKeyBetween(low ?? (high === null ? FIRST : null), high)
  } catch {
    return low ?? FIRST
  }
}

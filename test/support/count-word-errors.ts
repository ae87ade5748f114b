/** How a recogniser's words differ from those that were said. */
export type WordErrors = {
  readonly substituted: number
  /** Said and not heard. */
  readonly missed: number
  /** Heard and not said. */
  readonly added: number
}

/** Words of the Harvard sentences that sound alike: to hear one for the other is no error of a voice. */
const HOMOPHONES: ReadonlyMap<string, string> = new Map([
  ['two', 'to'],
  ['threw', 'through'],
  ['four', 'for'],
])

const NONE: WordErrors = { substituted: 0, missed: 0, added: 0 }

/** Counts the fewest changes that turn the spoken words into the recognised ones (Levenshtein 1966). */
export function countWordErrors(said: readonly string[], heard: readonly string[]): WordErrors {
  let row = [NONE]
  for (const _ of heard) row.push(add(row.at(-1)!, { added: 1 }))
  for (const saidWord of said) {
    const next = [add(row[0]!, { missed: 1 })]
    for (const [i, heardWord] of heard.entries()) {
      const isSame = canonical(saidWord) === canonical(heardWord)
      const ways = [
        isSame ? row[i]! : add(row[i]!, { substituted: 1 }),
        add(row[i + 1]!, { missed: 1 }),
        add(next[i]!, { added: 1 }),
      ]
      next.push(ways.reduce((best, way) => (totalErrors(way) < totalErrors(best) ? way : best)))
    }
    row = next
  }
  return row.at(-1)!
}

export function totalErrors({ substituted, missed, added }: WordErrors): number {
  return substituted + missed + added
}

/** The errors of several recordings together. */
export function sumWordErrors(all: readonly WordErrors[]): WordErrors {
  return all.reduce<WordErrors>((sum, errors) => add(sum, errors), NONE)
}

function add(errors: WordErrors, more: Partial<WordErrors>): WordErrors {
  return {
    substituted: errors.substituted + (more.substituted ?? 0),
    missed: errors.missed + (more.missed ?? 0),
    added: errors.added + (more.added ?? 0),
  }
}

function canonical(word: string): string {
  return HOMOPHONES.get(word) ?? word
}

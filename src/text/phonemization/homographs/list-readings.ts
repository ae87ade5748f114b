import { hashText, mix } from '../../tagging/hash.ts'
import { hashClue } from './clues.ts'
import type { Homograph, HomographSense } from './homograph.ts'

/** The senses of a homograph that are said alike, and the groups of weights that judge them. */
export type HomographReading = {
  readonly senses: readonly HomographSense[]
  /** Shared by all words with the same parts of speech, and the word's own. */
  readonly grammarGroups: readonly number[]
  readonly wordGroup: number
  /** Hashes of the clues of all senses. */
  readonly clues: ReadonlySet<number>
  /** Whether nothing but a clue can choose it. */
  readonly needsClue: boolean
}

/** The distinct ways to say a homograph, in the order of its senses. A form in -s shares the weights of its stem. */
export function listReadings(word: string, senses: Homograph): readonly HomographReading[] {
  const stem = word.replace(/(?<=[^s])s$/, '')
  const ending = stem === word ? '' : ' -s'
  const seen = new Map<string, number>()
  return [...groupBySound(senses).values()].map((alike) => {
    const roles = [...new Set(alike.map(({ role }) => role))].sort().join('+')
    const rank = seen.get(roles) ?? 0
    seen.set(roles, rank + 1)
    const wordGroup = mix(hashText(word), mix(hashText(roles), rank))
    return {
      senses: alike,
      grammarGroups: [hashText(roles), hashText(`${roles}${ending} form`), wordGroup],
      wordGroup,
      clues: new Set(alike.flatMap(({ clues }) => clues.map(hashClue))),
      needsClue: alike.every(({ role }) => role === 'clued'),
    }
  })
}

function groupBySound(senses: Homograph): ReadonlyMap<string, readonly HomographSense[]> {
  const groups = new Map<string, HomographSense[]>()
  for (const sense of senses) {
    const sound = sense.phonemes.join(' ')
    groups.set(sound, [...(groups.get(sound) ?? []), sense])
  }
  return groups
}

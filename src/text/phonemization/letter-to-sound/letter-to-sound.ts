import { isVowel } from '../../arpabet.ts'
import { spellWord } from './letter-features.ts'
import { createLetterNetwork, extendPast, type LetterNetwork, type Past } from './letter-network.ts'

/** Guesses how a word is said from its letters. */
export type LetterToSound = {
  /**
   * The likely readings of a written word, best first; capitals and marks on letters count. Empty if no reading has a vowel.
   */
  readingsOf(written: string): readonly GuessedReading[]
  /** The likeliest reading by a narrow search, several times as fast; for strings that are too long to be words. */
  skim(written: string): readonly string[] | undefined
}

/** One way to say a word; `share` is its chance among the readings found. */
export type GuessedReading = { readonly phonemes: readonly string[]; readonly share: number }

/** A word's end in its sounds: the graphones from a letter on. */
type Path = {
  readonly graphone: number
  readonly next: Path | undefined
  readonly past: Past
  /** Natural logarithm of its chance. */
  readonly score: number
}

/** Readings that are followed at once. */
const BEAM = 8
const NARROW_BEAM = 2
/** Natural logarithm by which a reading without exactly one main stress is held back. */
const STRESS_PENALTY = 3

/** Opens a packed network (data/letter-to-sound/en-us.bin). */
export function createLetterToSound(bytes: Uint8Array): LetterToSound {
  const network = createLetterNetwork(bytes)
  const byLetter = Map.groupBy(network.graphones.keys(), (graphone) => network.graphones[graphone]!.letter)
  const read = (written: string, beam: number): readonly GuessedReading[] =>
    rank(readFromEnd(written, { network, byLetter, beam }), network)
  return {
    readingsOf: (written) => read(written, BEAM),
    skim: (written) => read(written, NARROW_BEAM)[0]?.phonemes,
  }
}

type ReadOptions = {
  readonly network: LetterNetwork
  readonly byLetter: ReadonlyMap<string, readonly number[]>
  /** Most readings that are followed at once. */
  readonly beam: number
}

/** The likeliest paths through a word, by beam search from its last letter to its first. */
function readFromEnd(written: string, { network, byLetter, beam }: ReadOptions): readonly Path[] {
  const word = spellWord(written)
  const chancesOf = network.see(word)
  let paths: readonly Path[] = [{ graphone: -1, next: undefined, past: network.ending, score: 0 }]
  for (let at = word.letters.length - 1; at >= 0; at--) {
    const graphones = byLetter.get(word.letters[at]!) ?? []
    const steps = paths.flatMap((path) => {
      const chances = chancesOf(at, path.past, graphones)
      return graphones.map((graphone, i) => ({ graphone, next: path, score: path.score + chances[i]! }))
    })
    paths = steps
      .sort((a, b) => b.score - a.score)
      .slice(0, beam)
      .map((step) => ({ ...step, past: extendPast(step.next.past, network.graphones[step.graphone]!) }))
  }
  return paths
}

function rank(paths: readonly Path[], { graphones }: LetterNetwork): readonly GuessedReading[] {
  const chances = new Map<string, number>()
  for (const path of paths) {
    const phonemes: string[] = []
    for (let at: Path | undefined = path; at?.next !== undefined; at = at.next)
      phonemes.push(...sayGraphone(graphones[at.graphone]!))
    if (!phonemes.some(isVowel)) continue
    const key = phonemes.join(' ')
    const score = path.score - (path.past.stress.mains === 1 ? 0 : STRESS_PENALTY)
    chances.set(key, (chances.get(key) ?? 0) + Math.exp(score))
  }
  const total = [...chances.values()].reduce((sum, chance) => sum + chance, 0)
  return [...chances]
    .sort(([, a], [, b]) => b - a)
    .map(([key, chance]) => ({ phonemes: key.split(' '), share: chance / total }))
}

/** The sounds of a graphone. An initial HH before W, as in the older pronunciation of `whisk`, is dropped, as in the lexicon's reviewed entries. */
function sayGraphone({ letter, phonemes }: LetterNetwork['graphones'][number]): readonly string[] {
  return letter === 'w' && phonemes[0] === 'HH' ? phonemes.slice(1) : phonemes
}

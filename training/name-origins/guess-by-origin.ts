import { foldLetters } from '../../src/text/english/fold-letters.ts'
import { attachEnding } from '../../src/text/phonemization/derivation/attach-ending.ts'
import { hasVowel } from '../../src/text/phonemization/letter-to-sound/guess-word.ts'
import { endsInSpanishEs } from '../../src/text/phonemization/letter-to-sound/hears-accent.ts'
import type { Pronunciation } from '../../src/text/phonemization/lexicon/lexicon.ts'
import classifier from './classifier.json' with { type: 'json' }
import { createOriginModel, type OriginChance, type OriginModel } from './origin-model.ts'
import { findSpelling, originsThatSpell, originsThatTell, readBySpelling } from './spelling.ts'

const ENGLISH = 'english'
const LONGEST_NAME = 24
/** Letters of a name without marks. A name with marks may have one letter less. */
const SHORTEST_NAME = 3
/** How sure the classifier must be of an origin that no letter proves, and that the name is not English. */
const LEAST_CHANCE = 0.7
/** Origins that are told at a smaller chance if the name ends so: names that the classifier half believes are theirs are seldom English. */
const LESS_CERTAIN: ReadonlyMap<string, RegExp> = new Map([
  ['bantu', /[aou]$|[^y]i$|[^r]e$/],
  ['west-african', /[aou]$|[^y]i$|[^r]e$/],
  ['chinese', /./],
  ['indian', /./],
  ['italian', /e$/],
  ['japanese', /e$/],
  ['polynesian', /e$/],
])
const LEAST_LESS_CERTAIN = 0.5
/** Related spellings that sound much the same: their chances count together. */
const KINSHIPS: readonly (readonly string[])[] = [
  ['italian', 'spanish', 'portuguese'],
  ['czech', 'croatian'],
]
/** Origins whose names the English model says as well as their rules, unless letters prove the origin (see evaluate.ts in training/name-origins). */
const KNOWN_TO_ENGLISH: ReadonlySet<string> = new Set([
  ENGLISH,
  'french',
  'german',
  'hebrew',
  'scandinavian',
  'spanish',
])
/** Letters that many languages share, with the origin that a word of English, or a name of no clear origin, has them from. */
const SHARED_LETTERS: readonly (readonly [letters: RegExp, origin: string])[] = [
  [/[ñáíóú]/, 'spanish'],
  [/[éèêëàâçîïôûùœ]/, 'french'],
  [/[äöüß]/, 'german'],
]
/** How sure the classifier must be of another origin than that, among those that spell with the letter. */
const LEAST_SHARE = 0.75

const MODEL = createOriginModel(classifier)

/**
 * How an unknown name is said if its letters show which language spells it, by the spelling of that language and with its
 * stress. Undefined for names that could be English, and for words without a capital or a letter of another language.
 */
export function guessByOrigin(written: string, model: OriginModel = MODEL): Pronunciation | undefined {
  const { stem, ending } = withoutEnding(written.normalize('NFC'))
  const origin = findOrigin(stem, model)
  const spelling = origin === undefined ? undefined : findSpelling(origin)
  if (spelling === undefined) return undefined
  const phonemes = readBySpelling(stem.toLowerCase(), spelling)
  if (!hasVowel(phonemes)) return undefined
  return ending === '' ? phonemes : attachEnding(phonemes, ending)
}

/** The origin of a word with a capital or with marks on its letters, if it can be told. */
export function findOrigin(written: string, model: OriginModel = MODEL): string | undefined {
  const word = written.toLowerCase()
  const isPlain = /^[a-z]+$/.test(word)
  const shortest = isPlain ? SHORTEST_NAME : SHORTEST_NAME - 1
  if (word.length > LONGEST_NAME || word.length < shortest || !/^\p{L}+$/u.test(word)) return undefined
  const isName = /^\p{Lu}.*\p{Ll}/u.test(written)
  if (isPlain) return isName ? classify(word, model) : undefined
  const spelled = originsThatSpell(word)
  if (endsInSpanishEs(written) && spelled.includes('spanish')) return 'spanish'
  const usual = SHARED_LETTERS.find(([letters, origin]) => letters.test(word) && spelled.includes(origin))?.[1]
  return isName || usual === undefined ? likeliest(word, { spelled, usual, model }) : usual
}

/** The likeliest origin whose spelling allows the name, if it and its kin are likely enough. */
function classify(word: string, model: OriginModel): string | undefined {
  const chances = model.chancesOf(word).filter(({ origin }) => findSpelling(origin)?.shape.test(word) ?? true)
  const likeliestOf = (some: readonly OriginChance[]) => some.toSorted((a, b) => b.chance - a.chance)[0]!
  const telling = originsThatTell(word)
  const told = chances.filter(({ origin }) => telling.includes(origin))
  // An origin that the classifier does not know is told by its letters alone.
  if (telling.length > 0) return told.length > 0 ? likeliestOf(told).origin : telling[0]
  const best = likeliestOf(chances)
  const kin = KINSHIPS.find((origins) => origins.includes(best.origin)) ?? [best.origin]
  const total = chances.reduce((sum, { chance }) => sum + chance, 0)
  const alike = chances.reduce((sum, { origin, chance }) => sum + (kin.includes(origin) ? chance : 0), 0)
  return !KNOWN_TO_ENGLISH.has(best.origin) && alike >= leastChance(word, best.origin) * total ? best.origin : undefined
}

function leastChance(word: string, origin: string): number {
  return LESS_CERTAIN.get(origin)?.test(word) === true ? LEAST_LESS_CERTAIN : LEAST_CHANCE
}

type Candidates = {
  readonly spelled: readonly string[]
  readonly usual: string | undefined
  readonly model: OriginModel
}

/** The likeliest of the origins that spell with a word's marks, unless another one is usual and it is not much likelier. */
function likeliest(word: string, { spelled, usual, model }: Candidates): string | undefined {
  const chances = model.chancesOf(foldLetters(word)).filter(({ origin }) => spelled.includes(origin))
  const best = chances.toSorted((a, b) => b.chance - a.chance)[0]
  const total = chances.reduce((sum, { chance }) => sum + chance, 0)
  if (best === undefined || usual === undefined) return best?.origin
  return best.chance >= LEAST_SHARE * total ? best.origin : usual
}

/** Without `'s`, and without the -s of `rosés`, which French does not say but English does. */
function withoutEnding(written: string): { readonly stem: string; readonly ending: string } {
  const match = /^(.+?)(['’]s|['’])$/.exec(written) ?? (endsInSpanishEs(written) ? null : /^(.+é)(s)$/.exec(written))
  if (match === null) return { stem: written, ending: '' }
  return { stem: match[1]!, ending: match[2]!.replace('’', "'") }
}

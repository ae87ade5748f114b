import { LOCALES } from '../../text/english/dialects.ts'
import type { LetterToSound } from '../../text/phonemization/letter-to-sound/letter-to-sound.ts'
import type { Lexicon, Pronunciation } from '../../text/phonemization/lexicon/lexicon.ts'
import type { SpokenWord } from '../../text/utterance.ts'

/** How words are said. */
export type TermSounds = { readonly lexicon: Lexicon; readonly letterToSound: LetterToSound }

/** A term that is heard, from its first word on to its last. */
export type HeardTerm = { readonly term: string; readonly first: number; readonly last: number }

type Node = { readonly next: Map<string, Node>; term: string | undefined }

/** Finds terms by their sounds. */
export type SoundTerms = {
  /**
   * The first term that words say with sounds that the caller has given for at least one of them, and that `isAllowed` does not let pass.
   * Sounds are compared without their stress. A term begins and ends with a word, and is not heard across a pause.
   */
  find(words: readonly SpokenWord[], isAllowed: (term: string) => boolean): HeardTerm | undefined
}

/** Compiles terms when the first text needs them. */
export function createSoundTerms(terms: readonly string[], sounds: TermSounds): SoundTerms {
  let compiled: Node | undefined
  return {
    find(words, isAllowed) {
      if (!words.some(({ origin }) => origin === 'respelling')) return undefined
      compiled ??= compile(terms, sounds)
      for (const first of words.keys()) {
        const found = findFrom(words, { first, root: compiled, isAllowed })
        if (found !== undefined) return found
      }
      return undefined
    },
  }
}

type Start = { readonly first: number; readonly root: Node; readonly isAllowed: (term: string) => boolean }

function findFrom(words: readonly SpokenWord[], { first, root, isAllowed }: Start): HeardTerm | undefined {
  let node: Node | undefined = root
  let isGiven = false
  for (let last = first; last < words.length; last++) {
    const { phonemes, origin, boundary } = words[last]!
    isGiven ||= origin === 'respelling'
    for (const phoneme of phonemes) {
      node = node.next.get(withoutStress(phoneme))
      if (node === undefined) return undefined
    }
    const { term } = node
    if (isGiven && term !== undefined && !isAllowed(term)) return { term, first, last }
    if (boundary !== undefined) return undefined
  }
  return undefined
}

function compile(terms: readonly string[], sounds: TermSounds): Node {
  const root: Node = { next: new Map(), term: undefined }
  for (const term of terms) for (const phonemes of pronounceTerm(term, sounds)) insert(root, phonemes, term)
  return root
}

function insert(root: Node, phonemes: readonly string[], term: string): void {
  let node = root
  for (const phoneme of phonemes) {
    const key = withoutStress(phoneme)
    const next = node.next.get(key) ?? { next: new Map(), term: undefined }
    node.next.set(key, next)
    node = next
  }
  node.term ??= term
}

/** Ways to say the words of a term that are compared at most. */
const MOST_WAYS = 16

/** The ways to say a term, without pauses between its words; none if it has anything but letters. */
function pronounceTerm(term: string, sounds: TermSounds): readonly Pronunciation[] {
  const words = term
    .toLowerCase()
    .trim()
    .split(/[\s-]+/)
  let ways: readonly Pronunciation[] = [[]]
  for (const word of words) {
    const said = pronounceWord(word, sounds)
    ways = ways.flatMap((way) => said.map((phonemes) => [...way, ...phonemes])).slice(0, MOST_WAYS)
  }
  return ways
}

function pronounceWord(word: string, { lexicon, letterToSound }: TermSounds): readonly Pronunciation[] {
  const regional = LOCALES.flatMap((locale) => lexicon.regionalPronunciationsOf(word, locale))
  // Dialects that share a table say a word alike.
  const bySounds = new Map(regional.map((phonemes) => [phonemes.join(' '), phonemes]))
  const known = [...lexicon.pronunciationsOf(word), ...bySounds.values()]
  const senses = lexicon.homographOf(word) as readonly { readonly phonemes: Pronunciation }[] | undefined
  const all = [...known, ...(senses ?? []).map(({ phonemes }) => phonemes)]
  if (all.length > 0) return all
  if (!/^[a-z']*[a-z][a-z']*$/.test(word)) return []
  return letterToSound
    .readingsOf(word)
    .slice(0, 1)
    .map(({ phonemes }) => phonemes)
}

function withoutStress(phoneme: string): string {
  return phoneme.replace(/\d$/, '')
}

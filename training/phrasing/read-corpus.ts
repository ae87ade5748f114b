import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { analyzeText } from '../../src/text/analyze-text.ts'
import { createHomographModel } from '../../src/text/phonemization/homographs/homograph-model.ts'
import { createLetterToSound } from '../../src/text/phonemization/letter-to-sound/letter-to-sound.ts'
import { createLexicon } from '../../src/text/phonemization/lexicon/lexicon.ts'
import { createReadingScorer } from '../../src/text/reading/scoring/scorer.ts'
import { createReplacementSet } from '../../src/text/replacements/replacement-set.ts'
import { createTagger } from '../../src/text/tagging/tagger.ts'
import type { SpokenWord } from '../../src/text/utterance.ts'

/** One recording: its transcript, and `[word, seconds]` in order; an empty word is silence. */
export type Recording = {
  readonly id: string
  readonly text: string
  readonly words: readonly (readonly [string, number])[]
  /** Sounds with their stress, and their seconds; the pauses between them as `sp`. */
  readonly phones?: readonly (readonly [string, number])[]
}

/** A sentence of the reader, and the silence after each word in seconds; undefined if the recording is unclear. */
export type ReadSentence = {
  readonly id: string
  readonly words: readonly SpokenWord[]
  readonly pauses: readonly (number | undefined)[]
}

/** A silence from this length on is a pause; shorter ones are mostly the closures of stops. */
export const BREAK_SECONDS = 0.08

const DATA = new URL('../../data/', import.meta.url)

/** The recordings of a file of JSON lines, gzipped. */
export function readRecordings(path: string): readonly Recording[] {
  const lines = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Recording)
}

/** The sentences of recordings. Where our reading of a transcript and the reader's differ, pauses are undefined. */
export function readSentences(recordings: readonly Recording[]): readonly ReadSentence[] {
  const lexicon = createLexicon(readFileSync(new URL('lexicon/en-us.bin', DATA)))
  const letterToSound = createLetterToSound(readFileSync(new URL('letter-to-sound/en-us.bin', DATA)))
  const homographs = createHomographModel(
    readFileSync(new URL('homographs/en-us.bin', DATA)),
    createTagger(readFileSync(new URL('tagging/en-us.bin', DATA))),
  )
  const readings = createReadingScorer(readFileSync(new URL('reading/en-us.bin', DATA)))
  const replacements = createReplacementSet([])
  return recordings.flatMap(({ id, text, words }) => {
    const { sentences } = analyzeText(text, {
      lexicon,
      letterToSound,
      homographs,
      readings,
      replacements,
      ssml: false,
      locale: 'en_US',
    })
    const spoken = sentences.flatMap((sentence) => sentence.words)
    const pauses = matchPauses(spoken, words)
    let from = 0
    return sentences.map((sentence) => {
      from += sentence.words.length
      return { id, words: sentence.words, pauses: pauses.slice(from - sentence.words.length, from) }
    })
  })
}

/** The silence after each spoken word, by aligning the two word lists. */
function matchPauses(spoken: readonly SpokenWord[], recorded: Recording['words']): (number | undefined)[] {
  const heard: { text: string; pause: number }[] = []
  for (const [text, seconds] of recorded) {
    if (text === '') {
      if (heard.length > 0) heard.at(-1)!.pause += seconds
    } else heard.push({ text: plain(text), pause: 0 })
  }
  const partners = alignWords(
    spoken.map(({ text }) => plain(text)),
    heard.map(({ text }) => text),
  )
  return spoken.map((_, i) => {
    const at = partners[i]
    // A pause is clear only between two words that are both recognised.
    const isClear = at !== undefined && (i === spoken.length - 1 || partners[i + 1] === at + 1)
    return isClear ? heard[at]!.pause : undefined
  })
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')

/** Of each word in `a` the index of its partner in `b`: a longest common subsequence. */
function alignWords(a: readonly string[], b: readonly string[]): readonly (number | undefined)[] {
  const width = b.length + 1
  const best = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      best[i * width + j] =
        a[i] === b[j]
          ? best[(i + 1) * width + j + 1]! + 1
          : Math.max(best[(i + 1) * width + j]!, best[i * width + j + 1]!)
    }
  }
  const partners: (number | undefined)[] = []
  let j = 0
  for (let i = 0; i < a.length; i++) {
    while (j < b.length && a[i] !== b[j] && best[i * width + j + 1]! >= best[(i + 1) * width + j]!) j++
    partners.push(j < b.length && a[i] === b[j] ? j++ : undefined)
  }
  return partners
}

/** Whether a recording belongs to the tenth that is never trained on. */
export function isHeldOut(id: string): boolean {
  return hashOf(id) % 10 === 0
}

/** FNV-1a. */
export function hashOf(id: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193) >>> 0
  return hash
}

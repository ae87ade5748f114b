import { readFileSync } from 'node:fs'
import { analyzeText } from '../../src/text/analyze-text.ts'
import { parseMarkup } from '../../src/text/markup/parse-markup.ts'
import { layOutRuns } from '../../src/text/markup/tree/lay-out-runs.ts'
import { normalizeText } from '../../src/text/normalization/normalize-text.ts'
import type { NormalizedText } from '../../src/text/normalization/normalized-text.ts'
import { createHomographModel } from '../../src/text/phonemization/homographs/homograph-model.ts'
import { createLetterToSound } from '../../src/text/phonemization/letter-to-sound/letter-to-sound.ts'
import { createLexicon } from '../../src/text/phonemization/lexicon/lexicon.ts'
import { phonemize } from '../../src/text/phonemization/phonemize.ts'
import { createReadingScorer } from '../../src/text/reading/scoring/scorer.ts'
import { createReplacementSet } from '../../src/text/replacements/replacement-set.ts'
import { createTagger } from '../../src/text/tagging/tagger.ts'
import type { Utterance } from '../../src/text/utterance.ts'
import { type EverydaySentence, formatNormalized } from './everyday-tables.ts'

const DATA = new URL('../../data/', import.meta.url)
export const lexicon = createLexicon(readFileSync(new URL('lexicon/en-us.bin', DATA)))
const letterToSound = createLetterToSound(readFileSync(new URL('letter-to-sound/en-us.bin', DATA)))
const homographs = createHomographModel(
  readFileSync(new URL('homographs/en-us.bin', DATA)),
  createTagger(readFileSync(new URL('tagging/en-us.bin', DATA))),
)
const readings = createReadingScorer(readFileSync(new URL('reading/en-us.bin', DATA)))
const NO_REPLACEMENTS = createReplacementSet([])

/** What is said for a text, in the notation of the table, with the sounds that the row asks for. */
export function speakEveryday({ written, locale, sounds }: EverydaySentence): string {
  try {
    const runs = layOutRuns(parseMarkup(written, { ssml: false }))
    const text = normalizeText(runs, { source: written, locale, isWord: (word) => lexicon.has(word), readings })
    return formatNormalized(text) + (sounds.size === 0 ? '' : formatSounds(text, locale, sounds))
  } catch (error) {
    return `refused: ${(error as Error).message}`
  }
}

/** All that is said for a text, with its sounds. */
export function analyzeEveryday({ written, locale }: Pick<EverydaySentence, 'written' | 'locale'>): Utterance {
  return analyzeText(written, {
    lexicon,
    letterToSound,
    homographs,
    readings,
    locale,
    ssml: false,
    replacements: NO_REPLACEMENTS,
  })
}

function formatSounds(text: NormalizedText, locale: string, sounds: EverydaySentence['sounds']): string {
  const words = phonemize(text, { lexicon, letterToSound, homographs, locale }).sentences.flatMap(
    (sentence) => sentence.words,
  )
  return Array.from(sounds.keys(), (wanted) => {
    return `; ${wanted} ${words.find((word) => word.text === wanted)?.phonemes.join(' ') ?? 'is not said'}`
  }).join('')
}

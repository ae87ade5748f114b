import { readFileSync } from 'node:fs'
import { createNeuralEngine } from '../../src/synthesis/engines/neural/neural-engine.ts'
import { planSynthesis } from '../../src/synthesis/planning/plan-synthesis.ts'
import type { ProsodyDimension } from '../../src/synthesis/synthesis-plan.ts'
import { analyzeText } from '../../src/text/analyze-text.ts'
import { createReplacementSet } from '../../src/text/replacements/replacement-set.ts'
import type { Utterance } from '../../src/text/utterance.ts'
import { findVoice, parseCatalogue } from '../../src/voices/catalogue.ts'
import { trackSemitones } from './measure-melody.ts'
import { LANGUAGE, PHRASING } from './planning-data.ts'
import { speakWhole } from './speak-whole.ts'
import { EMBER, loadNeuralPackage } from './voice-packages.ts'

const DATA = new URL('../../data/', import.meta.url)

/** What is said for a text, with the lexicon of the service. */
export function analyzeEnglish(text: string): Utterance {
  return analyzeText(text, {
    ...LANGUAGE,
    replacements: createReplacementSet([]),
    ssml: false,
    locale: 'en_US',
  })
}

export type SentenceSpeaker = {
  /** The pitch track of a text from the word with this number on, as `trackSemitones` gives it. One segment only. */
  track(text: string, fromWord?: number): Promise<readonly number[]>
  close(): Promise<void>
}

export type SpeakerOptions = {
  /** False leaves the voice its own melody. */
  readonly isPlanned: boolean
  /** Instead of the avatar's. */
  readonly expression?: number
}

/** Speaks as avatar 3 does, and tracks the pitch. */
export async function createSentenceSpeaker({ isPlanned, expression }: SpeakerOptions): Promise<SentenceSpeaker> {
  const engine = await createNeuralEngine(await loadNeuralPackage(EMBER))
  const avatar = findVoice(parseCatalogue(JSON.parse(readFileSync(new URL('avatars.json', DATA), 'utf8'))), 3)
  const voice = { ...avatar, expression: expression ?? avatar.expression }
  const own = new Set<ProsodyDimension>(['tempo', 'pitchSemitones', 'gainDb'])
  const planned = isPlanned ? engine : { name: engine.name, renders: () => own }
  return {
    async track(text, fromWord = 0) {
      const { segments } = planSynthesis(analyzeEnglish(text), {
        text,
        voice,
        engine: planned,
        speechLoudness: -19,
        phrasing: PHRASING,
      })
      const { audio, words } = await speakWhole(engine, segments[0]!)
      const from = words[fromWord]!.startSample
      return trackSemitones({ ...audio, samples: audio.samples.subarray(from) })
    },
    close: () => engine.close(),
  }
}

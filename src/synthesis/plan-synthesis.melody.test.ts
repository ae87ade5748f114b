import { expect, test } from 'vitest'
import { NEUTRAL_DELIVERY } from '../text/markup/markup-run.ts'
import type { BoundaryMark } from '../text/normalization/normalized-text.ts'
import type { Utterance } from '../text/utterance.ts'
import type { Voice } from '../voices/voice.ts'
import { planSynthesis } from './plan-synthesis.ts'
import type { ProsodyDimension } from './synthesis-plan.ts'

const VOICE: Voice = {
  avatar: {
    name: 'Nora',
    id: 3,
    style: 'Narration',
    accentType: 'General American',
    characteristics: [],
    locale: 'en_US',
    language: 'English',
    languageVariant: null,
    source: null,
    otherTags: [],
    gender: 'female',
  },
  engine: 'ember',
  engineVoice: 'ember',
  tempo: 1,
  pitchSemitones: 0,
  gainDb: 0,
  brightnessDb: 0,
  expression: 1,
  size: 1,
  previewText: '',
}

function melodiesOf(mark: BoundaryMark, renders: readonly ProsodyDimension[]) {
  const word = { delivery: NEUTRAL_DELIVERY, origin: 'lexicon' as const }
  const utterance: Utterance = {
    words: [
      { text: 'More', start: 0, end: 4 },
      { text: 'tea', start: 5, end: 8 },
    ],
    sentences: [
      {
        words: [
          { ...word, text: 'more', written: 'More', source: 0, phonemes: ['M', 'AO1', 'R'] },
          {
            ...word,
            text: 'tea',
            written: 'tea',
            source: 1,
            phonemes: ['T', 'IY1'],
            boundary: { mark, delivery: NEUTRAL_DELIVERY },
          },
        ],
        endsParagraph: false,
      },
    ],
  }
  const engine = { name: 'ember', renders: () => new Set(renders) }
  const { segments } = planSynthesis(utterance, { text: `More tea${mark}`, voice: VOICE, engine })
  return segments.flatMap(({ words }) => words.map(({ melody }) => melody))
}

test('gives the rise of a question to an engine that renders pitch', () => {
  expect(melodiesOf('?', ['pitchSemitones'])).toEqual([undefined, [0, 4, 8]])
})

test('plans no melody for a statement, or for an engine that renders no pitch', () => {
  expect(melodiesOf('.', ['pitchSemitones'])).toEqual([undefined, undefined])
  expect(melodiesOf('?', ['tempo'])).toEqual([undefined, undefined])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LANGUAGE, loadJson, PHRASING } from '../../../test/support/planning-data.ts'
import { analyzeText } from '../../text/analyze-text.ts'
import { createReplacementSet } from '../../text/replacements/replacement-set.ts'
import { findVoice, parseCatalogue } from '../../voices/catalogue.ts'
import type { ProsodyDimension } from '../synthesis-plan.ts'
import { planSynthesis } from './plan-synthesis.ts'

const VOICE = { ...findVoice(parseCatalogue(loadJson('avatars.json')), 3), tempo: 1 }
const RENDERS = new Set<ProsodyDimension>(['tempo', 'melody'])
const ENGINE = { name: 'properties', renders: () => RENDERS }

function planBoth(text: string, ssml = false) {
  const options = { ...LANGUAGE, replacements: createReplacementSet([]), ssml, locale: 'en_US' } as const
  const utterance = analyzeText(text, options)
  return {
    utterance,
    plan: planSynthesis(utterance, { text, voice: VOICE, engine: ENGINE, speechLoudness: -19, phrasing: PHRASING }),
  }
}

const spokenBy = (text: string, ssml = false) => planBoth(text, ssml).plan.segments.flatMap(({ words }) => words)

const CLAUSES = fc.array(
  fc.constantFrom(
    'the old man who lived by the sea',
    'went home,',
    'because she knew that they had seen him;',
    'and',
    'My 401(k) paid $4.99 (or so)',
    'at 3:45 pm.',
    'Well, no!',
    '\n\n',
    'supercalifragilisticexpialidocious',
  ),
  { minLength: 1, maxLength: 25 },
)

test('a plan has every word once and in order, in segments that an engine may be given', () => {
  fc.assert(
    fc.property(CLAUSES, (clauses) => {
      const text = `It ${clauses.join(' ')}`
      const { utterance, plan } = planBoth(text)
      const words = plan.segments.flatMap((segment) => segment.words)
      const expected = utterance.sentences.flatMap((sentence) => sentence.words)
      expect(words.map((word) => word.text)).toEqual(expected.map((word) => word.text))
      expect(words.map((word) => word.source)).toEqual(expected.map((word) => word.source))
      for (const { words } of plan.segments) {
        expect(words.length).toBeLessThanOrEqual(24)
        expect(words.at(-1)!.boundary).toBeDefined()
        for (const word of words) expect(word.melody!.semitones).toHaveLength(word.phonemes.length + 1)
      }
    }),
    { numRuns: 150, seed: 1 },
  )
})

test('breaks that the caller asks for in seconds are exact wherever they are', () => {
  const words = 'the company that bought the old factory last year plans to turn it into homes'.split(' ')
  fc.assert(
    fc.property(fc.nat({ max: words.length - 2 }), fc.integer({ min: 1, max: 5000 }), (at, milliseconds) => {
      const asked = `<break time="${milliseconds}ms"/>`
      const text = `<speak>${words.map((word, i) => (i === at ? word + asked : word)).join(' ')}.</speak>`
      expect(spokenBy(text, true)[at]!.boundary?.pauseSeconds).toBeCloseTo(milliseconds / 1000, 9)
    }),
    { numRuns: 60, seed: 1 },
  )
})

test('a tag around a comma alone scales its pause exactly, and never leaves it out', () => {
  const words = 'in short the men as a rule were on the whole treated kindly'.split(' ')
  const textOf = (at: number, comma: string) => `${words.map((word, i) => (i === at ? word + comma : word)).join(' ')}.`
  for (let at = 0; at < words.length - 1; at++) {
    const pauseOf = (comma: string) => spokenBy(textOf(at, comma))[at]!.boundary!.pauseSeconds
    const slow = pauseOf('<tempo value="0.7">,</tempo>')
    expect(slow).toBeCloseTo(2 * pauseOf('<tempo value="1.4">,</tempo>'), 9)
    expect(slow).toBeGreaterThan(0.1)
    expect([0, slow.toFixed(9)]).toContain(pauseOf(',') && (pauseOf(',') / 0.7).toFixed(9))
  }
})

test('a tempo around a sentence scales every pause inside it alike', () => {
  const inside =
    'If you want to cancel your subscription, please click the link at the bottom of this email and follow the instructions'
  const pauses = (text: string) => spokenBy(text).map(({ boundary }) => boundary?.pauseSeconds ?? 0)
  const plain = pauses(`${inside}.`)
  const slow = pauses(`<tempo value="0.8">${inside}.</tempo>`)
  expect(plain.filter((seconds) => seconds > 0).length).toBeGreaterThan(2)
  for (const [i, seconds] of plain.entries()) expect(slow[i]).toBeCloseTo(seconds / 0.8, 9)
})

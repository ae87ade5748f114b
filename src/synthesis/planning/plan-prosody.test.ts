import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadJson } from '../../../test/support/planning-data.ts'
import { findVoice, parseCatalogue } from '../../voices/catalogue.ts'
import type { Prosody, ProsodyDimension } from '../synthesis-plan.ts'
import { clampDelivery, combineProsody, divideProsody, isBelowRange, moveWithoutMelody } from './plan-prosody.ts'

const VOICE = { ...findVoice(parseCatalogue(loadJson('avatars.json')), 3), tempo: 1.5, pitchSemitones: -2 }
const value = fc.double({ min: -1000, max: 1000, noNaN: true })
const delivery = fc.record({ tempo: value, loudness: value, pitch: value })

describe('a delivery', () => {
  test.each([
    ['tempo', 0.7, 2.3],
    ['loudness', -15, 9],
    ['pitch', -45, 100],
  ] as const)('has a %s from %d to %d, and a warning for what is outside', (tag, least, most) => {
    const clamp = (one: number) => {
      const warnings = new Set<string>()
      const clamped = clampDelivery({ tempo: 1, loudness: 0, pitch: 0, [tag]: one }, warnings)[tag]
      return [clamped, ...warnings]
    }
    expect([clamp(least), clamp(most)]).toEqual([[least], [most]])
    expect(clamp(least - 0.01)).toEqual([
      least,
      `${tag} ${least - 0.01} is outside ${least} to ${most}: ${least} is used`,
    ])
    expect(clamp(most + 0.01)).toEqual([most, `${tag} ${most + 0.01} is outside ${least} to ${most}: ${most} is used`])
    expect([isBelowRange(tag, least), isBelowRange(tag, least - 0.01)]).toEqual([false, true])
  })

  test('that was clamped is not clamped again', () => {
    fc.assert(
      fc.property(delivery, (asked) => {
        const [first, second] = [new Set<string>(), new Set<string>()]
        const clamped = clampDelivery(asked, first)
        expect(clampDelivery(clamped, second)).toEqual(clamped)
        expect(second.size).toBe(0)
        const changed = (['tempo', 'loudness', 'pitch'] as const).filter((tag) => clamped[tag] !== asked[tag])
        expect([...first].map((warning) => warning.split(' ')[0])).toEqual(changed)
      }),
    )
  })
})

describe('the prosody of a word', () => {
  const neutral = { tempo: 1, loudness: 0, pitch: 0 }

  test('is that of the voice where nothing is asked', () => {
    expect(combineProsody(VOICE, neutral)).toEqual({ tempo: 1.5, pitchSemitones: -2, gainDb: 0 })
  })

  test('has tempo as a factor, pitch in octaves and loudness in dB', () => {
    const asked = combineProsody(VOICE, { tempo: 0.8, loudness: -6, pitch: 100 })
    expect(asked.tempo).toBeCloseTo(1.2, 12)
    expect(asked.pitchSemitones).toBeCloseTo(10, 12)
    expect(asked.gainDb).toBe(-6)
    expect(combineProsody(VOICE, { ...neutral, pitch: -50 + 1e-12 }).pitchSemitones).toBeCloseTo(-14, 6)
  })

  test('is slower, higher and louder the more it is emphasised', () => {
    const all = (['reduced', 'none', 'moderate', 'strong'] as const).map((one) => combineProsody(VOICE, neutral, one))
    for (const [i, { tempo, pitchSemitones, gainDb }] of all.entries()) {
      const next = all[i + 1] ?? { tempo: 0, pitchSemitones: 99, gainDb: 99 }
      expect([tempo > next.tempo, pitchSemitones < next.pitchSemitones, gainDb < next.gainDb]).toEqual([
        true,
        true,
        true,
      ])
    }
  })

  test('is divided so that each part of it is rendered once', () => {
    const asked: Prosody = { tempo: 1.3, pitchSemitones: 4, gainDb: -2 }
    const dimensions: readonly ProsodyDimension[] = ['tempo', 'pitchSemitones', 'gainDb', 'melody']
    fc.assert(
      fc.property(fc.subarray([...dimensions]), (renders) => {
        const { prosody, shape } = divideProsody(asked, new Set(renders))
        expect(prosody.tempo * shape.tempo).toBe(asked.tempo)
        expect(prosody.pitchSemitones + shape.pitchSemitones).toBe(asked.pitchSemitones)
        expect(prosody.gainDb + shape.gainDb).toBe(asked.gainDb)
        expect(prosody.gainDb !== 0).toBe(renders.includes('gainDb'))
        expect(prosody.tempo !== 1).toBe(renders.includes('tempo'))
        expect(prosody.pitchSemitones !== 0).toBe(renders.includes('pitchSemitones'))
      }),
    )
  })
})

test('engines without a melody move emphasised words up, and words in brackets down', () => {
  expect(moveWithoutMelody()).toBe(0)
  expect(moveWithoutMelody('strong')).toBeGreaterThan(moveWithoutMelody('moderate'))
  expect(moveWithoutMelody('moderate')).toBeGreaterThan(3)
  expect(moveWithoutMelody('reduced')).toBeLessThan(0)
  expect(moveWithoutMelody('none', 'brackets')).toBeLessThan(-1.5)
  expect(moveWithoutMelody('none', 'quotation')).toBe(0)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadJson } from '../../../../test/support/planning-data.ts'
import { parseCatalogue } from '../../../voices/catalogue.ts'
import { findVoiceByName, voiceNameOf } from '../find-voice-by-name.ts'
import {
  type AlignedWord,
  CharacterAligner,
  joinAlignments,
  toAlignmentBody,
  toAlignmentMessage,
} from './character-alignment.ts'

const CATALOGUE = parseCatalogue(loadJson('avatars.json'))

/** Words with gaps between them in the text and in time, such as `ab, cd!`. */
const speech = fc
  .array(
    fc.record({
      text: fc.stringMatching(/^[a-z😀é]{1,6}$/u),
      between: fc.constantFrom(' ', ', ', ' — ', '.\n'),
      pause: fc.integer({ min: 0, max: 500 }),
      length: fc.integer({ min: 1, max: 900 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((words) => {
    let [source, now] = ['', 0]
    const aligned: AlignedWord[] = words.map(({ text, between, pause, length }, i) => {
      const sourceStart = source.length
      source += text
      const startMs = now + pause
      now = startMs + length
      const word = { sourceStart, sourceEnd: source.length, endOffset: `${(now / 1000).toFixed(3)}s` }
      source += between
      return i === 0 ? word : { ...word, startOffset: `${(startMs / 1000).toFixed(3)}s` }
    })
    return { source, words: aligned, endMs: now }
  })

describe('the characters of a text', () => {
  test('each have their time, one after another, and the words end when they do', () => {
    fc.assert(
      fc.property(speech, ({ source, words, endMs }) => {
        const aligner = new CharacterAligner()
        const whole = joinAlignments([aligner.align(source, words), aligner.finish(source)])
        expect(whole.characters).toEqual(Array.from(source))
        let last = 0
        for (const [i, start] of whole.startSeconds.entries()) {
          expect(start).toBeGreaterThanOrEqual(last - 1e-9)
          last = whole.endSeconds[i]!
          expect(last).toBeGreaterThanOrEqual(start)
        }
        expect(last).toBeCloseTo(endMs / 1000, 3)
        for (const { sourceEnd, endOffset } of words) {
          const index = Array.from(source.slice(0, sourceEnd)).length - 1
          expect(whole.endSeconds[index]).toBeCloseTo(Number.parseFloat(endOffset), 3)
        }
      }),
    )
  })

  test('are the same however many words come at a time, while the text grows', () => {
    fc.assert(
      fc.property(speech, fc.array(fc.nat(3)), ({ source, words }, sizes) => {
        const whole = new CharacterAligner()
        const expected = joinAlignments([whole.align(source, words), whole.finish(source)])
        const aligner = new CharacterAligner()
        const parts = []
        for (let at = 0, turn = 0; at < words.length; turn++) {
          const end = Math.min(words.length, at + Math.max(1, sizes[turn] ?? 1))
          parts.push(aligner.align(source.slice(0, words[end - 1]!.sourceEnd + 1), words.slice(at, end)))
          at = end
        }
        expect(joinAlignments([...parts, aligner.finish(source)])).toEqual(expected)
      }),
    )
  })

  test('are written as the API of ElevenLabs has them', () => {
    const aligner = new CharacterAligner()
    const words = [{ sourceStart: 0, sourceEnd: 2, endOffset: '0.300s' }]
    const alignment = joinAlignments([aligner.align('Hi!', words), aligner.finish('Hi!')])
    expect(toAlignmentBody(alignment)).toEqual({
      characters: ['H', 'i', '!'],
      character_start_times_seconds: [0, 0.15, 0.3],
      character_end_times_seconds: [0.15, 0.3, 0.3],
    })
    expect(toAlignmentMessage(alignment)).toEqual({
      chars: ['H', 'i', '!'],
      charStartTimesMs: [0, 150, 300],
      charDurationsMs: [150, 150, 0],
    })
  })
})

describe('a voice', () => {
  test('is found by its id and by its name and style, in any spelling', () => {
    for (const voice of CATALOGUE.voices) {
      const { avatar } = voice
      expect(findVoiceByName(CATALOGUE, String(avatar.id))?.avatar.id).toBe(avatar.id)
      const name = voiceNameOf(avatar)
      const found = findVoiceByName(CATALOGUE, name)!
      expect(voiceNameOf(found.avatar)).toBe(name)
      expect(findVoiceByName(CATALOGUE, `  ${avatar.name.toUpperCase()} (${avatar.style}) `)).toBe(found)
      expect(findVoiceByName(CATALOGUE, avatar.name)?.avatar.name).toBe(avatar.name)
    }
  })

  test('that nobody has is none, and an unknown id is an error', () => {
    expect(findVoiceByName(CATALOGUE, 'nobody at all')).toBeUndefined()
    expect(findVoiceByName(CATALOGUE, '')).toBeUndefined()
    expect(() => findVoiceByName(CATALOGUE, '999999')).toThrow('999999')
  })
})

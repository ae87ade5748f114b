import { describe, expect, test } from 'vitest'
import { analyzeEnglish } from '../../../../test/support/sentence-speaker.ts'
import type { WordMelody } from '../../synthesis-plan.ts'
import { findAsides } from './find-asides.ts'
import { planIntonation } from './plan-intonation.ts'

type PlannedWord = WordMelody & { readonly text: string; readonly endsPhrase: boolean; readonly end: number }

/** The words of a text with their melodies, sentence by sentence, as if each were one piece. */
function plan(text: string): readonly (readonly PlannedWord[])[] {
  const { words, sentences } = analyzeEnglish(text)
  const asides = findAsides(words, text)
  return sentences.map((sentence, i) => {
    const before = sentences[i - 1]
    const [melodies] = planIntonation({
      pieces: [sentence.words],
      startsParagraph: before?.endsParagraph ?? true,
      asides,
      draw: () => 0,
    })
    return sentence.words.map((word, k) => {
      const next = sentence.words[k + 1]
      const endsPhrase = word.boundary !== undefined || next?.text === 'or'
      return { ...melodies![k]!, text: word.text, endsPhrase, end: melodies![k]!.semitones.at(-1)! }
    })
  })
}

/** The ends of phrases and where the melody goes there: `tea/ coffee\`. */
function ends(text: string): string {
  const phrases = plan(text)
    .flat()
    .filter(({ endsPhrase }) => endsPhrase)
  return phrases.map(({ text, end }) => text + (end > 2 ? '/' : end < 0 ? '\\' : '-')).join(' ')
}

const peakOf = (word: PlannedWord | undefined) => Math.max(...word!.semitones)

describe('the end of a phrase', () => {
  test.each([
    // Statements fall.
    ['The train leaves at noon.', 'noon\\'],
    ['I have seen it.', 'it\\'],
    ['No punctuation at all', 'all\\'],
    // Yes/no questions rise, whatever the auxiliary.
    ['Is it ready?', 'ready/'],
    ['Did you see it?', 'it/'],
    ["Aren't you coming?", 'coming/'],
    ['And would you like some tea?', 'tea/'],
    ['When it rains, can we leave?', 'rains/ leave/'],
    ['Do you know what time it is?', 'is/'],
    ['"Are you there?" she asked.', 'there/ asked\\'],
    // So do echoes.
    ['Really?', 'really/'],
    ['You said what?', 'what/'],
    ['And you?', 'you/'],
    // Wh-questions fall.
    ['Where are you going?', 'going\\'],
    ['In which year was that?', 'that\\'],
    ['If it rains, what do we do?', 'rains/ do\\'],
    ['How old is your sister?', 'sister\\'],
    // Tags: the statement falls, the tag asks.
    ["It's cold, isn't it?", 'cold\\ it/'],
    ['You will come, right?', 'come\\ right/'],
    // Alternatives: up, and down on the last.
    ['Would you like tea or coffee?', 'tea/ coffee\\'],
    ['Tea or coffee?', 'tea/ coffee\\'],
    ['Are you coming or not?', 'coming/ not\\'],
    // Lists and clauses before commas go on.
    ['We need bread, butter, eggs, and milk.', 'bread/ butter/ eggs/ milk\\'],
    ['After the long winter, spring came.', 'winter/ came\\'],
    // What is broken off stays level.
    ['I thought that maybe…', 'maybe-'],
    ['That is the best news ever!', 'ever\\'],
  ])('%s', (text, expected) => {
    expect(ends(text)).toBe(expected)
  })
})

describe('accents', () => {
  test('words with meaning rise above those that carry grammar', () => {
    const [[the, dog, of, , neighbor] = []] = plan('The dog of my neighbor barked all night.')
    expect(peakOf(dog)).toBeGreaterThan(peakOf(the) + 0.5)
    expect(peakOf(neighbor)).toBeGreaterThan(of!.semitones[0]! + 0.5)
  })

  test('a word that was just said rises less', () => {
    const text = (before: string) => `${before}, and the dog saw my neighbor.`
    const heard = plan(text('I have a dog'))[0]!.findLast(({ text }) => text === 'dog')
    const fresh = plan(text('I have a cat'))[0]!.findLast(({ text }) => text === 'dog')
    expect(peakOf(heard)).toBeLessThan(peakOf(fresh) - 0.5)
  })

  test('exclamations move more widely, and brackets less and lower', () => {
    const [[, , said] = []] = plan('They really won again.')
    const [[, , shouted] = []] = plan('They really won again!')
    expect(peakOf(shouted)).toBeGreaterThan(peakOf(said))
    const [words = []] = plan('The dog (a large brown one) barked at the man.')
    const inside = words.find(({ text }) => text === 'brown')!
    const outside = words.find(({ text }) => text === 'dog')!
    expect(peakOf(inside)).toBeLessThan(peakOf(outside) - 1)
    expect(inside.ownRange).toBeLessThan(outside.ownRange)
  })
})

describe('register', () => {
  const LONG = 'The old man walked slowly down to the harbor as he had done every day of the year.'

  const heightOf = ({ semitones }: PlannedWord) => semitones[0]!

  test('starts a paragraph higher', () => {
    const [first, second] = plan(`${LONG} ${LONG}`)
    expect(heightOf(first![0]!)).toBeGreaterThan(heightOf(second![0]!) + 0.3)
  })

  test('rises against the declination of the voice, but not in a question that rises', () => {
    const rise = (mark: string) => {
      const [, words] = plan(`Yes. It is the man that is in the little house near the sea${mark}`)
      return heightOf(words!.find(({ text }) => text === 'the')!) - heightOf(words![0]!)
    }
    expect(rise('.')).toBeGreaterThan(rise('?'))
  })
})

test('gives every phoneme a value and the end of the word one more', () => {
  const { sentences } = analyzeEnglish('Wait, what? "No," she said (twice); then: silence - or so I thought…')
  const planned = plan('Wait, what? "No," she said (twice); then: silence - or so I thought…')
  for (const [i, { words }] of sentences.entries()) {
    expect(planned[i]!.map(({ semitones }) => semitones.length)).toEqual(
      words.map(({ phonemes }) => phonemes.length + 1),
    )
    expect(planned[i]!.flatMap(({ semitones }) => semitones).every(Number.isFinite)).toBe(true)
  }
})

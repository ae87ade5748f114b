import { expect, test } from 'vitest'
import { analyzeEnglish } from '../../../../test/support/sentence-speaker.ts'
import { chooseRegister } from './choose-register.ts'
import { chooseTunes } from './choose-tunes.ts'
import { findAsides } from './find-asides.ts'
import { cutPhrases } from './phrase.ts'

function tunesOf(text: string) {
  const { words, sentences } = analyzeEnglish(text)
  const phrases = chooseTunes(cutPhrases(sentences.map((sentence) => sentence.words)))
  return { words, phrases }
}

test.each([
  ['It is late.', 'fall'],
  ['Stop!', 'high-fall'],
  ['Is it late?', 'rise'],
  ['When is it?', 'fall'],
  ['Tea or coffee?', 'choice-rise fall'],
  ['Do you want the red one, the blue one, or the green one?', 'item choice-rise fall'],
  ["She left early, didn't she?", 'half-fall rise'],
  ['When it rains, we stay.', 'continuation fall'],
  ['It rains; we stay.', 'half-fall fall'],
  ['Eggs, milk, bread, and butter.', 'item item item fall'],
  ['Eggs, and butter.', 'continuation fall'],
  ['“Are you there?” she asked.', 'rise fall'],
])('%s is said with %s', (text, tunes) => {
  expect(
    tunesOf(text)
      .phrases.map(({ tune }) => tune)
      .join(' '),
  ).toBe(tunes)
})

test('every word is in one phrase, in order, also when a choice is cut', () => {
  for (const text of [
    'Do you want tea, or coffee, or would you rather have juice or water?',
    'Or is it?',
    'Either this or that.',
  ]) {
    const { sentences } = analyzeEnglish(text)
    const { phrases } = tunesOf(text)
    expect(phrases.flatMap((phrase) => phrase.words)).toEqual(sentences.flatMap((sentence) => sentence.words))
    for (const phrase of phrases) expect(phrase.words.length).toBeGreaterThan(0)
  }
})

function registerOf(text: string, startsParagraph = false) {
  const { words, phrases } = tunesOf(text)
  return chooseRegister(phrases, { startsParagraph, asides: findAsides(words, text), draw: () => 0 })
}

test('one line runs through all phrases of a sentence', () => {
  for (const text of ['When it rains, we stay at home, as a rule.', 'Is it true that he came, and stayed?']) {
    const registers = registerOf(text, true)
    for (const [i, { to }] of registers.entries()) expect(registers[i + 1]?.from ?? to).toBeCloseTo(to, 12)
  }
})

test('a paragraph begins higher, most at its start', () => {
  const [plain, first] = [registerOf('The day was long.')[0]!, registerOf('The day was long.', true)[0]!]
  expect(first.from - plain.from).toBeCloseTo(1.3, 12)
  expect(first.to - plain.to).toBeCloseTo(0.8, 12)
})

test('what is in brackets is lower and narrower, unless all of the sentence is', () => {
  const [before, inside, after] = registerOf('The results (as we know) were mixed.')
  expect(inside!.range).toBeLessThan(before!.range)
  expect(inside!.from).toBeLessThan(before!.to)
  expect(after!.range).toBe(before!.range)
  expect(registerOf('(As we know.)')[0]!.range).toBe(1)
})

test('an exclamation moves more widely, and a question that rises has no line', () => {
  expect(registerOf('Stop!')[0]!.range).toBeGreaterThan(1)
  const [question] = registerOf('Is it late?')
  expect(question!.from).toBeCloseTo(question!.to, 12)
})

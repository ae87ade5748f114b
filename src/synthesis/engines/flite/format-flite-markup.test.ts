import { expect, test } from 'vitest'
import { makeWord } from '../../../../test/support/make-segment.ts'
import { flitePhone } from './flite-phone.ts'
import { FLITE_VOICES } from './flite-voices.ts'
import { formatFliteMarkup } from './format-flite-markup.ts'

function format(words: Parameters<typeof formatFliteMarkup>[0], voice = 'slt', expression = 1): string {
  const rates = words.map(({ prosody }) => prosody.tempo)
  return formatFliteMarkup(words, { voice: FLITE_VOICES.get(voice)!, expression, rates })
}

test.each([
  ['AH0', 'ax0'],
  ['AH1', 'ah1'],
  ['OY2', 'oy1'],
  ['ER0', 'er0'],
  ['ZH', 'zh'],
])('calls %s %s', (phoneme, phone) => {
  expect(flitePhone(phoneme)).toBe(phone)
})

test.each(['AH', 'AH3', 'B1', 'Q', '', 'pau', '" x'])('refuses phoneme "%s"', (phoneme) => {
  expect(() => flitePhone(phoneme)).toThrow('not ARPAbet')
})

test('puts each word into a phoneme tag, with a comma where it has a boundary', () => {
  const words = [
    makeWord('Y EH1 S', { text: 'yes', pauseSeconds: 0.2 }),
    makeWord('AY1', { text: 'I' }),
    makeWord('D UW1', { text: 'do' }),
  ]
  expect(format(words)).toBe(
    '<phoneme ph="y eh1 s">yes,</phoneme> <phoneme ph=" ay1">i</phoneme> <phoneme ph="d uw1">do.</phoneme>',
  )
})

test.each([
  ['the', 'a'],
  ["Don't", 'dont'],
  ['</phoneme>', 'phoneme'],
  ['"&<>;', 'x'],
  ['été', 't'],
  ['', 'x'],
])('writes the word %s as %s', (text, written) => {
  expect(format([makeWord('AA1', { text })])).toBe(`<phoneme ph="aa1">${written}.</phoneme>`)
})

test('asks for tempo and pitch word by word, where the voice obeys', () => {
  const word = makeWord('AA1', { text: 'ah', prosody: { tempo: 1.25, pitchSemitones: 12 } })
  expect(format([word], 'slt', 0.5)).toBe(
    '<prosody rate="1.25000" pitch="344.000" range="27.000"><phoneme ph="aa1">ah.</phoneme></prosody>',
  )
  expect(format([word], 'rms')).toBe('<prosody rate="1.25000"><phoneme ph="aa1">ah.</phoneme></prosody>')
})

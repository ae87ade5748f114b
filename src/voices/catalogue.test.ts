import { expect, test } from 'vitest'
import { findVoice, parseCatalogue } from './catalogue.ts'

const ENTRY = {
  id: 3,
  name: 'Nora',
  style: 'Narration',
  accentType: 'General American',
  characteristics: ['Clear'],
  locale: 'en_US',
  language: 'English',
  languageVariant: null,
  source: null,
  otherTags: [],
  gender: 'female',
  engine: 'tone',
  engineVoice: 'tone',
  previewText: 'Hello.',
}

test('an entry is a voice; what it leaves out is neutral', () => {
  const voice = findVoice(parseCatalogue([ENTRY]), 3)
  expect(voice.avatar.name).toBe('Nora')
  expect(voice).toMatchObject({ tempo: 1, pitchSemitones: 0, levelDb: 0, brightnessDb: 0, expression: 1, size: 1 })
})

test('an unlisted avatar speaks for its id and is not in the list', () => {
  const catalogue = parseCatalogue([ENTRY, { ...ENTRY, id: 4, unlisted: true }])
  expect(catalogue.voices.map(({ avatar }) => avatar.id)).toEqual([3])
  expect(findVoice(catalogue, 4).avatar.id).toBe(4)
})

test('an id that there is not is named', () => {
  expect(() => findVoice(parseCatalogue([ENTRY]), 4)).toThrow('speaker_id 4: no avatar has this id')
})

test.each([
  [{}, 'expected a list'],
  [[], 'expected a list'],
  [['x'], 'avatar 1: expected an object'],
  [[ENTRY, ENTRY], 'an id is used twice'],
  [[ENTRY, { ...ENTRY, id: 0 }], 'avatar 2: id must be a positive integer, not 0'],
  [[{ ...ENTRY, name: '' }], 'avatar 1: name must be a text'],
  [[{ ...ENTRY, style: 'Loud' }], 'style must be Narration, Promo'],
  [[{ ...ENTRY, locale: 'english' }], 'locale must be a code'],
  [[{ ...ENTRY, gender: 'none' }], 'gender must be male or female'],
  [[{ ...ENTRY, otherTags: [1] }], 'otherTags must be a list of texts'],
  [[{ ...ENTRY, unlisted: 'yes' }], 'unlisted must be true or false, not "yes"'],
  [[{ ...ENTRY, tempo: 'fast' }], 'tempo must be a number, not "fast"'],
])('%#: a wrong file is refused with what is wrong', (entries, message) => {
  expect(() => parseCatalogue(entries)).toThrow(message)
})

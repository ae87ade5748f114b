import { describe, expect, test } from 'vitest'
import { loadJson } from '../../../test/support/planning-data.ts'
import { createCatalogue, parseCatalogue } from '../../voices/catalogue.ts'
import { aliasSpeakers, parseReferenceSpeakers } from '../../voices/reference-speakers.ts'
import { findVoiceByLanguage, findVoiceByName, voiceNameOf } from './find-voice-by-name.ts'

const CATALOGUE = parseCatalogue(loadJson('avatars.json'))
const idOf = (name: string, catalogue = CATALOGUE) => findVoiceByName(catalogue, name)?.avatar.id

test('every voice is found by its id and by the name that is shown for it', () => {
  for (const { avatar } of CATALOGUE.voices) {
    expect(idOf(String(avatar.id))).toBe(avatar.id)
    expect(idOf(voiceNameOf(avatar))).toBe(avatar.id)
  }
})

test('names are unique, in lower case, and have no spaces', () => {
  const names = CATALOGUE.voices.map(({ avatar }) => voiceNameOf(avatar))
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[\p{Ll}\p{N}]+(?:-[\p{Ll}\p{N}]+)+$/u)
})

describe('case, spaces and punctuation do not matter', () => {
  const { avatar } = CATALOGUE.voices[0]!
  const { name, style } = avatar
  test.each([
    `${name} ${style}`,
    `${name}-${style}`.toUpperCase(),
    `  ${name} / ${style}! `,
    `${name} (${style})`,
    `${name.toLowerCase()}_${style.toLowerCase()}`,
  ])('%j', (written) => {
    expect(idOf(written)).toBe(avatar.id)
  })
})

test('a name alone is the first voice of that name', () => {
  for (const { avatar } of CATALOGUE.voices) {
    const first = CATALOGUE.voices.find((voice) => voice.avatar.name === avatar.name)!
    expect(idOf(avatar.name)).toBe(first.avatar.id)
  }
})

test('a name with its style goes before a name alone', () => {
  const [one, other] = CATALOGUE.voices as [(typeof CATALOGUE.voices)[0], (typeof CATALOGUE.voices)[0]]
  const odd = { ...one, avatar: { ...one.avatar, id: 900, name: `${other.avatar.name} ${other.avatar.style}` } }
  const catalogue = createCatalogue([odd, other])
  expect(idOf(`${other.avatar.name} ${other.avatar.style}`, catalogue)).toBe(other.avatar.id)
})

test.each(['', '-', 'Nobody', 'Nora Nobody', '3x', '1234567890123456', '٣'])('%j is no voice', (name) => {
  expect(findVoiceByName(CATALOGUE, name)).toBeUndefined()
})

test('an id that no avatar has is refused, unless another voice speaks for it', () => {
  expect(() => findVoiceByName(CATALOGUE, '99999999')).toThrow(expect.objectContaining({ code: 'INVALID_SPEAKER_ID' }))
  const { voices } = CATALOGUE
  const speakers = parseReferenceSpeakers(loadJson('reference-speakers.json'))
  const aliases = aliasSpeakers(speakers, { voices, candidates: voices })
  const [foreign, voice] = [...aliases][0]!
  expect(findVoiceByName(createCatalogue(voices, { aliases }), String(foreign))).toBe(voice)
})

test.each([
  ['en-GB', 'en_GB'],
  ['en_gb', 'en_GB'],
  ['en-US', 'en_US'],
  ['en', 'en_US'],
  ['en-AU', 'en_US'],
  ['de-DE', 'en_US'],
  ['', 'en_US'],
  [undefined, 'en_US'],
])('the language %j is spoken by the first voice of %s', (language, locale) => {
  const first = CATALOGUE.voices.find(({ avatar }) => avatar.locale === locale)
  expect(findVoiceByLanguage(CATALOGUE, language)).toBe(first)
})

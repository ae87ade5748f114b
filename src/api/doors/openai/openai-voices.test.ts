import { expect, test } from 'vitest'
import { loadJson } from '../../../../test/support/planning-data.ts'
import { createCatalogue, parseCatalogue } from '../../../voices/catalogue.ts'
import { findOpenAiVoice, OPENAI_VOICE_NAMES } from './openai-voices.ts'

const CATALOGUE = parseCatalogue(loadJson('avatars.json'))

/** How OpenAI's guide describes them. */
const GENDERS: Readonly<Record<string, string>> = {
  alloy: 'female',
  ash: 'male',
  ballad: 'male',
  cedar: 'male',
  coral: 'female',
  echo: 'male',
  fable: 'male',
  marin: 'female',
  nova: 'female',
  onyx: 'male',
  sage: 'female',
  shimmer: 'female',
  verse: 'male',
}

test('all of OpenAI’s voices are there, in alphabetical order', () => {
  expect(OPENAI_VOICE_NAMES).toEqual(Object.keys(GENDERS))
})

test.each(Object.entries(GENDERS))('%s is spoken by a %s avatar, also in capitals', (name, gender) => {
  const voice = findOpenAiVoice(CATALOGUE, name)
  expect(voice?.avatar.gender).toBe(gender)
  expect(findOpenAiVoice(CATALOGUE, name.toUpperCase())).toBe(voice)
})

test('the same avatar speaks for each of them in every release', () => {
  const ids = OPENAI_VOICE_NAMES.map((name) => [name, findOpenAiVoice(CATALOGUE, name)!.avatar.id])
  expect(Object.fromEntries(ids)).toEqual({
    alloy: 3,
    ash: 44,
    ballad: 32,
    cedar: 7,
    coral: 12,
    echo: 26,
    fable: 30,
    marin: 11,
    nova: 10,
    onyx: 7,
    sage: 51,
    shimmer: 31,
    verse: 44,
  })
})

test('the two that read with a British accent do so here too', () => {
  for (const name of ['ballad', 'fable']) expect(findOpenAiVoice(CATALOGUE, name)?.avatar.locale).toBe('en_GB')
})

test('at least eight different avatars speak for them', () => {
  const ids = new Set(OPENAI_VOICE_NAMES.map((name) => findOpenAiVoice(CATALOGUE, name)!.avatar.id))
  expect(ids.size).toBeGreaterThanOrEqual(8)
})

test('an operator’s own avatars speak for them too, of the same gender if there is one', () => {
  for (const gender of ['male', 'female']) {
    const voices = CATALOGUE.voices.filter(({ avatar }) => avatar.gender === gender)
    for (const name of OPENAI_VOICE_NAMES) expect(findOpenAiVoice(createCatalogue(voices), name)).toBeDefined()
  }
  const mixed = createCatalogue(CATALOGUE.voices.filter(({ avatar }) => avatar.id > 40))
  const genders = new Set(mixed.voices.map(({ avatar }) => avatar.gender))
  expect(genders.size).toBe(2)
  for (const [name, gender] of Object.entries(GENDERS)) expect(findOpenAiVoice(mixed, name)?.avatar.gender).toBe(gender)
})

test('another name is none of OpenAI’s', () => {
  for (const name of ['', 'nora', 'alloy2', 'constructor']) expect(findOpenAiVoice(CATALOGUE, name)).toBeUndefined()
})

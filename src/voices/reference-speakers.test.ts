import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseCatalogue } from './catalogue.ts'
import { aliasSpeakers, parseReferenceSpeakers, type ReferenceSpeaker } from './reference-speakers.ts'
import type { Voice } from './voice.ts'

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`../../data/${name}`, import.meta.url), 'utf8'))
const speakers = parseReferenceSpeakers(read('reference-speakers.json'))
const { voices, bySpeakerId } = parseCatalogue(read('avatars.json'))
const aliases = aliasSpeakers(speakers, { voices: [...bySpeakerId.values()], candidates: voices })

const nameOf = (voice: Voice | undefined): string | undefined => voice && `${voice.avatar.name}, ${voice.avatar.style}`

test('every reference id speaks, with a voice of the same gender', () => {
  expect(speakers.length).toBeGreaterThan(100)
  for (const { id, gender } of speakers) {
    const voice = bySpeakerId.get(id) ?? aliases.get(id)
    expect([id, voice?.avatar.gender]).toEqual([id, gender])
  }
})

test('an id of our own is no alias', () => {
  for (const id of bySpeakerId.keys()) expect(aliases.has(id)).toBe(false)
})

test.each([
  [{ gender: 'male', locale: 'en_US', style: 'Narration' }, 'Silas, Narration'],
  [{ gender: 'male', locale: 'en_US', style: 'Conversational' }, 'Silas, Conversational'],
  [{ gender: 'female', locale: 'en_US', style: 'Promo' }, 'Nora, Promo'],
  [{ gender: 'male', locale: 'en_GB', style: 'Promo' }, 'Callum, Promo'],
  [{ gender: 'female', locale: 'en_GB', style: 'Conversational' }, 'Hazel, Conversational'],
  // Of the male characters only classic voices are left, and style counts before that.
  [{ gender: 'male', locale: 'en_US', style: 'Character' }, 'Otto, Character'],
] as const)('%j is spoken by %s', (speaker, expected) => {
  const reference: ReferenceSpeaker = { ...speaker, id: 9999 }
  expect(nameOf(aliasSpeakers([reference], { voices, candidates: voices }).get(9999))).toBe(expected)
})

test('only candidates speak for others, and an incomplete file is refused', () => {
  expect(aliasSpeakers(speakers, { voices, candidates: [] }).size).toBe(0)
  expect(() => parseReferenceSpeakers({ speakers: [{ id: 3 }] })).toThrow('speaker 3 is incomplete')
})

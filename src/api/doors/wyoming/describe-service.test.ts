import { expect, test } from 'vitest'
import { loadJson } from '../../../../test/support/planning-data.ts'
import { parseCatalogue } from '../../../voices/catalogue.ts'
import { findVoiceByName } from '../find-voice-by-name.ts'
import { describeService } from './describe-service.ts'

const CATALOGUE = parseCatalogue(loadJson('avatars.json'))
type Voice = { readonly name: string; readonly languages: readonly string[]; readonly installed: boolean }
type Info = Record<string, readonly { readonly voices: readonly Voice[] }[] | null>
const { type, data } = describeService(CATALOGUE) as { type: string; data: Info }

test('has the lists that Home Assistant reads, all empty but that of speech', () => {
  expect(type).toBe('info')
  expect(Object.keys(data).toSorted()).toEqual(['asr', 'handle', 'intent', 'mic', 'satellite', 'snd', 'tts', 'wake'])
  for (const name of ['asr', 'handle', 'intent', 'wake', 'mic', 'snd']) expect(data[name]).toEqual([])
  expect(data.satellite).toBeNull()
  expect(data.tts).toMatchObject([{ name: 'declaim', installed: true, supports_synthesize_streaming: true }])
})

test('lists every voice by a name under which it can be asked for', () => {
  const { voices } = data.tts![0]!
  expect(voices.map(({ name }) => findVoiceByName(CATALOGUE, name))).toEqual(CATALOGUE.voices)
  expect(voices.every(({ installed }) => installed)).toBe(true)
  expect(voices.map(({ languages }) => languages)).toEqual(CATALOGUE.voices.map(({ avatar }) => [avatar.locale]))
})

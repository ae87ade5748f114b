import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMBER } from '../../../../test/support/voice-packages.ts'
import { loadVoicePackage } from '../../voice-packages/load-voice-package.ts'
import { type Networks, openNetworks } from './networks.ts'
import { type NeuralSettings, parseNeuralSettings } from './neural-settings.ts'

const TOKENS = ['.', 'HH', 'AH0', 'L', 'OW1', ',', 'W', 'ER1', 'L', 'D', '.']
const FRAMES_PER_TOKEN = 6

let settings: NeuralSettings
let networks: Networks
let readers: readonly Networks[]
beforeAll(async () => {
  const voicePackage = await loadVoicePackage(EMBER)
  settings = parseNeuralSettings(voicePackage)
  networks = await openNetworks(voicePackage, settings)
  readers = settings.readers!.map((_, reader) => networks.imitate(reader))
})
afterAll(() => networks.close())

const numberTokens = () => BigInt64Array.from(TOKENS, (token) => BigInt(settings.tokens.indexOf(token)))
const boundaries = Float32Array.from(TOKENS, (token) => (/[.,]/.test(token) ? 1 : 0))

test('readers have durations and melodies of their own', async () => {
  const said = await Promise.all(readers.map((reader) => reader.predictProsody(numberTokens(), boundaries)))
  for (const figure of ['durations', 'f0', 'energy'] as const)
    expect(new Set(said.map((one) => one[figure].join(' '))).size).toBe(readers.length)
})

test('readers have sounds of their own at the same times and pitch', async () => {
  const frames = TOKENS.length * FRAMES_PER_TOKEN
  const input = {
    tokens: numberTokens(),
    f0: new Float32Array(TOKENS.length),
    energy: new Float32Array(TOKENS.length),
    tokenOfFrame: BigInt64Array.from({ length: frames }, (_, t) => BigInt(Math.floor(t / FRAMES_PER_TOKEN))),
    frames: new Float32Array(4 * frames),
  }
  const said = await Promise.all(readers.map((reader) => reader.predictAcoustics(input)))
  expect(new Set(said.map(({ features }) => features.join(' '))).size).toBe(readers.length)
})

test('opened networks imitate the first reader', async () => {
  const [own, first] = await Promise.all(
    [networks, readers[0]!].map((one) => one.predictDurations(numberTokens(), boundaries)),
  )
  expect(own).toEqual(first)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMBER } from '../../../../test/support/voice-packages.ts'
import { loadVoicePackage } from '../../voice-packages/load-voice-package.ts'
import { type Networks, openNetworks } from './networks.ts'
import { type NeuralSettings, parseNeuralSettings } from './neural-settings.ts'

let settings: NeuralSettings
let networks: Networks
beforeAll(async () => {
  const voicePackage = await loadVoicePackage(EMBER)
  settings = parseNeuralSettings(voicePackage)
  networks = await openNetworks(voicePackage, settings)
})
afterAll(() => networks.close())

const TOKENS = ['<s>', 'HH', 'AH0', 'L', 'OW1', ',', 'W', 'ER1', 'L', 'D', '.', '</s>']

test.each([1, 4, 20])(
  'durations are those of the whole prosody, to the last digit, for %d phrases',
  async (phrases) => {
    const numbers = TOKENS.map((token) => settings.tokens.indexOf(token))
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
    const tokens = BigInt64Array.from(Array.from({ length: phrases }, () => numbers.map(BigInt)).flat())
    const boundaries = Float32Array.from(tokens, (_, i) => ([',', '.'].includes(TOKENS[i % TOKENS.length]!) ? 1 : 0))
    const whole = await networks.predictProsody(tokens, boundaries)
    expect(whole.f0).toHaveLength(tokens.length)
    expect(await networks.predictDurations(tokens, boundaries)).toEqual(whole.durations)
  },
)

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bandLevels } from '../../../../test/support/band-levels.ts'
import { EMBER } from '../../../../test/support/voice-packages.ts'
import { loadVoicePackage } from '../../voice-packages/load-voice-package.ts'
import { isBoundary } from './boundary-tokens.ts'
import { planFrames } from './frame-plan.ts'
// Levels of bands, in dB, of what the networks gave before their weights were rounded to 8 bits.
import reference from './frame-renderer.reference.json' with { type: 'json' }
import { FrameRenderer } from './frame-renderer.ts'
import { openNetworks } from './networks.ts'
import { parseNeuralSettings } from './neural-settings.ts'
import { createNeuralVoice, type NeuralVoice } from './neural-voice.ts'

/**
 * Not samples: an F0 that differs in its last digits, as the networks round it, moves the pulses of a long sentence. A harmonic may
 * cross the edge of a band.
 */
const MEAN_DB = 0.7
const LARGEST_DB = 6
/** Below the loudest band of all. */
const HEARD_DB = 50

let voice: NeuralVoice
beforeAll(async () => {
  const voicePackage = await loadVoicePackage(EMBER)
  // The reference is of the networks alone, before the corrections of their excitation and envelope.
  const settings = { ...parseNeuralSettings(voicePackage), presenceDb: 0, jitter: 0 }
  const networks = await openNetworks(voicePackage, settings)
  voice = createNeuralVoice({ settings, sampleRate: voicePackage.sampleRate, networks })
})
afterAll(() => voice.networks.close())

type Case = (typeof reference.cases)[number]

async function planReference({ tempo, pitchSemitones, gainDb, expression, size }: Case) {
  const { settings, networks } = voice
  const spread = (value: number) => new Float64Array(reference.tokens.length).fill(value)
  const tokens = BigInt64Array.from(reference.tokens, (token) => BigInt(settings.tokens.indexOf(token)))
  const boundaries = Float32Array.from(reference.tokens, (token) => (isBoundary(token) ? 1 : 0))
  const script = {
    tokens: reference.tokens,
    frames: Int32Array.from(reference.frames),
    tempo: spread(tempo),
    pitchSemitones: spread(pitchSemitones),
    gainDb: spread(gainDb),
    ownRange: spread(1),
    words: [],
    melody: [],
  }
  const natural = await networks.predictProsody(tokens, boundaries)
  const plan = planFrames(script, natural, { settings, tokens, expression, size })
  // The acoustic network of the reference spoke at any tempo.
  return { ...plan, learntStarts: plan.starts }
}

describe.each(reference.cases)('$name', (wanted) => {
  test('places the tokens at the frames of the reference', async () => {
    expect([...(await planReference(wanted)).starts]).toEqual(wanted.starts)
  })

  test.each([
    ['as a whole', []],
    ['in chunks', [40, 41, 100]],
  ] as const)('sounds like the reference %s', async (_, cuts) => {
    const renderer = new FrameRenderer(await planReference(wanted), voice)
    const frames = wanted.starts.at(-1)!
    const edges = [0, ...cuts, frames]
    const parts: number[] = []
    for (const [i, from] of edges.slice(0, -1).entries()) parts.push(...(await renderer.render(from, edges[i + 1]!)))
    expect(parts).toHaveLength(wanted.length)
    const heard = bandLevels({ samples: Float32Array.from(parts), sampleRate: voice.sampleRate }).flat()
    const levels = wanted.levels.flat()
    expect(heard).toHaveLength(levels.length)
    const floor = Math.max(...levels) - HEARD_DB
    const errors = levels.flatMap((level, i) => (level > floor ? [Math.abs(heard[i]! - level)] : []))
    expect(errors.length).toBeGreaterThan(levels.length / 3)
    expect(errors.reduce((sum, error) => sum + error) / errors.length).toBeLessThan(MEAN_DB)
    expect(Math.max(...errors)).toBeLessThan(LARGEST_DB)
  })
})

test('renders chunks like the whole, within 16-bit rounding', async () => {
  const plan = await planReference(reference.cases[0]!)
  const frames = plan.starts.at(-1)!
  const whole = await new FrameRenderer(plan, voice).render(0, frames)
  const renderer = new FrameRenderer(plan, voice)
  const chunks = [
    ...(await renderer.render(0, 64)),
    ...(await renderer.render(64, 130)),
    ...(await renderer.render(130, frames)),
  ]
  expect(chunks).toHaveLength(whole.length)
  expect(Math.max(...chunks.map((sample, i) => Math.abs(sample - whole[i]!)))).toBeLessThan(0.5 / 32_767)
})

test('reads only the tokens that matter, and renders the same samples', async () => {
  const plan = await planReference(reference.cases[0]!)
  const { acousticContextTokens, ...settings } = voice.settings
  expect(acousticContextTokens).toBeGreaterThan(0)
  const render = async (settings: NeuralVoice['settings']) =>
    await new FrameRenderer(plan, { ...voice, settings }).render(0, 60)
  expect(await render(voice.settings)).toEqual(await render(settings))
  const tooFew = { ...settings, acousticContextTokens: acousticContextTokens! - 1 }
  expect(await render(tooFew)).not.toEqual(await render(settings))
})

test('frees at once what the networks gave, and at its end what they read, so that no garbage of megabytes waits', async () => {
  const { networks } = voice
  const arrays = { given: [] as Float32Array[], read: [] as Float32Array[] }
  const watched: NeuralVoice['networks'] = {
    ...networks,
    async predictAcoustics(input) {
      const output = await networks.predictAcoustics(input)
      arrays.given.push(...Object.values(output))
      return output
    },
    async vocode(input) {
      const speech = await networks.vocode(input)
      arrays.given.push(speech)
      arrays.read.push(input.features, input.pulses)
      return speech
    },
  }
  const renderer = new FrameRenderer(await planReference(reference.cases[0]!), { ...voice, networks: watched })
  expect(await renderer.render(0, 60)).toHaveLength(60 * voice.settings.frameSamples)
  const bytesOf = (which: keyof typeof arrays) => arrays[which].map(({ buffer }) => buffer.byteLength)
  expect(bytesOf('given')).toEqual([0, 0, 0, 0])
  expect(Math.min(...bytesOf('read'))).toBeGreaterThan(0)
  renderer.release()
  expect(bytesOf('read')).toEqual([0, 0])
})

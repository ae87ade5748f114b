import { FliteProgram } from '../../src/synthesis/engines/flite/flite-program.ts'
import { FLITE_VOICES } from '../../src/synthesis/engines/flite/flite-voices.ts'
import { formatFliteMarkup } from '../../src/synthesis/engines/flite/format-flite-markup.ts'
import { parsePhoneEnds } from '../../src/synthesis/engines/flite/parse-phone-ends.ts'
import { isBoundary } from '../../src/synthesis/engines/neural/boundary-tokens.ts'
import { planFrames } from '../../src/synthesis/engines/neural/frame-plan.ts'
import { openNetworks } from '../../src/synthesis/engines/neural/networks.ts'
import { parseNeuralSettings } from '../../src/synthesis/engines/neural/neural-settings.ts'
import { scriptSegment } from '../../src/synthesis/engines/neural/token-script.ts'
import type { Segment } from '../../src/synthesis/synthesis-plan.ts'
import type { WordTime } from '../../src/timing/word-time.ts'
import { EMBER_SPEC } from './plan-bench-speech.ts'

/** A phone in a segment's audio, in samples. ARPAbet in lower case, vowels with their stress. */
export type TimedPhone = { readonly name: string; readonly start: number; readonly end: number }

/** Tells when the phones of each word of a segment are heard, given when its words are. */
export type TimePhones = (segment: Segment, words: readonly WordTime[]) => Promise<TimedPhone[][]>

/** Asks the engines for what they know of their phones and the service does not: Flite prints it, the neural voice plans it. */
export async function createPhoneTimer(): Promise<TimePhones> {
  const [timeFlite, timeNeural] = await Promise.all([createFliteTimer(), createNeuralTimer()])
  return async (segment, words) => {
    const times = segment.voice.name === EMBER_SPEC.voice.name ? await timeNeural(segment) : timeFlite(segment)
    return times.map((ends, i) => placePhones(segment.words[i]!.phonemes, ends, words[i]!))
  }
}

/** Ends of a word's phones, in any unit, from the word's start; the last is the word's length. */
type PhoneEnds = readonly number[]

function placePhones(phonemes: readonly string[], ends: PhoneEnds, { startSample, endSample }: WordTime): TimedPhone[] {
  const scale = (endSample - startSample) / ends.at(-1)!
  const place = (end: number): number => Math.round(startSample + end * scale)
  return phonemes.map((name, i) => ({ name: name.toLowerCase(), start: place(ends[i - 1] ?? 0), end: place(ends[i]!) }))
}

async function createFliteTimer(): Promise<(segment: Segment) => readonly PhoneEnds[]> {
  const program = await FliteProgram.load()
  return ({ voice: { name, expression }, words }) => {
    const rates = words.map(({ prosody }) => prosody.tempo)
    const markup = formatFliteMarkup(words, { voice: FLITE_VOICES.get(name)!, expression, rates })
    const { printed } = program.run(['-voice', name, '-ssml', '-psdur', '-t', markup])
    const phones = parsePhoneEnds(printed).filter((phone) => phone.name !== 'pau')
    let next = 0
    return words.map(({ phonemes }) => {
      const own = phones.slice(next, next + phonemes.length)
      next += phonemes.length
      return own.map(({ endSeconds }) => endSeconds - own[0]!.startSeconds)
    })
  }
}

async function createNeuralTimer(): Promise<(segment: Segment) => Promise<readonly PhoneEnds[]>> {
  const voicePackage = EMBER_SPEC.voice
  const settings = parseNeuralSettings(voicePackage)
  const networks = await openNetworks(voicePackage, settings)
  return async (segment) => {
    const script = scriptSegment(segment, { settings, sampleRate: voicePackage.sampleRate })
    const tokens = BigInt64Array.from(script.tokens, (token) => BigInt(settings.tokens.indexOf(token)))
    const boundaries = Float32Array.from(script.tokens, (token) => (isBoundary(token) ? 1 : 0))
    const natural = await networks.predictProsody(tokens, boundaries)
    const { expression, size } = segment.voice
    const { times } = planFrames(script, natural, { settings, tokens, expression, size })
    return script.words.map(({ firstToken, endToken }) =>
      Array.from(times.subarray(firstToken + 1, endToken + 1), (time) => time - times[firstToken]!),
    )
  }
}

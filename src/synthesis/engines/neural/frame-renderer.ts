import { releaseSamples } from '../../../audio/samples/release-samples.ts'
import { createEnvelopeShaper, type ShapeEnvelope } from './envelope-shaper.ts'
import { frameInputs, interpolateTokens, placesBetween, tokensOfFrames } from './frame-inputs.ts'
import type { FramePlan } from './frame-plan.ts'
import type { AcousticOutput } from './networks.ts'
import type { NeuralVoice } from './neural-voice.ts'
import { PulseTrain } from './pulse-train.ts'

/** Largest F0 detail, in standard deviations of log F0. */
const LARGEST_DETAIL = 0.65

/** Largest step of log F0 between frames: 1.25 semitones. Tuned so that no sentence of the melody benchmark leaps by more than 6 semitones. */
const LARGEST_STEP = (1.25 * Math.LN2) / 12

/** Number of frames on each side into which the vocoder's windows reach. */
const VOCODER_EDGE_FRAMES = 1

/**
 * Renders a frame plan, one range of frames after another: acoustic network, envelope, pulses, vocoder. The networks depend on a
 * fixed number of frames on each side. So a range rendered with its context has the same samples as in a render of the whole.
 * Each range computes only what it needs, and features and pulses are computed only once.
 */
export class FrameRenderer {
  readonly #plan: FramePlan
  readonly #voice: NeuralVoice
  readonly #frames: number
  readonly #tokenOfFrame: Int32Array
  readonly #f0Line: Float32Array
  /** The frames of the acoustic network: the token and the inputs of each. */
  readonly #learntTokens: Int32Array
  readonly #inputs: Float32Array
  /** The place of each frame among those of the acoustic network. */
  readonly #places: Float32Array
  readonly #shapeEnvelope: ShapeEnvelope
  /** Per frame: bands, periodicities, voicing, log F0. */
  readonly #features: Float32Array
  readonly #pulses: PulseTrain
  /** Space for the bands of a frame between two of the network. */
  readonly #row: Float32Array
  #ready = 0
  #lastOwn = 0

  constructor(plan: FramePlan, voice: NeuralVoice) {
    const { bandHz, sharpening, presenceDb = 0, octavesDb, jitter = 0, frameSamples } = voice.settings
    const tokenOfFrame = tokensOfFrames(plan.starts)
    const frames = tokenOfFrame.length
    this.#plan = plan
    this.#voice = voice
    this.#frames = frames
    this.#tokenOfFrame = tokenOfFrame
    this.#f0Line = interpolateTokens(plan.starts, plan.f0)
    const { learntStarts } = plan
    this.#learntTokens = learntStarts === plan.starts ? tokenOfFrame : tokensOfFrames(learntStarts)
    this.#inputs = frameInputs(learntStarts, interpolateTokens(learntStarts, plan.learntF0))
    this.#places = placesBetween(plan.starts, learntStarts)
    this.#shapeEnvelope = createEnvelopeShaper({
      bandHz,
      sharpening,
      presenceDb,
      size: plan.size,
      ...(octavesDb !== undefined && { octavesDb }),
    })
    this.#features = new Float32Array(frames * this.#width)
    this.#row = new Float32Array(this.#width - 2)
    const { sampleRate, noise } = voice
    this.#pulses = new PulseTrain({ frames, frameSamples, sampleRate, jitter, noise })
  }

  get #width(): number {
    const { bandHz, periodicityBands } = this.#voice.settings
    return bandHz.length + periodicityBands + 2
  }

  /** Renders the frames from `from` up to and excluding `to` into a new array. Calls must not overlap. */
  async render(from: number, to: number): Promise<Float32Array> {
    const { settings, networks, noiseSource } = this.#voice
    const { frameSamples, vocoderContextFrames, vocoderExtraSamples } = settings
    const start = Math.max(0, from - vocoderContextFrames)
    const end = Math.min(this.#frames, to + vocoderContextFrames)
    // The excitation extends beyond the last frame. It interpolates between the F0 of neighbouring frames there too.
    const beyond = Math.ceil(vocoderExtraSamples / frameSamples)
    await this.#prepareFeatures(Math.min(this.#frames, end + beyond))
    this.#pulses.writeUpTo(end + beyond - 1)
    const first = Math.max(start, from - VOCODER_EDGE_FRAMES)
    const speech = await networks.vocode({
      features: this.#features.subarray(start * this.#width, end * this.#width),
      pulses: this.#pulses.samples.subarray(start * frameSamples, end * frameSamples + vocoderExtraSamples),
      noise: await noiseSource.read(start, end),
      from: first - start,
      to: Math.min(end, to + VOCODER_EDGE_FRAMES) - start,
    })
    const samples = speech.slice((from - first) * frameSamples, (to - first) * frameSamples)
    releaseSamples(speech)
    this.#applyGain(samples, from)
    return samples
  }

  /** Computes the features of all frames before `to`. */
  async #prepareFeatures(to: number): Promise<void> {
    const from = this.#ready
    if (to <= from) return
    const { acousticContextFrames, acousticContextTokens = Number.POSITIVE_INFINITY } = this.#voice.settings
    const start = Math.max(0, Math.floor(this.#places[from]!) - acousticContextFrames)
    const end = Math.min(this.#learntTokens.length, Math.ceil(this.#places[to - 1]!) + 1 + acousticContextFrames)
    const { tokens, learntF0, energy } = this.#plan
    const tokenOfFrame = this.#learntTokens.subarray(start, end)
    const firstToken = Math.max(0, tokenOfFrame[0]! - acousticContextTokens)
    const endToken = Math.min(tokens.length, tokenOfFrame.at(-1)! + acousticContextTokens + 1)
    const output = await this.#voice.networks.predictAcoustics({
      tokens: tokens.subarray(firstToken, endToken),
      f0: learntF0.subarray(firstToken, endToken),
      energy: energy.subarray(firstToken, endToken),
      tokenOfFrame: BigInt64Array.from(tokenOfFrame, (token) => BigInt(token - firstToken)),
      frames: this.#inputs.subarray(start * 4, end * 4),
    })
    for (let t = from; t < to; t++) this.#writeFrame(t, output, this.#places[t]! - start)
    for (const values of Object.values(output)) releaseSamples(values)
    this.#ready = to
  }

  /** Frees the segment's memory at once. Nothing can be rendered after this call. */
  release(): void {
    for (const values of [this.#features, this.#pulses.samples]) releaseSamples(values)
  }

  /** Writes the features of a frame, which are at `place` in the network's output. */
  #writeFrame(t: number, output: AcousticOutput, place: number): void {
    const { bandHz, periodicityBands, logF0 } = this.#voice.settings
    const width = this.#width
    const sourceWidth = width - 2
    const target = t * width
    const token = this.#tokenOfFrame[t]!
    const gainDb = this.#plan.gainDb[token]!
    const values = readRow(output.features, sourceWidth, place, this.#row)
    this.#shapeEnvelope(values, gainDb, this.#features, target)
    for (let k = bandHz.length; k < bandHz.length + periodicityBands; k++) {
      this.#features[target + k] = values.values[values.at + k]!
    }
    const own = this.#limitOwn(t, readValue(output.f0Detail, place) * this.#plan.ownRange[token]!)
    const normalised = own + this.#plan.melody[t]!
    const voicing = readValue(output.voicing, place) > 0.5 ? 1 : 0
    const log = this.#limitLeap(t, logF0.mean + logF0.standardDeviation * normalised + Math.log(this.#plan.size))
    this.#features[target + sourceWidth] = voicing
    this.#features[target + sourceWidth + 1] = log
    this.#pulses.f0[t] = Math.exp(log)
    this.#pulses.voicing[t] = voicing
  }

  /**
   * The voice's own F0 with `detail`, but without the leaps of the detail, which reach 7 semitones within 50 ms next to voiceless
   * sounds. At the end of a phrase the voice's own F0 does not rise; otherwise a fall would end in a squeak.
   */
  #limitOwn(t: number, detail: number): number {
    const line = this.#f0Line[t]!
    if (!this.#plan.limitsLeaps) return line + detail
    const own = line + LARGEST_DETAIL * Math.tanh(detail / LARGEST_DETAIL)
    this.#lastOwn = this.#plan.closing[t] === 1 ? Math.min(own, this.#lastOwn) : own
    return this.#lastOwn
  }

  /** Limits log F0 to `LARGEST_STEP` from the previous frame if that frame is voiced. */
  #limitLeap(t: number, log: number): number {
    if (!this.#plan.limitsLeaps || t === 0 || this.#pulses.voicing[t - 1] === 0) return log
    const before = Math.log(this.#pulses.f0[t - 1]!)
    return Math.min(Math.max(log, before - LARGEST_STEP), before + LARGEST_STEP)
  }

  /** Applies the exact level, interpolated linearly between the gains of neighbouring frames. */
  #applyGain(samples: Float32Array, from: number): void {
    const { frameSamples } = this.#voice.settings
    for (let t = from, at = 0; at < samples.length; t++, at += frameSamples) {
      const gain = this.#gainOf(t)
      const step = (this.#gainOf(t + 1) - gain) / frameSamples
      if (gain === 1 && step === 0) continue
      for (let i = 0; i < frameSamples; i++) samples[at + i] = samples[at + i]! * (gain + step * i)
    }
  }

  #gainOf(frame: number): number {
    const token = this.#tokenOfFrame[Math.min(frame, this.#frames - 1)]!
    return 10 ** (this.#plan.gainDb[token]! / 20)
  }
}

/** The values of a row at a place between two rows: those of the row itself if the place is one, otherwise interpolated into `space`. */
function readRow(rows: Float32Array, width: number, place: number, space: Float32Array) {
  const row = Math.floor(place)
  const weight = place - row
  const at = row * width
  if (weight === 0) return { values: rows, at }
  for (let k = 0; k < width; k++) space[k] = rows[at + k]! * (1 - weight) + rows[at + width + k]! * weight
  return { values: space, at: 0 }
}

function readValue(values: Float32Array, place: number): number {
  const at = Math.floor(place)
  const weight = place - at
  return weight === 0 ? values[at]! : values[at]! * (1 - weight) + values[at + 1]! * weight
}

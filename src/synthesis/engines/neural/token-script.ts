import type { BoundaryMark } from '../../../text/normalization/normalized-text.ts'
import type { Segment, SegmentWord } from '../../synthesis-plan.ts'
import { type MelodyPoint, placeMelody, type ScriptedWord } from '../melody/melody-line.ts'
import type { NeuralSettings } from './neural-settings.ts'

/** The networks' input for one segment, and its delivery. Lists have one value per token. */
export type TokenScript = {
  /** The opening, then each word's phonemes and the boundary after it. */
  readonly tokens: readonly string[]
  readonly tempo: Float64Array
  readonly pitchSemitones: Float64Array
  /** Factor of the network's own melody. */
  readonly ownRange: Float64Array
  readonly gainDb: Float64Array
  /** Duration of each boundary in frames. NATURAL for sounds, whose duration the network decides. */
  readonly frames: Int32Array
  readonly words: readonly ScriptedWord[]
  /** Semitones added to everything else, as the points of a line. Empty for none. */
  readonly melody: readonly MelodyPoint[]
}

/** What decides when each token sounds, beside the network's durations. */
export type TimedTokens = Pick<TokenScript, 'frames' | 'tempo' | 'words'>

export const NATURAL = -1

/**
 * The token before the first word: a full stop, as if another sentence had just ended. After `<s>`, which marks the start of a
 * training recording, the first sound is 44 % shorter and begins abruptly, because recordings are cut close to it.
 */
const OPENING = '.'

/** Pauses are heard as silence. The networks render only as much of a pause as the sounds around it need to end and begin. */
const LONGEST_RENDERED_PAUSE_SECONDS = 0.19

/**
 * The token for each mark. Marks without a token of their own use the nearest one. Dashes and brackets are rare in the
 * recordings, and the networks cut off the sound before their tokens. So they use the comma's token.
 */
const MARK_TOKENS: Readonly<Record<BoundaryMark, string>> = {
  ',': ',',
  ';': ';',
  ':': ':',
  '.': '.',
  '?': '.',
  '!': '.',
  '…': '.',
  '-': ',',
  '(': ',',
  ')': ',',
  '"': '"',
  break: ',',
  paragraph: '.',
}

type ScriptOptions = { readonly settings: NeuralSettings; readonly sampleRate: number }

/** Converts a segment to tokens. Words without punctuation between them are separated by a boundary of zero duration. */
export function scriptSegment({ words }: Segment, { settings, sampleRate }: ScriptOptions): TokenScript {
  const { frameSamples, leadFrames, tailFrames } = settings
  const longestPause = Math.round((LONGEST_RENDERED_PAUSE_SECONDS * sampleRate) / frameSamples)
  const tokens = [OPENING]
  const frames = [leadFrames]
  const scripted: ScriptedWord[] = []
  for (const [i, { phonemes, boundary }] of words.entries()) {
    const isLast = i === words.length - 1
    const firstToken = tokens.length
    const pauseSamples = Math.round((boundary?.pauseSeconds ?? 0) * sampleRate)
    const pauseFrames = Math.min(Math.ceil(pauseSamples / frameSamples), longestPause)
    scripted.push({ firstToken, endToken: firstToken + phonemes.length, pauseSamples })
    tokens.push(...phonemes)
    frames.push(...phonemes.map(() => NATURAL))
    tokens.push(boundary === undefined ? (isLast ? '</s>' : '_') : MARK_TOKENS[boundary.mark])
    // The end is always rendered as in training: the last sound needs room to fade, and no more.
    frames.push(isLast ? tailFrames : pauseFrames)
  }
  const delivery = spreadDelivery(words, scripted, tokens.length)
  return { tokens, frames: Int32Array.from(frames), words: scripted, melody: placeMelody(words, scripted), ...delivery }
}

type TokenDelivery = Pick<TokenScript, 'tempo' | 'pitchSemitones' | 'ownRange' | 'gainDb'>

/** Spreads the words' delivery over their tokens. A boundary gets the mean of its neighbours. */
function spreadDelivery(
  words: readonly SegmentWord[],
  scripted: readonly ScriptedWord[],
  length: number,
): TokenDelivery {
  const tempo = new Float64Array(length).fill(1)
  for (const [i, { firstToken, endToken }] of scripted.entries()) {
    const { prosody, lengthening } = words[i]!
    tempo.fill(prosody.tempo, firstToken, endToken)
    for (const [k, factor] of lengthening?.entries() ?? []) tempo[firstToken + k]! /= factor
  }
  const spread = (read: (word: SegmentWord) => number) => spreadValues(words.map(read), scripted, length)
  return {
    tempo,
    pitchSemitones: spread(({ prosody }) => prosody.pitchSemitones),
    ownRange: spread(({ melody }) => melody?.ownRange ?? 1),
    gainDb: spread(({ prosody }) => prosody.gainDb),
  }
}

function spreadValues(values: readonly number[], scripted: readonly ScriptedWord[], length: number): Float64Array {
  const spread = new Float64Array(length)
  for (const [i, value] of values.entries()) {
    const { firstToken, endToken } = scripted[i]!
    spread[firstToken - 1] = ((values[i - 1] ?? value) + value) / 2
    spread.fill(value, firstToken, endToken + 1)
  }
  return spread
}

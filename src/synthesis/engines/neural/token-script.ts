import type { BoundaryMark } from '../../../text/normalization/normalized-text.ts'
import type { Segment, SegmentWord } from '../../synthesis-plan.ts'
import { type MelodyPoint, placeMelody, type ScriptedWord } from '../melody/melody-line.ts'
import type { NeuralSettings } from './neural-settings.ts'

/** What the networks read for one segment, and how it is to be said. Lists have one value a token. */
export type TokenScript = {
  /** The opening, then each word's phonemes and the boundary after it. */
  readonly tokens: readonly string[]
  readonly tempo: Float64Array
  readonly pitchSemitones: Float64Array
  /** Factor of the network's own melody. */
  readonly ownRange: Float64Array
  readonly gainDb: Float64Array
  /** How many frames a boundary lasts; NATURAL for sounds, which last as long as the network says. */
  readonly frames: Int32Array
  readonly words: readonly ScriptedWord[]
  /** Semitones on top of all else, as the corners of a line; empty for none. */
  readonly melody: readonly MelodyPoint[]
}

export const NATURAL = -1

/**
 * What a segment begins after. `<s>` would be the start of a recording, where the first sound is cut: the networks make such a sound
 * 44 % shorter than that of a sentence after another, and begin it abruptly.
 */
const OPENING = '.'

/** Pauses are heard as silence; the networks render as much of one as makes the sounds around it end and begin. */
const LONGEST_RENDERED_PAUSE_SECONDS = 0.19

/**
 * The token that says a mark. Marks that the voice was not trained with sound like their nearest. Dashes and brackets are rare in the
 * recordings, so the networks cut the sound before their own tokens off: they take the comma's.
 */
const MARK_TOKENS: Readonly<Record<BoundaryMark, string>> = {
  ',': ',',
  ';': ';',
  ':': ':',
  '.': '.',
  '?': '?',
  '!': '!',
  '…': '.',
  '-': ',',
  '(': ',',
  ')': ',',
  '"': '"',
  break: ',',
  paragraph: '.',
}

type ScriptOptions = { readonly settings: NeuralSettings; readonly sampleRate: number }

/** Writes a segment as tokens; between words without punctuation there is a boundary without duration. */
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
    // The end is always rendered as in training: the last sound needs room to die away, and no more.
    frames.push(isLast ? tailFrames : pauseFrames)
  }
  const delivery = spreadDelivery(words, scripted, tokens.length)
  return { tokens, frames: Int32Array.from(frames), words: scripted, melody: placeMelody(words, scripted), ...delivery }
}

type TokenDelivery = Pick<TokenScript, 'tempo' | 'pitchSemitones' | 'ownRange' | 'gainDb'>

/** The prosody of the words over their tokens; a boundary is half-way between its neighbours. */
function spreadDelivery(
  words: readonly SegmentWord[],
  scripted: readonly ScriptedWord[],
  length: number,
): TokenDelivery {
  const tempo = new Float64Array(length).fill(1)
  for (const [i, { firstToken, endToken }] of scripted.entries()) {
    tempo.fill(words[i]!.prosody.tempo, firstToken, endToken)
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

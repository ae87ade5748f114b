import { readFile } from 'node:fs/promises'
import { type InferenceSession, Tensor } from 'onnxruntime-node'
import type { PcmAudio } from '../../../audio/pcm-audio.ts'
import type { SpeakOptions, SpeechChunk, SpeechEngine } from '../../speech-engine.ts'
import type { Segment, SegmentWord } from '../../synthesis-plan.ts'
import { packageFile, type VoicePackage, voicePackageError } from '../../voice-packages/voice-package.ts'
import { checkVoice } from '../check-voice.ts'
import { clampSamples } from '../clamp-samples.ts'
import { type IpaLetter, timeWordsByLetters, writeIpa } from '../ipa/write-ipa.ts'
import { ONNX_RUNTIME_VERSION } from '../onnx/onnx-runtime-version.ts'
import { floatsOf, inputType, numbersOf, openModel } from '../onnx/open-model.ts'
import { steadyNoise } from '../onnx/steady-noise.ts'
import { runningTotal } from '../running-total.ts'
import { estimateWordSpans } from '../word-spans/estimate-word-spans.ts'
import { setPauses, type WordSeconds } from '../word-spans/set-pauses.ts'
import { type KokoroVoices, loadKokoroVoices, STYLE_WIDTH, styleForLength } from './kokoro-voice.ts'

/** Must change whenever this code gives different samples for the same package. */
const REVISION = 2
/** The ID at both ends of the input. */
const PAD = 0n
/** Names that different exports of the model use for the same output. */
const WAVEFORMS = ['waveform', 'audio']
const DURATIONS = ['durations', 'duration', 'pred_dur']
const TOKENS = ['input_ids', 'tokens']

type OpenKokoro = KokoroVoices & {
  readonly sampleRate: number
  readonly session: InferenceSession
  readonly ports: Ports
}

/** The names of this export's inputs and outputs. */
type Ports = {
  readonly tokens: string
  readonly speed: 'float32' | 'int32'
  readonly waveform: string
  /** Undefined in exports without durations. */
  readonly durations: string | undefined
}

/**
 * Creates an engine, named after its package, for the voices of a Kokoro-82M ONNX export. A segment is one chunk. Words are timed
 * by the model's durations, or estimated if the export has none. Signal processing renders all delivery. Throws if the package is
 * invalid.
 */
export async function createKokoroEngine(voicePackage: VoicePackage): Promise<SpeechEngine> {
  const voices = await loadKokoroVoices(voicePackage)
  const { name, version, sampleRate, checksum } = voicePackage
  const session = await openModel(await readModel(voicePackage), {
    voice: voicePackage,
    inputs: ['style', 'speed'],
    outputs: WAVEFORMS,
  })
  const ports = findPorts(session, name)
  const kokoro: OpenKokoro = { ...voices, sampleRate, session, ports }
  const checkOwnVoice = (wanted: string): void => checkVoice(wanted, { name, voices: [...voices.styles.keys()] })
  return {
    name,
    version: `${version}-${REVISION}-${ONNX_RUNTIME_VERSION}-${checksum.slice(0, 12)}`,
    sampleRate,
    timing: ports.durations === undefined ? 'estimated' : 'exact',
    voices: [...voices.styles.keys()],
    renders: (wanted) => {
      checkOwnVoice(wanted)
      return new Set()
    },
    speak: (segment, options) => {
      checkOwnVoice(segment.voice.name)
      return speak(segment, kokoro, options)
    },
    close: () => session.release(),
  }
}

async function readModel(voice: VoicePackage): Promise<Uint8Array> {
  const bytes = await readFile(packageFile(voice, 'model'))
  try {
    return steadyNoise(bytes)
  } catch (cause) {
    throw voicePackageError(voice.name, 'the model cannot be read', { cause })
  }
}

function findPorts(session: InferenceSession, name: string): Ports {
  const find = (names: readonly string[], among: readonly string[]) => names.find((one) => among.includes(one))
  const tokens = find(TOKENS, session.inputNames)
  if (tokens === undefined) throw voicePackageError(name, `the model has no input ${TOKENS.join(' or ')}`)
  return {
    tokens,
    speed: inputType(session, 'speed') === 'int32' ? 'int32' : 'float32',
    waveform: find(WAVEFORMS, session.outputNames)!,
    durations: find(DURATIONS, session.outputNames),
  }
}

async function* speak(segment: Segment, kokoro: OpenKokoro, { signal }: SpeakOptions): AsyncGenerator<SpeechChunk> {
  signal.throwIfAborted()
  const { audio, spans } = await recite(segment, kokoro)
  signal.throwIfAborted()
  const pauses = segment.words.map(({ boundary }) => boundary?.pauseSeconds ?? 0)
  const speech = setPauses(audio, spans, { pauses })
  yield { ...speech, segmentSamples: speech.audio.samples.length }
  signal.throwIfAborted()
}

type Recital = { readonly audio: PcmAudio; readonly spans: readonly WordSeconds[] }

/** Runs the model on a segment, and times its words. */
async function recite({ words, voice }: Segment, kokoro: OpenKokoro): Promise<Recital> {
  const { ids, styles, languageCodes, session, sampleRate, ports } = kokoro
  const languageCode = languageCodes.get(voice.name)!
  const letters = writeIpa(words, { alphabet: 'misaki', languageCode, knows: (letter) => ids.has(letter) })
  const tokens = BigInt64Array.from([PAD, ...letters.map(({ letter }) => BigInt(ids.get(letter)!)), PAD])
  const style = styleForLength(styles.get(voice.name)!, letters.length)
  const speed = ports.speed === 'int32' ? Int32Array.of(1) : Float32Array.of(1)
  const output = await session.run({
    [ports.tokens]: new Tensor('int64', tokens, [1, tokens.length]),
    style: new Tensor('float32', style, [1, STYLE_WIDTH]),
    speed: new Tensor(ports.speed, speed, [1]),
  })
  const audio: PcmAudio = { sampleRate, samples: clampSamples(floatsOf(output[ports.waveform])) }
  if (ports.durations === undefined) return { audio, spans: estimateWordSpans(words, audio) }
  return { audio, spans: timeByDurations(words, { letters, audio, durations: numbersOf(output[ports.durations]) }) }
}

type Timed = {
  readonly letters: readonly IpaLetter[]
  readonly audio: PcmAudio
  /** Durations of the letters in frames, with a pad at each end. */
  readonly durations: readonly number[]
}

/** Times words by the model's durations. All frames have the same length and together fill the audio. */
function timeByDurations(words: readonly SegmentWord[], { letters, audio, durations }: Timed): readonly WordSeconds[] {
  if (durations.length !== letters.length + 2) {
    throw new Error(`Cannot time words: the model gave ${durations.length} durations for ${letters.length + 2} tokens`)
  }
  const ends = runningTotal(durations)
  const frameSeconds = audio.samples.length / audio.sampleRate / ends.at(-1)!
  // Skips the first pad.
  const starts = ends.slice(1, -1).map((frames) => frames * frameSeconds)
  return timeWordsByLetters(words, letters, starts)
}

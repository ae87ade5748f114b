import { readFile } from 'node:fs/promises'
import { type InferenceSession, Tensor } from 'onnxruntime-node'
import type { SpeakOptions, SpeechChunk, SpeechEngine } from '../../speech-engine.ts'
import type { ProsodyDimension, Segment } from '../../synthesis-plan.ts'
import { packageFile, type VoicePackage } from '../../voice-packages/voice-package.ts'
import { checkVoice } from '../check-voice.ts'
import { clampSamples } from '../clamp-samples.ts'
import { type IpaLetter, timeWordsByLetters, writeIpa } from '../ipa/write-ipa.ts'
import { ONNX_RUNTIME_VERSION } from '../onnx/onnx-runtime-version.ts'
import { floatsOf, numbersOf, openModel } from '../onnx/open-model.ts'
import { runningTotal } from '../running-total.ts'
import { setPauses, type WordSeconds } from '../word-spans/set-pauses.ts'
import { followTempo, TEMPO_INPUT } from './follow-tempo.ts'
import { END, loadPiperVoice, PAD, type PiperVoice, START } from './piper-config.ts'

/** Must change whenever this code gives different samples for the same package. */
const REVISION = 3
const RENDERED: ReadonlySet<ProsodyDimension> = new Set(['tempo'])

type OpenPiper = PiperVoice & {
  readonly languageCode: string
  readonly sampleRate: number
  readonly session: InferenceSession
  /** Name of the output with each ID's duration in frames before rounding. */
  readonly durations: string
}

/**
 * Creates an engine, named after its package, that speaks a Piper voice: a VITS model with its `.onnx.json`. A segment is one
 * chunk. It renders tempo, and words are timed by the model's own durations. Throws if the package is invalid.
 */
export async function createPiperEngine(voicePackage: VoicePackage): Promise<SpeechEngine> {
  const voice = await loadPiperVoice(voicePackage)
  const { name, version, sampleRate, languageCode, checksum } = voicePackage
  const { model, durations } = followTempo(await readFile(packageFile(voicePackage, 'model')), voicePackage)
  const hasSpeakers = [...voice.speakers.values()].some((number) => number !== undefined)
  const session = await openModel(model, {
    voice: voicePackage,
    inputs: ['input', 'input_lengths', 'scales', ...(hasSpeakers ? ['sid'] : [])],
    outputs: ['output'],
  })
  const piper: OpenPiper = { ...voice, languageCode, sampleRate, session, durations }
  const checkOwnVoice = (wanted: string): void => checkVoice(wanted, { name, voices: [...voice.speakers.keys()] })
  return {
    name,
    version: `${version}-${REVISION}-${ONNX_RUNTIME_VERSION}-${checksum.slice(0, 12)}`,
    sampleRate,
    timing: 'exact',
    voices: [...voice.speakers.keys()],
    renders: (wanted) => {
      checkOwnVoice(wanted)
      return RENDERED
    },
    speak: (segment, options) => {
      checkOwnVoice(segment.voice.name)
      return speak(segment, piper, options)
    },
    close: () => session.release(),
  }
}

async function* speak(segment: Segment, piper: OpenPiper, { signal }: SpeakOptions): AsyncGenerator<SpeechChunk> {
  signal.throwIfAborted()
  const { samples, spans } = await recite(segment, piper)
  signal.throwIfAborted()
  const pauses = segment.words.map(({ boundary }) => boundary?.pauseSeconds ?? 0)
  const speech = setPauses({ samples, sampleRate: piper.sampleRate }, spans, { pauses })
  yield { ...speech, segmentSamples: speech.audio.samples.length }
  signal.throwIfAborted()
}

type Recital = { readonly samples: Float32Array; readonly spans: readonly WordSeconds[] }

/** Runs the model on a segment, and times its words. */
async function recite({ words, voice }: Segment, piper: OpenPiper): Promise<Recital> {
  const letters = writeIpa(words, {
    alphabet: 'espeak',
    languageCode: piper.languageCode,
    knows: (letter) => piper.ids.has(letter),
  })
  const { ids, firstIds, letterOfId } = numberLetters(letters, piper.ids)
  const tempo = Float32Array.from(letterOfId, (letter) => words[letters[letter]?.word ?? 0]!.prosody.tempo)
  const speaker = piper.speakers.get(voice.name)
  const { noise, lengthScale, durationNoise } = piper
  const { output, [piper.durations]: durations } = await piper.session.run({
    input: new Tensor('int64', ids, [1, ids.length]),
    input_lengths: new Tensor('int64', BigInt64Array.of(BigInt(ids.length)), [1]),
    scales: new Tensor('float32', Float32Array.of(noise, lengthScale, durationNoise), [3]),
    [TEMPO_INPUT]: new Tensor('float32', tempo, [1, 1, ids.length]),
    ...(speaker !== undefined && { sid: new Tensor('int64', BigInt64Array.of(BigInt(speaker)), [1]) }),
  })
  const samples = clampSamples(floatsOf(output))
  const ends = runningTotal(numbersOf(durations))
  // The model speaks whole frames, so it is within half a frame of these times.
  if (Math.abs(ends.at(-1)! * piper.hopSamples - samples.length) > piper.hopSamples) {
    throw new Error(`Cannot time words: ${ends.at(-1)} frames of ${piper.hopSamples} are not ${samples.length} samples`)
  }
  const starts = firstIds.map((id) => (ends[id]! * piper.hopSamples) / piper.sampleRate)
  return { samples, spans: timeWordsByLetters(words, letters, starts) }
}

type NumberedLetters = {
  readonly ids: BigInt64Array
  /** Index of each letter's first ID, followed by the index of END. */
  readonly firstIds: readonly number[]
  /** Index of each ID's letter. START and END belong to the nearest letter. */
  readonly letterOfId: readonly number[]
}

/** Converts letters to IDs as in the voices' training: START, every letter, each followed by PAD, and END. */
function numberLetters(letters: readonly IpaLetter[], known: PiperVoice['ids']): NumberedLetters {
  const idsOf = (letter: string) => known.get(letter) ?? []
  const ids = [...idsOf(START), ...idsOf(PAD)]
  const letterOfId = ids.map(() => 0)
  const firstIds: number[] = []
  for (const [place, { letter }] of letters.entries()) {
    firstIds.push(ids.length)
    ids.push(...idsOf(letter), ...idsOf(PAD))
    while (letterOfId.length < ids.length) letterOfId.push(place)
  }
  firstIds.push(ids.length)
  ids.push(...idsOf(END))
  while (letterOfId.length < ids.length) letterOfId.push(letters.length - 1)
  return { ids: BigInt64Array.from(ids, BigInt), firstIds, letterOfId }
}

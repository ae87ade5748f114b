import type { PcmAudio } from '../../src/audio/pcm-audio.ts'
import { readConfig } from '../../src/config.ts'
import { loadResources } from '../../src/rendering/load-resources.ts'
import { planSpeech } from '../../src/rendering/plan-speech.ts'
import { renderSpeech } from '../../src/rendering/render-speech.ts'
import type { Resources } from '../../src/rendering/resources.ts'
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

/** The engines, avatars and data of the service itself, on two threads. */
export function loadServiceVoices(): Promise<Resources & { close(): Promise<void> }> {
  return loadResources(readConfig({ RENDER_THREADS: '2' }), (error) => {
    throw error
  })
}

/** Speaks a text as the service does, by the avatar with this id. */
export async function speakText(
  text: string,
  { speakerId, resources }: { readonly speakerId: number; readonly resources: Resources },
): Promise<SpokenText> {
  const voice = findVoice(resources.catalogue, speakerId)
  const plan = planSpeech({ voice, text, libraries: [], ssml: false }, resources)
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

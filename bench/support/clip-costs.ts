import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AudioFormat } from '../../src/audio/encoding/audio-encoder.ts'
import { loadEncoders } from '../../src/speaking/threads/load-audio-libraries.ts'
import { openFileBlobStore } from '../../src/storage/files/file-blob-store.ts'
import type { SpeechEngine } from '../../src/synthesis/speech-engine.ts'
import type { SynthesisPlan } from '../../src/synthesis/synthesis-plan.ts'

/** Milliseconds that each step of a clip takes, on average. */
export type ClipCosts = {
  readonly planning: number
  readonly engine: number
  readonly 'MP3 file': number
  readonly 'lossless master': number
  readonly 'both to disk': number
}

type Steps = { readonly plan: (text: string) => SynthesisPlan; readonly engine: SpeechEngine }

/** Takes clips through their steps one after another; the first of them does not count. */
export async function measureClipCosts(texts: readonly string[], { plan, engine }: Steps): Promise<ClipCosts> {
  const folder = await mkdtemp(join(tmpdir(), 'declaim-costs-'))
  const blobs = await openFileBlobStore(folder)
  const encoders = await loadEncoders()
  const sum = { planning: 0, engine: 0, 'MP3 file': 0, 'lossless master': 0, 'both to disk': 0 }
  for (const [index, text] of [texts[0]!, ...texts].entries()) {
    const clock = async <T>(step: keyof ClipCosts, work: () => T | Promise<T>): Promise<T> => {
      const began = performance.now()
      const result = await work()
      if (index > 0) sum[step] += (performance.now() - began) / texts.length
      return result
    }
    const encode = async (format: AudioFormat, chunks: readonly Float32Array[]): Promise<readonly Uint8Array[]> => {
      const { sampleRate } = engine
      const encoder = await encoders.open({ format, inputSampleRate: sampleRate, sampleRate, length: 'file' })
      return [...chunks.map((chunk) => encoder.encode(chunk)), encoder.finish().tail]
    }
    const { segments } = await clock('planning', () => plan(text))
    const chunks: Float32Array[] = []
    await clock('engine', async () => {
      const { signal } = new AbortController()
      for (const segment of segments) {
        for await (const { audio } of engine.speak(segment, { signal, pace: 'engine' })) chunks.push(audio.samples)
      }
    })
    const mp3 = await clock('MP3 file', () => encode('mp3', chunks))
    const master = await clock('lossless master', () => encode('wav', chunks))
    await clock('both to disk', async () => {
      await blobs.put(`${index}.wav`, master)
      await blobs.put(`${index}.mp3`, mp3)
    })
  }
  await rm(folder, { recursive: true })
  return sum
}

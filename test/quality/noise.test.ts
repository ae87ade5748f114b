import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadAvatarsFile } from '../../src/commands/resources/load-voices.ts'
import { decodeAudio } from '../support/decode-audio.ts'
import { loudestPauseDb } from '../support/find-silence.ts'
import { probeAudio } from '../support/probe-audio.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

/** Pauses of every length, after vowels, hisses and stops. */
const TEXT = 'It snowed, rained, and hailed the same morning. "Stop it," he said; help the woman (not me) to her feet.'
/** In dB of full scale, of speech at -19 LUFS. */
const LOUDEST_NOISE_DB = -60
const PAUSE_SECONDS = 0.4

/** One avatar of each voice: `avatars.test.ts` measures the pauses of all avatars before they are encoded. */
const { voices: all } = await loadAvatarsFile(new URL('../../data/avatars.json', import.meta.url))
const voices = [...Map.groupBy(all, ({ engine, engineVoice }) => `${engine} ${engineVoice}`).values()].map(
  ([first]) => first!,
)
const titles = voices.map(({ avatar }) => `${avatar.id} ${avatar.name}, ${avatar.style}`)

type Time = { readonly startSeconds: number; readonly endSeconds: number }
type Clip = {
  readonly id: string
  readonly samples: Float32Array
  readonly sampleRate: number
  readonly times: readonly Time[]
}

let service: TestService
let clips: readonly Clip[]
beforeAll(async () => {
  service = await startTestService({ AVATARS_FILE: '' })
  const body = voices.map(({ avatar }) => ({ speaker_id: avatar.id, text: TEXT }))
  const { clip_ids } = await service.json<{ clip_ids: string[] }>('/clips', { body })
  clips = await Promise.all(clip_ids.map(loadClip))
})
afterAll(() => service.close())

async function loadClip(id: string): Promise<Clip> {
  const { url } = await service.finished(id)
  return { id, ...(await decode(await fetch(url))), times: await timesOf(id) }
}

async function decode(response: Response): Promise<Pick<Clip, 'samples' | 'sampleRate'>> {
  const mp3 = Buffer.from(await response.arrayBuffer())
  const { sampleRate } = probeAudio(mp3)
  const { samples } = await decodeAudio(mp3, { decoder: 'ffmpeg', format: 'mp3' })
  return { sampleRate, samples: Float32Array.from(samples, (sample) => sample / 32_768) }
}

type Result = { readonly alternatives: readonly [{ readonly words: readonly TimedWord[] }] }
type TimedWord = { readonly startOffset?: string; readonly endOffset: string }

async function timesOf(id: string): Promise<readonly Time[]> {
  const { results } = await service.json<{ results: readonly Result[] }>(`/clips/${id}/timing`)
  const words = results.flatMap(({ alternatives }) => alternatives[0].words)
  return words.map(({ startOffset = '0s', endOffset }) => ({
    startSeconds: Number.parseFloat(startOffset),
    endSeconds: Number.parseFloat(endOffset),
  }))
}

function noiseDb({ samples, sampleRate, times }: Omit<Clip, 'id'>): number {
  return loudestPauseDb({
    audio: { samples, sampleRate },
    times: times.map(({ startSeconds, endSeconds }) => ({
      startSample: Math.round(startSeconds * sampleRate),
      endSample: Math.round(endSeconds * sampleRate),
    })),
  })
}

test.each(titles.map((title, i) => [title, i] as const))('%s is silent where nobody speaks', (_, index) => {
  expect(noiseDb(clips[index]!)).toBeLessThan(LOUDEST_NOISE_DB)
})

test('all of them in one file are silent where nobody speaks, between clips too', async () => {
  const body = { clip_ids: clips.map(({ id }) => id), pause_durations: PAUSE_SECONDS }
  const combined = await decode(await service.call('/clips/combine', { body }))
  let offset = 0
  const times = clips.flatMap((clip) => {
    const start = offset
    offset += clip.samples.length / clip.sampleRate + PAUSE_SECONDS
    return clip.times.map(({ startSeconds, endSeconds }) => ({
      startSeconds: start + startSeconds,
      endSeconds: start + endSeconds,
    }))
  })
  expect(combined.samples.length / combined.sampleRate).toBeCloseTo(offset - PAUSE_SECONDS, 2)
  expect(noiseDb({ ...combined, times })).toBeLessThan(LOUDEST_NOISE_DB)
})

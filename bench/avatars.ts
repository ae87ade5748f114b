/**
 * What the avatars measure: loudness, peak, fundamental, width of the melody and rate of speech, each on the same sentences.
 * The formant scale is not measured: it is the avatar's setting.
 *   node bench/avatars.ts
 */

import { measureLoudness } from '../src/audio/loudness/measure-loudness.ts'
import type { PcmAudio } from '../src/audio/pcm-audio.ts'
import { trackPitch } from '../src/audio/prosody/track-pitch.ts'
import { readConfig } from '../src/config.ts'
import { loadResources } from '../src/rendering/load-resources.ts'
import { planSpeech } from '../src/rendering/plan-speech.ts'
import { renderSpeech } from '../src/rendering/render-speech.ts'
import type { Voice } from '../src/voices/voice.ts'

/** Harvard sentences, list 1 (IEEE Transactions on Audio and Electroacoustics 17, 1969). */
const TEXT = `The birch canoe slid on the smooth planks. Glue the sheet to the dark blue background. It's easy to tell the depth of a well.
These days a chicken leg is a rare dish. Rice is often served in round bowls. The juice of lemons makes fine punch.`

const resources = await loadResources(readConfig(), (error) => {
  throw error
})

async function speak(voice: Voice): Promise<PcmAudio & { readonly words: number }> {
  const plan = planSpeech({ voice, text: TEXT, libraries: [], ssml: false }, resources)
  const chunks: Float32Array[] = []
  let sampleRate = 0
  const options = { signal: new AbortController().signal, urgency: 'background' } as const
  for await (const { audio } of renderSpeech(plan, resources, options)) {
    sampleRate = audio.sampleRate
    chunks.push(audio.samples)
  }
  const samples = new Float32Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    samples.set(chunk, at)
    at += chunk.length
  }
  return { sampleRate, samples, words: plan.words.length }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

const rows = []
for (const voice of resources.catalogue.voices) {
  const audio = await speak(voice)
  const pitches = [...trackPitch(audio).hertz].filter((hz) => hz > 0)
  const middle = median(pitches)
  const semitones = pitches.map((hz) => 12 * Math.log2(hz / middle))
  const peak = audio.samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  rows.push({
    id: voice.avatar.id,
    avatar: `${voice.avatar.name}, ${voice.avatar.style}`,
    engine: `${voice.engine} ${voice.engineVoice}`,
    LUFS: measureLoudness(audio).toFixed(1),
    'peak dBFS': (20 * Math.log10(peak)).toFixed(1),
    'F0 Hz': middle.toFixed(0),
    'melody semitones': Math.sqrt(semitones.reduce((sum, x) => sum + x * x, 0) / semitones.length).toFixed(1),
    'formant scale': voice.size.toFixed(2),
    'words/min': ((60 * audio.words * audio.sampleRate) / audio.samples.length).toFixed(0),
  })
}
console.table(rows)
await resources.close()

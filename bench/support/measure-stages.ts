import { fileURLToPath } from 'node:url'
import type { PlanningResources } from '../../src/delivery/resources.ts'
import { loadEncoders } from '../../src/speaking/threads/load-audio-libraries.ts'
import { engineNamed } from '../../src/synthesis/engine-named.ts'
import { chunkFrames, framesByPace } from '../../src/synthesis/engines/neural/chunk-frames.ts'
import { openNetworks } from '../../src/synthesis/engines/neural/networks.ts'
import { parseNeuralSettings } from '../../src/synthesis/engines/neural/neural-settings.ts'
import { createNeuralVoice, type NeuralVoice } from '../../src/synthesis/engines/neural/neural-voice.ts'
import { planSynthesis } from '../../src/synthesis/planning/plan-synthesis.ts'
import { loadVoicePackage } from '../../src/synthesis/voice-packages/load-voice-package.ts'
import { DEFAULT_LOCALE, findLocale } from '../../src/text/english/dialects.ts'
import { parseMarkup } from '../../src/text/markup/parse-markup.ts'
import { layOutRuns } from '../../src/text/markup/tree/lay-out-runs.ts'
import { normalizeText } from '../../src/text/normalization/normalize-text.ts'
import { phonemize } from '../../src/text/phonemization/phonemize.ts'
import { applyReplacements } from '../../src/text/replacements/apply-replacements.ts'
import { createReplacementSet } from '../../src/text/replacements/replacement-set.ts'
import { writeWords } from '../../src/text/written/write-words.ts'
import type { Voice } from '../../src/voices/voice.ts'
import { watchRendering } from './watch-rendering.ts'

export type MeasureStagesOptions = {
  readonly text: string
  /** One that a voice package speaks. */
  readonly voice: Voice
  readonly resources: PlanningResources
  /** After one that does not count. */
  readonly runs: number
  /** Milliseconds on the clock that is watched. */
  readonly now: () => number
}

/** Takes a text through all stages, one after another on the calling thread; returns the milliseconds of each run by stage. */
export async function measureStages(options: MeasureStagesOptions): Promise<ReadonlyMap<string, readonly number[]>> {
  const opened = await openVoice(options.voice.engine)
  const encoders = await loadEncoders()
  const stages = new Map<string, number[]>()
  for (let run = -1; run < options.runs; run++) {
    const note = (stage: string, ms: number) => {
      if (run >= 0) stages.set(stage, [...(stages.get(stage) ?? []), ms])
    }
    const { sampleRate } = opened
    for (const segment of planWatched(options, note).segments) {
      const { chunks, parts } = await watchRendering(segment, opened, {
        cut: (timeline) => [...chunkFrames(timeline, framesByPace('reader'))],
        now: options.now,
      })
      for (const [part, ms] of Object.entries(parts)) note(part, ms)
      const began = options.now()
      const encoder = await encoders.open({ format: 'mp3', inputSampleRate: sampleRate, sampleRate, length: 'stream' })
      for (const chunk of chunks) encoder.encode(chunk)
      encoder.finish()
      note('MP3', options.now() - began)
    }
  }
  await opened.networks.close()
  return stages
}

/** What `planSpeech` does, step by step. */
function planWatched({ text, voice, resources, now }: MeasureStagesOptions, note: (stage: string, ms: number) => void) {
  const clock = <T>(stage: string, work: () => T): T => {
    const began = now()
    const result = work()
    note(stage, now() - began)
    return result
  }
  const { lexicon, letterToSound, homographs, readings, phrasing } = resources
  const locale = findLocale(voice.avatar.locale) ?? DEFAULT_LOCALE
  const engine = engineNamed(voice.engine, resources.engines)
  const { tree, runs } = clock('planning: markup and replacements', () => {
    const parsed = parseMarkup(text, { ssml: false })
    return { tree: parsed, runs: layOutRuns(applyReplacements(parsed, createReplacementSet([]))) }
  })
  const isWord = (word: string): boolean => lexicon.has(word)
  const spoken = clock('planning: normalisation', () => normalizeText(runs, { source: text, locale, isWord, readings }))
  const { sentences } = clock('planning: phonemes', () =>
    phonemize(spoken, { lexicon, letterToSound, homographs, locale }),
  )
  const words = clock('planning: written words', () => writeWords(tree, spoken.words))
  return clock('planning: synthesis plan', () =>
    planSynthesis({ words, sentences }, { text, voice, engine, speechLoudness: -19, phrasing }),
  )
}

async function openVoice(name: string): Promise<NeuralVoice> {
  const folder = fileURLToPath(new URL(`../../data/voices/${name}`, import.meta.url))
  const voicePackage = await loadVoicePackage(folder)
  const settings = parseNeuralSettings(voicePackage)
  const networks = await openNetworks(voicePackage, settings)
  return createNeuralVoice({ settings, sampleRate: voicePackage.sampleRate, networks })
}

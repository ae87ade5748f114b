import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { OutputFormat } from '../audio/encoding/audio-encoder.ts'
import type { TimingQuality } from '../synthesis/speech-engine.ts'
import type { SynthesisPlan } from '../synthesis/synthesis-plan.ts'
import { findPunctuation } from '../timing/find-punctuation.ts'
import { formatSrt } from '../timing/format-srt.ts'
import { formatVtt } from '../timing/format-vtt.ts'
import { formatWordTiming } from '../timing/format-word-timing.ts'
import { planCues } from '../timing/plan-cues.ts'
import type { TimedWord } from '../timing/timed-word.ts'
import { engineNamed } from './plan-speech.ts'
import { type RenderedFile, renderFile } from './render-file.ts'
import type { RenderingResources } from './resources.ts'
import { sentenceOfWords, timeSourceWords } from './time-words.ts'

/** What callers are told of the times. The figure of estimates is a flag, and no measured probability. */
const CONFIDENCE: Readonly<Record<TimingQuality, number>> = { exact: 1, estimated: 0.5 }

type RenderWordTimingOptions = { readonly output: OutputFormat; readonly signal: AbortSignal }

/**
 * Renders a plan and tells when each word is heard. Returns a ZIP with `audio.mp3` (so named in every format),
 * `word-timing.json`, `srt.srt` and `vtt.vtt`.
 */
export async function renderWordTiming(
  plan: SynthesisPlan,
  resources: RenderingResources,
  options: RenderWordTimingOptions,
): Promise<Buffer> {
  const file = await renderFile(plan, resources, { ...options, urgency: 'interactive' })
  const words = timePlanWords(plan, file)
  const durationSeconds = file.speech.length / file.speech.sampleRate
  const confidence = CONFIDENCE[engineNamed(plan.engine, resources.engines).timing]
  const cues = planCues(words, { durationSeconds })
  return await zip([
    ['audio.mp3', Buffer.concat(file.parts)],
    ['word-timing.json', formatWordTiming(words, { languageCode: plan.languageCode, durationSeconds, confidence })],
    ['srt.srt', formatSrt(cues)],
    ['vtt.vtt', formatVtt(cues)],
  ])
}

function timePlanWords(plan: SynthesisPlan, { speech, words }: RenderedFile): readonly TimedWord[] {
  const times = timeSourceWords(plan, words)
  const sentences = sentenceOfWords(plan)
  const punctuation = findPunctuation(plan.text, plan.words)
  return plan.words.map(({ text }, index) => ({
    text,
    ...punctuation[index]!,
    startSeconds: times[index]!.startSample / speech.sampleRate,
    endSeconds: times[index]!.endSample / speech.sampleRate,
    sentence: sentences[index]!,
  }))
}

/** Entries carry a fixed date, so that the same speech gives the same bytes. */
const ENTRY_DATE = new Date('2000-01-01T00:00:00Z')

async function zip(entries: readonly (readonly [name: string, content: Buffer | string])[]): Promise<Buffer> {
  const archive = new ZipFile()
  for (const [name, content] of entries) {
    // Encoded audio does not get smaller.
    archive.addBuffer(Buffer.from(content), name, { mtime: ENTRY_DATE, compress: !name.endsWith('.mp3') })
  }
  archive.end()
  return await buffer(archive.outputStream)
}

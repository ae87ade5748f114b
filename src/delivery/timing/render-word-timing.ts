import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { OutputFormat } from '../../audio/encoding/audio-encoder.ts'
import type { SynthesisPlan } from '../../synthesis/synthesis-plan.ts'
import { formatCaptions } from '../../timing/captions/format-captions.ts'
import { formatWordTiming } from '../../timing/format-word-timing.ts'
import { renderFile } from '../files/render-file.ts'
import type { RenderingResources } from '../resources.ts'
import { formatPhones } from './phones/format-phones.ts'
import { formatSpeechMarks } from './phones/format-speech-marks.ts'
import { timeSpeech } from './time-speech.ts'

type RenderWordTimingOptions = {
  readonly output: OutputFormat
  readonly signal: AbortSignal
  /** The account that waits; accounts share the engines fairly. */
  readonly account?: string
  /** Whether the sounds are timed too. */
  readonly includePhones: boolean
}

/**
 * Renders a plan and times each word. Returns a ZIP with `audio.mp3` (so named in every format),
 * `word-timing.json`, `srt.srt` and `vtt.vtt`, and with phones also `phones.json` and `speech-marks.jsonl`.
 */
export async function renderWordTiming(
  plan: SynthesisPlan,
  resources: RenderingResources,
  { includePhones, ...options }: RenderWordTimingOptions,
): Promise<Buffer> {
  const file = await renderFile(plan, resources, { ...options, urgency: 'interactive' })
  const timing = timeSpeech(plan, file, resources)
  const { srt, vtt } = formatCaptions(timing)
  return await zip([
    ['audio.mp3', Buffer.concat(file.parts)],
    ['word-timing.json', formatWordTiming(timing)],
    ['srt.srt', srt],
    ['vtt.vtt', vtt],
    ...(includePhones
      ? ([
          ['phones.json', formatPhones(timing)!],
          ['speech-marks.jsonl', formatSpeechMarks(timing, plan)!],
        ] as const)
      : []),
  ])
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

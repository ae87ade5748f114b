import { signal } from '@preact/signals'
import { type Zippable, zipSync } from 'fflate'
import type { Clip } from '../../../client/src/declaim.ts'
import { keepLocally } from '../keep-locally.ts'
import { printMarkup } from '../script/print-markup.ts'
import { libraryIds, paragraphs, title } from '../script/script-state.ts'
import { accountId, declaim, describeError } from '../service.ts'
import { type CaptionForm, captionScript } from './caption-script.ts'

export type AudioForm = 'mp3' | 'wav' | 'flac' | 'opus'

export type ExportChoice = {
  readonly what: 'one' | 'each' | CaptionForm
  readonly format: AudioForm
  readonly sampleRate: 22_050 | 24_000 | 44_100 | 48_000
}

/** What is being exported. The clips are on the service, so an export goes on after a reload. */
export type ExportJob = {
  readonly choice: ExportChoice
  readonly title: string
  readonly clipIds: readonly string[]
  readonly pauses: readonly number[]
}

export type ExportState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly done: number; readonly total: number }
  | { readonly kind: 'ready'; readonly name: string; readonly url: string }
  | { readonly kind: 'failed'; readonly message: string }

export const exportState = signal<ExportState>({ kind: 'idle' })

/** Clips of one request, and of one file. */
const MOST_CLIPS = 100
const LONGEST_LABEL = 200
/** UTF-16 units of a paragraph by which its clip is found again. */
const EXCERPT = 120
const jobKey = () => `declaim-export ${accountId.value}`
const TYPES = { mp3: 'audio/mpeg', wav: 'audio/wav', flac: 'audio/flac', opus: 'audio/ogg' } as const

/** Renders the script and offers it as a file. */
export async function exportScript(choice: ExportChoice): Promise<void> {
  await report(async () => {
    const spoken = paragraphs.value.filter(({ node }) => node.textContent.trim() !== '')
    if (choice.what === 'one' && spoken.length > MOST_CLIPS) {
      throw new Error(`One file holds up to ${MOST_CLIPS} paragraphs; this script has ${spoken.length}. Export a ZIP.`)
    }
    exportState.value = { kind: 'running', done: 0, total: spoken.length }
    const inputs = spoken.map(({ node, attributes }, index) => ({
      speaker_id: attributes.speaker,
      text: printMarkup(node).markup,
      library_ids: libraryIds.value,
      audio_configs: { file_format: choice.format, sample_rate: choice.sampleRate },
      label: `${fileName(title.value)} ${index + 1}`.slice(-LONGEST_LABEL),
      metadata: { text: node.textContent.slice(0, EXCERPT) },
    }))
    const clipIds: string[] = []
    while (clipIds.length < inputs.length) {
      clipIds.push(...(await declaim.clips.createMany(inputs.slice(clipIds.length, clipIds.length + MOST_CLIPS))))
    }
    const pauses = spoken.slice(0, -1).map(({ attributes }) => attributes.pause)
    const job: ExportJob = { choice, title: title.value, clipIds, pauses }
    keepLocally(jobKey(), JSON.stringify(job))
    return await finish(job)
  })
}

/** Goes on with the export that a reload interrupted, if there is one. */
export async function resumeExport(): Promise<void> {
  const stored = localStorage.getItem(jobKey())
  if (stored !== null) await report(() => finish(JSON.parse(stored) as ExportJob))
}

let isLeaving = false
addEventListener('pagehide', () => (isLeaving = true))
addEventListener('pageshow', () => (isLeaving = false))

export function dismissExport(): void {
  if (exportState.value.kind === 'ready') URL.revokeObjectURL(exportState.value.url)
  exportState.value = { kind: 'idle' }
}

async function report(render: () => Promise<{ name: string; file: Blob }>): Promise<void> {
  try {
    const { name, file } = await render()
    exportState.value = { kind: 'ready', name, url: URL.createObjectURL(file) }
  } catch (error) {
    exportState.value = { kind: 'failed', message: describeError(error) }
  } finally {
    // Requests that the browser breaks off because the page is left have not failed: the next page goes on.
    if (!isLeaving) localStorage.removeItem(jobKey())
  }
}

async function finish({ choice, ...job }: ExportJob): Promise<{ name: string; file: Blob }> {
  const total = job.clipIds.length
  const clips: Clip[] = []
  for (const id of job.clipIds) {
    exportState.value = { kind: 'running', done: clips.length, total }
    clips.push(await declaim.clips.waitFor(id))
  }
  const name = fileName(job.title)
  if (choice.what === 'each') return { name: `${name}.zip`, file: await zipClips(clips, choice.format) }
  if (choice.what === 'one') {
    const audio = await declaim.clips.combine({
      clip_ids: job.clipIds,
      ...(clips.length > 1 && { pause_durations: job.pauses }),
      audio_configs: { file_format: choice.format, sample_rate: choice.sampleRate },
      title: job.title,
    })
    const file = await new Response(audio).blob()
    return { name: `${name}.${choice.format}`, file: new Blob([file], { type: TYPES[choice.format] }) }
  }
  const captions = await captionScript(job, choice.what)
  return { name: `${name}.${choice.what}`, file: new Blob([captions], { type: 'text/plain' }) }
}

async function zipClips(clips: readonly Clip[], format: AudioForm): Promise<Blob> {
  const files: Zippable = {}
  for (const [index, { id, url }] of clips.entries()) {
    const name = String(index + 1).padStart(3, '0')
    files[`${name}.${format}`] = [new Uint8Array(await (await fetch(url)).arrayBuffer()), { level: 0 }]
    files[`${name}.srt`] = new TextEncoder().encode(await declaim.clips.srt(id))
  }
  return new Blob([zipSync(files)], { type: 'application/zip' })
}

function fileName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() || 'script'
}

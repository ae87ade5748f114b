import { type Clip, type Declaim, DeclaimError, type SpeechInput } from '../../../client/src/declaim.ts'
import { CommandError } from '../exit-codes.ts'
import { makeFolder } from '../files.ts'
import { type ConnectOptions, connect } from './connect.ts'
import { downloadClip } from './download-clip.ts'
import { createProgressBar, type ProgressBar } from './progress-bar.ts'
import { type Item, readItems } from './read-items.ts'
import { createInput, type SpeechOptions } from './speech-input.ts'
import { openSubmissionRecord, type SubmissionRecord } from './submission-record.ts'

export type SubmitOptions = ConnectOptions &
  SpeechOptions & {
    /** A CSV, JSON or JSON lines file, or a folder of texts. */
    readonly source: string
    /** The folder that gets the audio. */
    readonly output: string
    readonly json?: boolean | undefined
  }

type Print = (line: string) => void
type Job = { readonly item: Item; readonly input: SpeechInput }
type Submission = { readonly declaim: Declaim; readonly record: SubmissionRecord; readonly bar: ProgressBar }

/** Clips that one request may hold. */
const MAX_BULK = 100
const DOWNLOADS_AT_ONCE = 4

/**
 * `declaim clips submit`: renders a list of texts as clips and downloads their audio. Run again after an interruption,
 * it goes on: what was accepted is not submitted again, and a changed text is.
 */
export async function submitClips(options: SubmitOptions, print: Print): Promise<void> {
  const items = await readItems(options.source)
  const { declaim, url } = await connect(options)
  const jobs = await createJobs(declaim, items, options)
  await makeFolder(options.output)
  const bar = createProgressBar(process.stderr)
  const submission = { declaim, record: await openSubmissionRecord(options.output, url), bar }
  try {
    const clipIds = await acceptAll(jobs, submission)
    const failures = await fetchAll(jobs, clipIds, submission, {
      folder: options.output,
      report: reporter(options, (line) => {
        bar.clear()
        print(line)
      }),
    })
    if (failures > 0)
      throw new CommandError(
        'data',
        `${failures} of ${jobs.length} clips failed; run the same command to try them again`,
      )
  } finally {
    bar.end()
  }
}

async function createJobs(declaim: Declaim, items: readonly Item[], options: SubmitOptions): Promise<readonly Job[]> {
  // Avatars and libraries are looked up once for each voice.
  const inputs = new Map<string | undefined, Promise<SpeechInput>>()
  const inputFor = (voice = options.voice): Promise<SpeechInput> => {
    const known = inputs.get(voice) ?? createInput(declaim, '', { ...options, voice })
    inputs.set(voice, known)
    return known
  }
  return await Promise.all(
    items.map(async (item) => {
      const input = await inputFor(item.voice).catch((error: unknown) => {
        if (item.voice === undefined || !(error instanceof CommandError)) throw error
        throw new CommandError('data', `Cannot render "${item.name}": ${error.message}`)
      })
      return { item, input: { ...input, text: item.text } }
    }),
  )
}

/** The clip of each job, accepted now or by an earlier run. */
async function acceptAll(jobs: readonly Job[], { declaim, record, bar }: Submission): Promise<readonly string[]> {
  const missing = jobs.filter(({ input }) => record.clipOf(input) === undefined)
  for (let start = 0; start < missing.length; start += MAX_BULK) {
    const batch = missing.slice(start, start + MAX_BULK)
    const ids = await acceptBatch(declaim, batch)
    await record.keep(batch.map(({ input }, index) => ({ input, clipId: ids[index]! })))
    bar.draw(start + batch.length, missing.length, `${start + batch.length} of ${missing.length} texts accepted`)
  }
  return jobs.map(({ input }) => record.clipOf(input)!)
}

/** A refusal names a place in the list; the names of the texts say more. */
async function acceptBatch(declaim: Declaim, batch: readonly Job[]): Promise<readonly string[]> {
  try {
    return await declaim.clips.createMany(batch.map(({ input }) => input))
  } catch (error) {
    const place = error instanceof DeclaimError ? /^Clip (\d+) of \d+: /.exec(error.message)?.[1] : undefined
    const item = batch[Number(place) - 1]?.item
    if (item === undefined) throw error
    throw new CommandError(
      'data',
      `Cannot render "${item.name}": ${(error as Error).message.replace(/^Clip \d+ of \d+: /, '')}`,
    )
  }
}

type FetchOptions = {
  readonly folder: string
  readonly report: (result: { readonly name: string; readonly clip: Clip; readonly file?: string }) => void
}

/** Downloads every clip as it ends, and returns how many failed. */
async function fetchAll(
  jobs: readonly Job[],
  clipIds: readonly string[],
  { declaim, record, bar }: Submission,
  { folder, report }: FetchOptions,
): Promise<number> {
  let ended = 0
  let failed = 0
  const waiting = jobs.map((job, index) => ({ ...job, clipId: clipIds[index]! }))
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { item, input, clipId } = next
      const clip = await waitForEnd(declaim, clipId)
      if (clip.status === 'COMPLETE')
        report({ name: item.name, clip, file: await downloadClip(clip, folder, item.name) })
      else {
        failed += 1
        await record.forget(input)
        report({ name: item.name, clip })
      }
      ended += 1
      bar.draw(ended, jobs.length, `${ended} of ${jobs.length} clips${failed === 0 ? '' : `, ${failed} failed`}`)
    }
  }
  const stopOthers = (error: unknown): never => {
    waiting.length = 0
    throw error
  }
  await Promise.all(Array.from({ length: DOWNLOADS_AT_ONCE }, () => work().catch(stopOthers)))
  return failed
}

async function waitForEnd(declaim: Declaim, clipId: string): Promise<Clip> {
  return await declaim.clips.waitFor(clipId).catch(async (error: unknown) => {
    if ((error as Error).name !== 'ClipFailedError') throw error
    return await declaim.clips.get(clipId)
  })
}

function reporter({ json }: SubmitOptions, print: Print): FetchOptions['report'] {
  return ({ name, clip, file }) => {
    const { id, status, warnings, error } = clip
    if (json === true) return print(JSON.stringify({ name, clip_id: id, status, file, warnings, error }))
    if (file === undefined) print(`${name}: FAILED: ${error?.message ?? 'the service gave no reason'}`)
    else print(file)
    for (const warning of warnings) process.stderr.write(`Warning: ${name}: ${warning}\n`)
  }
}

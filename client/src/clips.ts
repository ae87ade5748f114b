import type { components } from './api-types.ts'
import { ClipFailedError } from './errors.ts'
import { type CallOptions, readBody, type Send, sleep } from './send.ts'

type Schemas = components['schemas']
export type Clip = Schemas['Clip']
export type ClipInput = Schemas['ClipInput']
export type CombinationInput = Schemas['CombinationInput']

export type ClipFilter = {
  readonly status?: Clip['status'] | undefined
  readonly label?: string | undefined
  /** Epoch milliseconds or ISO 8601: lists only clips created then or later. */
  readonly created_after?: number | string | undefined
  /** Epoch milliseconds or ISO 8601: lists only clips created before. */
  readonly created_before?: number | string | undefined
  /** At most 1000. */
  readonly limit?: number | undefined
  /** The id of a clip: lists only older ones. */
  readonly before?: string | undefined
}

export type BulkProgress = {
  readonly total: number
  readonly accepted: number
  readonly complete: number
  readonly failed: number
}

export type BulkOptions = CallOptions & { readonly onProgress?: ((progress: BulkProgress) => void) | undefined }

/** Clips that one bulk request may hold. */
const MAX_BULK = 100
const FIRST_POLL_MS = 100
const LONGEST_POLL_MS = 2000

/** The calls about stored clips. */
export function createClips(send: Send) {
  const text = async (path: string, { signal }: CallOptions) => await (await send(path, { signal })).text()
  const json = async <Body>(path: string, { signal }: CallOptions) =>
    (await (await send(path, { signal })).json()) as Body

  async function createMany(inputs: readonly ClipInput[], { signal }: CallOptions = {}): Promise<readonly string[]> {
    const answer = await send('/clips', { body: inputs, signal })
    return ((await answer.json()) as { clip_ids: readonly string[] }).clip_ids
  }

  const pathOf = (id: string): string => `/clips/${encodeURIComponent(id)}`
  const readClip = async (answer: Response): Promise<Clip> => withWarnings((await answer.json()) as Clip)

  async function get(id: string, { signal }: CallOptions = {}): Promise<Clip> {
    return await readClip(await send(pathOf(id), { signal }))
  }

  return {
    createMany,
    get,
    async create(input: ClipInput, { signal }: CallOptions = {}): Promise<string> {
      const answer = await send('/clips', { body: input, signal })
      return ((await answer.json()) as { clip_id: string }).clip_id
    },
    async list(filter: ClipFilter = {}, { signal }: CallOptions = {}): Promise<readonly Clip[]> {
      const answer = await send('/clips', { query: filter, signal })
      return ((await answer.json()) as readonly Clip[]).map(withWarnings)
    },
    async delete(id: string, { signal }: CallOptions = {}): Promise<Clip> {
      return await readClip(await send(pathOf(id), { method: 'DELETE', signal }))
    },
    /** Has a FAILED clip rendered again; throws DeclaimError CONFLICT for a clip in another state. */
    async retry(id: string, { signal }: CallOptions = {}): Promise<Clip> {
      return await readClip(await send(`${pathOf(id)}/retry`, { method: 'POST', signal }))
    },
    /** Word times of a COMPLETE clip, as word-timing.json. */
    timing: (id: string, options: CallOptions = {}) => json<unknown>(`${pathOf(id)}/timing`, options),
    /** Sounds of a COMPLETE clip with their times and visemes, as phones.json. */
    phones: (id: string, options: CallOptions = {}) => json<unknown>(`${pathOf(id)}/phones`, options),
    /** Lines of JSON as Amazon Polly writes them, for a COMPLETE clip. */
    speechMarks: (id: string, options: CallOptions = {}) => text(`${pathOf(id)}/speech-marks`, options),
    srt: (id: string, options: CallOptions = {}) => text(`${pathOf(id)}/captions.srt`, options),
    vtt: (id: string, options: CallOptions = {}) => text(`${pathOf(id)}/captions.vtt`, options),
    /** Joins COMPLETE clips as one file. */
    async combine(input: CombinationInput, { signal }: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
      return readBody(await send('/clips/combine', { body: input, signal, isStream: true }), signal)
    },
    /** Joins COMPLETE clips as a new clip, and returns its id. */
    async combineLater(input: CombinationInput, { signal }: CallOptions = {}): Promise<string> {
      const answer = await send('/clips/combine', { body: { ...input, async: true }, signal })
      return ((await answer.json()) as { clip_id: string }).clip_id
    },
    /** Resolves with the clip when it is COMPLETE; throws ClipFailedError when it is FAILED. */
    async waitFor(id: string, { signal }: CallOptions = {}): Promise<Clip> {
      for (let pause = FIRST_POLL_MS; ; pause = Math.min(LONGEST_POLL_MS, pause * 1.5)) {
        const clip = await get(id, { signal })
        if (clip.status === 'COMPLETE') return clip
        if (clip.status === 'FAILED') throw new ClipFailedError(clip)
        await sleep(pause, signal)
      }
    },
    /** Renders any number of texts and resolves with their clips, COMPLETE or FAILED, in the same order. */
    bulk: (inputs: readonly ClipInput[], options: BulkOptions = {}) => renderBulk(inputs, { createMany, get }, options),
  }
}

/** Services before 0.6.0 do not send `warnings`. */
function withWarnings(clip: Clip): Clip {
  return { ...clip, warnings: clip.warnings ?? [] }
}

type BulkCalls = {
  createMany(inputs: readonly ClipInput[], options: CallOptions): Promise<readonly string[]>
  get(id: string, options: CallOptions): Promise<Clip>
}

async function renderBulk(
  inputs: readonly ClipInput[],
  { createMany, get }: BulkCalls,
  { signal, onProgress = () => {} }: BulkOptions,
): Promise<readonly Clip[]> {
  const ids: string[] = []
  const ended = new Map<string, Clip>()
  const report = (): void => {
    const failed = [...ended.values()].filter(({ status }) => status === 'FAILED').length
    onProgress({ total: inputs.length, accepted: ids.length, complete: ended.size - failed, failed })
  }
  for (let start = 0; start < inputs.length; start += MAX_BULK) {
    ids.push(...(await createMany(inputs.slice(start, start + MAX_BULK), { signal })))
    report()
  }
  // Workers take clips in order, so the first unfinished one is the next to end.
  for (const id of ids) {
    for (let pause = FIRST_POLL_MS; !ended.has(id); pause = Math.min(LONGEST_POLL_MS, pause * 1.5)) {
      const clip = await get(id, { signal })
      if (clip.status === 'PROCESSING') await sleep(pause, signal)
      else ended.set(id, clip)
    }
    report()
  }
  return ids.map((id) => ended.get(id)!)
}

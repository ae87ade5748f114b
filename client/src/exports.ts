import type { components } from './api-types.ts'
import { type CallOptions, type Send, sleep } from './send.ts'

type Schemas = components['schemas']
export type Export = Schemas['Export']
export type ExportInput = Schemas['ExportInput']
export type ExportParagraph = Schemas['ExportParagraph']
export type ExportEstimate = Schemas['ExportEstimate']

export type ExportFilter = {
  /** Lists only exports of the script with this name of your own. */
  readonly script_id?: string
  /** At most 100. */
  readonly limit?: number
  /** The id of an export: lists only older ones. */
  readonly before?: string
}

export type WaitOptions = CallOptions & { readonly onProgress?: (one: Export) => void }

const FIRST_POLL_MS = 150
const LONGEST_POLL_MS = 1000

/** The calls about exports: scripts that become files. */
export function createExports(send: Send) {
  const pathOf = (id: string): string => `/exports/${encodeURIComponent(id)}`
  const read = async (answer: Response): Promise<Export> => (await answer.json()) as Export

  async function get(id: string, { signal }: CallOptions = {}): Promise<Export> {
    return await read(await send(pathOf(id), { signal }))
  }

  return {
    get,
    /** Accepts an export and returns its id. */
    async create(input: ExportInput, { signal }: CallOptions = {}): Promise<string> {
      const answer = await send('/exports', { body: input, signal })
      return ((await answer.json()) as { export_id: string }).export_id
    },
    /** Says what an export would render and cost, and changes nothing. */
    async estimate(input: ExportInput, { signal }: CallOptions = {}): Promise<ExportEstimate> {
      return (await (await send('/exports/estimate', { body: input, signal })).json()) as ExportEstimate
    },
    async list(filter: ExportFilter = {}, { signal }: CallOptions = {}): Promise<readonly Export[]> {
      return (await (await send('/exports', { query: filter, signal })).json()) as readonly Export[]
    },
    /** Cancels an export that is under way; throws DeclaimError CONFLICT if it has ended. */
    async cancel(id: string, { signal }: CallOptions = {}): Promise<Export> {
      return await read(await send(`${pathOf(id)}/cancel`, { method: 'POST', signal }))
    },
    async delete(id: string, { signal }: CallOptions = {}): Promise<Export> {
      return await read(await send(pathOf(id), { method: 'DELETE', signal }))
    },
    /** Deletes all speech that is kept for later exports, and returns the bytes that became free. */
    async deleteSpeech({ signal }: CallOptions = {}): Promise<number> {
      const answer = await send('/exports/speech', { method: 'DELETE', signal })
      return ((await answer.json()) as { freed_bytes: number }).freed_bytes
    },
    /** Resolves with the export when it has ended, whether it is COMPLETE, FAILED or CANCELED. */
    async waitFor(id: string, { signal, onProgress = () => {} }: WaitOptions = {}): Promise<Export> {
      for (let pause = FIRST_POLL_MS; ; pause = Math.min(LONGEST_POLL_MS, pause * 1.5)) {
        const one = await get(id, { signal })
        onProgress(one)
        if (one.status !== 'PROCESSING') return one
        await sleep(pause, signal)
      }
    },
  }
}

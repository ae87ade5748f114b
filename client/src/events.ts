import type { components } from './api-types.ts'
import { type CallOptions, type Send, sleep } from './send.ts'

/** Something that happened to clips. */
export type DeclaimEvent = components['schemas']['Event'] & { readonly id: string }

export type FollowOptions = CallOptions & {
  /** Goes on after this event; from now on if it is absent. */
  readonly lastEventId?: string | undefined
}

const PAUSE_MS = 1000

/** The calls about events. */
export function createEvents(send: Send) {
  return {
    /** Follows what happens to clips until `signal` aborts or the reader leaves. Connects again after a break, and misses nothing. */
    async *follow({ lastEventId, signal }: FollowOptions = {}): AsyncGenerator<DeclaimEvent> {
      let last = lastEventId
      for (;;) {
        const headers = { accept: 'text/event-stream', ...(last !== undefined && { 'last-event-id': last }) }
        const { body } = await send('/events', { headers, signal, isStream: true })
        try {
          for await (const event of readEvents(body)) {
            last = event.id
            yield event
          }
        } catch {
          signal?.throwIfAborted()
        }
        await sleep(PAUSE_MS, signal)
      }
    },
  }
}

/** Reads server-sent events (HTML Standard, section 9.2.6), as far as this service uses them. */
async function* readEvents(body: ReadableStream<Uint8Array> | null): AsyncGenerator<DeclaimEvent> {
  if (body === null) return
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let held = ''
  try {
    for (let part = await reader.read(); part.done !== true; part = await reader.read()) {
      const blocks = (held + part.value).split('\n\n')
      held = blocks.pop() ?? ''
      for (const block of blocks) {
        const fields = new Map(block.split('\n').map((line) => splitField(line)))
        const data = fields.get('data')
        if (data !== undefined) yield { ...(JSON.parse(data) as DeclaimEvent), id: fields.get('id') ?? '' }
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function splitField(line: string): readonly [string, string] {
  const colon = line.indexOf(': ')
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 2)]
}

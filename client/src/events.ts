import type { components } from './api-types.ts'
import { readEvents } from './read-events.ts'
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
          for await (const fields of readEvents(body)) {
            const event = { ...(JSON.parse(fields.get('data') ?? '') as DeclaimEvent), id: fields.get('id') ?? '' }
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

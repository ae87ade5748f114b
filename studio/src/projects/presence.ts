import { effect, signal } from '@preact/signals'
import type { PresentPage } from '../../../client/src/declaim.ts'
import { selection } from '../script/script-state.ts'
import { declaim, isConnected, signedInMember } from '../service.ts'

/** Somebody else who has the open script open. */
export type Person = {
  readonly pageId: string
  /** Null for somebody with an API key or the operator's link. */
  readonly name: string | null
  readonly cursor: { readonly paragraphId: string; readonly offset: number } | undefined
}

/** Who else has the script open, each page once. */
export const people = signal<readonly Person[]>([])

/** Others take a page for closed that says nothing for twice as long. */
const REPEAT_MS = 5000
/** Moves of the cursor are told at most this often. */
const LEAST_MS = 1000

/** Of this tab. */
const pageId = `p${Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('')}`

/** Begins to show this page to others. Until the service first says who has the script open, it may not have the script at all. */
let begin: (() => void) | undefined

/** Takes the pages that have the script open. */
export function notePeople(pages: readonly PresentPage[]): void {
  begin?.()
  const own = signedInMember.value?.member_id
  const others = pages.filter(
    ({ page_id, member_id }) => page_id !== pageId && (own === undefined || member_id !== own),
  )
  people.value = others.map(({ page_id, name, paragraph_id, offset }) => ({
    pageId: page_id,
    name: name ?? null,
    cursor: typeof paragraph_id === 'string' ? { paragraphId: paragraph_id, offset: offset ?? 0 } : undefined,
  }))
}

/** Shows others that a script is open here and where the cursor is, until the returned function is called. */
export function showPresence(id: string): () => void {
  let last = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let stop: (() => void) | undefined

  function tell(): void {
    clearTimeout(timer)
    timer = setTimeout(tell, REPEAT_MS)
    if (!isConnected.peek()) return
    last = Date.now()
    const place = selection.peek()
    const cursor = place && { paragraph_id: place.paragraphId, offset: place.end }
    declaim.projects.showPresence(id, { page_id: pageId, ...cursor }).then(
      (pages) => {
        if (!isOver) notePeople(pages)
      },
      // The next one comes soon.
      () => {},
    )
  }

  begin = () => {
    stop ??= effect(() => {
      void selection.value
      clearTimeout(timer)
      timer = setTimeout(tell, Math.max(0, last + LEAST_MS - Date.now()))
    })
  }
  const leave = (): void => {
    if (last === 0) return
    void declaim.projects.showPresence(id, { page_id: pageId, is_open: false }, { keepalive: true }).catch(() => {})
  }
  addEventListener('pagehide', leave)
  return () => {
    isOver = true
    begin = undefined
    stop?.()
    clearTimeout(timer)
    removeEventListener('pagehide', leave)
    people.value = []
    leave()
  }
}

import type { Signals } from '../../storage/signals.ts'
import type { Followed } from './event-feed.ts'

/** A page that has the script of a project open, and where its cursor is. */
export type PresentPage = {
  /** Chosen by the page, for as long as it is open. */
  readonly pageId: string
  /** The member who has it open; null for a key and the operator's link. */
  readonly memberId: string | null
  readonly name: string | null
  /** Null if it has no cursor in the text. */
  readonly paragraphId: string | null
  /** UTF-16 units of the paragraph's text. */
  readonly offset: number | null
}

/** Tracks which pages have a project open, across all processes. Nothing is stored; pages send heartbeats. Projects are identified by position. */
export interface ProjectPresence {
  /** Tells all processes where a page is, or that it has closed. `caller` keeps the pages of different callers apart. */
  note(project: number, caller: string, page: PresentPage, isOpen: boolean): void
  list(project: number): readonly PresentPage[]
  /** Follows the pages of a project, whose number of changes is `changes`, until `close` is called. */
  follow(project: number): Followed & { readonly changes: number }
  close(): void
}

type Options = {
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number
}

/** A page that says nothing for so long is gone. Pages that are open say where they are every five seconds. */
const PRESENT_MS = 12_000
const SWEEP_MS = 1000
/** Followers hear of changes together: many cursors move at once. */
const TOGETHER_MS = 300
/** Of one project, and of one caller in it. Further ones are not shown. */
const MOST_PAGES = 100
const MOST_PAGES_OF_CALLER = 20

type Seen = { readonly caller: string; readonly page: PresentPage; readonly until: number }
type Room = {
  readonly pages: Map<string, Seen>
  followers: number
  changes: number
  changed: PromiseWithResolvers<void>
  /** Whether followers hear of a change soon. */
  isTelling: boolean
}

/** What processes tell each other. */
type Message = {
  readonly project: number
  readonly caller: string
  readonly page: PresentPage
  readonly isOpen: boolean
}

export function createProjectPresence(
  signals: Pick<Signals, 'on' | 'announce'>,
  { now = () => performance.now() }: Options = {},
): ProjectPresence {
  const rooms = new Map<number, Room>()
  const stopHearing = signals.on('presence', (detail) => {
    const message = detail === undefined ? undefined : decode(detail)
    if (message !== undefined) hear(message)
  })
  const sweeping = setInterval(sweep, SWEEP_MS)
  sweeping.unref()

  function hear({ project, caller, page, isOpen }: Message): void {
    const room = enter(project)
    const key = `${caller} ${page.pageId}`
    const before = room.pages.get(key)
    const isNew = before === undefined
    if (isOpen && (!isNew || hasRoom(room, caller))) room.pages.set(key, { caller, page, until: now() + PRESENT_MS })
    else room.pages.delete(key)
    const after = room.pages.get(key)
    if (JSON.stringify(before?.page) !== JSON.stringify(after?.page)) change(room)
    leave(project, room)
  }

  function sweep(): void {
    const time = now()
    for (const [project, room] of rooms) {
      const gone = [...room.pages].filter(([, { until }]) => until <= time)
      for (const [key] of gone) room.pages.delete(key)
      if (gone.length > 0) change(room)
      leave(project, room)
    }
  }

  function enter(project: number): Room {
    const room = rooms.get(project) ?? createRoom()
    rooms.set(project, room)
    return room
  }

  /** Forgets a room that nobody is in and nobody follows. */
  function leave(project: number, { pages, followers }: Room): void {
    if (pages.size === 0 && followers === 0) rooms.delete(project)
  }

  return {
    note(project, caller, page, isOpen) {
      signals.announce('presence', encode({ project, caller, page, isOpen }))
    },
    list: (project) => [...(rooms.get(project)?.pages.values() ?? [])].map(({ page }) => page),
    follow(project) {
      const room = enter(project)
      room.followers += 1
      return {
        get changes() {
          return room.changes
        },
        async after(changes, signal) {
          // Those of a moment are waited for.
          if ((room.changes > changes && !room.isTelling) || signal.aborted) return
          const left = Promise.withResolvers<void>()
          const leave = () => left.resolve()
          signal.addEventListener('abort', leave, { once: true })
          await Promise.race([room.changed.promise, left.promise])
          signal.removeEventListener('abort', leave)
        },
        close() {
          room.followers -= 1
          leave(project, room)
        },
      }
    },
    close() {
      clearInterval(sweeping)
      stopHearing()
    },
  }
}

function createRoom(): Room {
  return { pages: new Map(), followers: 0, changes: 0, changed: Promise.withResolvers(), isTelling: false }
}

function change(room: Room): void {
  room.changes += 1
  if (room.isTelling) return
  room.isTelling = true
  setTimeout(() => {
    room.isTelling = false
    room.changed.resolve()
    room.changed = Promise.withResolvers()
  }, TOGETHER_MS).unref()
}

function hasRoom({ pages }: Room, caller: string): boolean {
  const own = [...pages.values()].filter((seen) => seen.caller === caller)
  return pages.size < MOST_PAGES && own.length < MOST_PAGES_OF_CALLER
}

/** Details of signals have no spaces. */
function encode(message: Message): string {
  return Buffer.from(JSON.stringify(message)).toString('base64url')
}

/** Undefined for what a later release says in another way. */
function decode(detail: string): Message | undefined {
  try {
    const message = JSON.parse(Buffer.from(detail, 'base64url').toString()) as Message
    return typeof message.project === 'number' && typeof message.page.pageId === 'string' ? message : undefined
  } catch {
    return undefined
  }
}

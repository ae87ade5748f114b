import { readdirSync, readFileSync } from 'node:fs'

/** What the threads of a server do, by the names they have in the system. */
const KINDS = {
  'node-MainThread': 'main',
  engine: 'engines',
  encoder: 'encoder',
  'libuv-worker': 'files',
  'node-V8Worker': 'collecting and compiling',
} as const

export type ThreadKind = (typeof KINDS)[keyof typeof KINDS] | 'others'

/** Milliseconds of computing so far, by kind of thread; none outside Linux. */
export type ThreadTimes = Readonly<Partial<Record<ThreadKind, number>>>

/** What each thread of a process has computed so far. Threads that have ended do not count. */
export function readThreadTimes(pid: number): ThreadTimes {
  if (process.platform !== 'linux') return {}
  const times: Partial<Record<ThreadKind, number>> = {}
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`
    const name = readFileSync(`${folder}/comm`, 'utf8').trim()
    const kind = KINDS[name as keyof typeof KINDS] ?? 'others'
    // The first figure is nanoseconds on a core.
    const nanoseconds = Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0])
    times[kind] = (times[kind] ?? 0) + nanoseconds / 1e6
  }
  return times
}

/** What was computed between two readings. */
export function subtractTimes(later: ThreadTimes, earlier: ThreadTimes): ThreadTimes {
  const entries = Object.entries(later).map(([kind, ms]) => [kind, ms - (earlier[kind as ThreadKind] ?? 0)])
  return Object.fromEntries(entries)
}

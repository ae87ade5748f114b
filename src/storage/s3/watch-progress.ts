import type { Agent } from 'node:http'
import type { Socket } from 'node:net'
import { readUnsentBytes, type UnsentBytes } from './unsent-bytes.ts'

export type WatchProgressOptions = {
  /** How long a connection in use may make no progress. It is noticed up to a quarter later. */
  readonly idleMs: number
  /** Breaks the connection. */
  readonly onStalled: (socket: Socket) => void
}

/** How often the connections are looked at within the time. */
const LOOKS = 8
/** After so many looks without progress, the buffers of the system are looked at too. */
const SUSPICIOUS_LOOKS = 2

type Observation = { readonly mark: string; readonly looks: number }

/**
 * Finds connections of the agents that are in use and make no progress: nothing arrives, and nothing that was written leaves. The time
 * in which we read nothing ourselves, because the caller of a download is slow, does not count, nor does the time in which this process
 * was stopped. Returns a function that ends the watch.
 */
export function watchProgress(agents: readonly Agent[], { idleMs, onStalled }: WatchProgressOptions): () => void {
  let observed = new Map<Socket, Observation>()

  async function look(): Promise<void> {
    const sockets = agents.flatMap(({ sockets: inUse }) => Object.values(inUse).flatMap((list) => list ?? []))
    const isSuspicious = sockets.some((socket) => (observed.get(socket)?.looks ?? 0) + 1 >= SUSPICIOUS_LOOKS)
    const unsent = isSuspicious ? await readUnsentBytes() : undefined
    const next = new Map<Socket, Observation>()
    for (const socket of sockets) {
      const last = observed.get(socket)
      const observation = observe(socket, last, unsent)
      if (observation.looks >= LOOKS) onStalled(socket)
      else next.set(socket, observation)
    }
    observed = next
  }

  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    void look().finally(() => {
      isLooking = false
    })
  }, idleMs / LOOKS)
  timer.unref()
  return () => clearInterval(timer)
}

/** A connection with progress since the last look, or without any for one look more. */
function observe(socket: Socket, last: Observation | undefined, unsent: UnsentBytes | undefined): Observation {
  const mark = `${socket.bytesRead} ${socket.bytesWritten} ${queuedBytes(socket)} ${unsent?.(socket) ?? ''}`
  if (last === undefined || socket.isPaused()) return { mark, looks: 0 }
  // The first look at the system's buffers has nothing to compare with.
  const isSame = mark === last.mark || (unsent !== undefined && mark.startsWith(last.mark) && last.mark.endsWith(' '))
  return { mark, looks: isSame ? last.looks + 1 : 0 }
}

/** Bytes that were written and have not reached the system. Node's own socket time-out goes by the second number too. */
function queuedBytes(socket: Socket): string {
  const handle = (socket as { _handle?: { writeQueueSize?: number } | null })._handle
  return `${socket.writableLength}/${handle?.writeQueueSize ?? 0}`
}

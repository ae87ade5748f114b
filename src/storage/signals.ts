/**
 * Notifications between processes that share a storage.
 * - `clips-waiting`: a worker may find a clip to claim.
 * - `clip-ended`: a clip is COMPLETE or FAILED; the detail is its id.
 * - `rules`: a key, an account or a plan has changed.
 * - `project-changed`: the script of a project has changed; the detail is its position.
 */
export const TOPICS = ['clips-waiting', 'clip-ended', 'rules', 'project-changed'] as const
export type Topic = (typeof TOPICS)[number]

/** The detail is undefined if signals may have been missed: anything may have happened. */
export type SignalListener = (detail: string | undefined) => void

/** Signals shorten waits, but are not reliable: code that waits for one also polls. */
export interface Signals {
  /** Calls the listener for each signal until the returned function is called. */
  on(topic: Topic, listener: SignalListener): () => void
  /** Calls the listeners of this process. */
  emit(topic: Topic, detail?: string): void
  close(): Promise<void>
}

/** Signals within one process. */
export function createLocalSignals(): Signals {
  const listeners = new Map<Topic, Set<SignalListener>>()
  return {
    on(topic, listener) {
      const own = listeners.get(topic) ?? new Set()
      listeners.set(topic, own.add(listener))
      return () => void own.delete(listener)
    },
    emit(topic, detail) {
      // A listener may leave while it is called.
      for (const listener of Array.from(listeners.get(topic) ?? [])) listener(detail)
    },
    close: async () => listeners.clear(),
  }
}

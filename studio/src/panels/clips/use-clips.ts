import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Clip } from '../../../../client/src/declaim.ts'
import { declaim, describeError } from '../../service.ts'
import { followClips, SHOWN } from './follow-clips.ts'

/** The account's clips, the newest first: as many as have been asked for. */
export type ClipList = {
  /** Undefined until they have come. */
  readonly clips: ReadonlySignal<readonly Clip[] | undefined>
  /** Why there are none, in words for people. */
  readonly lost: ReadonlySignal<string | undefined>
  readonly hasMore: ReadonlySignal<boolean>
  readonly loadOlder: () => Promise<void>
  /** Shows a clip as it is now. */
  readonly replace: (clip: Clip) => void
  readonly remove: (id: string) => void
}

/** The newest clips as they change, and older ones as they were when they were asked for. */
export function useClips(): ClipList {
  const newest = useSignal<readonly Clip[] | undefined>(undefined)
  const older = useSignal<readonly Clip[]>([])
  const lost = useSignal<string | undefined>(undefined)
  /** Undefined until older ones are asked for. */
  const hasOlder = useSignal<boolean | undefined>(undefined)
  useEffect(() => {
    const leaving = new AbortController()
    const onClips = (found: readonly Clip[]): void => {
      if (hasOlder.value !== undefined) older.value = [...listPushedOut(newest.value ?? [], found), ...older.value]
      newest.value = found
      lost.value = undefined
    }
    const onProblem = (error: unknown): void => {
      lost.value = describeError(error)
    }
    void followClips({ onClips, onProblem }, leaving.signal)
    return () => leaving.abort()
  }, [])
  const clips = useComputed(() => newest.value && [...newest.value, ...without(older.value, newest.value)])
  const change = (act: (list: readonly Clip[]) => readonly Clip[]): void => {
    newest.value = newest.value && act(newest.value)
    older.value = act(older.value)
  }
  return {
    clips,
    lost,
    hasMore: useComputed(() => hasOlder.value ?? newest.value?.length === SHOWN),
    async loadOlder() {
      const before = clips.value?.at(-1)?.id
      if (before === undefined) return
      const found = await declaim.clips.list({ limit: SHOWN, before })
      older.value = [...older.value, ...without(found, older.value)]
      hasOlder.value = found.length === SHOWN
    },
    replace: (changed) => change((list) => list.map((clip) => (clip.id === changed.id ? changed : clip))),
    remove: (id) => change((list) => list.filter((clip) => clip.id !== id)),
  }
}

function without(clips: readonly Clip[], others: readonly Clip[]): readonly Clip[] {
  const ids = new Set(others.map(({ id }) => id))
  return clips.filter(({ id }) => !ids.has(id))
}

/** Clips that are no longer among the newest because newer ones came. Others are gone because somebody deleted them. */
function listPushedOut(before: readonly Clip[], now: readonly Clip[]): readonly Clip[] {
  const oldest = now.length === SHOWN ? now.at(-1)!.created_at : Infinity
  return without(before, now).filter(({ created_at }) => created_at <= oldest && now.length === SHOWN)
}

import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { describeError } from '../service.ts'

/** Work of a view with the service: whether some is under way, and what went wrong last. */
export type Task = {
  readonly isBusy: ReadonlySignal<boolean>
  /** In words for people; undefined if the last work succeeded. */
  readonly problem: ReadonlySignal<string | undefined>
  /** Does something, and keeps its error as the problem. The signal aborts when the view is left. Resolves with its success. */
  readonly run: (act: (signal: AbortSignal) => Promise<unknown>) => Promise<boolean>
}

/** The work of the view that calls it. It ends with the view. */
export function useTask(): Task {
  const running = useSignal(0)
  const isBusy = useSignal(false)
  const problem = useSignal<string | undefined>(undefined)
  const leaving = useMemo(() => new AbortController(), [])
  useEffect(() => () => leaving.abort(), [])
  const run: Task['run'] = async (act) => {
    running.value += 1
    isBusy.value = true
    problem.value = undefined
    try {
      await act(leaving.signal)
      return true
    } catch (error) {
      if (!leaving.signal.aborted) problem.value = describeError(error)
      return false
    } finally {
      running.value -= 1
      isBusy.value = running.value > 0
    }
  }
  return { isBusy, problem, run }
}

import { signal } from '@preact/signals'
import type { Node } from 'prosemirror-model'

/** The last change outside the text, such as a word added to a library, and how it is taken back. */
export type OutsideChange = { readonly label: string; readonly undo: () => Promise<void> }

export const outsideChange = signal<OutsideChange | undefined>(undefined)
let changedAt: Node | undefined

/** Offers to take a change back, by button or with the keys of undo. `script` is the script as it is now. */
export function offerUndo(change: OutsideChange, script: Node): void {
  outsideChange.value = change
  changedAt = script
}

/** Takes the last outside change back if the script has not changed since; false if there is none. */
export function takeUndo(script: Node): boolean {
  const change = outsideChange.value
  if (change === undefined || changedAt !== script) return false
  outsideChange.value = undefined
  void change.undo()
  return true
}

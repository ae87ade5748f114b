import type { Transaction } from 'prosemirror-state'
import { type Doc, UndoManager } from 'yjs'
import { TEXT } from '../../../src/projects/read-script.ts'
import type { Cursor } from './cursor.ts'
import { EDITOR } from './origins.ts'

/** What this person has done to the open script. Undo leaves alone what others have written. */
export interface ScriptHistory {
  /** Begins a step with a transaction that changes the script, unless it goes on with what was typed before. */
  begin(transaction: Transaction, cursor: Cursor | undefined): void
  /** Begins a step with the next change. */
  separate(): void
  /** Takes the last step back. Returns false if there is none, else where the cursor was before it. */
  undo(cursor: Cursor | undefined): Cursor | boolean
  redo(cursor: Cursor | undefined): Cursor | boolean
  close(): void
}

/** What is typed without a longer pause is one step. */
const PAUSE_MS = 500
const CURSOR = 'cursor'

type Place = { readonly start: number; readonly end: number }

export function createScriptHistory(doc: Doc): ScriptHistory {
  const manager = new UndoManager(doc.getText(TEXT), { trackedOrigins: new Set([EDITOR]), captureTimeout: PAUSE_MS })
  let last: Place | undefined
  /** Where the cursor was before the change that is being made. */
  let before: Cursor | undefined
  manager.on('stack-item-added', ({ stackItem }) => {
    if (!stackItem.meta.has(CURSOR)) stackItem.meta.set(CURSOR, before)
  })

  function take(step: 'undo' | 'redo', cursor: Cursor | undefined): Cursor | boolean {
    before = cursor
    last = undefined
    const item = manager[step]()
    return item !== null && ((item.meta.get(CURSOR) as Cursor | undefined) ?? true)
  }

  return {
    begin(transaction, cursor) {
      const place = findTyped(transaction)
      const goesOn = place !== undefined && last !== undefined && place.start <= last.end && place.end >= last.start
      if (!goesOn || transaction.getMeta(SEPARATE) === true) manager.stopCapturing()
      before = cursor
      last = place && { start: place.start, end: place.newEnd }
    },
    separate() {
      last = undefined
    },
    undo: (cursor) => take('undo', cursor),
    redo: (cursor) => take('redo', cursor),
    close: () => manager.destroy(),
  }
}

const SEPARATE = 'separate'

/** Makes a transaction a step of its own, which undo takes back alone. */
export function separate(transaction: Transaction): Transaction {
  return transaction.setMeta(SEPARATE, true)
}

/** Whether a transaction ends what was typed before it. */
export function isSeparate(transaction: Transaction): boolean {
  return transaction.getMeta(SEPARATE) === true
}

/** Where a transaction has changed the script, if it may be typing: in one place. */
function findTyped({ mapping, steps }: Transaction): (Place & { readonly newEnd: number }) | undefined {
  if (steps.length !== 1) return undefined
  const places: (Place & { readonly newEnd: number })[] = []
  mapping.maps[0]!.forEach((start, end, _, newEnd) => {
    places.push({ start, end, newEnd })
  })
  return places.length === 1 ? places[0] : undefined
}

let current: ScriptHistory | undefined

/** The history of the open script; undefined while none is open. */
export function currentHistory(): ScriptHistory | undefined {
  return current
}

export function setCurrentHistory(history: ScriptHistory | undefined): void {
  current?.close()
  current = history
}

import { applyUpdate, type Doc, encodeStateAsUpdate, mergeUpdates } from 'yjs'
import { ServiceError } from '../errors.ts'

/** Bytes of one update, and of a whole document. */
const MOST_UPDATE_BYTES = 256 * 1024
export const MOST_STATE_BYTES = 5 * 1024 * 1024

/**
 * Applies the update of another one. Throws INVALID_TEXT if it is none, and CONFLICT if it goes on from something that the document does not
 * have. The document is then of no further use.
 */
export function applyForeignUpdate(doc: Doc, update: Uint8Array, most = MOST_UPDATE_BYTES): void {
  if (update.length > most)
    throw new ServiceError(
      'INVALID_TEXT',
      `Cannot take the update: it has ${update.length} bytes; expected at most ${most}`,
      { status: 413 },
    )
  try {
    applyUpdate(doc, update)
  } catch (cause) {
    throw new ServiceError('INVALID_TEXT', 'Cannot take the update: expected an update of Yjs 13', { cause })
  }
  if (doc.store.pendingStructs !== null || doc.store.pendingDs !== null)
    throw new ServiceError(
      'CONFLICT',
      'Cannot take the update: it goes on from one that is not here; send all that is missing since the state vector',
    )
}

/** The part of a document that one with this state vector lacks. Throws INVALID_TEXT if it is none. */
export function encodeMissing(doc: Doc, stateVector: Uint8Array | undefined): Uint8Array {
  try {
    return encodeStateAsUpdate(doc, stateVector)
  } catch (cause) {
    throw new ServiceError('INVALID_TEXT', 'Cannot read the state vector: expected one of Yjs 13', { cause })
  }
}

/** Runs an edit and returns the update that it makes; undefined if it changes nothing. */
export function recordEdit(doc: Doc, edit: (doc: Doc) => void): Uint8Array | undefined {
  const updates: Uint8Array[] = []
  const note = (update: Uint8Array): void => void updates.push(update)
  doc.on('update', note)
  try {
    edit(doc)
  } finally {
    doc.off('update', note)
  }
  return updates.length > 1 ? mergeUpdates(updates) : updates[0]
}

import { effect, signal } from '@preact/signals'
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs'
import type { DeclaimError } from '../../../client/src/declaim.ts'
import { readSchemaVersion, readSettings, SCHEMA_VERSION } from '../../../src/projects/read-script.ts'
import { writeSettings } from '../../../src/projects/write-script.ts'
import { libraryIds, title } from '../script/script-state.ts'
import { declaim, describeError, isConnected } from '../service.ts'
import { fromBase64 } from './base64.ts'
import {
  keepWhileLeaving,
  type LocalScript,
  list,
  markSent,
  readScript,
  rememberOpenScript,
  saveScript,
  storageProblem,
} from './local-scripts.ts'
import { EDITOR, SERVICE } from './origins.ts'
import { type SyncedScript, syncScript } from './sync-script.ts'

const SAVE_MS = 300

/** A script that is open, with the document that is shared with others. */
export type OpenScript = { readonly id: string; readonly doc: Doc }

/** The script that the signals of the script are about; empty while none is open. */
export const openScriptId = signal('')
/** Why the service does not keep what is written; undefined if it does. */
export const sharingProblem = signal<string | undefined>(undefined)
/** Why the script cannot be changed here; undefined if it can. */
export const readOnly = signal<string | undefined>(undefined)

const NEWER = 'A newer release of the Studio has changed this script. Reload the page to go on writing.'
const VIEWER = 'You may read this script, and not change it.'

let current: (OpenScript & { readonly synced: SyncedScript; readonly close: () => Promise<void> }) | undefined

/** Opens a script. Rejects if the browser does not have it and the service does not answer. */
export async function openScript(listed: LocalScript): Promise<OpenScript> {
  const script = await readScript(listed)
  const { id } = script
  const doc = new Doc()
  const state = script.state ?? fromBase64((await declaim.projects.updates(id)).update)
  await closeScript()
  applyUpdate(doc, state, SERVICE)
  const { title: name, libraryIds: libraries } = readSettings(doc)
  ;[title.value, libraryIds.value, sharingProblem.value] = [name, libraries, undefined]
  noteSchema(doc)
  const keeping = keepStored(doc, script)
  const synced = syncScript(doc, { ...script, onRefused: noteRefusal, onSent: () => void keeping.markSent() })
  const stopSharing = shareSettings(doc)
  const close = async (): Promise<void> => {
    stopSharing()
    synced.close()
    await keeping.close()
  }
  current = { id, doc, synced, close }
  openScriptId.value = id
  rememberOpenScript(id)
  return { id, doc }
}

/** Stores the open script, and stops keeping it the same elsewhere. */
export async function closeScript(): Promise<void> {
  const closing = current
  current = undefined
  openScriptId.value = ''
  await closing?.close()
}

/** Sends what the service lacks of the open script now. */
export async function sendScript(): Promise<void> {
  await current?.synced.sync()
}

function noteRefusal(error: DeclaimError | undefined): void {
  if (error?.code === 'FORBIDDEN' && error.message.includes('projects:write')) readOnly.value = VIEWER
  else sharingProblem.value = error && `What you write is only in this browser. ${describeError(error)}`
}

function noteSchema(doc: Doc): void {
  readOnly.value = readSchemaVersion(doc) > SCHEMA_VERSION ? NEWER : undefined
}

/** Keeps the title and the libraries the same in the page and in the document. */
function shareSettings(doc: Doc): () => void {
  const show = (_: Uint8Array, origin: unknown): void => {
    if (origin === EDITOR) return
    const { title: name, libraryIds: libraries } = readSettings(doc)
    title.value = name
    if (libraries.join() !== libraryIds.value.join()) libraryIds.value = libraries
    noteSchema(doc)
  }
  doc.on('update', show)
  const stop = effect(() => {
    const settings = { title: title.value, libraryIds: libraryIds.value }
    if (readOnly.peek() === undefined) doc.transact(() => writeSettings(doc, settings), EDITOR)
  })
  const stopWaiting = effect(() => {
    if (isConnected.value) void current?.synced.sync()
  })
  return () => {
    doc.off('update', show)
    stop()
    stopWaiting()
  }
}

type Keeping = { readonly markSent: () => Promise<void>; readonly close: () => Promise<void> }

/** Stores a document in the browser shortly after each change, and at once when the page is left. */
function keepStored(doc: Doc, { id, folder, ...known }: LocalScript): Keeping {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isUnsent = known.isUnsent
  let storing: Promise<unknown> = Promise.resolve()
  /** Of states on their way to the database, which a page that is left does not wait for. */
  let underWay = 0
  let updatedAt = known.updatedAt
  const describe = (): LocalScript => {
    updatedAt = Math.max(Date.now(), updatedAt + 1)
    return { id, folder, title: title.value, state: encodeStateAsUpdate(doc), updatedAt, isUnsent }
  }
  const store = (): void => {
    clearTimeout(timer)
    timer = undefined
    underWay += 1
    const script = describe()
    storing = storing.then(() => saveScript(script)).finally(() => (underWay -= 1))
  }
  const note = (_: Uint8Array, origin: unknown): void => {
    if (origin !== SERVICE) isUnsent = true
    // Not put off by more changes: a crash costs what was typed in this time at most.
    timer ??= setTimeout(store, SAVE_MS)
  }
  const leave = (): void => {
    if (timer === undefined && underWay === 0) return
    keepWhileLeaving(describe())
    store()
  }
  const warn = (event: BeforeUnloadEvent): void => {
    if (storageProblem.value !== undefined) event.preventDefault()
  }
  doc.on('update', note)
  addEventListener('pagehide', leave)
  addEventListener('beforeunload', warn)
  document.addEventListener('visibilitychange', leave)
  list({ id, folder, ...known })
  store()
  return {
    async markSent() {
      isUnsent = false
      if (timer === undefined) await storing.then(() => markSent(id, updatedAt))
    },
    async close() {
      doc.off('update', note)
      removeEventListener('pagehide', leave)
      removeEventListener('beforeunload', warn)
      document.removeEventListener('visibilitychange', leave)
      if (timer !== undefined) store()
      await storing
    },
  }
}

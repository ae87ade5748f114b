import { signal } from '@preact/signals'
import { clear, createStore, get, promisifyRequest, setMany, type UseStore, update, values } from 'idb-keyval'
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs'
import type { Script } from '../../../src/projects/script.ts'
import { createScript } from '../../../src/projects/write-script.ts'
import { keepLocally } from '../keep-locally.ts'
import { parseDocument } from '../script/script-nodes.ts'
import { accountId } from '../service.ts'
import { fromBase64, toBase64 } from './base64.ts'

/** A script as the browser has it: the offline layer of a project. */
export type LocalScript = {
  readonly id: string
  readonly title: string
  /** The shared document, as an update of Yjs; undefined if this browser has never opened it. */
  readonly state: Uint8Array | undefined
  readonly updatedAt: number
  /** Whether the service lacks something of it. */
  readonly isUnsent: boolean
  readonly folder: string
}

/** What browsers kept before scripts were on the service: the document as ProseMirror writes it. */
type OldDraft = {
  readonly id: string
  readonly title: string
  readonly doc: unknown
  readonly libraryIds: readonly string[]
  readonly updatedAt: number
}

export const scripts = signal<readonly LocalScript[]>([])
/** What went wrong when a script was stored last; undefined if it is safe. */
export const storageProblem = signal<string | undefined>(undefined)

let opened: { readonly name: string; readonly store: UseStore } | undefined

/** Each account has scripts of its own, also in a browser that several people use. */
function openStore(): UseStore {
  const name = `declaim-studio ${accountId.value}`
  if (opened?.name !== name) opened = { name, store: createStore(name, 'drafts') }
  return opened.store
}

/** Reads what the browser has. Drafts of earlier releases become scripts that the service lacks. */
export async function loadScripts(): Promise<void> {
  await adoptSharedDrafts()
  await addLeftDraft()
  const found = await readAll()
  for (const one of found) if ('doc' in one) await convert(one.id)
  await addLeftScript()
  scripts.value = (await readAll()).map(toScript).toSorted((one, other) => other.updatedAt - one.updatedAt)
}

async function readAll(): Promise<readonly (LocalScript | OldDraft)[]> {
  return await values<LocalScript | OldDraft>(openStore()).catch(() => [])
}

/** In one step, so that a tab of an earlier release that has it open finds it changed, and makes a copy. */
async function convert(id: string): Promise<void> {
  await update<LocalScript | OldDraft>(id, (stored) => toScript(stored!), openStore()).catch(() => {})
}

function toScript(stored: LocalScript | OldDraft): LocalScript {
  if (!('doc' in stored)) return stored
  const { id, title, doc, libraryIds, updatedAt } = stored
  const state = createState({ title, libraryIds, paragraphs: parseDocument(doc) })
  return { id, title, state, updatedAt: updatedAt + 1, isUnsent: true, folder: '' }
}

/** The first state of a shared document. */
export function createState(script: Script): Uint8Array {
  const doc = new Doc()
  createScript(doc, script)
  return encodeStateAsUpdate(doc)
}

const leftKey = () => `declaim-left-script ${accountId.value}`
const leftDraftKey = () => `declaim-left-draft ${accountId.value}`

/** Keeps a script while the page is closed, when there is no time left for the database. */
export function keepWhileLeaving(script: LocalScript): void {
  // A very long script has no room there. Most of it is in the database.
  keepLocally(leftKey(), JSON.stringify({ ...script, state: script.state && toBase64(script.state) }))
}

/** Stores what was kept when the page was closed. */
async function addLeftScript(): Promise<void> {
  const kept = localStorage.getItem(leftKey())
  if (kept === null) return
  const left = JSON.parse(kept) as Omit<LocalScript, 'state'> & { readonly state: string }
  if (await saveScript({ ...left, state: fromBase64(left.state) })) localStorage.removeItem(leftKey())
}

/** The same of an earlier release. */
async function addLeftDraft(): Promise<void> {
  const kept = localStorage.getItem(leftDraftKey())
  if (kept === null) return
  const left = JSON.parse(kept) as OldDraft
  const add = (stored: LocalScript | OldDraft | undefined): LocalScript | OldDraft =>
    stored !== undefined && (!('doc' in stored) || stored.updatedAt >= left.updatedAt) ? stored : left
  const isStored = await update(left.id, add, openStore()).then(
    () => true,
    () => false,
  )
  if (isStored) localStorage.removeItem(leftDraftKey())
}

/** Drafts of version 0.2.0 were shared by all accounts of a browser. The first account that signs in gets them. */
async function adoptSharedDrafts(): Promise<void> {
  try {
    const shared = createStore('declaim-studio', 'drafts')
    const found = await values<OldDraft>(shared)
    await setMany(
      found.map((draft) => [draft.id, draft]),
      openStore(),
    )
    await clear(shared)
  } catch {
    // They stay where they are.
  }
}

/** The times of the states that this tab has stored or read last. What has another one is another tab's. */
const knownTimes = new Map<string, number>()

/** Stores a script together with what another tab has stored of it. False if the browser cannot. */
export async function saveScript(script: LocalScript): Promise<boolean> {
  const isOurs = (stored: LocalScript): boolean => stored.updatedAt === knownTimes.get(script.id)
  try {
    await update<LocalScript | OldDraft>(
      script.id,
      (stored) => (stored === undefined || 'doc' in stored || isOurs(stored) ? script : merge(stored, script)),
      openStore(),
    )
    storageProblem.value = undefined
  } catch (error) {
    storageProblem.value = `This browser cannot store the script (${(error as Error).name}). Save it as a file before you close the page.`
    return false
  }
  knownTimes.set(script.id, script.updatedAt)
  list(script)
  return true
}

/** In a document, which is smaller than two updates that are merged. */
function merge(stored: LocalScript, script: LocalScript): LocalScript {
  const doc = new Doc()
  for (const { state } of [stored, script]) if (state !== undefined) applyUpdate(doc, state)
  return { ...script, state: encodeStateAsUpdate(doc), isUnsent: stored.isUnsent || script.isUnsent }
}

/** Shows a script in the list. Of one that is there, only a new title or folder is drawn. */
export function list(script: LocalScript): void {
  const known = scripts.value.find(({ id }) => id === script.id)
  const [first] = scripts.value
  if (known?.id === first?.id && known?.title === script.title && known?.folder === script.folder) return
  scripts.value = [script, ...scripts.value.filter(({ id }) => id !== script.id)]
}

/** A script as it is stored now, which another tab may have changed. */
export async function readScript(script: LocalScript): Promise<LocalScript> {
  const stored = await get<LocalScript | OldDraft>(script.id, openStore()).catch(() => undefined)
  if (stored === undefined) return script
  knownTimes.set(stored.id, stored.updatedAt)
  return toScript(stored)
}

/** Notes that the service has all of a script, unless another tab has stored it since this time. */
export async function markSent(id: string, updatedAt: number): Promise<void> {
  await openStore()('readwrite', async (store) => {
    const stored = (await promisifyRequest(store.get(id))) as LocalScript | undefined
    if (stored?.updatedAt === updatedAt) store.put({ ...stored, isUnsent: false }, id)
  }).catch(() => {})
}

/** Forgets what the browser has of a script. */
export async function forgetScript(id: string): Promise<void> {
  await openStore()('readwrite', (store) => void store.delete(id)).catch(() => {})
  localStorage.removeItem(leftKey())
  scripts.value = scripts.value.filter((script) => script.id !== id)
}

const openKey = () => `declaim-open-draft ${accountId.value}`

/** Notes which script is open, for the next visit. Without room for it, the newest one is opened then. */
export function rememberOpenScript(id: string): void {
  if (localStorage.getItem(openKey()) !== id) keepLocally(openKey(), id)
}

/** The script that was open last, else the newest. */
export function findOpenScript(): LocalScript | undefined {
  const id = localStorage.getItem(openKey())
  return scripts.value.find((script) => script.id === id) ?? scripts.value[0]
}

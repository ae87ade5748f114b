import { signal } from '@preact/signals'
import { clear, createStore, del, get, setMany, type UseStore, update, values } from 'idb-keyval'
import { keepLocally } from './keep-locally.ts'
import { accountId } from './service.ts'

/** A script as the browser keeps it. */
export type Draft = {
  readonly id: string
  readonly title: string
  /** The document, as ProseMirror writes it. */
  readonly doc: unknown
  /** Replacement libraries that the script is read with. */
  readonly libraryIds: readonly string[]
  readonly updatedAt: number
}

export const drafts = signal<readonly Draft[]>([])
/** What went wrong when the draft was stored last; undefined if it is safe. */
export const storageProblem = signal<string | undefined>(undefined)

/** Of each draft, the state that this tab knows. Another state in the store is another tab's. */
const knownStates = new Map<string, number>()

/** What this tab stored last of each draft. */
const latest = new Map<string, Draft>()

let opened: { readonly name: string; readonly store: UseStore } | undefined

/** Each account has drafts of its own, also in a browser that several people use. */
function openStore(): UseStore {
  const name = `declaim-studio ${accountId.value}`
  if (opened?.name !== name) opened = { name, store: createStore(name, 'drafts') }
  return opened.store
}

const openDraftKey = () => `declaim-open-draft ${accountId.value}`

export async function loadDrafts(): Promise<void> {
  const all = await values<Draft>(openStore()).catch(() => [])
  const found = await addLeftDraft(all.length > 0 ? all : await adoptSharedDrafts())
  knownStates.clear()
  for (const { id, updatedAt } of found) knownStates.set(id, updatedAt)
  drafts.value = found.toSorted((a, b) => b.updatedAt - a.updatedAt)
}

const leftDraftKey = () => `declaim-left-draft ${accountId.value}`

/** Keeps a draft while the page is closed, when there is no time left for the database. */
export function keepWhileLeaving(draft: Draft): void {
  // A very long script has no room there. Most of it is in the database.
  keepLocally(leftDraftKey(), JSON.stringify(draft))
}

/** The drafts with the one that was kept when the page was closed, if it is newer than what the database has. */
async function addLeftDraft(found: readonly Draft[]): Promise<readonly Draft[]> {
  const kept = localStorage.getItem(leftDraftKey())
  if (kept === null) return found
  const left = JSON.parse(kept) as Draft
  if (found.some(({ id, updatedAt }) => id === left.id && updatedAt >= left.updatedAt)) return found
  await setMany([[left.id, left]], openStore()).catch(() => {})
  return [left, ...found.filter(({ id }) => id !== left.id)]
}

/** Drafts of version 0.2.0 were shared by all accounts of a browser. The first account that signs in gets them. */
async function adoptSharedDrafts(): Promise<readonly Draft[]> {
  try {
    const shared = createStore('declaim-studio', 'drafts')
    const found = await values<Draft>(shared)
    await setMany(
      found.map((draft) => [draft.id, draft]),
      openStore(),
    )
    await clear(shared)
    return found
  } catch {
    return []
  }
}

/** Stores a draft. False if another tab has stored it meanwhile: then nothing is overwritten. */
export async function saveDraft(draft: Draft): Promise<boolean> {
  let isForeign = false
  try {
    await update<Draft>(
      draft.id,
      (stored) => {
        isForeign = stored !== undefined && stored.updatedAt !== knownStates.get(draft.id)
        return stored !== undefined && isForeign ? stored : draft
      },
      openStore(),
    )
    storageProblem.value = undefined
  } catch (error) {
    storageProblem.value = `This browser cannot store the script (${(error as Error).name}). Save it as a file before you close the page.`
  }
  if (isForeign) return false
  knownStates.set(draft.id, draft.updatedAt)
  latest.set(draft.id, draft)
  rememberOpenDraft(draft.id)
  const [first] = drafts.value
  // The list shows titles alone, and is not drawn again for each letter.
  if (first?.id !== draft.id || first.title !== draft.title)
    drafts.value = [draft, ...drafts.value.filter(({ id }) => id !== draft.id)]
  return true
}

/** Notes which draft is open, for the next visit. Without room for it, the newest one is opened then. */
export function rememberOpenDraft(id: string): void {
  if (localStorage.getItem(openDraftKey()) === id) return
  keepLocally(openDraftKey(), id)
}

export async function removeDraft(id: string): Promise<void> {
  await del(id, openStore()).catch(() => {})
  knownStates.delete(id)
  latest.delete(id)
  // It would come back.
  localStorage.removeItem(leftDraftKey())
  drafts.value = drafts.value.filter((draft) => draft.id !== id)
}

/** A draft as it is stored now, which another tab may have changed. */
export async function readDraft(draft: Draft): Promise<Draft> {
  const stored = await get<Draft>(draft.id, openStore()).catch(() => undefined)
  if (stored !== undefined) knownStates.set(stored.id, stored.updatedAt)
  return stored ?? latest.get(draft.id) ?? draft
}

/** The draft that was open last, else the newest. */
export function findOpenDraft(): Draft | undefined {
  const id = localStorage.getItem(openDraftKey())
  return drafts.value.find((draft) => draft.id === id) ?? drafts.value[0]
}

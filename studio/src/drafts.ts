import { signal } from '@preact/signals'
import { createStore, del, get, set, values } from 'idb-keyval'

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

const store = createStore('declaim-studio', 'drafts')
const OPEN_DRAFT = 'declaim-open-draft'

export const drafts = signal<readonly Draft[]>([])
/** What went wrong when the draft was stored last; undefined if it is safe. */
export const storageProblem = signal<string | undefined>(undefined)

export async function loadDrafts(): Promise<void> {
  const all = await values<Draft>(store).catch(() => [])
  drafts.value = all.toSorted((a, b) => b.updatedAt - a.updatedAt)
}

export async function saveDraft(draft: Draft): Promise<void> {
  localStorage.setItem(OPEN_DRAFT, draft.id)
  drafts.value = [draft, ...drafts.value.filter(({ id }) => id !== draft.id)]
  try {
    await set(draft.id, draft, store)
    storageProblem.value = undefined
  } catch (error) {
    storageProblem.value = `This browser cannot store the script (${(error as Error).name}). Copy it before you close the page.`
  }
}

export async function removeDraft(id: string): Promise<void> {
  await del(id, store)
  drafts.value = drafts.value.filter((draft) => draft.id !== id)
}

/** The draft that was open last, else the newest. */
export async function findOpenDraft(): Promise<Draft | undefined> {
  const id = localStorage.getItem(OPEN_DRAFT)
  const open = id === null ? undefined : await get<Draft>(id, store).catch(() => undefined)
  return open ?? drafts.value[0]
}

import { computed, signal } from '@preact/signals'
import type { Comment } from '../../../client/src/declaim.ts'
import type { Place } from '../../../src/projects/anchors.ts'
import { findParagraph, paragraphs, selection } from '../script/script-state.ts'
import { selectedWords } from '../script/words.ts'
import { declaim, may } from '../service.ts'
import { notice } from '../shell/notice.ts'

/** Words that somebody is about to comment on. */
export type Draft = Place & { readonly quote: string }

/** The comments on the open script, newest first, with those that are resolved. */
export const comments = signal<readonly Comment[]>([])
export const openCount = computed(() => comments.value.filter(({ resolved_at }) => resolved_at === null).length)
export const draft = signal<Draft | undefined>(undefined)
/** Whether somebody has asked for the comments, which then come first. Small screens hide them otherwise. */
export const areCommentsWanted = signal(false)
/** Whether there is something to show. */
export const hasComments = computed(() => comments.value.length > 0)

/** Comments of one request. */
const PAGE = 100

/** The script that the comments are about, and their revision there. */
let known = { scriptId: '', revision: 0 }
let loading: Promise<void> | undefined
/** Whether more has changed while comments are loaded. */
let isStale = false

/** Forgets the comments of the script before. */
export function openComments(scriptId: string): void {
  if (known.scriptId === scriptId) return
  known = { scriptId, revision: 0 }
  ;[comments.value, draft.value, areCommentsWanted.value] = [[], undefined, false]
}

/** Loads the comments if those here are of another revision. */
export function noteComments(scriptId: string, revision: number): void {
  if (scriptId === known.scriptId && revision !== known.revision) void loadComments()
}

/** Loads all comments on the open script. What comes late for another script is left. */
export async function loadComments(): Promise<void> {
  isStale = true
  loading ??= loadUntilFresh().finally(() => {
    loading = undefined
  })
  await loading
}

async function loadUntilFresh(): Promise<void> {
  while (isStale) {
    isStale = false
    const { scriptId } = known
    const found = await listAll(scriptId).catch(() => undefined)
    // The next event of the script asks again.
    if (found === undefined || scriptId !== known.scriptId) continue
    known = { scriptId, revision: found.revision }
    comments.value = found.all
  }
}

async function listAll(scriptId: string): Promise<{ readonly all: readonly Comment[]; readonly revision: number }> {
  const all: Comment[] = []
  let revision: number | undefined
  for (;;) {
    const page = await declaim.projects.comments(scriptId, { limit: PAGE, before: all.at(-1)?.comment_id })
    // Of the first page: what changes meanwhile is then noticed.
    revision ??= page.comments_revision
    all.push(...page.comments)
    if (page.comments.length < PAGE) return { all, revision }
  }
}

/** Begins a comment on these words, on those that are selected, or on the paragraph of the cursor. */
export function beginComment(place: Place | undefined = findSelected()): void {
  if (!may('projects:comment')) return
  const quote = place && findParagraph(place.paragraphId)?.node.textContent.slice(place.start, place.end)
  if (place === undefined || quote === undefined || quote.trim() === '') {
    notice.value = 'Select the words that you want to comment on.'
    return
  }
  draft.value = { ...place, quote }
  areCommentsWanted.value = true
}

function findSelected(): Place | undefined {
  const id = selection.value?.paragraphId
  return selectedWords.value ?? (id === undefined ? undefined : wholeParagraph(id))
}

/** All the text of a paragraph. */
export function wholeParagraph(paragraphId: string): Place | undefined {
  const node = paragraphs.value.find(({ attributes }) => attributes.id === paragraphId)?.node
  return node && { paragraphId, start: 0, end: node.content.size }
}

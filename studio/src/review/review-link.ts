import { signal } from '@preact/signals'
import {
  createDeclaim,
  DeclaimConnectionError,
  DeclaimError,
  type Script,
  type SpeechInput,
} from '../../../client/src/declaim.ts'
import type { Place } from '../../../src/projects/anchors.ts'
import { parseRuns } from '../../../src/projects/markup.ts'
import type { ShownComment, ShownReply } from '../comments/comment-source.ts'
import type { Draft } from '../comments/comments.ts'
import { toDocument } from '../script/script-nodes.ts'
import { doc, title } from '../script/script-state.ts'

/** How often the page looks for changes. It does not while nobody sees it. */
const LOOK_MS = 5000
/** A service that has not answered by then hangs. */
const ANSWER_MS = 30_000
const REVIEW = '/studio/review'
const UNAUTHORIZED = 401

/** What the page shows: nothing yet, the script, or why there is none. */
export const state = signal<
  { readonly kind: 'loading' } | { readonly kind: 'open' } | { readonly kind: 'closed'; readonly reason: string }
>({ kind: 'loading' })
export const endsAt = signal(0)
export const mayComment = signal(false)
/** Newest first, as the service gives them. */
export const comments = signal<readonly ShownComment[]>([])
/** Whether the service answered last. */
export const isConnected = signal(true)

/** From the address. It goes to no server but in the header of requests. */
let secret = ''
let revision = -1
let commentsRevision = -1
/** Looks that are under way. */
let looking = 0

/** A request that was refused, in the words of the service. */
class ReviewError extends Error {
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/** Opens the link of the address, and follows what changes of its script. */
export function openReview(): void {
  const open = (): void => {
    secret = location.hash.slice(1)
    ;[revision, commentsRevision] = [-1, -1]
    state.value = { kind: 'loading' }
    void look()
  }
  addEventListener('hashchange', open)
  document.addEventListener('visibilitychange', () => void look())
  setInterval(() => {
    if (looking === 0) void look()
  }, LOOK_MS)
  open()
}

/** Looks for what has changed, unless there is nothing to look at. */
async function look(): Promise<void> {
  if (document.hidden || state.value.kind === 'closed') return
  looking += 1
  try {
    const found = await listComments()
    const isSame = found.revision === revision
    if (!isSame) await loadScript()
    // Their words move with what is written around them.
    if (!isSame || found.commentsRevision !== commentsRevision) comments.value = found.all
    commentsRevision = found.commentsRevision
    isConnected.value = true
    if (state.value.kind === 'loading') state.value = { kind: 'open' }
  } catch (error) {
    noteFailure(error)
  } finally {
    looking -= 1
  }
}

function noteFailure(error: unknown): void {
  if (error instanceof ReviewError && error.status === UNAUTHORIZED) {
    state.value = { kind: 'closed', reason: error.message }
    return
  }
  isConnected.value = false
}

type ReviewedScript = Script & { readonly allows_comments: boolean; readonly ends_at: number }

async function loadScript(): Promise<void> {
  const script = await call<ReviewedScript>('GET', '/')
  ;[title.value, endsAt.value, mayComment.value] = [script.name, script.ends_at, script.allows_comments]
  doc.value = toDocument(
    script.paragraphs.map(({ id, speaker_id, text, pause, name, level, is_silent }) => ({
      id,
      speaker: speaker_id,
      pause,
      name,
      level,
      isSilent: is_silent,
      runs: parseRuns(text),
    })),
  )
  revision = script.revision ?? 0
}

type ListedComment = Omit<ShownComment, 'place'> & {
  readonly place: { readonly paragraph_id: string; readonly start: number; readonly end: number } | null
}
type CommentPage = {
  readonly revision: number
  readonly comments_revision: number
  readonly comments: readonly ListedComment[]
}

/** Comments of one request. */
const PAGE = 100

async function listComments() {
  const all: ShownComment[] = []
  const first = await call<CommentPage>('GET', `/comments?limit=${PAGE}`)
  for (let page = first; ; ) {
    all.push(...page.comments.map((comment) => ({ ...comment, place: toPlace(comment.place) })))
    // What has not changed is known.
    const isKnown = first.comments_revision === commentsRevision && first.revision === revision
    if (page.comments.length < PAGE || isKnown) break
    page = await call<CommentPage>('GET', `/comments?limit=${PAGE}&before=${all.at(-1)!.comment_id}`)
  }
  return { all, revision: first.revision, commentsRevision: first.comments_revision }
}

function toPlace(place: ListedComment['place']): Place | undefined {
  return place === null ? undefined : { paragraphId: place.paragraph_id, start: place.start, end: place.end }
}

/** Writes a comment under a name. */
export async function addComment(
  { paragraphId, start, end, quote }: Draft,
  { name, text }: { readonly name: string; readonly text: string },
): Promise<void> {
  await write('/comments', { paragraph_id: paragraphId, start, end, quote, name, text })
}

export async function addReply(id: string, body: { readonly name: string; readonly text: string }): Promise<void> {
  await write(`/comments/${encodeURIComponent(id)}/replies`, body)
}

async function write(path: string, body: object): Promise<void> {
  try {
    await call<ShownReply>('POST', path, body)
  } catch (error) {
    if (error instanceof ReviewError && error.status === UNAUTHORIZED) noteFailure(error)
    throw error
  }
  await look()
}

/** Speaks a paragraph of the script, as the page shows it. */
export async function speak(input: SpeechInput, paragraphId: string) {
  const path = `${REVIEW}/paragraphs/${encodeURIComponent(paragraphId)}/review-speech`
  const client = createDeclaim({
    headers: { 'x-declaim-review': secret },
    maxRetries: 2,
    fetch: (_, init) => fetch(path, { ...init, body: JSON.stringify({ text: input.text }) }),
  })
  try {
    return await client.timedStream(input)
  } catch (error) {
    if (error instanceof DeclaimError && error.status === UNAUTHORIZED)
      noteFailure(new ReviewError(error.message, UNAUTHORIZED))
    // The script is no longer what the page shows.
    if (error instanceof DeclaimError && (error.status === 404 || error.status === 409)) void look()
    throw new Error(describeError(error), { cause: error })
  }
}

async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${REVIEW}${path}`, {
    method,
    signal: AbortSignal.timeout(ANSWER_MS),
    headers: { 'x-declaim-review': secret, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const content = (await answer.json()) as Answer & { readonly message?: string }
  if (!answer.ok) throw new ReviewError(content.message ?? '', answer.status)
  return content
}

const SOON_SECONDS = 600

/** An error in words for somebody who has no account. */
export function describeError(error: unknown): string {
  if (error instanceof DeclaimError && error.code === 'RATE_LIMITED' && (error.retryAfterSeconds ?? 0) > SOON_SECONDS)
    return 'No more of this script can be heard this month. Ask whoever sent you the link.'
  if (error instanceof ReviewError || error instanceof DeclaimError) return error.message
  const isCutOff = error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')
  if (isCutOff || error instanceof DeclaimConnectionError) return 'The service does not answer. Try again in a moment.'
  return error instanceof Error ? error.message : String(error)
}

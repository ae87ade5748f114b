import { computed, effect, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Place } from '../../../src/projects/anchors.ts'
import { CommentList } from '../comments/comment-list.tsx'
import { type CommentSource, sortComments } from '../comments/comment-source.ts'
import type { Draft } from '../comments/comments.ts'
import { markCommented } from '../comments/mark-comments.ts'
import { keepLocally } from '../keep-locally.ts'
import {
  heard,
  listeningSpeed,
  play,
  playOrPause,
  playProblem,
  playState,
  setListeningSpeed,
  stop,
} from '../playback/player.ts'
import { findParagraph, isSpoken, type Paragraph, paragraphNumbers, paragraphs, title } from '../script/script-state.ts'
import { Icon } from '../shell/icons.tsx'
import { notice } from '../shell/notice.ts'
import { addComment, addReply, comments, describeError, endsAt, isConnected, mayComment, state } from './review-link.ts'
import { followSelection, selected, toRange } from './selected-words.ts'

const NAME_KEY = 'declaim-reviewer'
const name = signal(localStorage.getItem(NAME_KEY) ?? '')
const draft = signal<Draft | undefined>(undefined)

const shown = computed(() => sortComments(comments.value, paragraphNumbers.value))

const source: CommentSource = {
  comments: shown,
  draft,
  currentId: computed(() => {
    const chosen = selected.value
    return shown.value.find(
      ({ place, resolved_at }) =>
        resolved_at === null &&
        place?.paragraphId === chosen?.paragraphId &&
        place !== undefined &&
        chosen !== undefined &&
        place.start < chosen.end &&
        chosen.start < place.end,
    )?.comment_id
  }),
  get mayComment() {
    return mayComment.value
  },
  name,
  async add(words, text) {
    await addComment(words, { name: name.value, text })
    keepLocally(NAME_KEY, name.value)
  },
  async reply(id, text) {
    await addReply(id, { name: name.value, text })
    keepLocally(NAME_KEY, name.value)
  },
  show(place) {
    const range = toRange(place)
    if (range === undefined) return
    getSelection()?.removeAllRanges()
    getSelection()?.addRange(range)
    const element = range.startContainer.parentElement
    element?.scrollIntoView({ block: 'center' })
    element?.closest<HTMLElement>('.review-paragraph')?.querySelector('button')?.focus()
  },
  leave: () => document.querySelector<HTMLElement>('.play-button')?.focus(),
  describeError,
}

/** The page of a review link: its script to hear, and the comments on it. */
export function ReviewPage() {
  const { value } = state
  if (value.kind === 'loading')
    return (
      <main class="loading">
        <p role="status">{isConnected.value ? 'Loading…' : 'The service does not answer. Trying again…'}</p>
      </main>
    )
  if (value.kind === 'closed')
    return (
      <main class="loading">
        <h1>Nothing to review here</h1>
        <p role="alert">{value.reason}</p>
      </main>
    )
  return <Review />
}

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'long' })

function Review() {
  useEffect(follow, [])
  return (
    <div class="review">
      <main class="review-main">
        <header class="review-head">
          <h1 dir="auto">{title.value || 'Untitled'}</h1>
          <p class="quiet-text">
            Listen{mayComment.value ? ', select words, and comment on them' : ''}. This link ends on{' '}
            {DATE.format(endsAt.value)}.
          </p>
        </header>
        <div role="alert">
          {!isConnected.value && <p class="notice">The service does not answer. Trying again…</p>}
          {notice.value !== undefined && <p class="notice">{notice.value}</p>}
        </div>
        {paragraphs.value.map((paragraph) => (
          <ReviewParagraph key={paragraph.attributes.id} paragraph={paragraph} />
        ))}
      </main>
      <aside class="review-side" aria-label="Review">
        {mayComment.value && selected.value !== undefined && draft.value === undefined && (
          <button type="button" class="button" title="Ctrl+Alt+M" onClick={() => begin(selected.value)}>
            <Icon name="comment" /> Comment on the selected words
          </button>
        )}
        <CommentList source={source} />
      </aside>
      <Player />
    </div>
  )
}

function ReviewParagraph({ paragraph }: { paragraph: Paragraph }) {
  const { id, level } = paragraph.attributes
  const number = paragraphNumbers.value.get(id) ?? 0
  const text = paragraph.node.textContent
  const isHeard = heard.value?.paragraphId === id
  const problem = playProblem.value?.paragraphId === id ? playProblem.value.message : undefined
  const Text = level > 0 ? 'h2' : 'p'
  if (text.trim() === '') return null
  return (
    <div class={isHeard ? 'review-paragraph is-heard' : 'review-paragraph'}>
      <div class="review-actions">
        {isSpoken(paragraph) && (
          <button
            type="button"
            class="icon-button"
            aria-label={`Play from paragraph ${number}`}
            title="Play from here"
            onClick={() => void play({ paragraphId: id })}
          >
            <Icon name="play" />
          </button>
        )}
        {mayComment.value && (
          <button
            type="button"
            class="icon-button"
            aria-label={`Comment on paragraph ${number}`}
            title="Comment on this paragraph"
            onClick={() => begin(within(id) ?? { paragraphId: id, start: 0, end: text.length })}
          >
            <Icon name="comment" />
          </button>
        )}
      </div>
      <Text class="review-text" dir="auto" data-paragraph={id}>
        {text}
      </Text>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

/** The selected words if they are of this paragraph. */
function within(paragraphId: string): Place | undefined {
  return selected.value?.paragraphId === paragraphId ? selected.value : undefined
}

function begin(place: Place | undefined): void {
  const quote = place && findParagraph(place.paragraphId)?.node.textContent.slice(place.start, place.end)
  if (place !== undefined && quote !== undefined && quote.trim() !== '') draft.value = { ...place, quote }
}

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const

function Player() {
  const isOn = playState.value === 'playing' || playState.value === 'starting'
  return (
    <footer class="player">
      <button
        type="button"
        class={playState.value === 'starting' ? 'play-button is-starting' : 'play-button'}
        aria-label={isOn ? 'Pause' : 'Play'}
        title={isOn ? 'Pause (Space)' : 'Play (Space)'}
        onClick={() => playOrPause()}
      >
        <Icon name={isOn ? 'pause' : 'play'} />
      </button>
      <p class="review-hint quiet-text">{isOn ? 'The word that is spoken is lit.' : 'Press Space to listen.'}</p>
      <select
        class="quiet speed"
        aria-label="Speed of listening"
        value={listeningSpeed.value}
        onChange={({ currentTarget }) => setListeningSpeed(Number(currentTarget.value))}
      >
        {SPEEDS.map((speed) => (
          <option key={speed} value={speed}>
            {speed}×
          </option>
        ))}
      </select>
    </footer>
  )
}

/** Lights words, marks those with comments, and obeys keys, until the returned function is called. */
function follow(): () => void {
  const stopSelecting = followSelection()
  const stopLighting = effect(() => {
    const now = heard.value
    const range = now?.word && toRange({ paragraphId: now.paragraphId, start: now.word.start, end: now.word.end })
    if (!('highlights' in CSS)) return
    if (range === undefined) CSS.highlights.delete('spoken')
    else CSS.highlights.set('spoken', new Highlight(range))
  })
  const heardId = computed(() => heard.value?.paragraphId)
  const stopScrolling = effect(() => {
    if (heardId.value === undefined) return
    document.querySelector(`[data-paragraph="${CSS.escape(heardId.value)}"]`)?.scrollIntoView({ block: 'nearest' })
  })
  const stopMarking = effect(() => {
    void paragraphs.value
    const places = shown.value.flatMap(({ place, resolved_at }) => (place && resolved_at === null ? [place] : []))
    const all = draft.value === undefined ? places : [...places, draft.value]
    // After the paragraphs are drawn.
    requestAnimationFrame(() => markCommented(all.flatMap((place) => toRange(place) ?? [])))
  })
  const listen = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement
    const takesKeys = target.closest('input, select, textarea, button, a') !== null
    if ((event.ctrlKey || event.metaKey) && event.altKey && event.code === 'KeyM') begin(selected.value)
    else if (event.key === ' ' && !takesKeys && !event.ctrlKey && !event.metaKey && !event.altKey) playOrPause()
    else return
    event.preventDefault()
  }
  document.addEventListener('keydown', listen)
  return () => {
    document.removeEventListener('keydown', listen)
    for (const end of [stopSelecting, stopLighting, stopScrolling, stopMarking, stop]) end()
  }
}

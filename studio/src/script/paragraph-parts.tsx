import { computed, type Signal, useComputed } from '@preact/signals'
import { avatarOf, avatars } from '../catalogue.ts'
import { heard, play, playProblem, playState, stop } from '../playback/player.ts'
import { findTake, SAMPLE_RATE, takesRevision } from '../playback/takes.ts'
import { formatClock } from '../shell/format-clock.ts'
import { Icon } from '../shell/icons.tsx'
import { moveParagraphWithId, removeParagraph, setParagraph } from './edit-paragraphs.ts'
import { selectWords } from './edit-words.ts'
import { explanationOf, speechKey } from './explanations.ts'
import type { ParagraphAttributes } from './schema.ts'
import { findParagraph, paragraphNumbers, paragraphs } from './script-state.ts'
import { listRendered } from './sentences.ts'

type Props = { readonly attributes: Signal<ParagraphAttributes> }

/** The paragraph that sounds; apart from `heard`, which changes with every frame. */
const heardParagraph = computed(() => heard.value?.paragraphId)

export function ParagraphHeader({ attributes }: Props) {
  const { id, speaker } = attributes.value
  const number = useComputed(() => paragraphNumbers.value.get(attributes.value.id) ?? 0)
  const isHeard = useComputed(() => heardParagraph.value === attributes.value.id)
  return (
    <div class={isHeard.value ? 'paragraph-head is-heard' : 'paragraph-head'}>
      <span class="number">{number}</span>
      <select
        class="quiet"
        aria-label={`Voice of paragraph ${number.value}`}
        value={speaker}
        onChange={({ currentTarget }) => setParagraph(id, { speaker: Number(currentTarget.value) })}
      >
        {avatarOf(speaker) === undefined && <option value={speaker}>Voice {speaker}</option>}
        {avatars.value.map((avatar) => (
          <option key={avatar.id} value={avatar.id}>
            {avatar.name} · {avatar.style}
          </option>
        ))}
      </select>
      <RenderedSentences attributes={attributes} />
      <Duration attributes={attributes} />
      <PlayParagraph id={id} number={number.value} isHeard={isHeard.value} />
      <ParagraphMenu id={id} number={number.value} />
    </div>
  )
}

/** A bar for each sentence, filled if it is rendered: after a change, only the empty ones are spoken anew. */
function RenderedSentences({ attributes }: Props) {
  const list = useComputed(() => {
    const paragraph = findParagraph(attributes.value.id)
    if (paragraph === undefined || paragraph.node.content.size === 0) return ''
    return listRendered(paragraph)
      .map((isRendered) => (isRendered ? 'x' : ' '))
      .join('')
  })
  const sentences = Array.from(list.value)
  const done = sentences.filter((one) => one === 'x').length
  if (done === 0) return null
  const label = `${done} of ${sentences.length} ${sentences.length === 1 ? 'sentence is' : 'sentences are'} rendered`
  return (
    <span class="sentences" role="img" aria-label={label} title={label}>
      {sentences.map((one, index) => (
        <span key={index} class={one === 'x' ? 'sentence is-rendered' : 'sentence'} />
      ))}
    </span>
  )
}

function Duration({ attributes }: Props) {
  const seconds = useComputed(() => paragraphSeconds(attributes.value.id)).value
  return <span class="duration">{seconds ? formatClock(seconds) : ''}</span>
}

/** How long a paragraph lasts: as rendered, else as explained. */
export function paragraphSeconds(id: string): number | undefined {
  void takesRevision.value
  const paragraph = findParagraph(id)
  const take = paragraph && findTake(speechKey(paragraph))
  if (take?.state === 'whole') return take.samples / SAMPLE_RATE
  return explanationOf(id).value?.durationSeconds
}

function PlayParagraph({ id, number, isHeard }: { id: string; number: number; isHeard: boolean }) {
  const isPlaying = isHeard && playState.value === 'playing'
  const label = isPlaying ? `Stop paragraph ${number}` : `Play paragraph ${number}`
  const toggle = (): void => {
    if (isPlaying) stop()
    else void play({ paragraphId: id, alone: true })
  }
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} onClick={toggle}>
      <Icon name={isPlaying ? 'pause' : 'play'} />
    </button>
  )
}

function ParagraphMenu({ id, number }: { id: string; number: number }) {
  const menu = `menu-${id}`
  const count = useComputed(() => paragraphs.value.length).value
  const choose = (act: () => void) => () => {
    document.getElementById(menu)?.hidePopover()
    act()
  }
  return (
    <div class="menu-place">
      <button type="button" class="icon-button" aria-label={`More about paragraph ${number}`} popoverTarget={menu}>
        <Icon name="more" />
      </button>
      <div id={menu} popover="auto" class="menu">
        <button type="button" onClick={choose(() => void play({ paragraphId: id }))}>
          <Icon name="play" /> Play from here
        </button>
        <button type="button" disabled={number === 1} onClick={choose(() => moveParagraphWithId(id, -1))}>
          <Icon name="up" /> Move up
        </button>
        <button type="button" disabled={number === count} onClick={choose(() => moveParagraphWithId(id, 1))}>
          <Icon name="down" /> Move down
        </button>
        <button type="button" onClick={choose(() => removeParagraph(id))}>
          <Icon name="trash" /> Delete
        </button>
      </div>
    </div>
  )
}

/** What the service objects to, at the paragraph that it is about. */
export function ParagraphNote({ attributes }: Props) {
  const { id } = attributes.value
  const { problem, warnings = [] } = explanationOf(id).value ?? {}
  const failed = playProblem.value?.paragraphId === id ? playProblem.value.message : undefined
  if (problem === undefined && failed === undefined && warnings.length === 0) return null
  const show = (): void => {
    const start = problem?.start ?? 0
    selectWords({ paragraphId: id, start, end: start })
  }
  return (
    <div class="note">
      {problem !== undefined && (
        <button type="button" class="note-line" onClick={show}>
          {problem.message}
        </button>
      )}
      {failed !== undefined && failed !== problem?.message && <p class="note-line">{failed}</p>}
      <Warnings warnings={warnings} />
    </div>
  )
}

const MOST_WARNINGS = 2

/** What the service says about a text that it speaks anyway: the first lines, and the others on demand. */
function Warnings({ warnings }: { warnings: readonly string[] }) {
  const lines = warnings.map((warning) => (
    <p key={warning} class="note-line">
      {warning.replace(/: at offset \d+$/, '')}
    </p>
  ))
  // A line that hides one other line saves nothing.
  if (lines.length <= MOST_WARNINGS + 1) return <>{lines}</>
  return (
    <>
      {lines.slice(0, MOST_WARNINGS)}
      <details>
        <summary>{lines.length - MOST_WARNINGS} more notes</summary>
        {lines.slice(MOST_WARNINGS)}
      </details>
    </>
  )
}

const PIXELS_A_SECOND = 80
const LONGEST_PAUSE = 10

/** The pause after a paragraph: drag it, or change it by arrow keys. */
export function ParagraphGap({ attributes }: Props) {
  const { id, pause } = attributes.value
  const number = useComputed(() => paragraphNumbers.value.get(attributes.value.id) ?? 0)
  const isLast = useComputed(() => paragraphs.value.at(-1)?.attributes.id === attributes.value.id)
  if (isLast.value) return null
  const set = (seconds: number): void =>
    setParagraph(id, { pause: Math.round(Math.min(LONGEST_PAUSE, Math.max(0, seconds)) * 10) / 10 })
  const drag = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
    const handle = event.currentTarget
    const [x, before] = [event.clientX, pause]
    handle.setPointerCapture(event.pointerId)
    const move = ({ clientX }: PointerEvent): void => set(before + (clientX - x) / PIXELS_A_SECOND)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', () => handle.removeEventListener('pointermove', move), { once: true })
  }
  const step = (event: KeyboardEvent): void => {
    const change = { ArrowRight: 0.1, ArrowUp: 0.1, ArrowLeft: -0.1, ArrowDown: -0.1 }[event.key]
    if (change === undefined) return
    event.preventDefault()
    set(pause + change)
  }
  return (
    <div
      class="gap"
      role="slider"
      tabIndex={0}
      aria-label={`Pause after paragraph ${number.value}`}
      aria-valuemin={0}
      aria-valuemax={LONGEST_PAUSE}
      aria-valuenow={pause}
      aria-valuetext={`${pause} seconds`}
      title="Drag to change the pause"
      onPointerDown={drag}
      onKeyDown={step}
    >
      <span class="gap-line" style={{ width: `${Math.max(4, pause * PIXELS_A_SECOND)}px` }} />
      <span class="gap-seconds">{pause.toFixed(1)} s</span>
    </div>
  )
}

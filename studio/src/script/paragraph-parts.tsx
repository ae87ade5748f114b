import { computed, type Signal, useComputed, useSignal } from '@preact/signals'
import { avatarOf } from '../catalogue.ts'
import { beginComment, wholeParagraph } from '../comments/comments.ts'
import { heard, play, playProblem, playState, stop } from '../playback/player.ts'
import { findTake, SAMPLE_RATE, takesRevision } from '../playback/takes.ts'
import { readOnly } from '../projects/open-script.ts'
import { may } from '../service.ts'
import { formatClock } from '../shell/format-clock.ts'
import { Icon } from '../shell/icons.tsx'
import { describeWarnings } from './describe-warnings.ts'
import { startDrag } from './drag-paragraphs.ts'
import { moveParagraphs, removeParagraphs, setParagraph } from './edit-paragraphs.ts'
import { selectWords } from './edit-words.ts'
import { explanationOf, speechKey } from './explanations.ts'
import { folded, toggleFold } from './fold-scenes.ts'
import { listBranch } from './scenes.ts'
import { LONGEST_NAME, LONGEST_PAUSE, type ParagraphAttributes } from './schema.ts'
import { findParagraph, paragraphNumbers, paragraphs } from './script-state.ts'
import { listRendered } from './sentences.ts'
import { openVoicePicker } from './voice-picker.tsx'

type Props = { readonly attributes: Signal<ParagraphAttributes> }

/** The paragraph that sounds; apart from `heard`, which changes with every frame. */
const heardParagraph = computed(() => heard.value?.paragraphId)

export function ParagraphHeader({ attributes }: Props) {
  const { id, speaker, level, isSilent, name } = attributes.value
  const number = useComputed(() => paragraphNumbers.value.get(attributes.value.id) ?? 0)
  const isHeard = useComputed(() => heardParagraph.value === attributes.value.id)
  const isReadOnly = readOnly.value !== undefined
  const avatar = avatarOf(speaker)
  const voice = avatar === undefined ? `Voice ${speaker}` : `${avatar.name} · ${avatar.style}`
  return (
    <div class={isHeard.value ? 'paragraph-head is-heard' : 'paragraph-head'}>
      <button
        type="button"
        class="number"
        tabIndex={-1}
        aria-label={`Drag paragraph ${number.value}`}
        title={level > 0 ? 'Drag to move the scene' : 'Drag to move'}
        disabled={isReadOnly}
        onPointerDown={(event) => startDrag(event, listBranch(id))}
      >
        {number}
      </button>
      {level > 0 && <Fold id={id} />}
      <button
        type="button"
        class="quiet voice-button"
        aria-haspopup="dialog"
        data-speaker={speaker}
        disabled={isReadOnly}
        aria-label={`Voice of paragraph ${number.value}: ${voice}`}
        onClick={({ currentTarget }) => openVoicePicker(id, currentTarget)}
      >
        {isSilent ? 'Not spoken' : voice}
      </button>
      <input
        class={name === '' ? 'quiet paragraph-name is-empty' : 'quiet paragraph-name'}
        value={name}
        maxLength={LONGEST_NAME}
        readOnly={isReadOnly}
        placeholder="Name"
        aria-label={`Name of paragraph ${number.value}`}
        title="Names the file and the chapter of this paragraph"
        dir="auto"
        onChange={({ currentTarget }) => setParagraph(id, { name: currentTarget.value.trim() })}
      />
      <RenderedSentences attributes={attributes} />
      <Duration attributes={attributes} />
      <PlayParagraph id={id} number={number.value} isHeard={isHeard.value} />
      <ParagraphMenu attributes={attributes} number={number.value} />
    </div>
  )
}

/** Hides what is below a heading, or shows it again. */
function Fold({ id }: { id: string }) {
  const isFolded = useComputed(() => folded.value.has(id)).value
  const label = isFolded ? 'Unfold the scene' : 'Fold the scene'
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      aria-expanded={!isFolded}
      onClick={() => toggleFold(id)}
    >
      <Icon name={isFolded ? 'folded' : 'unfolded'} />
    </button>
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

const LEVELS = ['Paragraph', 'Heading 1', 'Heading 2', 'Heading 3'] as const

function ParagraphMenu({ attributes, number }: Props & { number: number }) {
  const menu = `menu-${attributes.value.id}`
  const isOpen = useSignal(false)
  return (
    <div class="menu-place">
      <button type="button" class="icon-button" aria-label={`More about paragraph ${number}`} popoverTarget={menu}>
        <Icon name="more" />
      </button>
      <div
        id={menu}
        popover="auto"
        class="menu"
        onBeforeToggle={({ newState }) => {
          isOpen.value = newState === 'open'
        }}
      >
        {isOpen.value && <MenuItems attributes={attributes} number={number} menu={menu} />}
      </div>
    </div>
  )
}

/** Made when the menu opens: most menus never do. */
function MenuItems({ attributes, number, menu }: Props & { number: number; menu: string }) {
  const { id } = attributes.value
  const choose = (act: () => void) => () => {
    document.getElementById(menu)?.hidePopover()
    act()
  }
  return (
    <>
      <button type="button" onClick={choose(() => void play({ paragraphId: id }))}>
        <Icon name="play" /> Play from here
      </button>
      {may('projects:comment') && (
        <button type="button" onClick={choose(() => beginComment(wholeParagraph(id)))}>
          <Icon name="comment" /> Comment
        </button>
      )}
      {readOnly.value === undefined && <EditItems attributes={attributes} number={number} choose={choose} />}
    </>
  )
}

type EditItemsProps = Props & { readonly number: number; readonly choose: (act: () => void) => () => void }

function EditItems({ attributes, number, choose }: EditItemsProps) {
  const { id, level, isSilent } = attributes.value
  const count = paragraphs.value.length
  return (
    <>
      <button type="button" disabled={number === 1} onClick={choose(() => moveParagraphs([id], -1))}>
        <Icon name="up" /> Move up
      </button>
      <button type="button" disabled={number === count} onClick={choose(() => moveParagraphs([id], 1))}>
        <Icon name="down" /> Move down
      </button>
      {LEVELS.map((label, one) =>
        one === level ? null : (
          <button key={label} type="button" onClick={choose(() => setParagraph(id, toLevel(one, isSilent)))}>
            <Icon name={one === 0 ? 'script' : 'heading'} /> {label}
          </button>
        ),
      )}
      {level > 0 && (
        <button type="button" onClick={choose(() => setParagraph(id, { isSilent: !isSilent }))}>
          <Icon name="voice" /> {isSilent ? 'Speak the heading' : 'Do not speak the heading'}
        </button>
      )}
      <button type="button" onClick={choose(() => removeParagraphs([id]))}>
        <Icon name="trash" /> Delete
      </button>
    </>
  )
}

/** Only headings can be silent. */
function toLevel(level: number, isSilent: boolean): Partial<ParagraphAttributes> {
  return { level, isSilent: level > 0 && isSilent }
}

/** What the service objects to, at the paragraph that it is about. */
export function ParagraphNote({ attributes }: Props) {
  const { id } = attributes.value
  const { problem, warnings: found = [], text = '' } = explanationOf(id).value ?? {}
  const warnings = describeWarnings(found, text)
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
      {warning}
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

/** The pause after a paragraph: drag it, or change it by arrow keys. */
export function ParagraphGap({ attributes }: Props) {
  const { id, pause } = attributes.value
  const number = useComputed(() => paragraphNumbers.value.get(attributes.value.id) ?? 0)
  const isLast = useComputed(() => paragraphs.value.at(-1)?.attributes.id === attributes.value.id)
  if (isLast.value) return null
  if (readOnly.value !== undefined) return <FixedGap pause={pause} />
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

/** The pause of a script that cannot be changed here. */
function FixedGap({ pause }: { pause: number }) {
  return (
    <div class="gap is-fixed">
      <span class="gap-line" style={{ width: `${Math.max(4, pause * PIXELS_A_SECOND)}px` }} />
      <span class="gap-seconds">{pause.toFixed(1)} s</span>
    </div>
  )
}

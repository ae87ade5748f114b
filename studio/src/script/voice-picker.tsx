import { signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Avatar } from '../../../client/src/declaim.ts'
import { avatarOf, avatars } from '../catalogue.ts'
import { playPhrase, stop } from '../playback/player.ts'
import { Icon } from '../shell/icons.tsx'
import { setParagraphs } from './edit-paragraphs.ts'
import { findScene, hasScenes } from './scenes.ts'
import { findParagraph, paragraphs, selectedIds } from './script-state.ts'
import { findSentence } from './sentences.ts'
import { offerUndoOfScript } from './undo-last.ts'

/** The paragraph whose voice is chosen, and the button that the choice belongs to. */
const picking = signal<{ readonly paragraphId: string; readonly opener: HTMLElement } | undefined>(undefined)

/** Opens the picker, which all paragraphs share, beside a button. */
export function openVoicePicker(paragraphId: string, opener: HTMLElement): void {
  picking.value = { paragraphId, opener }
}

/** Which paragraphs get a voice. */
type Reach = { readonly key: string; readonly label: string; readonly ids: readonly string[] }

const FIELD = 'voice-search'
const MARGIN = 8

/** Search, hear and choose a voice, for one paragraph or for many at once. */
export function VoicePicker() {
  const dialog = useRef<HTMLDialogElement>(null)
  const wanted = useSignal('')
  const reachKey = useSignal('')
  const current = picking.value
  useEffect(() => {
    if (current === undefined) return
    wanted.value = ''
    dialog.current?.showModal()
    const placeAgain = (): void => place(dialog.current, current.opener)
    placeAgain()
    document.getElementById(FIELD)?.focus()
    addEventListener('resize', placeAgain)
    return () => removeEventListener('resize', placeAgain)
  }, [current])
  if (current === undefined) return null
  const speaker = findParagraph(current.paragraphId)?.attributes.speaker
  const reaches = listReaches(current.paragraphId)
  const reach = reaches.find(({ key }) => key === reachKey.value) ?? reaches[0]!
  const close = (): void => dialog.current?.close()
  const choose = (avatar: Avatar): void => {
    const count = setParagraphs(reach.ids, () => ({ speaker: avatar.id }))
    if (count > 1) offerUndoOfScript(`${avatar.name} reads ${count} paragraphs now`)
    close()
  }
  const shown = search(wanted.value)
  return (
    <dialog
      ref={dialog}
      class="dialog voice-picker"
      aria-label="Voice"
      onClose={() => {
        stop()
        picking.value = undefined
        reachKey.value = ''
        current.opener.focus()
      }}
      onClick={(event) => event.target === dialog.current && close()}
      onKeyDown={moveFocus}
    >
      <div class="voice-picker-head">
        <input
          id={FIELD}
          class="field"
          type="search"
          placeholder="Search voices"
          aria-label="Search voices"
          value={wanted.value}
          onInput={({ currentTarget }) => {
            wanted.value = currentTarget.value
          }}
        />
        {reaches.length > 1 && (
          <select
            class="field"
            aria-label="Paragraphs that get the voice"
            value={reach.key}
            onChange={({ currentTarget }) => {
              reachKey.value = currentTarget.value
            }}
          >
            {reaches.map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </select>
        )}
      </div>
      <ul class="voice-list">
        {shown.map((avatar) => (
          <li key={avatar.id}>
            <button
              type="button"
              class="voice-choice"
              aria-current={avatar.id === speaker ? 'true' : undefined}
              onClick={() => choose(avatar)}
            >
              <span class="voice-called">{avatar.name}</span> {avatar.style}
              <span class="why">{describe(avatar)}</span>
            </button>
            <button
              type="button"
              class="icon-button"
              aria-label={`Hear this paragraph by ${avatar.name} ${avatar.style}`}
              title="Hear this paragraph"
              onClick={() => hear(current.paragraphId, avatar.id)}
            >
              <Icon name="play" />
            </button>
          </li>
        ))}
        {shown.length === 0 && <li class="why">No voice is like that.</li>}
      </ul>
    </dialog>
  )
}

/** Below its button, or above if there is more room. */
function place(dialog: HTMLDialogElement | null, opener: HTMLElement): void {
  if (dialog === null) return
  const box = opener.getBoundingClientRect()
  const { width, height } = dialog.getBoundingClientRect()
  const isAbove = box.bottom + MARGIN + height > innerHeight && box.top > innerHeight - box.bottom
  const top = isAbove ? box.top - height - MARGIN : box.bottom + MARGIN
  dialog.style.left = `${Math.max(MARGIN, Math.min(box.left, innerWidth - width - MARGIN))}px`
  dialog.style.top = `${Math.max(MARGIN, Math.min(top, innerHeight - height - MARGIN))}px`
}

const BY_NAME = new Intl.Collator('en')

function search(wanted: string): readonly Avatar[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  const textOf = (avatar: Avatar) => `${avatar.name} ${avatar.style} ${describe(avatar)}`.toLowerCase()
  return avatars.value
    .filter((avatar) => words.every((word) => textOf(avatar).includes(word)))
    .toSorted((a, b) => BY_NAME.compare(a.name, b.name) || BY_NAME.compare(a.style, b.style))
}

function describe({ gender, accent_type }: Avatar): string {
  return `${accent_type}, ${gender}`
}

function listReaches(paragraphId: string): readonly Reach[] {
  const speaker = findParagraph(paragraphId)?.attributes.speaker
  const all = paragraphs.value
  const idsOf = (wanted: (paragraph: (typeof all)[number]) => boolean) =>
    all.filter(wanted).map(({ attributes }) => attributes.id)
  const own = idsOf(({ attributes }) => attributes.speaker === speaker)
  const name = speaker === undefined ? undefined : avatarOf(speaker)?.name
  const scene = findScene(paragraphId)
  const isSelected = selectedIds.value.length > 1 && selectedIds.value.includes(paragraphId)
  const reaches: Reach[] = [
    { key: 'one', label: 'This paragraph', ids: [paragraphId] },
    { key: 'scene', label: `This scene (${scene?.ids.size ?? 0})`, ids: [...(scene?.ids ?? [])] },
    { key: 'own', label: `All paragraphs of ${name ?? 'this voice'} (${own.length})`, ids: own },
    { key: 'all', label: `The whole script (${all.length})`, ids: idsOf(() => true) },
  ]
  const offered = reaches.filter(
    ({ key, ids }) => key === 'one' || (ids.length > 1 && (key !== 'scene' || hasScenes.value)),
  )
  if (!isSelected) return offered
  const chosen = {
    key: 'selection',
    label: `The selected paragraphs (${selectedIds.value.length})`,
    ids: selectedIds.value,
  }
  return [chosen, ...offered]
}

/** Plays the first sentence of a paragraph with a voice. */
function hear(paragraphId: string, speaker: number): void {
  const paragraph = findParagraph(paragraphId)
  if (paragraph === undefined) return
  const { end } = findSentence(paragraph.node.textContent, { start: 0, end: 1 })
  void playPhrase(paragraph.node.cut(0, end), speaker)
}

/** The arrow keys go from voice to voice. */
function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const target = event.target as HTMLElement
  if (step === undefined || target instanceof HTMLSelectElement) return
  const choices = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('.voice-choice')]
  const now = choices.findIndex((choice) => choice.parentElement?.contains(target))
  event.preventDefault()
  if (now === 0 && step === -1) document.getElementById(FIELD)?.focus()
  else choices[Math.max(0, Math.min(choices.length - 1, now + step))]?.focus()
}

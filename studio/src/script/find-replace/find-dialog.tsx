import { signal, useComputed, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { selectWords } from '../edit-words.ts'
import { revealParagraph } from '../fold-scenes.ts'
import { findParagraph, paragraphNumbers, paragraphs, selection } from '../script-state.ts'
import { focusText } from '../text-focus.ts'
import { offerUndoOfScript } from '../undo-last.ts'
import { findText, type Match } from './find-text.ts'
import { replaceMatches, respellMatches } from './replace-text.ts'

const isOpen = signal(false)

/** Opens find and replace. */
export function openFind(): void {
  isOpen.value = true
}

/** Lines of the preview. */
const SHOWN = 100
const CONTEXT = 32

/** Finds a text in the script, and replaces it by another or gives it a pronunciation. What changes is shown before, and can be left out line by line. */
export function FindDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const wanted = useSignal('')
  const replacement = useSignal('')
  const matchesCase = useSignal(false)
  const isWholeWord = useSignal(true)
  const isSpoken = useSignal(false)
  /** Numbers of the matches that stay as they are. */
  const skipped = useSignal<ReadonlySet<number>>(new Set())
  const matches = useComputed(() =>
    isOpen.value
      ? findText(paragraphs.value, wanted.value, { matchesCase: matchesCase.value, isWholeWord: isWholeWord.value })
      : [],
  )
  useEffect(() => {
    if (!isOpen.value) return
    const chosen = selectedText()
    if (chosen !== '') wanted.value = chosen
    skipped.value = new Set()
    dialog.current?.showModal()
  }, [isOpen.value])
  if (!isOpen.value) return null
  const all = matches.value
  const changed = all.filter((_, index) => !skipped.value.has(index))
  const change = (): void => {
    const where = new Set(changed.map(({ paragraphId }) => paragraphId)).size
    if (isSpoken.value) respellMatches(changed, replacement.value.trim())
    else replaceMatches(changed, replacement.value)
    dialog.current?.close()
    offerUndoOfScript(`${count(changed.length, 'place')} in ${count(where, 'paragraph')} changed`)
  }
  const canChange = changed.length > 0 && (!isSpoken.value || replacement.value.trim() !== '')
  return (
    <dialog
      ref={dialog}
      class="dialog dialog-export"
      aria-labelledby="find-title"
      onClose={() => {
        isOpen.value = false
      }}
    >
      <h2 id="find-title">Find and replace</h2>
      <div class="fields">
        <label>
          Find
          <input
            class="field"
            value={wanted.value}
            maxLength={200}
            dir="auto"
            onInput={({ currentTarget }) => {
              wanted.value = currentTarget.value
              skipped.value = new Set()
            }}
          />
        </label>
        <label>
          {isSpoken.value ? 'Say it as (such as SHCHENS-nee)' : 'Replace with'}
          <input
            class="field"
            value={replacement.value}
            maxLength={200}
            dir="auto"
            onInput={({ currentTarget }) => {
              replacement.value = currentTarget.value
            }}
          />
        </label>
        <div class="choices wide">
          <Tick label="Match case" state={matchesCase} onChange={() => (skipped.value = new Set())} />
          <Tick label="Whole words" state={isWholeWord} onChange={() => (skipped.value = new Set())} />
          <Tick label="Change how it is said, and not the text" state={isSpoken} />
        </div>
      </div>
      <p role="status">
        {wanted.value === '' ? 'What is found is shown here.' : `${count(all.length, 'place')} found.`}
        {all.length > SHOWN && ` The first ${SHOWN} are shown.`}
      </p>
      {all.length > 0 && (
        <ul class="import-preview find-preview" aria-label="Places">
          {all.slice(0, SHOWN).map((match, index) => (
            <Place
              key={`${match.paragraphId} ${match.start}`}
              match={match}
              replacement={isSpoken.value ? undefined : replacement.value}
              isOn={!skipped.value.has(index)}
              onChange={(isOn) => {
                const next = new Set(skipped.value)
                if (isOn) next.delete(index)
                else next.add(index)
                skipped.value = next
              }}
              onShow={() => {
                dialog.current?.close()
                revealParagraph(match.paragraphId)
                selectWords(match)
                focusText()
              }}
            />
          ))}
        </ul>
      )}
      <div class="actions">
        <button type="button" class="button button-primary" disabled={!canChange} onClick={change}>
          Change {count(changed.length, 'place')}
        </button>
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  )
}

/** What is selected within one paragraph. */
function selectedText(): string {
  const chosen = selection.value
  const text = chosen && findParagraph(chosen.paragraphId)?.node.textContent.slice(chosen.start, chosen.end)
  return text !== undefined && text.length <= 100 ? text.trim() : ''
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

type PlaceProps = {
  readonly match: Match
  /** Undefined if the text stays. */
  readonly replacement: string | undefined
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly onShow: () => void
}

/** A match in its sentence, as it will be. */
function Place({ match: { paragraphId, start, end }, replacement, isOn, onChange, onShow }: PlaceProps) {
  const text = findParagraph(paragraphId)?.node.textContent ?? ''
  const number = paragraphNumbers.value.get(paragraphId) ?? 0
  const found = text.slice(start, end)
  return (
    <li>
      <label class="choice">
        <input
          type="checkbox"
          aria-label={`Change “${found}” in paragraph ${number}`}
          checked={isOn}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        <span>
          {start > CONTEXT && '…'}
          {text.slice(Math.max(0, start - CONTEXT), start)}
          {isOn && replacement !== undefined ? (
            <>
              <del>{found}</del>
              <ins>{replacement}</ins>
            </>
          ) : (
            <mark>{found}</mark>
          )}
          {text.slice(end, end + CONTEXT)}
          {text.length > end + CONTEXT && '…'}
        </span>
      </label>
      <button type="button" class="text-button" onClick={onShow} aria-label={`Go to paragraph ${number}`}>
        {number}
      </button>
    </li>
  )
}

type TickProps = { readonly label: string; readonly state: { value: boolean }; readonly onChange?: () => void }

function Tick({ label, state, onChange }: TickProps) {
  return (
    <label class="choice">
      <input
        type="checkbox"
        checked={state.value}
        onChange={({ currentTarget }) => {
          state.value = currentTarget.checked
          onChange?.()
        }}
      />
      {label}
    </label>
  )
}

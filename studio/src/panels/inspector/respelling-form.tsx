import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { avatarOf } from '../../catalogue.ts'
import { findMark, markWords } from '../../script/edit-words.ts'
import type { WordInText } from '../../script/explanations.ts'
import { fixEverywhere } from '../../script/fix-word.ts'
import { HearWord } from '../../script/hear-word.tsx'
import { findParagraphsWith } from '../../script/words.ts'
import { declaim, may } from '../../service.ts'
import type { Task } from '../use-task.ts'
import { type Reading, useReading } from './use-reading.ts'

/** Words of syllables, some in capitals. */
const RESPELLINGS = /^(?=.*[A-Z])(?:[A-Z]+|[a-z]+)(?:[- ](?:[A-Z]+|[a-z]+))*$/

type Props = {
  word: WordInText
  speaker: number
  place: { paragraphId: string; start: number; end: number }
  task: Task
}

/** Other ways to say a word, suggested or typed, to be used here or everywhere. */
export function RespellingForm({ word, speaker, place, task }: Props) {
  const source = word.explained.source
  const current = useCurrent(word, place)
  const typed = useSignal<string | undefined>(undefined)
  const chosen = typed.value ?? current
  const suggestions = useSuggestions(source, speaker)
  const isNew = chosen !== current
  const reading = useReading(chosen, speaker)
  // What looks right is taken before the service has answered.
  const written = RESPELLINGS.test(chosen) ? chosen : undefined
  const usable = isNew ? (reading === undefined ? written : reading.respelling) : current
  const isRefused = chosen === '' || reading?.problem !== undefined
  const isOneWord = usable?.includes(' ') !== true
  const others = findParagraphsWith(source)
  const options = [...new Set([current, ...suggestions])]
  return (
    <fieldset class="fix">
      <legend>Say it another way</legend>
      {options.map((option) => (
        <div class="option" key={option}>
          <label>
            <input
              type="radio"
              name="respelling"
              checked={chosen === option}
              onChange={() => {
                typed.value = option
              }}
            />
            {option}
          </label>
          <HearWord label={`Hear ${option}`} speaker={speaker} word={word} respelling={option} />
        </div>
      ))}
      <div class="option">
        <input
          class="field"
          aria-label="Respelling"
          aria-describedby="respelling-read"
          placeholder="toh-MAY-toh or /təˈmeɪtoʊ/"
          spellcheck={false}
          value={chosen}
          aria-invalid={reading?.problem !== undefined}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value.trim()
          }}
        />
        {usable !== undefined && (
          <HearWord label="Hear the respelling" speaker={speaker} word={word} respelling={usable} />
        )}
      </div>
      <p id="respelling-read" class="why" role="status">
        {describeReading(reading)}{' '}
        <a href="/docs/guide/pronunciation/#the-notation" target="_blank" rel="noreferrer">
          How respellings are written
        </a>
      </p>
      <div class="actions">
        <button
          type="button"
          class="button"
          disabled={isRefused || !isOneWord}
          aria-disabled={!isNew || usable === undefined}
          onClick={() => isNew && usable !== undefined && markWords(place, 'respell', usable)}
        >
          Use here
        </button>
        {may('libraries:write') && (
          <button
            type="button"
            class="button"
            disabled={isRefused}
            aria-disabled={!isNew || usable === undefined}
            onClick={() => isNew && usable !== undefined && void task.run(() => fixEverywhere(source, usable))}
          >
            Use everywhere
          </button>
        )}
      </div>
      {may('libraries:write') && (
        <p class="why">
          {!isOneWord && 'A respelling of several words goes into a library, so it is used everywhere. '}
          “Use everywhere” changes {others.length === 1 ? 'paragraph' : 'paragraphs'} {listNumbers(others)} of this
          script.
        </p>
      )}
    </fieldset>
  )
}

/** How a word is said now, as it was written when it was fixed: here, or in a library. */
function useCurrent(word: WordInText, place: Props['place']): string {
  const plain = word.explained.respelling.join(' ')
  const written = useSignal<string | undefined>(undefined)
  const { replacement } = word.explained
  useEffect(() => {
    if (replacement === null) return
    const leaving = new AbortController()
    void declaim.libraries
      .replacement(replacement.library_id, replacement.replacement_id, { signal: leaving.signal })
      .then(({ is_phonetic_respelling, replacement_text }) => {
        written.value = is_phonetic_respelling ? replacement_text : undefined
      })
      .catch(() => {})
    return () => leaving.abort()
  }, [replacement?.replacement_id, plain])
  const mark = findMark(place, 'respell')
  return typeof mark === 'string' ? mark : (written.value ?? plain)
}

function describeReading(reading: Reading | undefined): string {
  if (reading?.problem !== undefined) return reading.problem
  return reading === undefined || reading.heard === reading.typed ? '' : `Said as ${reading.heard}.`
}

/** The ways in which dictionaries say a word, as they come. */
function useSuggestions(source: string, speaker: number): readonly string[] {
  const suggestions = useSignal<readonly string[]>([])
  useEffect(() => {
    // Figures and signs have no respellings of their own.
    if (!/^[\p{L}\p{M}'’.-]+$/u.test(source)) return
    const leaving = new AbortController()
    const locale = avatarOf(speaker)?.locale
    declaim
      .respellings(source, { locale, signal: leaving.signal })
      .then((found) => {
        suggestions.value = found
      })
      .catch(() => {})
    return () => leaving.abort()
  }, [source, speaker])
  return suggestions.value
}

const MOST_LISTED = 8

/** Numbers with commas between them; of a long list, the first ones and how many more there are. */
function listNumbers(numbers: readonly number[]): string {
  const rest = numbers.length - MOST_LISTED
  return `${numbers.slice(0, MOST_LISTED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

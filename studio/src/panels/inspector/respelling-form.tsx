import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { avatarOf } from '../../catalogue.ts'
import { markWords } from '../../script/edit-words.ts'
import type { WordInText } from '../../script/explanations.ts'
import { fixEverywhere } from '../../script/fix-word.ts'
import { HearWord } from '../../script/hear-word.tsx'
import { findParagraphsWith } from '../../script/words.ts'
import { declaim } from '../../service.ts'
import type { Task } from '../use-task.ts'

const RESPELLING = /^(?:[A-Z]+|[a-z]+)(?:-(?:[A-Z]+|[a-z]+))*$/

type Props = {
  word: WordInText
  speaker: number
  place: { paragraphId: string; start: number; end: number }
  task: Task
}

/** Other ways to say a word, suggested or typed, to be used here or everywhere. */
export function RespellingForm({ word, speaker, place, task }: Props) {
  const source = word.explained.source
  const chosen = useSignal(word.explained.respelling.join(' '))
  const suggestions = useSuggestions(source, speaker)
  const current = word.explained.respelling.join(' ')
  const isNew = chosen.value !== current
  const isUsable = chosen.value.split(' ').every((one) => RESPELLING.test(one))
  const isOneWord = !chosen.value.includes(' ')
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
              checked={chosen.value === option}
              onChange={() => {
                chosen.value = option
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
          value={chosen.value}
          aria-invalid={!isUsable}
          onInput={({ currentTarget }) => {
            chosen.value = currentTarget.value.trim()
          }}
        />
        {isUsable && <HearWord label="Hear the respelling" speaker={speaker} word={word} respelling={chosen.value} />}
      </div>
      {!isUsable && <p class="why">Write syllables with hyphens, the stressed one in capitals: toh-MAY-toh.</p>}
      <div class="actions">
        <button
          type="button"
          class="button"
          disabled={!isUsable || !isOneWord}
          aria-disabled={!isNew}
          onClick={() => isNew && markWords(place, 'respell', chosen.value)}
        >
          Use here
        </button>
        <button
          type="button"
          class="button"
          disabled={!isUsable}
          aria-disabled={!isNew}
          onClick={() => isNew && void task.run(() => fixEverywhere(source, chosen.value))}
        >
          Use everywhere
        </button>
      </div>
      <p class="why">
        {!isOneWord && 'A respelling of several words goes into a library, so it is used everywhere. '}
        “Use everywhere” changes {others.length === 1 ? 'paragraph' : 'paragraphs'} {listNumbers(others)} of this
        script.
      </p>
    </fieldset>
  )
}

/** The ways in which dictionaries say a word, as they come. */
function useSuggestions(source: string, speaker: number): readonly string[] {
  const suggestions = useSignal<readonly string[]>([])
  useEffect(() => {
    // Figures and signs have no respellings of their own.
    if (!/^[\p{L}\p{M}'’.-]+$/u.test(source)) return
    const leaving = new AbortController()
    const locale = avatarOf(speaker)?.locale === 'en_GB' ? 'uk' : 'us'
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

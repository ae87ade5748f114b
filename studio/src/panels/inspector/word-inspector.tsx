import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { avatarOf } from '../../catalogue.ts'
import { describeOrigin } from '../../script/describe-word.ts'
import { findMark, markWords } from '../../script/editor.ts'
import type { WordInText } from '../../script/explanations.ts'
import { fixEverywhere, forgetEverywhere } from '../../script/fix-word.ts'
import { HearWord } from '../../script/hear-word.tsx'
import { selectedParagraph } from '../../script/script-state.ts'
import { findParagraphsWith } from '../../script/words.ts'
import { declaim } from '../../service.ts'
import { Problem } from '../panel.tsx'
import { type Task, useTask } from '../use-task.ts'

const RESPELLING = /^(?:[A-Z]+|[a-z]+)(?:-(?:[A-Z]+|[a-z]+))*$/

/** How a word is said and why, and other ways to say it, here or everywhere. */
export function WordInspector({ word }: { word: WordInText }) {
  const { explained } = word
  const task = useTask()
  const paragraph = selectedParagraph.value
  if (paragraph === undefined) return null
  const place = { paragraphId: paragraph.attributes.id, start: word.start, end: word.end }
  const isRespelled = findMark(place, 'respell') !== undefined
  return (
    <section aria-label="Word">
      <div class="word-head">
        <h2 class="word-title">{explained.source}</h2>
        <HearWord label={`Hear ${explained.source}`} speaker={paragraph.attributes.speaker} word={word} />
      </div>
      {explained.spoken.join(' ') !== explained.source.toLowerCase() && (
        <p class="said-as">
          said as <em>{explained.spoken.join(' ')}</em>
        </p>
      )}
      <p class="respelling">{explained.respelling.join(' ')}</p>
      <p class="why">{describeOrigin(word)}</p>
      <details>
        <summary>Phonemes</summary>
        <p class="phonemes">{explained.phonemes.join(' · ')}</p>
      </details>
      {isRespelled && (
        <button type="button" class="text-button" onClick={() => markWords(place, 'respell', undefined)}>
          Say it as written
        </button>
      )}
      {explained.replacement !== null && (
        <button
          type="button"
          class="text-button"
          onClick={() => void task.run(() => forgetEverywhere(explained.replacement!))}
        >
          Remove from the library
        </button>
      )}
      <Suggestions word={word} speaker={paragraph.attributes.speaker} place={place} task={task} />
      <Problem task={task} />
    </section>
  )
}

type SuggestionProps = {
  word: WordInText
  speaker: number
  place: { paragraphId: string; start: number; end: number }
  task: Task
}

function Suggestions({ word, speaker, place, task }: SuggestionProps) {
  const source = word.explained.source
  const suggestions = useSignal<readonly string[]>([])
  const chosen = useSignal(word.explained.respelling.join(' '))
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
  const current = word.explained.respelling.join(' ')
  const isNew = chosen.value !== current
  const isUsable = chosen.value.split(' ').every((one) => RESPELLING.test(one))
  const isOneWord = !chosen.value.includes(' ')
  const others = findParagraphsWith(source)
  const options = [...new Set([current, ...suggestions.value])]
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
        {!isOneWord && 'Several words can be respelled everywhere, not here. '}
        Everywhere changes {others.length === 1 ? 'paragraph' : 'paragraphs'} {listNumbers(others)} of this script.
      </p>
    </fieldset>
  )
}

const MOST_LISTED = 8

/** Numbers with commas between them; of a long list, the first ones and how many more there are. */
function listNumbers(numbers: readonly number[]): string {
  const rest = numbers.length - MOST_LISTED
  return `${numbers.slice(0, MOST_LISTED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

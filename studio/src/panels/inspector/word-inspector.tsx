import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { avatarOf } from '../../catalogue.ts'
import { playPhrase } from '../../playback/player.ts'
import { findMark, markWords } from '../../script/editor.ts'
import type { WordInText } from '../../script/explanations.ts'
import { fixEverywhere, forgetEverywhere } from '../../script/fix-word.ts'
import { parseMarkup } from '../../script/parse-markup.ts'
import { selectedParagraph } from '../../script/script-state.ts'
import { findParagraphsWith } from '../../script/words.ts'
import { declaim } from '../../service.ts'
import { Icon } from '../../shell/icons.tsx'
import { Problem } from '../panel.tsx'
import { type Task, useTask } from '../use-task.ts'

const ORIGINS: Readonly<Record<string, string>> = {
  lexicon: 'It is in the lexicon.',
  homograph: 'It is said in several ways; the words around it decide.',
  derived: 'It is made of words in the lexicon.',
  letter_to_sound: 'It is in no lexicon, so it is guessed from its letters.',
  respelling: 'It is respelled.',
}
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
        <HearButton label={`Hear ${explained.source}`} speaker={paragraph.attributes.speaker} word={word} />
      </div>
      <p class="said-as">
        said as <em>{explained.spoken.join(' ')}</em>
      </p>
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

function describeOrigin({ explained, kind }: WordInText): string {
  if (explained.replacement !== null) return 'A library says it so.'
  if (kind === 'converted') return 'It is a number, a date, an abbreviation or a sign, read in words.'
  const [first = 'lexicon'] = explained.origin.toSorted(
    (a, b) => Number(b === 'letter_to_sound') - Number(a === 'letter_to_sound'),
  )
  return ORIGINS[first] ?? ''
}

type HearProps = { label: string; speaker: number; word: WordInText; respelling?: string }

/** Plays the word alone, in its own pronunciation or another. */
function HearButton({ label, speaker, word, respelling }: HearProps) {
  const said = respelling ?? word.explained.respelling.join(' ')
  const hear = (): void => {
    const markup = said.split(' ').map((one) => `<respell value="${one}">word</respell>`)
    void playPhrase(parseMarkup(markup.join(' '), { id: '', speaker, pause: 0 }), speaker)
  }
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} onClick={hear}>
      <Icon name="play" />
    </button>
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
  const isUsable = chosen.value.split(' ').every((one) => RESPELLING.test(one))
  const isOneWord = !chosen.value.includes(' ')
  const others = findParagraphsWith(source)
  const options = [...new Set([word.explained.respelling.join(' '), ...suggestions.value])]
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
          <HearButton label={`Hear ${option}`} speaker={speaker} word={word} respelling={option} />
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
        {isUsable && <HearButton label="Hear the respelling" speaker={speaker} word={word} respelling={chosen.value} />}
      </div>
      {!isUsable && <p class="why">Write syllables with hyphens, the stressed one in capitals: toh-MAY-toh.</p>}
      <div class="actions">
        <button
          type="button"
          class="button"
          disabled={!isUsable || !isOneWord}
          onClick={() => markWords(place, 'respell', chosen.value)}
        >
          Use here
        </button>
        <button
          type="button"
          class="button"
          disabled={!isUsable}
          onClick={() => void task.run(() => fixEverywhere(source, chosen.value))}
        >
          Use everywhere
        </button>
      </div>
      <p class="why">
        Everywhere changes {others.length === 1 ? 'paragraph' : 'paragraphs'} {others.join(', ')} of this script.
      </p>
    </fieldset>
  )
}

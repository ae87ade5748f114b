import { readOnly } from '../../projects/open-script.ts'
import { describeOrigin, describeSpoken } from '../../script/describe-word.ts'
import { findMark, markWords } from '../../script/edit-words.ts'
import type { WordInText } from '../../script/explanations.ts'
import { forgetEverywhere } from '../../script/fix-word.ts'
import { HearWord } from '../../script/hear-word.tsx'
import { selectedParagraph } from '../../script/script-state.ts'
import { Problem } from '../panel.tsx'
import { useTask } from '../use-task.ts'
import { ReadAs } from './read-as.tsx'
import { RespellingForm } from './respelling-form.tsx'

/** How a word is said and why, and other ways to say it, here or everywhere. */
export function WordInspector({ word }: { word: WordInText }) {
  const { explained } = word
  const task = useTask()
  const paragraph = selectedParagraph.value
  if (paragraph === undefined) return null
  const place = { paragraphId: paragraph.attributes.id, start: word.start, end: word.end }
  const spoken = describeSpoken(word)
  const mayChange = readOnly.value === undefined
  const isRespelled = findMark(place, 'respell') !== undefined
  return (
    <section aria-label="Word">
      <div class="word-head">
        <h2 class="word-title">{explained.source}</h2>
        <HearWord label={`Hear ${explained.source}`} speaker={paragraph.attributes.speaker} word={word} />
      </div>
      {spoken !== undefined && (
        <p class="said-as">
          said as <em>{spoken}</em>
        </p>
      )}
      <p class="respelling">{explained.respelling.join(' ')}</p>
      <p class="why">{describeOrigin(word)}</p>
      {mayChange && <ReadAs word={word} place={place} />}
      <details>
        <summary>Phonemes</summary>
        <p class="phonemes">{explained.phonemes.join(' · ')}</p>
      </details>
      {mayChange && isRespelled && (
        <button type="button" class="text-button" onClick={() => markWords(place, 'respell', undefined)}>
          Say it as written
        </button>
      )}
      {mayChange && explained.replacement !== null && (
        <button
          type="button"
          class="text-button"
          onClick={() => void task.run(() => forgetEverywhere(explained.replacement!))}
        >
          Remove from the library
        </button>
      )}
      {mayChange && <RespellingForm word={word} speaker={paragraph.attributes.speaker} place={place} task={task} />}
      <Problem task={task} />
    </section>
  )
}

import { computed } from '@preact/signals'
import { findWords } from '../../../src/projects/markup.ts'
import { explanationOf, type WordInText } from './explanations.ts'
import { paragraphs, type ScriptSelection, selectedParagraph, selection } from './script-state.ts'

/** The selection widened to whole words; a cursor selects the word that it is in. Undefined between words. */
export const selectedWords = computed<ScriptSelection | undefined>(() => {
  const [chosen, paragraph] = [selection.value, selectedParagraph.value]
  if (chosen === undefined || paragraph === undefined) return undefined
  const touched = findWords(paragraph.node.textContent).filter(
    ({ start, end }) => start <= Math.max(chosen.start, chosen.end - 1) && end >= chosen.start && end > 0,
  )
  const inside = chosen.start === chosen.end ? touched.slice(0, 1) : touched
  const [first, last] = [inside[0], inside.at(-1)]
  return first && last && { paragraphId: chosen.paragraphId, start: first.start, end: last.end }
})

/** The explained word that is selected alone; undefined for several words, and until it is explained. */
export const selectedWord = computed<WordInText | undefined>(() => {
  const [words, paragraph] = [selectedWords.value, selectedParagraph.value]
  if (words === undefined || paragraph === undefined) return undefined
  const explanation = explanationOf(words.paragraphId).value
  // Until a new delivery is explained, the words are said as before.
  if (explanation?.text !== paragraph.node.textContent) return undefined
  const inside = explanation.words.filter(({ start, end }) => start < words.end && end > words.start)
  return inside.length === 1 ? inside[0] : undefined
})

/** Numbers, from 1, of the paragraphs that have a word. */
export function findParagraphsWith(word: string): readonly number[] {
  const isLetter = /[\p{L}\p{N}]/u
  return paragraphs.value.flatMap(({ node }, index) => {
    const text = node.textContent.toLowerCase()
    for (
      let place = text.indexOf(word.toLowerCase());
      place !== -1;
      place = text.indexOf(word.toLowerCase(), place + 1)
    ) {
      const isWhole = !isLetter.test(text[place - 1] ?? ' ') && !isLetter.test(text[place + word.length] ?? ' ')
      if (isWhole) return [index + 1]
    }
    return []
  })
}

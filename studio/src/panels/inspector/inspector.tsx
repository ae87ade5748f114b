import { playPhrase } from '../../playback/player.ts'
import type { PauseInText } from '../../script/pauses.ts'
import { selectedParagraph } from '../../script/script-state.ts'
import { outsideChange } from '../../script/undo-outside.ts'
import { findSentence, selectedWord, selectedWords } from '../../script/words.ts'
import { DeliveryDials } from './delivery-dials.tsx'
import { PauseDial } from './pause-dial.tsx'
import { WordInspector } from './word-inspector.tsx'

/** Follows the selection: how a word is said and how to change it, and how words are delivered. */
export function Inspector() {
  const change = outsideChange.value
  const undo = (): void => {
    outsideChange.value = undefined
    void change?.undo()
  }
  const hearPause = ({ start, end }: PauseInText): void => {
    const paragraph = selectedParagraph.value
    if (paragraph === undefined) return
    const sentences = findSentence(paragraph, { start, end: Math.min(end + 1, paragraph.node.content.size) })
    void playPhrase(paragraph.node.cut(sentences.start, sentences.end), paragraph.attributes.speaker)
  }
  return (
    <aside class="inspector" aria-label="Inspector">
      {selectedWords.value === undefined && (
        <div class="hint">
          <h2>Nothing selected</h2>
          <p>Click a word to hear how it is said and why. Select words to change how they are delivered.</p>
          <dl class="legend">
            <dt>
              <span class="said said-converted">$4.99</span>
            </dt>
            <dd>is read in words</dd>
            <dt>
              <span class="said said-guessed">Thandiwe</span>
            </dt>
            <dd>is guessed from its letters</dd>
            <dt>
              <span class="said said-replaced">SQL</span>
            </dt>
            <dd>is changed by a library</dd>
          </dl>
        </div>
      )}
      {selectedWord.value !== undefined && (
        <WordInspector key={selectedWord.value.explained.source} word={selectedWord.value} />
      )}
      {selectedWords.value !== undefined && <DeliveryDials words={selectedWords.value} />}
      <PauseDial onDone={hearPause} />
      {change !== undefined && (
        <p class="undo-line" role="status">
          {change.label}{' '}
          <button type="button" class="text-button" onClick={undo}>
            Undo
          </button>
        </p>
      )}
    </aside>
  )
}

import { useEffect } from 'preact/hooks'
import { areCommentsWanted, beginComment, hasComments } from '../../comments/comments.ts'
import { playPhrase } from '../../playback/player.ts'
import { readOnly } from '../../projects/open-script.ts'
import type { PauseInText } from '../../script/pauses.ts'
import { selectedIds, selectedParagraph } from '../../script/script-state.ts'
import { findSentence } from '../../script/sentences.ts'
import { leaveText, showCursor } from '../../script/text-focus.ts'
import { selectedWord, selectedWords } from '../../script/words.ts'
import { may } from '../../service.ts'
import { Icon } from '../../shell/icons.tsx'
import { lazily } from '../../shell/lazily.tsx'
import { DeliveryDials } from './delivery-dials.tsx'
import { ParagraphsInspector } from './paragraphs-inspector.tsx'
import { findSelectedPause, PauseDial } from './pause-dial.tsx'
import { SentenceReadings } from './sentence-readings.tsx'
import { WordInspector } from './word-inspector.tsx'

const CommentsSection = lazily(async () => (await import('../../comments/comments-section.tsx')).CommentsSection)

/** Follows the selection: how a word is said and how to change it, and how words are delivered. On a small screen, a sheet below the script. */
export function Inspector() {
  const [words, word, pause] = [selectedWords.value, selectedWord.value, findSelectedPause()]
  const isMany = selectedIds.value.length > 1
  const mayChange = readOnly.value === undefined
  const isIdle = words === undefined && pause === undefined && !isMany
  const isEmpty = isIdle && !areCommentsWanted.value
  // The sheet of a small screen covers a part of the text.
  useEffect(() => {
    if (!isEmpty) showCursor()
  }, [isEmpty])
  return (
    <aside class={isEmpty ? 'inspector is-empty' : 'inspector'} aria-label="Inspector">
      {isEmpty ? <Hint /> : <CloseButton />}
      {words !== undefined && !isMany && may('projects:comment') && (
        <button
          type="button"
          class="button comment-button"
          title="Comment on the selected words (Ctrl+Alt+M)"
          onClick={() => beginComment()}
        >
          <Icon name="comment" /> Comment
        </button>
      )}
      {areCommentsWanted.value && <CommentsSection />}
      {isMany && mayChange && <ParagraphsInspector ids={selectedIds.value} />}
      {!isMany && word !== undefined && <WordInspector key={word.explained.source} word={word} />}
      {!isMany && mayChange && words !== undefined && <DeliveryDials words={words} />}
      {!isMany && mayChange && words !== undefined && <SentenceReadings words={words} />}
      {!isMany && mayChange && pause !== undefined && <PauseDial pause={pause} onDone={hearPause} />}
      {hasComments.value && !areCommentsWanted.value && <CommentsSection />}
    </aside>
  )
}

/** Plays the sentence that ends with the pause, and the one after it. */
function hearPause({ start, end }: PauseInText): void {
  const paragraph = selectedParagraph.value
  if (paragraph === undefined) return
  const sentences = findSentence(paragraph.node.textContent, {
    start,
    end: Math.min(end + 1, paragraph.node.content.size),
  })
  void playPhrase(paragraph.node.cut(sentences.start, sentences.end), paragraph.attributes.speaker)
}

/** Only a small screen shows it: there the inspector covers a part of the script. */
function CloseButton() {
  const close = (): void => {
    areCommentsWanted.value = false
    leaveText()
  }
  return (
    <button type="button" class="icon-button inspector-close" aria-label="Close the inspector" onClick={close}>
      <Icon name="close" />
    </button>
  )
}

/** What a first visitor can do. */
function Hint() {
  return (
    <div class="hint">
      <h2>Click a word</h2>
      <p>See how it is said and why, and say it another way. Select several words to change their delivery.</p>
      <dl class="legend">
        <dt>
          <span class="said said-converted">$4.99</span>
        </dt>
        <dd>is read in words</dd>
        <dt>
          <span class="said said-guessed">Nandipha</span>
        </dt>
        <dd>is guessed from its letters</dd>
        <dt>
          <span class="said said-replaced">SQL</span>
        </dt>
        <dd>is changed by a library</dd>
      </dl>
    </div>
  )
}

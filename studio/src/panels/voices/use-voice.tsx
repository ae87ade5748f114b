import type { Avatar } from '../../../../client/src/declaim.ts'
import { setParagraph } from '../../script/edit-paragraphs.ts'
import { paragraphNumbers, paragraphs, selectedParagraph } from '../../script/script-state.ts'

/** The paragraph that voices are tried with: the one with the cursor, else the first. */
export const triedParagraph = () => selectedParagraph.value ?? paragraphs.value[0]

/** Its number, from 1. */
export const triedNumber = () => paragraphNumbers.value.get(triedParagraph()?.attributes.id ?? '') ?? 1

/** Gives the paragraph a voice. */
export function UseVoice({ avatar: { id, name, style } }: { avatar: Avatar }) {
  const paragraph = triedParagraph()
  const isInUse = paragraph?.attributes.speaker === id
  return (
    <button
      type="button"
      class="button use-voice"
      disabled={paragraph === undefined || isInUse}
      aria-label={`${isInUse ? 'In use:' : 'Use'} ${name} ${style}`}
      onClick={() => paragraph && setParagraph(paragraph.attributes.id, { speaker: id })}
    >
      {isInUse ? 'In use' : 'Use'}
    </button>
  )
}

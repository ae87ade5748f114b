import { paragraphs, selection } from '../script/script-state.ts'
import { isLooping, playOrPause } from './player.ts'

/** Plays the script from the paragraph that the cursor is in, or goes on. A loop plays the selected words alone. */
export function playFromCursor(): void {
  const chosen = selection.value
  if (isLooping.value && chosen !== undefined && chosen.end > chosen.start) {
    playOrPause({ paragraphId: chosen.paragraphId, words: chosen })
    return
  }
  const isAtStart = chosen?.start === 0 && paragraphs.value[0]?.attributes.id === chosen.paragraphId
  playOrPause(isAtStart ? {} : { paragraphId: chosen?.paragraphId })
}

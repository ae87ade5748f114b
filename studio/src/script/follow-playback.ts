import { effect } from '@preact/signals'
import { type Heard, heard } from '../playback/player.ts'
import { revealParagraph } from './fold-scenes.ts'
import { highlightWords } from './highlight-words.ts'

/** Lights each word while it is heard, and scrolls along with the paragraphs, until the returned function is called. */
export function followPlayback(): () => void {
  let lit = ''
  let paragraphId: string | undefined
  return effect(() => {
    const now = heard.value
    if (now !== undefined && now.paragraphId !== paragraphId) scrollTo(now, paragraphId)
    paragraphId = now?.paragraphId
    const key = now?.word === undefined ? '' : `${now.paragraphId} ${now.word.start}`
    if (key === lit) return
    lit = key
    highlightWords('spoken', now?.word && { paragraphId: now.paragraphId, start: now.word.start, end: now.word.end })
  })
}

/** Shows the paragraph that is heard, unless somebody writes, or looks at another place than the paragraph before it. */
function scrollTo({ paragraphId }: Heard, before: string | undefined): void {
  revealParagraph(paragraphId)
  const find = (id: string) => document.querySelector(`[data-paragraph="${CSS.escape(id)}"]`)
  const isWriting = document.activeElement?.classList.contains('ProseMirror') === true
  const last = before === undefined ? undefined : find(before)?.getBoundingClientRect()
  const isElsewhere = last !== undefined && (last.bottom < 0 || last.top > innerHeight)
  if (!isWriting && !isElsewhere) find(paragraphId)?.scrollIntoView({ block: 'nearest' })
}

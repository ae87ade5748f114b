import { printRuns } from './markup.ts'
import { type Paragraph, type Script, textOf } from './script.ts'

/** A paragraph of a script as an export takes it. */
export type SpokenParagraph = Pick<Paragraph, 'id' | 'speaker' | 'name' | 'pause'> & {
  readonly markup: string
  /** The title of the scene that begins with it; null if none does. */
  readonly scene: string | null
}

/** UTF-16 units of the title of a scene. */
const LONGEST_SCENE = 200

/**
 * The paragraphs of a script that are spoken. A heading names the scene that begins with the next one of them; several headings in a row
 * are one name.
 */
export function listSpoken({ paragraphs }: Script): readonly SpokenParagraph[] {
  const spoken: SpokenParagraph[] = []
  let scene: string | null = null
  for (const paragraph of paragraphs) {
    const text = textOf(paragraph).trim()
    if (text === '') continue
    if (paragraph.level > 0) scene = (scene === null ? text : `${scene}: ${text}`).slice(0, LONGEST_SCENE)
    if (paragraph.isSilent) continue
    const { id, speaker, name, pause, runs } = paragraph
    spoken.push({ id, speaker, name, pause, markup: printRuns(runs).markup, scene })
    scene = null
  }
  return spoken
}

import type { ExportParagraph } from '../../../client/src/declaim.ts'
import { printMarkup } from '../script/print-markup.ts'
import { findScene } from '../script/scenes.ts'
import { isSpoken, type Paragraph, paragraphs, selectedIds, selection } from '../script/script-state.ts'
import type { Scope } from './export-choice.ts'

/** UTF-16 units of a name. */
const LONGEST_NAME = 200

/**
 * The spoken paragraphs of a part of the script, as the API takes them. A silent heading names the scene that begins with the next
 * paragraph; several in a row are one name. `changed` has the ids of the paragraphs that have changed.
 */
export function listExported(scope: Scope, changed: ReadonlySet<string> = new Set()): readonly ExportParagraph[] {
  const listed: ExportParagraph[] = []
  let heading: string | undefined
  /** Whether a paragraph of the scene has been seen, exported or not. */
  let hasBegun = true
  for (const paragraph of paragraphs.value) {
    const { node, attributes } = paragraph
    const text = node.textContent.trim().slice(0, LONGEST_NAME)
    if (attributes.level > 0 && text !== '') {
      heading = heading === undefined || hasBegun ? text : `${heading}: ${text}`.slice(0, LONGEST_NAME)
      hasBegun = false
    }
    if (!isSpoken(paragraph)) continue
    hasBegun = true
    const isIn = isInScope(paragraph, scope, changed)
    if (isIn) {
      listed.push({
        id: attributes.id,
        speaker_id: attributes.speaker,
        text: printMarkup(node).markup,
        name: attributes.name || null,
        scene: heading ?? null,
        pause: attributes.pause,
      })
    }
    // A scene of which a later paragraph is the first to be exported keeps its name.
    if (isIn) heading = undefined
  }
  return listed
}

function isInScope({ attributes: { id } }: Paragraph, scope: Scope, changed: ReadonlySet<string>): boolean {
  switch (scope) {
    case 'all':
      return true
    case 'selection':
      return selectedIds.value.includes(id)
    case 'changed':
      return changed.has(id)
    case 'scene': {
      const scene = findScene(selection.value?.paragraphId ?? paragraphs.value[0]?.attributes.id ?? '')
      return scene?.ids.has(id) === true
    }
  }
}

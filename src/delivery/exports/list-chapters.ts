import type { Chapter } from '../../audio/encoding/audio-tags.ts'
import type { ExportRecipe } from '../../storage/records/export-recipe.ts'
import type { ExportGroup } from './group-paragraphs.ts'

/** Where a paragraph is in its file. */
export type PlacedParagraph = { readonly startSeconds: number; readonly endSeconds: number }

/**
 * The chapters of a file: its scenes, or its paragraphs. A file that begins before the first scene begins with a chapter of its own title. None
 * if the file has no scene.
 */
export function listChapters(
  { paragraphs, title }: ExportGroup,
  places: readonly PlacedParagraph[],
  chapters: ExportRecipe['chapters'],
): readonly Chapter[] {
  if (chapters === 'none') return []
  if (chapters === 'paragraph')
    return paragraphs.map(({ name, scene }, index) => ({ title: name || scene || `${index + 1}`, ...places[index]! }))
  if (paragraphs.every(({ scene }) => scene === null)) return []
  const found: { title: string; startSeconds: number; endSeconds: number }[] = []
  for (const [index, { scene }] of paragraphs.entries()) {
    const { startSeconds, endSeconds } = places[index]!
    const last = found.at(-1)
    if (scene !== null || last === undefined) found.push({ title: scene ?? title, startSeconds, endSeconds })
    else last.endSeconds = endSeconds
  }
  return found
}

/**
 * Chapters as lines with their beginnings, as video sites and podcasts take them from a description: `00:01:05 Safety`. A file without chapters is one
 * with the title of the file.
 */
export function formatChapterList(chapters: readonly Chapter[], title: string): string {
  const listed = chapters.length > 0 ? chapters : [{ title, startSeconds: 0 }]
  return listed.map((chapter) => `${formatClock(chapter.startSeconds)} ${chapter.title}\n`).join('')
}

function formatClock(seconds: number): string {
  const whole = Math.floor(seconds)
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

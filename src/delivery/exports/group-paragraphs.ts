import type { AudioFormat } from '../../audio/encoding/audio-encoder.ts'
import type { ExportRecipe, RecipeParagraph } from '../../storage/records/export-recipe.ts'

/** The paragraphs of one audio file. */
export type ExportGroup = {
  /** Of its files, without the ending. No other group has it. */
  readonly name: string
  /** What the audio calls itself. */
  readonly title: string
  readonly paragraphs: readonly RecipeParagraph[]
}

/** Endings of the audio files. Telephone systems know G.711 by these. */
export const FILE_ENDINGS: Readonly<Record<AudioFormat, string>> = {
  mp3: 'mp3',
  wav: 'wav',
  flac: 'flac',
  opus: 'opus',
  aac: 'aac',
  pcm: 'pcm',
  mulaw: 'ulaw',
  alaw: 'alaw',
}

/** What a pattern of file names may contain between braces. */
export const NAME_FIELDS = ['title', 'scene', 'scene_number', 'name', 'number', 'voice'] as const
export type NameField = (typeof NAME_FIELDS)[number]

/** Patterns for callers that give none. */
export const DEFAULT_NAMES: Readonly<Record<ExportRecipe['layout'], string>> = {
  one: '{title}',
  scene: '{scene_number} {scene}',
  paragraph: '{number} {name}',
}

type Numbered = {
  readonly paragraph: RecipeParagraph
  /** From 1. */
  readonly number: number
  /** From 1; 0 before the first scene. */
  readonly sceneNumber: number
  /** Empty before the first scene. */
  readonly scene: string
}

/** Divides the paragraphs of an export among its audio files, in order, and names the files. */
export function groupParagraphs(
  { paragraphs, layout, fileNames }: Pick<ExportRecipe, 'paragraphs' | 'layout' | 'fileNames'>,
  title: string,
): readonly ExportGroup[] {
  const numbered = numberParagraphs(paragraphs)
  const groups = divide(numbered, layout)
  const digits = String(paragraphs.length).length
  const sceneDigits = String(numbered.at(-1)?.sceneNumber ?? 0).length
  const taken = new Set<string>()
  return groups.map((group) => {
    const { paragraph, number, sceneNumber, scene } = group[0]!
    const fields: Readonly<Record<NameField, string>> = {
      title,
      scene,
      scene_number: String(sceneNumber).padStart(Math.max(2, sceneDigits), '0'),
      name: paragraph.name,
      number: String(number).padStart(Math.max(2, digits), '0'),
      voice: paragraph.voice,
    }
    const pattern = fileNames === '' ? DEFAULT_NAMES[layout] : fileNames
    const filled = pattern.replaceAll(/\{(\w+)\}/g, (whole, field) => fields[field as NameField] ?? whole)
    const own = layout === 'one' ? title : layout === 'scene' ? scene : paragraph.name
    return {
      name: takeName(toFileName(filled) || fields.number, taken),
      title: own || title,
      paragraphs: group.map((one) => one.paragraph),
    }
  })
}

function numberParagraphs(paragraphs: readonly RecipeParagraph[]): readonly Numbered[] {
  let sceneNumber = 0
  let scene = ''
  return paragraphs.map((paragraph, index) => {
    if (paragraph.scene !== null) {
      sceneNumber += 1
      scene = paragraph.scene
    }
    return { paragraph, number: index + 1, sceneNumber, scene }
  })
}

function divide(paragraphs: readonly Numbered[], layout: ExportRecipe['layout']): readonly (readonly Numbered[])[] {
  switch (layout) {
    case 'one':
      return [paragraphs]
    case 'paragraph':
      return paragraphs.map((paragraph) => [paragraph])
    case 'scene': {
      const groups = new Map<number, Numbered[]>()
      for (const paragraph of paragraphs) {
        const group = groups.get(paragraph.sceneNumber) ?? []
        groups.set(paragraph.sceneNumber, group)
        group.push(paragraph)
      }
      return [...groups.values()]
    }
  }
}

const LONGEST_NAME = 100
/** Devices of Windows, which are no files whatever their ending. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

/** A name that every system can store: without separators, control characters, and dots or spaces at its ends. */
function toFileName(text: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/[\\/:*?"<>|]/g, '-')
    .replaceAll(/\s+/g, ' ')
  const short = Array.from(plain).slice(0, LONGEST_NAME).join('')
  const trimmed = short.replaceAll(/^[\s.-]+|[\s.-]+$/g, '')
  return RESERVED.test(trimmed) ? `${trimmed}_` : trimmed
}

/** Names that differ in case alone are one file on some systems. */
function takeName(name: string, taken: Set<string>): string {
  let free = name
  for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${name} ${count}`
  taken.add(free.toLowerCase())
  return free
}

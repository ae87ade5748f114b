import type { Avatar } from '../../../client/src/declaim.ts'
import type { Paragraph } from '../../../src/projects/script.ts'
import { avatars, libraries } from '../catalogue.ts'
import { createState, type LocalScript } from '../projects/local-scripts.ts'
import { notice } from '../shell/notice.ts'
import { createDefaultParagraphs } from './default-script.ts'
import type { ImportedScript } from './import/read-script-file.ts'
import { createParagraphId, scriptSchema } from './schema.ts'
import { toParagraph } from './script-nodes.ts'
import { doc } from './script-state.ts'

/** What a first visitor finds: a script that is ready to play. */
export function createDefaultScript(): LocalScript {
  return createScript('Module three', createDefaultParagraphs(avatars.value))
}

export function createEmptyScript(): LocalScript {
  const node = scriptSchema.node('paragraph', { id: createParagraphId(), speaker: firstSpeaker(), pause: 0.6 })
  return createScript('', [toParagraph(node)])
}

/** The avatar of the script that is open. */
function firstSpeaker(): number {
  const { speaker } = (doc.value.firstChild?.attrs ?? {}) as { speaker?: number }
  return speaker ?? avatars.value[0]?.id ?? 0
}

/** A file's lines as a script: each with its voice, or that of the line before. Says which voices nobody has. */
export function createImportedScript({ title: name, lines }: ImportedScript): LocalScript {
  const first = firstSpeaker()
  const unknown = new Set<string>()
  let speaker = first
  const paragraphs = lines.map(({ text, voice = '', ...attributes }) => {
    const found = voice === '' ? undefined : findVoice(voice)
    if (voice !== '' && found === undefined) unknown.add(voice)
    speaker = found?.id ?? (voice === '' ? speaker : first)
    const id = createParagraphId()
    return toParagraph(scriptSchema.node('paragraph', { ...attributes, id, speaker }, scriptSchema.text(text)))
  })
  if (unknown.size > 0) {
    notice.value = `No voice is named ${[...unknown].slice(0, 5).join(', ')}. Choose voices for these paragraphs.`
  }
  return createScript(name, paragraphs)
}

/** The names in a file that are no voice's. */
export function listUnknownVoices({ lines }: Pick<ImportedScript, 'lines'>): readonly string[] {
  const named = new Set(lines.flatMap(({ voice = '' }) => (voice === '' ? [] : [voice])))
  return [...named].filter((voice) => findVoice(voice) === undefined)
}

/** Whether a voice has this id, name, or name and style. */
export function isVoice(name: string): boolean {
  return findVoice(name) !== undefined
}

/** The avatar with this id, name, or name and style. */
function findVoice(voice: string): Avatar | undefined {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  const wanted = plain(voice)
  return (
    avatars.value.find(({ id, name, style }) => wanted === String(id) || wanted === plain(`${name} ${style}`)) ??
    avatars.value.find(({ name }) => wanted === plain(name))
  )
}

function createScript(title: string, paragraphs: readonly Paragraph[]): LocalScript {
  const shared = libraries.value.filter((library) => library.name === 'Pronunciations')
  const libraryIds = shared.map(({ library_id }) => library_id)
  const state = createState({ title, libraryIds, paragraphs })
  return { id: createParagraphId(), title, state, updatedAt: Date.now(), isUnsent: true, folder: '' }
}

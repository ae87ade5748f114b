import { type Doc, Map as SharedMap } from 'yjs'
import { ServiceError } from '../errors.ts'
import { readParagraphs, readSchemaVersion, SCHEMA_VERSION, SETTINGS, TEXT } from './read-script.ts'
import { type Paragraph, type Run, type Script, textOf } from './script.ts'

/** What a script may hold. Lengths are in UTF-16 units. */
export const SCRIPT_LIMITS = {
  paragraphs: 10_000,
  characters: 1_000_000,
  title: 200,
  name: 200,
  libraries: 100,
  pauseSeconds: 10,
  level: 3,
  /** Of an id, the value of a mark, and the key that sorts a moved paragraph. */
  value: 5000,
} as const

/** Throws INVALID_TEXT if a shared script is not one that every reader of this release shows whole. `before` is its schema until now. */
export function checkSharedScript(doc: Doc, before: number): readonly Paragraph[] {
  checkSchema(doc, before)
  for (const name of doc.share.keys()) if (name !== TEXT && name !== SETTINGS) throw refuse(`it has "${name}"`)
  for (const value of doc.getMap(SETTINGS).values()) checkValue(value, 'a setting')
  for (const { insert, attributes = {} } of doc.getText(TEXT).toDelta() as readonly DeltaItem[]) {
    for (const value of Object.values(attributes)) checkValue(value, 'a mark')
    if (typeof insert === 'string') continue
    if (!(insert instanceof SharedMap)) throw refuse('its text has something that is not text')
    for (const value of insert.values()) checkValue(value, 'an attribute')
  }
  const paragraphs = readParagraphs(doc)
  const settings = doc.getMap(SETTINGS)
  const [title = '', libraryIds = []] = [settings.get('title'), settings.get('libraryIds')]
  if (typeof title !== 'string') throw refuse('its title is no text')
  if (!Array.isArray(libraryIds) || libraryIds.some((id) => typeof id !== 'string'))
    throw refuse('its libraries are no ids')
  checkScript({ title, libraryIds: libraryIds as string[], paragraphs })
  return paragraphs
}

type DeltaItem = { readonly insert: unknown; readonly attributes?: Readonly<Record<string, unknown>> }

/** Throws INVALID_TEXT if a script has values that none may have, and INVALID_TEXT_LENGTH_EXCEEDED if it has too many or too long ones. */
export function checkScript({ title, libraryIds, paragraphs }: Script): void {
  const { paragraphs: most, characters: mostCharacters, libraries } = SCRIPT_LIMITS
  if (paragraphs.length > most) throw refuseLength(`it has ${paragraphs.length} paragraphs; expected at most ${most}`)
  const characters = countCharacters(paragraphs)
  if (characters > mostCharacters)
    throw refuseLength(`it has ${characters} characters; expected at most ${mostCharacters}`)
  if (title.length > SCRIPT_LIMITS.title)
    throw refuseLength(`its name has ${title.length} characters; expected at most ${SCRIPT_LIMITS.title}`)
  if (libraryIds.length > libraries)
    throw refuseLength(`it names ${libraryIds.length} libraries; expected at most ${libraries}`)
  for (const value of [title, ...libraryIds]) checkText(value, 'its name')
  for (const [index, paragraph] of paragraphs.entries()) checkParagraph(paragraph, `paragraph ${index + 1}`)
}

/** UTF-16 units of the text of all paragraphs. */
export function countCharacters(paragraphs: readonly Paragraph[]): number {
  return paragraphs.reduce((sum, { runs }) => sum + runs.reduce((length, { text }) => length + text.length, 0), 0)
}

function checkSchema(doc: Doc, before: number): void {
  const version = doc.getMap(SETTINGS).get('schema') ?? before
  if (!Number.isInteger(version)) throw refuse('the version of its schema is no number')
  const number = readSchemaVersion(doc)
  if (number < before) throw refuse(`its schema ${before} cannot become ${number}`)
  if (number > SCHEMA_VERSION) throw refuse(`its schema is ${number}, and this release knows ${SCHEMA_VERSION}`)
}

/** Values that only later releases know may have any text, as long as it can be stored. */
function checkValue(value: unknown, what: string): void {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (parts.length > SCRIPT_LIMITS.libraries) throw refuse(`${what} has too many parts`)
  for (const part of parts) {
    if (typeof part === 'string') checkText(part, what)
    else if (typeof part === 'number' ? !Number.isFinite(part) : typeof part !== 'boolean' && part !== null)
      throw refuse(`${what} is neither text nor a number`)
  }
}

function checkParagraph({ runs, ...attributes }: Paragraph, what: string): void {
  const { id, speaker, pause, name, level } = attributes
  const { pauseSeconds, level: lowest, name: longest } = SCRIPT_LIMITS
  for (const text of [id, name]) checkText(text, what)
  if (name.length > longest)
    throw refuseLength(`the name of ${what} has ${name.length} characters; expected at most ${longest}`)
  if (!Number.isSafeInteger(speaker) || speaker < 0) throw refuse(`the avatar of ${what} is ${speaker}`)
  if (!(pause >= 0 && pause <= pauseSeconds))
    throw refuse(`the pause after ${what} is ${pause}; expected 0 to ${pauseSeconds} seconds`)
  if (!Number.isInteger(level) || level < 0 || level > lowest)
    throw refuse(`the level of ${what} is ${level}; expected 0 to ${lowest}`)
  checkCharacters(textOf({ runs }), what)
  for (const run of runs) checkMarks(run, what)
}

const NUMBERS = ['tempo', 'loudness', 'pitch'] as const
const WORDS = ['respell', 'sayAs'] as const

function checkMarks({ marks }: Run, what: string): void {
  for (const name of NUMBERS) {
    const value = marks[name]
    if (value !== undefined && !Number.isFinite(value)) throw refuse(`${name} in ${what} is no number`)
  }
  for (const name of WORDS) {
    const value = marks[name]
    if (value === undefined) continue
    if (typeof value !== 'string') throw refuse(`${name} in ${what} is no text`)
    checkText(value, what)
  }
}

function checkText(text: string, what: string): void {
  if (text.length > SCRIPT_LIMITS.value) throw refuseLength(`${what} has a value of ${text.length} characters`)
  checkCharacters(text, what)
}

/** No storage keeps them all. */
function checkCharacters(text: string, what: string): void {
  if (text.includes('\0')) throw refuse(`${what} has the character U+0000`)
  if (!text.isWellFormed()) throw refuse(`${what} has half of a character`)
}

function refuse(problem: string): ServiceError {
  return new ServiceError('INVALID_TEXT', `Cannot keep the script: ${problem}`)
}

function refuseLength(problem: string): ServiceError {
  return new ServiceError('INVALID_TEXT_LENGTH_EXCEEDED', `Cannot keep the script: ${problem}`)
}

import { extname } from 'node:path'
import type { Declaim, ReplacementInput } from '../../../client/src/declaim.ts'
import { toReplacementRow } from '../../api/schemas/replacement-rows.ts'
import { ServiceError } from '../../errors.ts'
import { formatPls, parsePls } from '../../text/replacements/pls-lexicon.ts'
import { CommandError } from '../exit-codes.ts'
import { readTextFile, writeOutput } from '../files.ts'
import { type JsonOption, printAnswer } from '../to-json.ts'
import { type ConnectOptions, connect } from './connect.ts'
import { formatTable } from './format-table.ts'
import { findLibrary, lookUpLibrary } from './speech-input.ts'

type Print = (line: string) => void

/** `declaim libraries list`. */
export async function listLibraries(options: ConnectOptions & JsonOption, print: Print): Promise<void> {
  const libraries = await (await connect(options)).declaim.libraries.list()
  if (options.json === true) return print(JSON.stringify(libraries, null, 2))
  for (const line of formatTable(libraries.map(({ library_id: id, name }) => [id, name]))) print(line)
}

/** `declaim libraries create`. */
export async function createLibrary(name: string, options: ConnectOptions & JsonOption, print: Print): Promise<void> {
  const id = await (await connect(options)).declaim.libraries.create(name)
  printAnswer({ library_id: id, name }, { ...options, text: id }, print)
}

/** `declaim libraries rename`. */
export async function renameLibrary(
  library: string,
  name: string,
  options: ConnectOptions & JsonOption,
  print: Print,
): Promise<void> {
  const { declaim } = await connect(options)
  const renamed = await declaim.libraries.rename(await findLibrary(declaim, library), name)
  printAnswer(renamed, { ...options, text: `The library is named "${name}".` }, print)
}

/** `declaim libraries delete`. */
export async function deleteLibrary(
  library: string,
  options: ConnectOptions & JsonOption,
  print: Print,
): Promise<void> {
  const { declaim } = await connect(options)
  const deleted = await declaim.libraries.delete(await findLibrary(declaim, library))
  const { library_id: id, name } = deleted
  printAnswer(deleted, { ...options, text: `Library "${name}" (${id}) is deleted.` }, print)
}

/** `declaim libraries show`: the replacements of a library. */
export async function showLibrary(library: string, options: ConnectOptions & JsonOption, print: Print): Promise<void> {
  const { declaim } = await connect(options)
  const rows = await declaim.libraries.replacements(await findLibrary(declaim, library))
  if (options.json === true) return print(JSON.stringify(rows, null, 2))
  const table = rows.map(
    ({ replacement_id: id, original, replacement_text: text, is_phonetic_respelling, enabled }) => [
      id,
      original,
      text,
      is_phonetic_respelling ? 'phonetic' : '',
      enabled ? '' : 'off',
    ],
  )
  for (const line of formatTable(table)) print(line)
}

export type AddOptions = ConnectOptions & JsonOption & { readonly phonetic?: boolean | undefined }

/** `declaim libraries add`: adds one replacement. */
export async function addReplacement(
  [library, original, text]: readonly [library: string, original: string, text: string],
  options: AddOptions,
  print: Print,
): Promise<void> {
  const { declaim } = await connect(options)
  const row = { original, replacement_text: text, is_phonetic_respelling: options.phonetic === true }
  const id = await declaim.libraries.add(await findLibrary(declaim, library), row)
  printAnswer({ replacement_id: id }, { ...options, text: id }, print)
}

/** `declaim libraries remove`: removes one replacement. */
export async function removeReplacement(
  library: string,
  id: string,
  options: ConnectOptions & JsonOption,
  print: Print,
): Promise<void> {
  const { declaim } = await connect(options)
  const removed = await declaim.libraries.remove(await findLibrary(declaim, library), id)
  const sentence = `The replacement of "${removed.original}" is removed.`
  printAnswer(removed, { ...options, text: sentence }, print)
}

/**
 * `declaim libraries import`: adds the rows of a CSV or JSON file or a PLS lexicon to a library, all or none. Makes the
 * library if none has that name.
 */
export async function importLibrary(
  library: string,
  file: string,
  options: ConnectOptions & JsonOption,
  print: Print,
): Promise<void> {
  const { declaim } = await connect(options)
  const { rows, problems } = await readRows(file)
  for (const problem of problems) process.stderr.write(`Left out: ${problem}\n`)
  if (rows.length === 0) throw new CommandError('data', `Cannot import ${file}: it has no row that can be used`)
  const known = await lookUpLibrary(declaim, library)
  const id = known ?? (await declaim.libraries.create(library))
  const added = await declaim.libraries.addMany(id, rows).catch(async (error: unknown) => {
    // A refused file leaves nothing behind. Why it was refused matters more than why that failed.
    if (known === undefined) await declaim.libraries.delete(id).catch(() => {})
    throw error
  })
  const outcome = { library_id: id, replacement_ids: added, left_out: problems }
  printAnswer(outcome, { ...options, text: `${added.length} replacements are in library ${id}.` }, print)
}

type Rows = { readonly rows: readonly ReplacementInput[] | string; readonly problems: readonly string[] }

async function readRows(file: string): Promise<Rows> {
  const text = await readTextFile(file)
  const ending = extname(file).toLowerCase()
  if (ending === '.csv') return { rows: text, problems: [] }
  if (ending === '.pls' || ending === '.xml') return readPls(text, file)
  if (ending !== '.json') {
    throw new CommandError('usage', `Cannot import ${file}: expected a name that ends in .csv, .json, .pls or .xml`)
  }
  try {
    return { rows: JSON.parse(text) as readonly ReplacementInput[], problems: [] }
  } catch (cause) {
    throw new CommandError('data', `Cannot import ${file}: it is not JSON; check the file or name it .csv`, { cause })
  }
}

function readPls(text: string, file: string): Rows {
  try {
    const { rows, problems } = parsePls(text)
    return { rows: rows.map(toReplacementRow), problems }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    throw new CommandError('data', `Cannot import ${file}: ${error.message}`, { cause: error })
  }
}

export type ExportOptions = ConnectOptions & {
  readonly format?: 'csv' | 'json' | 'pls' | undefined
  /** A file; standard output if left out. */
  readonly output?: string | undefined
  readonly language: string
}

/** `declaim libraries export`. The ending of the file decides about the format unless an option does. */
export async function exportLibrary(library: string, options: ExportOptions, print: Print): Promise<void> {
  const { declaim } = await connect(options)
  const { output, format = output === undefined ? 'csv' : formatOf(output) } = options
  const text = await formatLibrary(declaim, await findLibrary(declaim, library), { format, language: options.language })
  if (output === undefined) print(text.trimEnd())
  else await writeOutput(output, text)
}

function formatOf(file: string): 'csv' | 'json' | 'pls' {
  const ending = extname(file).toLowerCase().slice(1)
  if (ending === 'csv' || ending === 'json' || ending === 'pls') return ending
  throw new CommandError(
    'usage',
    `Cannot export to ${file}: its name has to end in .csv, .json or .pls; or use --format`,
  )
}

async function formatLibrary(
  { libraries }: Declaim,
  id: string,
  { format, language }: { readonly format: 'csv' | 'json' | 'pls'; readonly language: string },
): Promise<string> {
  if (format === 'csv') return await libraries.exportCsv(id)
  const rows = (await libraries.replacements(id)).map(({ replacement_id: _id, library_id: _library, ...row }) => row)
  if (format === 'json') return `${JSON.stringify(rows, null, 2)}\n`
  const written = rows.map(({ original, replacement_text: replacementText, is_phonetic_respelling: isPhonetic }) => ({
    original,
    replacementText,
    isPhoneticRespelling: isPhonetic ?? false,
  }))
  return formatPls(written, language)
}

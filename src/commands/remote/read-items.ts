import { stat } from 'node:fs/promises'
import { extname, join, parse as parsePath } from 'node:path'
import { CsvError, parse as parseCsv } from 'csv-parse/sync'
import { describeCsvError } from '../../api/schemas/describe-csv-error.ts'
import { CommandError } from '../exit-codes.ts'
import { listFolder, readTextFile, refuseFile } from '../files.ts'

/** One text of a list that is submitted. */
export type Item = {
  /** What its file is called, without an ending; unique in the list. */
  readonly name: string
  readonly text: string
  /** Id or name of an avatar; undefined for the one that the command names. */
  readonly voice?: string | undefined
}

/** Columns of a CSV file and fields of JSON that hold the same. */
const NAME_FIELDS = ['name', 'id', 'file', 'title']
const VOICE_FIELDS = ['voice', 'speaker_id', 'speaker', 'avatar']
const TEXT_ENDINGS = new Set(['.txt', '.md', '.ssml', '.xml'])

/**
 * Reads texts from a CSV file with a header, a JSON array, JSON lines, or a folder of text files. Throws CommandError
 * with the place of what is wrong.
 */
export async function readItems(source: string): Promise<readonly Item[]> {
  const items = (await stat(source).catch((error: unknown) => refuseFile('read', source, error))).isDirectory()
    ? await readFolder(source)
    : await readList(source)
  if (items.length === 0) throw unreadable(source, 'it holds no texts')
  return nameAll(items, source)
}

type UnnamedItem = Omit<Item, 'name'> & { readonly name: string | undefined }

async function readFolder(folder: string): Promise<readonly UnnamedItem[]> {
  const names = (await listFolder(folder)).filter((name) => TEXT_ENDINGS.has(extname(name).toLowerCase()))
  return await Promise.all(
    names.map(async (name) => ({ name: parsePath(name).name, text: await readTextFile(join(folder, name)) })),
  )
}

async function readList(file: string): Promise<readonly UnnamedItem[]> {
  const text = await readTextFile(file)
  const ending = extname(file).toLowerCase()
  if (ending === '.csv') return parseRows(text, file).map((row, index) => toItem(row, `row ${index + 2}`, file))
  if (ending === '.json') return parseArray(text, file).map((row, index) => toItem(row, `entry ${index + 1}`, file))
  if (ending !== '.jsonl' && ending !== '.ndjson')
    throw unreadable(file, 'expected a folder, or a file that ends in .csv, .json or .jsonl')
  const lines = text.split('\n').map((line, index) => ({ line: line.trim(), place: `line ${index + 1}` }))
  return lines.flatMap(({ line, place }) => (line === '' ? [] : [toItem(parseJson(line, file, place), place, file)]))
}

function parseRows(text: string, file: string): readonly unknown[] {
  try {
    return parseCsv(text, {
      columns: (header: string[]) =>
        checkHeader(
          header.map((name) => name.trim().toLowerCase()),
          file,
        ),
      skip_empty_lines: true,
    })
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(file, describeCsvError(error))
    throw error
  }
}

/** Throws unless a column holds the texts: the file may have another separator, or no header. */
function checkHeader(names: string[], file: string): string[] {
  if (names.includes('text')) return names
  const found = names.map((name) => `"${name.slice(0, LONGEST_NAME)}"`).join(', ')
  throw unreadable(file, `its first row has no column "text", only ${found}; columns are separated by commas`)
}

function parseArray(text: string, file: string): readonly unknown[] {
  const value = parseJson(text, file, 'the file')
  if (!Array.isArray(value)) throw unreadable(file, 'expected an array of objects with a text each')
  return value
}

function parseJson(text: string, file: string, place: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw unreadable(file, `${place} is not JSON: ${(error as Error).message}`)
  }
}

function toItem(row: unknown, place: string, file: string): UnnamedItem {
  const fields = typeof row === 'string' ? { text: row } : ((row ?? {}) as Readonly<Record<string, unknown>>)
  const { text } = fields
  if (typeof text !== 'string' || text.trim() === '') throw unreadable(file, `${place} has no text`)
  const firstOf = (names: readonly string[]): string | undefined => {
    const values = names.map((name) => fields[name])
    return values.map((value) => (typeof value === 'number' ? String(value) : value)).find(isFilled)
  }
  return { name: firstOf(NAME_FIELDS), text, voice: firstOf(VOICE_FIELDS) }
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** Characters that some file system refuses in a name, and dots and spaces at its ends. */
const UNSAFE = /[\p{Cc}<>:"/\\|?*]+|^[.\s]+|[.\s]+$/gu
const LONGEST_NAME = 100

/** Every item gets a name that can be a file's. Two of one name are refused: one file would replace the other. */
function nameAll(items: readonly UnnamedItem[], source: string): readonly Item[] {
  const digits = String(items.length).length
  const taken = new Set<string>()
  return items.map(({ name, ...item }, index) => {
    const safe = name?.replaceAll(UNSAFE, '-').slice(0, LONGEST_NAME) ?? String(index + 1).padStart(digits, '0')
    if (taken.has(safe.toLowerCase())) throw unreadable(source, `two texts are named "${safe}"`)
    taken.add(safe.toLowerCase())
    return { ...item, name: safe }
  })
}

function unreadable(source: string, problem: string): CommandError {
  return new CommandError('data', `Cannot read ${source}: ${problem}`)
}

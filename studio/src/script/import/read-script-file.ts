import { type Block, type BlockOptions, type ScriptLine, tidy, toLines } from './blocks.ts'
import { cutParagraph } from './cut-paragraph.ts'
import { decodeText, type Encoding } from './decode-text.ts'
import { readHtml } from './read-html.ts'
import { takeTurns } from './take-turns.ts'

/** How a file is imported. */
export type ImportOptions = BlockOptions & {
  /** Whether the silence between captions becomes pauses. */
  readonly keepsTimes: boolean
  /** Of a text that is not UTF-8. */
  readonly encoding: Encoding
  /** Whether a voice has this name or id; without it, every name is taken. */
  readonly isVoice?: (name: string) => boolean
}

/** A file as a script. */
export type ImportedScript = {
  readonly title: string
  readonly lines: readonly ScriptLine[]
  /** What the file has, by which the choices that matter are offered. */
  readonly found: {
    readonly headings: number
    readonly tables: number
    readonly lists: number
    readonly quotes: number
    readonly isCaptions: boolean
    /** Undefined unless the encoding is a guess. */
    readonly guess: Encoding | undefined
  }
}

export const DEFAULT_OPTIONS: ImportOptions = {
  areHeadingsSilent: false,
  tables: 'named',
  quoteVoice: undefined,
  keepsTimes: false,
  encoding: 'windows-1252',
}

/** What the file picker offers. */
export const SCRIPT_FILES = '.docx,.html,.htm,.md,.markdown,.txt,.csv,.srt,.vtt'
const READ = 'Word (.docx), HTML, Markdown, text, CSV, SubRip (.srt) and WebVTT (.vtt)'

/** More is no script: it would be a day of speech. */
const LONGEST_SCRIPT = 1_000_000

/** Reads a file as the lines of a script. Throws an error for people if it cannot. */
export async function readScriptFile(file: File, options: ImportOptions = DEFAULT_OPTIONS): Promise<ImportedScript> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { blocks, lines: read, ...rest } = await readContent(file.name, bytes, options)
  await takeTurns()
  const lines = (read ?? toLines(blocks, options)).flatMap(({ text, ...details }) =>
    // Two pieces cannot have one name.
    cutParagraph(tidy(text)).map((piece, index) => ({ ...details, ...(index > 0 && { name: '' }), text: piece })),
  )
  if (lines.length === 0) throw new Error(`Cannot import ${file.name}: it has no text`)
  refuseTooLong(lines.reduce((sum, { text }) => sum + text.length, 0))
  const count = (kind: Block['kind']) => blocks.filter((block) => block.kind === kind).length
  const found = { headings: count('heading'), tables: count('table'), lists: count('list'), quotes: count('quote') }
  return { title: file.name.replace(/\.\w+$/, ''), lines, found: { ...found, isCaptions: false, ...rest } }
}

type Content = {
  readonly blocks: readonly Block[]
  /** The lines of a file that has no blocks. */
  readonly lines?: readonly ScriptLine[]
  readonly guess: Encoding | undefined
  readonly isCaptions?: boolean
}

async function readContent(name: string, bytes: Uint8Array, options: ImportOptions): Promise<Content> {
  const kind = kindOf(name, bytes)
  if (kind === 'docx') {
    const { readWord } = await import('./read-word.ts')
    return { blocks: await readWord(bytes.slice().buffer), guess: undefined }
  }
  const { text, guess } = decodeText(bytes, options.encoding)
  switch (kind) {
    case 'html':
      return { blocks: readHtml(text), guess }
    case 'markdown': {
      // The parser is loaded when it is needed, as all others are.
      const { readMarkdown } = await import('./read-markdown.ts')
      return { blocks: await readMarkdown(text), guess }
    }
    case 'csv': {
      const { readCsv } = await import('./read-csv.ts')
      return { blocks: [], lines: readCsv(text, options.isVoice), guess }
    }
    case 'captions': {
      const { readCues } = await import('./read-cues.ts')
      return { blocks: [], lines: readCues(text, options), guess, isCaptions: true }
    }
    case 'text': {
      const { readText } = await import('./read-text.ts')
      return { blocks: readText(text), guess }
    }
  }
}

type Kind = 'docx' | 'html' | 'markdown' | 'csv' | 'captions' | 'text'

const ENDINGS: Readonly<Record<string, Kind>> = {
  docx: 'docx',
  html: 'html',
  htm: 'html',
  md: 'markdown',
  markdown: 'markdown',
  csv: 'csv',
  tsv: 'csv',
  srt: 'captions',
  vtt: 'captions',
  txt: 'text',
  text: 'text',
}

/** Files that cannot be read, by the ending or the first bytes, and what to do with them. */
const REFUSED: readonly { readonly is: RegExp; readonly begins?: string; readonly what: string }[] = [
  { is: /\.pdf$/i, begins: '%PDF', what: 'a PDF; open it in Word or Google Docs and save it as .docx' },
  { is: /\.rtf$/i, begins: '{\\rtf', what: 'RTF; open it in Word or LibreOffice and save it as .docx' },
  { is: /\.(?:odt|ott|fodt)$/i, what: 'an OpenDocument file; save it as .docx in LibreOffice' },
  { is: /\.(?:doc|dot|wps)$/i, begins: '\u00d0\u00cf\u0011\u00e0', what: 'an old Word file; save it as .docx' },
  { is: /\.(?:pages)$/i, what: 'a Pages document; export it as Word' },
  { is: /\.(?:epub|mobi|azw3?)$/i, what: 'an e-book; convert it to .docx or HTML' },
  { is: /\.(?:xlsx?|ods|numbers)$/i, what: 'a spreadsheet; save it as CSV' },
  { is: /\.(?:pptx?|odp|key)$/i, what: 'a presentation; copy its text, or save its outline as .docx' },
  { is: /\.(?:png|jpe?g|gif|webp|heic|tiff?|bmp|svg)$/i, begins: '\u0089PNG', what: 'a picture' },
  { is: /\.(?:mp3|wav|m4a|ogg|flac|mp4|mov|mkv)$/i, what: 'a recording' },
]

/** What a file is, by its ending and its first bytes. Throws an error for people that names what it is instead of a script. */
function kindOf(name: string, bytes: Uint8Array): Kind {
  const start = String.fromCharCode(...bytes.subarray(0, 8))
  const refused = REFUSED.find(({ is, begins }) => is.test(name) || (begins !== undefined && start.startsWith(begins)))
  if (refused !== undefined) throw new Error(`Cannot import ${name}: it is ${refused.what}`)
  const kind = ENDINGS[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '']
  const isArchive = start.startsWith('PK\u0003\u0004')
  if (kind === 'docx' || (kind === undefined && isArchive && /\.docx/i.test(name))) return 'docx'
  const isBinary = start.startsWith('GIF8') || start.startsWith('\u00ff\u00d8\u00ff') || isArchive
  if (isBinary || (bytes.includes(0) && !isWide(bytes)))
    throw new Error(`Cannot import ${name}: it is no text. The Studio reads ${READ}`)
  if (kind === undefined && /\.\w{1,5}$/.test(name))
    throw new Error(`Cannot import ${name}: files of this type are not read. The Studio reads ${READ}`)
  return kind ?? 'text'
}

function isWide([first, second, third, fourth]: Uint8Array): boolean {
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return isMarked || (second === 0 && fourth === 0) || (first === 0 && third === 0)
}

/** Throws if a script would be too long to work with. */
export function refuseTooLong(characters: number): void {
  if (characters <= LONGEST_SCRIPT) return
  const [has, most] = [characters, LONGEST_SCRIPT].map((count) => count.toLocaleString('en'))
  throw new Error(`A script holds up to ${most} characters, and this text has ${has}: divide it into several scripts`)
}

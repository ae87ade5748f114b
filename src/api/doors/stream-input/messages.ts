import { ServiceError } from '../../../errors.ts'
import { checkStorable } from '../../requests/refuse-unstorable.ts'
import { isAbsent, refuseValue, showValue } from '../../schemas/refuse-value.ts'

/** How a session sends and speaks. */
export type SessionSettings = {
  /** The fields of a request to /stream but the text. */
  readonly speech: Readonly<Record<string, unknown>>
  readonly ssml: boolean
  /** Whether cues in square brackets, such as `[whispers]`, are left out. */
  readonly cues?: boolean
  readonly audio: 'binary' | 'base64'
  readonly includeWordTiming: boolean
  /** Whether word times come with those of the sounds. */
  readonly includePhones: boolean
  readonly startAt: 'sentence' | 'clause'
  /** Milliseconds of audio that are sent ahead of what was played; undefined for all. */
  readonly leadMs: number | undefined
  readonly frameMs: number | undefined
}

/** What a client sends. */
export type ClientMessage =
  | ({ readonly type: 'start' } & SessionSettings)
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'flush' | 'end' | 'ping' }
  | { readonly type: 'cancel'; readonly playedMs: number | undefined }

type Fields = Readonly<Record<string, unknown>>

const TYPES = ['start', 'text', 'flush', 'cancel', 'end', 'ping'] as const
const MAX_LEAD_MS = 600_000
const MIN_FRAME_MS = 10
const MAX_FRAME_MS = 1000

/** Reads one message. Throws MISSING_ARGUMENT if it is not a message. */
export function parseMessage(json: string): ClientMessage {
  const fields = parseJson(json)
  checkStorable([fields], 'the message', 'text')
  const type = TYPES.find((known) => known === fields.type)
  if (type === undefined) throw refuseValue('type', fields.type, TYPES.join(', '))
  if (type === 'start') return { type, ...parseSettings(fields) }
  if (type === 'cancel') return { type, playedMs: parseNumber(fields, 'played_ms', { least: 0 }) }
  if (type !== 'text') return { type }
  if (typeof fields.text !== 'string') throw refuseValue('text', fields.text, 'a string')
  return { type, text: fields.text }
}

function parseJson(json: string): Fields {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    throw new ServiceError(
      'MISSING_ARGUMENT',
      `Cannot read the message: it is not valid JSON (${(error as Error).message})`,
    )
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw new ServiceError('MISSING_ARGUMENT', `Cannot read the message: expected a JSON object, not ${showValue(value)}`)
}

function parseSettings({ type: _type, ...fields }: Fields): SessionSettings {
  return {
    speech: fields,
    ssml: parseFlag(fields, 'ssml') ?? false,
    audio: parseChoice(fields, 'audio', ['binary', 'base64']),
    includeWordTiming: parseFlag(fields, 'include_word_timing') ?? true,
    includePhones: parseFlag(fields, 'include_phones') ?? false,
    startAt: parseChoice(fields, 'start_at', ['sentence', 'clause']),
    leadMs: parseNumber(fields, 'lead_ms', { least: 0, most: MAX_LEAD_MS }),
    frameMs: parseNumber(fields, 'frame_ms', { least: MIN_FRAME_MS, most: MAX_FRAME_MS }),
  }
}

function parseFlag(fields: Fields, name: string): boolean | undefined {
  const value = fields[name]
  if (isAbsent(value)) return undefined
  if (typeof value === 'boolean') return value
  throw refuseValue(name, value, 'true or false')
}

/** The first choice is the default. */
function parseChoice<Choice extends string>(
  fields: Fields,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const value = fields[name]
  if (isAbsent(value)) return choices[0]
  const choice = choices.find((one) => one === value)
  if (choice === undefined) throw refuseValue(name, value, choices.join(', '))
  return choice
}

type Range = { readonly least: number; readonly most?: number }

function parseNumber(
  fields: Fields,
  name: string,
  { least, most = Number.MAX_SAFE_INTEGER }: Range,
): number | undefined {
  const value = fields[name]
  if (isAbsent(value)) return undefined
  if (typeof value === 'number' && value >= least && value <= most) return value
  throw refuseValue(
    name,
    value,
    most === Number.MAX_SAFE_INTEGER ? `a number from ${least} up` : `a number from ${least} to ${most}`,
  )
}

import { ServiceError } from '../errors.ts'

/** What an account may ask for. `null` is no limit. */
export type PlanLimits = {
  /** UTF-16 units of one text, markup included. */
  readonly charactersPerText: number
  readonly charactersPerMonth: number
  /** Whether texts beyond the characters of the month are refused (`hard`), or spoken and reported (`soft`). */
  readonly monthEnd: 'hard' | 'soft'
  /** Requests that create or change something. */
  readonly requestsPerSecond: number | null
  /** Requests that may come at once before the rate is enforced. */
  readonly requestBurst: number
  /** GET and HEAD requests. */
  readonly readsPerSecond: number | null
  readonly readBurst: number
  /** Streams, word timings and open WebSockets that may be under way at the same time. */
  readonly concurrentStreams: number | null
  /** Clips that may wait or be rendered at the same time. */
  readonly queuedClips: number | null
  /** Length of a combination. */
  readonly fileSeconds: number | null
  /** Of all combinations of a day (UTC), at once or as clips. */
  readonly combinedSecondsPerDay: number | null
  /** Of all clips together: audio, plans and word timing. */
  readonly storedBytes: number | null
  /** How long a clip is kept after it was accepted. */
  readonly clipLifetimeSeconds: number
  /** Whether clips may name a webhook. */
  readonly webhooks: boolean
}

/** What values a limit can have. */
export type PlanField =
  | { readonly kind: 'count'; readonly most: number; readonly nullable?: true }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'boolean' }

const MILLION = 1_000_000

/** The fields of a plan, in the order in which they are listed. */
export const PLAN_FIELDS = {
  charactersPerText: { kind: 'count', most: MILLION },
  charactersPerMonth: { kind: 'count', most: 1e15 },
  monthEnd: { kind: 'choice', choices: ['hard', 'soft'] },
  requestsPerSecond: { kind: 'count', most: MILLION, nullable: true },
  requestBurst: { kind: 'count', most: MILLION },
  readsPerSecond: { kind: 'count', most: MILLION, nullable: true },
  readBurst: { kind: 'count', most: MILLION },
  concurrentStreams: { kind: 'count', most: MILLION, nullable: true },
  queuedClips: { kind: 'count', most: MILLION, nullable: true },
  fileSeconds: { kind: 'count', most: 31_536_000, nullable: true },
  combinedSecondsPerDay: { kind: 'count', most: 1e9, nullable: true },
  storedBytes: { kind: 'count', most: 1e15, nullable: true },
  clipLifetimeSeconds: { kind: 'count', most: 31_536_000 },
  webhooks: { kind: 'boolean' },
} as const satisfies Readonly<Record<keyof PlanLimits, PlanField>>

/** Checks some fields of a plan. Throws MISSING_ARGUMENT for the first one that is unknown or has a value that it cannot have. */
export function parsePlanLimits(fields: Readonly<Record<string, unknown>>): Partial<PlanLimits> {
  for (const [name, value] of Object.entries(fields)) {
    if (!Object.hasOwn(PLAN_FIELDS, name))
      throw new ServiceError(
        'MISSING_ARGUMENT',
        `Cannot use limit ${name}: expected ${Object.keys(PLAN_FIELDS).join(', ')}`,
      )
    const field: PlanField = PLAN_FIELDS[name as keyof PlanLimits]
    if (!isValueOf(field, value))
      throw new ServiceError(
        'MISSING_ARGUMENT',
        `Cannot use limit ${name} ${JSON.stringify(value)}: expected ${describeField(field)}`,
      )
  }
  return fields as Partial<PlanLimits>
}

/** Reads `name=value` as an operator types it. Numbers, `none`, `yes` and `no` become their values; anything else stays text. */
export function parsePlanSetting(text: string): readonly [string, unknown] {
  const [name = '', value = ''] = text.split('=', 2)
  const field: PlanField | undefined = Object.hasOwn(PLAN_FIELDS, name)
    ? PLAN_FIELDS[name as keyof PlanLimits]
    : undefined
  if (field?.kind === 'boolean') return [name, value === 'yes' ? true : value === 'no' ? false : value]
  if (field?.kind === 'choice') return [name, value]
  if (value === 'none') return [name, null]
  return [name, /^\d+$/.test(value) ? Number(value) : value]
}

/** A limit as `parsePlanSetting` reads it. */
export function formatPlanSetting(name: string, value: PlanLimits[keyof PlanLimits]): string {
  if (typeof value === 'boolean') return `${name}=${value ? 'yes' : 'no'}`
  return `${name}=${value ?? 'none'}`
}

function isValueOf(field: PlanField, value: unknown): boolean {
  if (field.kind === 'boolean') return typeof value === 'boolean'
  if (field.kind === 'choice') return field.choices.some((choice) => choice === value)
  if (value === null) return field.nullable === true
  return Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= field.most
}

function describeField(field: PlanField): string {
  if (field.kind === 'boolean') return 'yes or no'
  if (field.kind === 'choice') return field.choices.join(' or ')
  return `a whole number from 1 to ${field.most}${field.nullable ? ' or none' : ''}`
}

import { type TSchema, Type } from 'typebox'
import { LONGEST_PLAN_NAME, PLAN_NAME } from '../../../accounts/management/manage-plans.ts'
import { PLAN_FIELDS, type PlanField, type PlanLimits } from '../../../accounts/plan-fields.ts'
import { ServiceError } from '../../../errors.ts'
import { showValue } from '../refuse-value.ts'
import { toSnakeCase } from '../to-snake-case.ts'

const DESCRIPTIONS: Readonly<Record<keyof PlanLimits, string>> = {
  charactersPerText: 'UTF-16 units of one text, markup included',
  charactersPerMonth: 'UTF-16 units of the texts of a month',
  monthEnd: 'hard refuses texts beyond the month; soft speaks and reports them',
  requestsPerSecond: 'Requests that create or change something; null for no limit',
  requestBurst: 'Such requests that may come at once',
  readsPerSecond: 'GET and HEAD requests; null for no limit',
  readBurst: 'GET and HEAD requests that may come at once',
  concurrentStreams: 'Streams, word timings and open WebSockets at the same time; null for no limit',
  queuedClips: 'Unfinished clips at the same time; null for no limit',
  fileSeconds: 'Length of a combination; null for no limit',
  combinedSecondsPerDay: 'Length of all combinations of a day (UTC); null for no limit',
  storedBytes: 'Bytes of all clips together; null for no limit',
  clipLifetimeSeconds: 'How long a clip is kept',
  webhooks: 'Whether clips may name a webhook',
}

function schemaOf(name: keyof PlanLimits): TSchema {
  const field: PlanField = PLAN_FIELDS[name]
  const description = DESCRIPTIONS[name]
  if (field.kind === 'boolean') return Type.Boolean({ description })
  if (field.kind === 'choice') return Type.Unsafe({ type: 'string', enum: field.choices, description })
  const count = { type: 'integer', minimum: 1, maximum: field.most, description }
  return Type.Unsafe(field.nullable ? { ...count, nullable: true } : count)
}

const names = Object.keys(PLAN_FIELDS) as readonly (keyof PlanLimits)[]
const limits = Object.fromEntries(names.map((name) => [toSnakeCase(name), schemaOf(name)]))

export const planLimitsSchema = Type.Object(limits)
export const planPatchSchema = Type.Partial(planLimitsSchema)

export const planInputSchema = Type.Object({
  plan: Type.String({
    pattern: PLAN_NAME.source,
    maxLength: LONGEST_PLAN_NAME,
    description: '1 to 64 letters, digits, dots, dashes or underscores, and not dots alone',
  }),
  limits: planPatchSchema,
})

export const planSchema = Type.Object({
  plan: Type.String(),
  built_in: Type.Boolean({ description: 'default or owner, which cannot be deleted' }),
  limits: planLimitsSchema,
})

export const planListSchema = Type.Object({ count: Type.Integer(), plans: Type.Array(planSchema) })

type Plan = { readonly name: string; readonly isBuiltIn: boolean; readonly limits: PlanLimits }

export function toPlanBody({ name, isBuiltIn, limits }: Plan) {
  return {
    plan: name,
    built_in: isBuiltIn,
    limits: toLimitsBody(limits),
  }
}

/** Limits with the names of the API. */
export function toLimitsBody(limits: PlanLimits): Readonly<Record<string, PlanLimits[keyof PlanLimits]>> {
  return Object.fromEntries(Object.entries(limits).map(([limit, value]) => [toSnakeCase(limit), value]))
}

/**
 * The limits of a body as the accounts know them. Throws MISSING_ARGUMENT for fields that are no limits: a misspelled one would limit
 * nothing.
 */
export function toPlanLimits(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const known = new Map(names.map((name) => [toSnakeCase(name), name]))
  const unknown = Object.keys(body).filter((field) => !known.has(field))
  if (unknown.length > 0)
    throw new ServiceError(
      'MISSING_ARGUMENT',
      `Cannot use limits ${unknown.map((field) => showValue(field)).join(', ')}: expected ${[...known.keys()].join(', ')}`,
    )
  return Object.fromEntries(Object.entries(body).map(([field, value]) => [known.get(field)!, value]))
}

import { type Static, Type } from 'typebox'
import { ServiceError } from '../../../errors.ts'
import type { Library, Replacement } from '../../../storage/records/libraries.ts'
import { type LexiconRow, readPhonemes, respellingToIpa } from '../../../text/replacements/pls-lexicon.ts'
import { isAbsent, refuseValue } from '../../schemas/refuse-value.ts'

const description = Type.Union([Type.String(), Type.Null()])

const addedSchema = Type.Object({
  id: Type.String({ description: 'The id of the replacement library' }),
  name: Type.String(),
  created_by: Type.String(),
  creation_time_unix: Type.Integer(),
  version_id: Type.String({ description: 'The same for all versions: the newest is always used' }),
  version_rules_num: Type.Integer(),
  description,
  permission_on_resource: Type.String(),
})

const dictionarySchema = Type.Object({
  id: Type.String(),
  latest_version_id: Type.String(),
  latest_version_rules_num: Type.Integer(),
  name: Type.String(),
  permission_on_resource: Type.String(),
  created_by: Type.String(),
  creation_time_unix: Type.Integer(),
  archived_time_unix: Type.Null(),
  description,
})

const ruleSchema = Type.Object({
  type: Type.String({ description: '`alias` or `phoneme`' }),
  string_to_replace: Type.String(),
  alias: Type.Optional(Type.String()),
  phoneme: Type.Optional(Type.String()),
  alphabet: Type.Optional(Type.String()),
})

/** A form with a lexicon. */
export const dictionaryFormSchema = Type.Object({
  name: Type.String(),
  file: Type.String({ format: 'binary', description: 'A lexicon of the W3C (PLS 1.0), in IPA or ARPAbet' }),
})

const replaced = Type.String({ minLength: 1 })

export const dictionaryRulesSchema = Type.Object({
  name: Type.String({ minLength: 1 }),
  rules: Type.Array(
    Type.Union([
      Type.Object({ type: Type.Literal('alias'), string_to_replace: replaced, alias: Type.String({ minLength: 1 }) }),
      Type.Object({
        type: Type.Literal('phoneme'),
        string_to_replace: replaced,
        phoneme: Type.String({ minLength: 1 }),
        alphabet: Type.Union([Type.Literal('ipa'), Type.Literal('cmu-arpabet')]),
      }),
    ]),
    { minItems: 1 },
  ),
})

export const DICTIONARY_ANSWERS = {
  added: addedSchema,
  list: Type.Object({
    pronunciation_dictionaries: Type.Array(dictionarySchema),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
    has_more: Type.Boolean(),
  }),
  whole: Type.Object({ ...dictionarySchema.properties, rules: Type.Array(ruleSchema) }),
} as const

type Fields = Readonly<Record<string, unknown>>

/** Every library has one version: the newest. */
export const VERSION = 'latest'

/** A dictionary that was added. */
export function toAddedBody(
  { id, name }: Library,
  { accountId, rules, now }: { readonly accountId: string; readonly rules: number; readonly now: number },
): Static<typeof addedSchema> {
  return {
    id,
    name,
    created_by: accountId,
    creation_time_unix: Math.floor(now / 1000),
    version_id: VERSION,
    version_rules_num: rules,
    description: null,
    permission_on_resource: 'admin',
  }
}

/** A dictionary of a list. Libraries do not say when they were made. */
export function toDictionaryBody(
  { id, name }: Library,
  { accountId, rules }: { readonly accountId: string; readonly rules: number },
): Static<typeof dictionarySchema> {
  return {
    id,
    latest_version_id: VERSION,
    latest_version_rules_num: rules,
    name,
    permission_on_resource: 'admin',
    created_by: accountId,
    creation_time_unix: 0,
    archived_time_unix: null,
    description: null,
  }
}

export function toRuleBody({
  original,
  replacementText,
  isPhoneticRespelling,
}: Replacement): Static<typeof ruleSchema> {
  if (!isPhoneticRespelling) return { type: 'alias', string_to_replace: original, alias: replacementText }
  const phoneme = respellingToIpa(replacementText)
  return { type: 'phoneme', string_to_replace: original, phoneme, alphabet: 'ipa' }
}

/** Reads the rules of a body. Throws MISSING_ARGUMENT, naming the first that cannot be used. */
export function parseRules(rules: unknown): readonly LexiconRow[] {
  if (!Array.isArray(rules) || rules.length === 0) throw refuseValue('rules', rules, 'a list of rules')
  return rules.map((rule, i) => parseRule(rule, `rules[${i}]`))
}

function parseRule(rule: unknown, place: string): LexiconRow {
  if (typeof rule !== 'object' || rule === null) throw refuseValue(place, rule, 'a rule')
  const { type, string_to_replace: original, alias, phoneme, alphabet } = rule as Fields
  if (typeof original !== 'string' || original.trim() === '')
    throw refuseValue(`${place}.string_to_replace`, original, 'a word or phrase')
  if (type === 'alias') {
    if (typeof alias !== 'string') throw refuseValue(`${place}.alias`, alias, 'a text')
    return { original, replacementText: alias, isPhoneticRespelling: false }
  }
  if (type !== 'phoneme') throw refuseValue(`${place}.type`, type, 'alias or phoneme')
  if (typeof phoneme !== 'string') throw refuseValue(`${place}.phoneme`, phoneme, 'phonemes')
  if (typeof alphabet !== 'string') throw refuseValue(`${place}.alphabet`, alphabet, 'ipa or cmu-arpabet')
  const reading = readPhonemes(phoneme, alphabet)
  if ('problem' in reading) throw new ServiceError('MISSING_ARGUMENT', `Cannot use ${place}: ${reading.problem}`)
  return { original, ...reading }
}

/** The name of a new dictionary. Throws MISSING_ARGUMENT if it has none. */
export function parseName(name: unknown): string {
  if (isAbsent(name) || typeof name !== 'string' || name.trim() === '') throw refuseValue('name', name, 'a name')
  return name
}

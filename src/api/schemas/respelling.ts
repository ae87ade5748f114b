import { Type } from 'typebox'
import { ServiceError } from '../../errors.ts'
import { DEFAULT_LOCALE, DIALECT_NAMES, findLocaleByName, type Locale } from '../../text/english/dialects.ts'

/** UTF-16 units of the word or phrase. */
const MAX_WORD_LENGTH = 200

export const respellingListSchema = Type.Array(Type.Object({ word: Type.String(), phonetic_respelling: Type.String() }))

/** What is asked of GET /respelling_suggestions. */
export type RespellingQuery = {
  /** Without spaces and quotes around it; never empty. */
  readonly word: string
  readonly locale: Locale
}

/** Checks the query; throws MISSING_ARGUMENT. */
export function parseRespellingQuery(query: unknown): RespellingQuery {
  const { word, locale } = query as Record<string, unknown>
  return { word: parseWord(word), locale: parseLocale(locale) }
}

function parseWord(value: unknown): string {
  if (value === undefined) throw refusal('word is missing')
  if (typeof value !== 'string') throw refusal('word is given more than once')
  const word = value.replace(/^[\s\p{Pi}\p{Pf}"'`„‚]+|[\s\p{Pi}\p{Pf}"'`]+$/gu, '')
  if (word === '') throw refusal('word is empty')
  if (word.length > MAX_WORD_LENGTH) {
    throw refusal(`word has ${word.length} characters; expected at most ${MAX_WORD_LENGTH}`)
  }
  return word
}

function parseLocale(value: unknown): Locale {
  if (value === undefined) return DEFAULT_LOCALE
  const locale = typeof value === 'string' ? findLocaleByName(value) : undefined
  if (locale === undefined) throw refusal(`locale is ${JSON.stringify(value)}; expected ${DIALECT_NAMES.join(', ')}`)
  return locale
}

function refusal(problem: string): ServiceError {
  return new ServiceError('MISSING_ARGUMENT', `Cannot suggest respellings: ${problem}`)
}

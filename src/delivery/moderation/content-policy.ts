import { RE2JS } from 're2js'
import { createTermMatcher, type TermMatcher } from '../../text/replacements/term-matcher.ts'

/** Finds what a text may not contain. */
export type ContentPolicy = {
  /** Undefined if the text may be spoken. An account's own terms come first; those that it may say are skipped. */
  find(text: string, account?: AccountTerms): Violation | undefined
}

/** `rule` is shown to the caller. `term` is the listed term that matched; only terms of the operator's own lists are named. */
export type Violation = { readonly rule: string; readonly term?: string; readonly start: number; readonly end: number }

/** What the operator has decided for one account. Keep the object: its lists are compiled once. */
export type AccountTerms = {
  /** Terms that it may say, whatever the other rules forbid. */
  readonly allow: readonly string[]
  /** Terms that it may not say. */
  readonly deny: readonly string[]
}

/** A pattern with the syntax of RE2, which matches in linear time. */
export type PolicyPattern = { readonly rule: string; readonly pattern: string }

export type PolicyLists = {
  /** Whole words and phrases, in any case. */
  readonly terms: readonly string[]
  readonly profanities: readonly string[]
  readonly patterns: readonly PolicyPattern[]
}

type Rule = (text: string, isAllowed: (found: string) => boolean) => Violation | undefined

/** Compiles the operator's lists. Throws an Error that names the pattern that is not one. */
export function createContentPolicy({ terms, profanities, patterns }: PolicyLists): ContentPolicy {
  const rules = [
    ...(terms.length > 0 ? [termRule('blocked terms', createTermMatcher(terms), true)] : []),
    ...(profanities.length > 0 ? [termRule('profanity', createTermMatcher(profanities), false)] : []),
    ...patterns.map(patternRule),
  ]
  const compiled = new WeakMap<AccountTerms, CompiledTerms>()
  return {
    find(text, account) {
      const own = account && compile(account, compiled)
      const isAllowed = (found: string): boolean => own?.allow.has(found.toLowerCase()) === true
      for (const rule of own === undefined ? rules : [own.deny, ...rules]) {
        const violation = rule(text, isAllowed)
        if (violation !== undefined) return violation
      }
      return undefined
    },
  }
}

type CompiledTerms = { readonly allow: ReadonlySet<string>; readonly deny: Rule }

function compile(account: AccountTerms, compiled: WeakMap<AccountTerms, CompiledTerms>): CompiledTerms {
  const known = compiled.get(account)
  if (known !== undefined) return known
  const allow = new Set(account.allow.map((term) => term.toLowerCase()))
  const terms = { allow, deny: termRule('terms of the account', createTermMatcher(account.deny), true) }
  compiled.set(account, terms)
  return terms
}

function termRule(rule: string, matcher: TermMatcher, isNamed: boolean): Rule {
  return (text, isAllowed) => {
    const found = matcher.findAll(text).find(({ start, end }) => !isAllowed(text.slice(start, end)))
    if (found === undefined) return undefined
    const { term, start, end } = found
    return { rule, start, end, ...(isNamed && { term }) }
  }
}

function patternRule({ rule, pattern }: PolicyPattern): Rule {
  const compiled = compilePattern(rule, pattern)
  return (text, isAllowed) => {
    const matcher = compiled.matcher(text)
    while (matcher.find()) {
      const [start, end] = [matcher.start(), matcher.end()]
      if (end > start && !isAllowed(text.slice(start, end))) return { rule, start, end }
    }
    return undefined
  }
}

function compilePattern(rule: string, pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
  } catch (error) {
    throw new Error(`Cannot use the pattern of rule "${rule}": ${(error as Error).message}`)
  }
}

/** Reads lines such as `card numbers = \d{16}`. Lines that are empty or begin with # say nothing. Throws for any other. */
export function parsePatterns(text: string): readonly PolicyPattern[] {
  return text.split('\n').flatMap((line, i) => {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#')) return []
    const [, rule, pattern] = /^([^=]{1,100}?)\s*=\s*(\S.*)$/.exec(trimmed) ?? []
    if (rule === undefined || pattern === undefined)
      throw new Error(`Cannot read line ${i + 1} of the patterns: expected NAME = PATTERN`)
    return [{ rule, pattern }]
  })
}

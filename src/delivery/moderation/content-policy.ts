import { RE2JS } from 're2js'
import { createTermMatcher, type TermMatcher } from '../../text/replacements/term-matcher.ts'
import type { SpokenWord } from '../../text/utterance.ts'
import { createSoundTerms, type HeardTerm, type SoundTerms, type TermSounds } from './sound-terms.ts'

/** Finds what a text may not contain. */
export type ContentPolicy = {
  /** Undefined if the text may be spoken. An account's own terms come first; those that it may say are skipped. */
  find(text: string, account?: AccountTerms): Violation | undefined
  /** The same for words to which the caller gave sounds: a term is found if they sound like it, however they are spelled. */
  findHeard(words: readonly SpokenWord[], account?: AccountTerms): HeardViolation | undefined
}

/** A violation by sound. */
export type HeardViolation = Pick<Violation, 'rule' | 'term'> & Pick<HeardTerm, 'first' | 'last'>

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

/** Compiles the operator's lists. Throws an Error that names the pattern that is not one. Without `sounds`, nothing is found by sound. */
export function createContentPolicy({ terms, profanities, patterns }: PolicyLists, sounds?: TermSounds): ContentPolicy {
  const rules = [
    ...(terms.length > 0 ? [termRule('blocked terms', createTermMatcher(terms), true)] : []),
    ...(profanities.length > 0 ? [termRule('profanity', createTermMatcher(profanities), false)] : []),
    ...patterns.map(patternRule),
  ]
  const heard: readonly HeardRule[] = [
    { rule: 'blocked terms', isNamed: true, terms: soundTerms(terms, sounds) },
    { rule: 'profanity', isNamed: false, terms: soundTerms(profanities, sounds) },
  ]
  const compiled = new WeakMap<AccountTerms, CompiledTerms>()
  return {
    findHeard(words, account) {
      const own = account && compile(account, compiled, sounds)
      const isAllowed = (term: string): boolean => own?.allow.has(term.toLowerCase()) === true
      for (const { rule, isNamed, terms } of own === undefined ? heard : [own.heard, ...heard]) {
        const found = terms.find(words, isAllowed)
        if (found !== undefined)
          return { rule, first: found.first, last: found.last, ...(isNamed && { term: found.term }) }
      }
      return undefined
    },
    find(text, account) {
      const own = account && compile(account, compiled, sounds)
      const isAllowed = (found: string): boolean => own?.allow.has(found.toLowerCase()) === true
      for (const rule of own === undefined ? rules : [own.deny, ...rules]) {
        const violation = rule(text, isAllowed)
        if (violation !== undefined) return violation
      }
      return undefined
    },
  }
}

type HeardRule = { readonly rule: string; readonly isNamed: boolean; readonly terms: SoundTerms }

const NO_SOUNDS: SoundTerms = { find: () => undefined }

function soundTerms(terms: readonly string[], sounds: TermSounds | undefined): SoundTerms {
  return sounds === undefined || terms.length === 0 ? NO_SOUNDS : createSoundTerms(terms, sounds)
}

type CompiledTerms = { readonly allow: ReadonlySet<string>; readonly deny: Rule; readonly heard: HeardRule }

function compile(
  account: AccountTerms,
  compiled: WeakMap<AccountTerms, CompiledTerms>,
  sounds: TermSounds | undefined,
): CompiledTerms {
  const known = compiled.get(account)
  if (known !== undefined) return known
  const allow = new Set(account.allow.map((term) => term.toLowerCase()))
  const rule = 'terms of the account'
  const terms = {
    allow,
    deny: termRule(rule, createTermMatcher(account.deny), true),
    heard: { rule, isNamed: true, terms: soundTerms(account.deny, sounds) },
  }
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

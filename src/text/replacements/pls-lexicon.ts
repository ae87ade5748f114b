import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser'
import { ServiceError } from '../../errors.ts'
import { arpabetToIpa } from '../respelling/arpabet-to-ipa.ts'
import { formatRespelling } from '../respelling/format-respelling.ts'
import { parseArpabet } from '../respelling/parse-arpabet.ts'
import { parseIpa } from '../respelling/parse-ipa.ts'
import { stressWord, type WordSound } from '../respelling/stress-word.ts'
import { parsePhoneticText } from './parse-phonetic-text.ts'
import type { Replacement } from './replacement-set.ts'

/** What a lexicon says of one spelling. */
export type LexiconRow = Pick<Replacement, 'original' | 'replacementText' | 'isPhoneticRespelling'>

/** A pronunciation lexicon of the W3C (PLS 1.0): https://www.w3.org/TR/pronunciation-lexicon/ */
export type PlsLexicon = {
  readonly rows: readonly LexiconRow[]
  /** What could not be taken over, and why. */
  readonly problems: readonly string[]
}

type Phoneme = string | { readonly '#text'?: string; readonly '@alphabet'?: string; readonly '@prefer'?: string }
type Lexeme = {
  readonly grapheme?: readonly string[]
  readonly alias?: readonly string[]
  readonly phoneme?: readonly Phoneme[]
}

const LISTS = new Set(['lexeme', 'grapheme', 'alias', 'phoneme'])
const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  processEntities: true,
  removeNSPrefix: true,
  isArray: (name) => LISTS.has(name),
})

/**
 * Reads a lexicon: each spelling of each lexeme is a replacement. Phonemes are read in IPA and ARPAbet. Throws MISSING_ARGUMENT for what is no
 * lexicon.
 */
export function parsePls(xml: string): PlsLexicon {
  const validity = XMLValidator.validate(xml)
  if (validity !== true) throw unreadable(`line ${validity.err.line}: ${validity.err.msg}`)
  const { lexicon } = PARSER.parse(xml) as { lexicon?: { lexeme?: readonly Lexeme[]; '@alphabet'?: string } }
  if (lexicon === undefined) throw unreadable('it has no <lexicon>')
  const rows: LexiconRow[] = []
  const problems: string[] = []
  for (const [index, lexeme] of (lexicon.lexeme ?? []).entries()) {
    const spellings = (lexeme.grapheme ?? []).map((grapheme) => grapheme.trim()).filter((spelling) => spelling !== '')
    const reading = readLexeme(lexeme, lexicon['@alphabet'] ?? 'ipa')
    const place = `lexeme ${index + 1} (${spellings.join(', ') || 'without a spelling'})`
    if ('problem' in reading) problems.push(`${place}: ${reading.problem}`)
    else if (spellings.length === 0) problems.push(`${place}: it has no <grapheme>`)
    else rows.push(...spellings.map((original) => ({ original, ...reading })))
  }
  return { rows, problems }
}

type Reading = Omit<LexiconRow, 'original'>

/** The preferred phoneme, else the first; an alias if there is none. */
function readLexeme({ alias = [], phoneme = [] }: Lexeme, alphabet: string): Reading | { readonly problem: string } {
  const phonemes = phoneme.map((one) => (typeof one === 'string' ? { '#text': one } : one))
  const chosen = phonemes.find((one) => one['@prefer'] === 'true') ?? phonemes[0]
  if (chosen === undefined) {
    const [text] = alias
    return text === undefined
      ? { problem: 'it has neither <phoneme> nor <alias>' }
      : { replacementText: text.trim(), isPhoneticRespelling: false }
  }
  return readPhonemes(chosen['#text'] ?? '', chosen['@alphabet'] ?? alphabet)
}

const ARPABET = /^(?:x-|cmu-)?arpabet$/i

/** Phonemes of one or several words as a respelling, or why they are none. In ARPAbet they are one word. */
export function readPhonemes(phonemes: string, alphabet: string): Reading | { readonly problem: string } {
  const isArpabet = ARPABET.test(alphabet)
  if (!isArpabet && alphabet !== 'ipa')
    return { problem: `its phonemes are in the alphabet "${alphabet}", not in ipa or cmu-arpabet` }
  const written = isArpabet ? [phonemes.trim()] : phonemes.trim().split(/\s+/)
  const words = written.map((word) => respell(isArpabet ? parseArpabet(word) : parseIpa(word)))
  const unreadable = words.indexOf(undefined)
  if (unreadable !== -1) return { problem: `"${written[unreadable]}" has a sound that English lacks, or no vowel` }
  return { replacementText: words.join(' '), isPhoneticRespelling: true }
}

/** Sounds in our respelling; undefined if one is unknown or the respelling could not be read back. */
function respell(sounds: readonly WordSound[] | { readonly unknown: string } | undefined): string | undefined {
  if (sounds === undefined || 'unknown' in sounds || sounds.length === 0) return undefined
  const respelling = formatRespelling(stressWord(sounds))
  try {
    parsePhoneticText(respelling)
    return respelling
  } catch {
    return undefined
  }
}

/** Writes replacements as a lexicon: respellings as IPA, other replacements as aliases. */
export function formatPls(rows: readonly LexiconRow[], language: string): string {
  const lexeme = rows.map(({ original, replacementText: text, isPhoneticRespelling: isPhonetic }) => ({
    grapheme: original,
    ...(isPhonetic ? { phoneme: respellingToIpa(text) } : { alias: text }),
  }))
  const attributes = {
    '@version': '1.0',
    '@xmlns': 'http://www.w3.org/2005/01/pronunciation-lexicon',
    '@alphabet': 'ipa',
    '@xml:lang': language,
  }
  const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true })
  return builder.build({ '?xml': { '@version': '1.0', '@encoding': 'UTF-8' }, lexicon: { ...attributes, lexeme } })
}

/** The IPA of a respelling, with a space between words. */
export function respellingToIpa(respelling: string): string {
  const words = parsePhoneticText(respelling)
  return words
    .map((phonemes) => phonemes.map((one) => arpabetToIpa(one, { alphabet: 'espeak', languageCode: 'en-us' })).join(''))
    .join(' ')
}

function unreadable(problem: string): ServiceError {
  return new ServiceError('MISSING_ARGUMENT', `Cannot read the lexicon: ${problem}`)
}

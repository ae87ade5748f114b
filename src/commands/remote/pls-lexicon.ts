import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser'
import type { ReplacementInput } from '../../../client/src/declaim.ts'
import { arpabetToIpa } from '../../synthesis/engines/ipa/arpabet-to-ipa.ts'
import { parsePhoneticText } from '../../text/replacements/parse-phonetic-text.ts'
import { formatRespelling } from '../../text/respelling/format-respelling.ts'
import { parseIpa } from '../../text/respelling/parse-ipa.ts'
import { stressWord } from '../../text/respelling/stress-word.ts'
import { CommandError } from '../exit-codes.ts'

/** A pronunciation lexicon of the W3C (PLS 1.0): https://www.w3.org/TR/pronunciation-lexicon/ */
export type PlsLexicon = {
  readonly rows: readonly ReplacementInput[]
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

/** Reads a lexicon: each spelling of each lexeme is a replacement. Phonemes are read in the alphabet `ipa`. */
export function parsePls(xml: string, file: string): PlsLexicon {
  const validity = XMLValidator.validate(xml)
  if (validity !== true) throw unreadable(file, `line ${validity.err.line}: ${validity.err.msg}`)
  const { lexicon } = PARSER.parse(xml) as { lexicon?: { lexeme?: readonly Lexeme[]; '@alphabet'?: string } }
  if (lexicon === undefined) throw unreadable(file, 'it has no <lexicon>')
  const rows: ReplacementInput[] = []
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

type Reading = Omit<ReplacementInput, 'original'>

/** The preferred phoneme, else the first; an alias if there is none. */
function readLexeme({ alias = [], phoneme = [] }: Lexeme, alphabet: string): Reading | { readonly problem: string } {
  const phonemes = phoneme.map((one) => (typeof one === 'string' ? { '#text': one } : one))
  const chosen = phonemes.find((one) => one['@prefer'] === 'true') ?? phonemes[0]
  if (chosen === undefined) {
    const [text] = alias
    return text === undefined
      ? { problem: 'it has neither <phoneme> nor <alias>' }
      : { replacement_text: text.trim(), is_phonetic_respelling: false }
  }
  const used = chosen['@alphabet'] ?? alphabet
  const ipa = chosen['#text']?.trim() ?? ''
  if (used !== 'ipa') return { problem: `its phonemes are in the alphabet "${used}", not in ipa` }
  const words = ipa.split(/\s+/).map(respellIpa)
  const unreadable = words.indexOf(undefined)
  if (unreadable !== -1)
    return { problem: `"${ipa.split(/\s+/)[unreadable]}" has a sound that English lacks, or no vowel` }
  return { replacement_text: words.join(' '), is_phonetic_respelling: true }
}

/** IPA in our respelling; undefined if a sign is unknown or the respelling could not be read back. */
function respellIpa(ipa: string): string | undefined {
  const sounds = parseIpa(ipa)
  if (sounds === undefined || sounds.length === 0) return undefined
  const respelling = formatRespelling(stressWord(sounds))
  try {
    parsePhoneticText(respelling)
    return respelling
  } catch {
    return undefined
  }
}

/** Writes replacements as a lexicon: respellings as IPA, other replacements as aliases. */
export function formatPls(rows: readonly ReplacementInput[], language: string): string {
  const lexeme = rows.map(({ original, replacement_text: text, is_phonetic_respelling: isPhonetic }) => ({
    grapheme: original,
    ...(isPhonetic === true ? { phoneme: toIpa(text) } : { alias: text }),
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

function toIpa(respelling: string): string {
  const words = parsePhoneticText(respelling)
  return words
    .map((phonemes) => phonemes.map((one) => arpabetToIpa(one, { alphabet: 'espeak', languageCode: 'en-us' })).join(''))
    .join(' ')
}

function unreadable(file: string, problem: string): CommandError {
  return new CommandError('data', `Cannot read ${file}: ${problem}`)
}

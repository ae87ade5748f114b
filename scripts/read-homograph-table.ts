import { ARPABET_SYMBOLS } from '../src/text/arpabet.ts'
import { soundsOfS } from '../src/text/english/possessive.ts'
import {
  HOMOGRAPH_ROLES,
  type Homograph,
  type HomographRole,
  type HomographSense,
} from '../src/text/phonemization/homographs/homograph.ts'

/**
 * Reads data/lexicon/homographs.tsv: lines `word<TAB>role: PHONEMES ~ clue clue<TAB>role: ...`; `#` begins a comment. `+s` after
 * the word adds its form in -s with the same senses. Throws on a line it cannot read.
 */
export function readHomographTable(text: string): ReadonlyMap<string, Homograph> {
  const table = new Map<string, Homograph>()
  for (const line of text.split('\n')) {
    const [head = '', ...cells] = line.split('#')[0]!.trimEnd().split('\t')
    if (head === '') continue
    const [word = '', flag] = head.split(' ')
    const senses = cells.map((cell) => parseSense(cell, line))
    if (senses.length < 2 || table.has(word)) throw new Error(`Cannot read the homograph line "${line}"`)
    table.set(word, senses)
    if (flag === '+s')
      table.set(withS(word), senses.filter(({ role }) => role === 'noun' || role === 'verb').map(inflectSense))
  }
  return table
}

function parseSense(cell: string, line: string): HomographSense {
  const [, role, sounds, clues = ''] = /^(\w+): ([A-Z0-2 ]+?)(?: ~ (.+))?$/.exec(cell) ?? []
  const phonemes = sounds?.split(' ') ?? []
  const known =
    HOMOGRAPH_ROLES.includes(role as HomographRole) && phonemes.every((phoneme) => ARPABET_SYMBOLS.includes(phoneme))
  if (!known || phonemes.length === 0)
    throw new Error(`Cannot read the sense "${cell}" of the homograph line "${line}"`)
  return { role: role as HomographRole, phonemes, clues: clues.split(' ').filter((clue) => clue !== '') }
}

function withS(word: string): string {
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
}

/** The sense of the form in -s. What decides if it is right after the word does so only after the form that the table lists. */
function inflectSense(sense: HomographSense): HomographSense {
  const clues = sense.clues.filter((clue) => !/^[=-]>/.test(clue))
  return { ...sense, clues, phonemes: [...sense.phonemes, ...soundsOfS(sense.phonemes.at(-1)!)] }
}

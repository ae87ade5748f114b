import rows from '../../../../data/english/endings.json' with { type: 'json' }
/** A word taken apart: `stem` is how the stem would be spelled by itself. */
export type StemmedWord = { readonly stem: string; readonly ending: string }

/**
 * The endings that English puts on words of its own, shortest first (the longest stem says most), each with how far the stem before it may have changed:
 * `vowel` endings double the last consonant (`stop-p-ed`), drop a silent e (`hop-ing`) and turn y to i (`tri-ed`).
 */
const ENDINGS = rows as readonly { readonly ending: string; readonly change: Change }[]

/** How far a stem may change before an ending. */
type Change = 'none' | 'vowel' | 'y'

/** All ways to take an ending off a word, likelier ones first. Stems have at least two letters, and three before `y`. */
export function spellStems(word: string): readonly StemmedWord[] {
  return ENDINGS.flatMap(({ ending, change }) => {
    if (!word.endsWith(ending)) return []
    const rest = word.slice(0, -ending.length)
    if (rest.length < (ending === 'y' ? 3 : 2)) return []
    if (ending === 'ies' || ending === 'iness') return [{ stem: `${rest}y`, ending: ending === 'ies' ? 's' : 'ness' }]
    return spellingsOf(rest, ending, change).map((stem) => ({ stem, ending: ending === 'es' ? 's' : ending }))
  })
}

function spellingsOf(rest: string, ending: string, change: Change): readonly string[] {
  if (ending === 's' && rest.endsWith('s')) return []
  if (change === 'none') return ending === 'es' && !/(?:[sxzo]|ch|sh)$/.test(rest) ? [] : [rest]
  const spellings: string[] = []
  if (rest.endsWith('i') && rest.length > 2) spellings.push(`${rest.slice(0, -1)}y`)
  if (change === 'vowel') {
    if (/([bdfgklmnprtvz])\1$/.test(rest)) spellings.push(rest.slice(0, -1), rest)
    else if (/[^aeiou]?[aeiou][bdgmnprtv]$/.test(rest) || /[cgsvzu]$/.test(rest)) spellings.push(`${rest}e`, rest)
    else spellings.push(rest, `${rest}e`)
  } else spellings.push(rest)
  // `gently` is `gentle` and `-ly`, `simply` `simple`.
  if (ending === 'ly' && /[^aeiou]$/.test(rest)) spellings.push(`${rest}le`)
  return spellings
}

/** A word taken apart: `stem` is how the stem would be spelled by itself. */
export type StemmedWord = { readonly stem: string; readonly ending: string }

/**
 * The endings that English puts on words of its own, shortest first (the longest stem says most), each with how far the stem before it may have changed:
 * `vowel` endings double the last consonant (`stop-p-ed`), drop a silent e (`hop-ing`) and turn y to i (`tri-ed`).
 */
const ENDINGS: readonly (readonly [ending: string, change: 'none' | 'vowel' | 'y'])[] = [
  ["'", 'none'],
  ['s', 'none'],
  ['y', 'vowel'],
  ['ed', 'vowel'],
  ['er', 'vowel'],
  ['es', 'none'],
  ['ly', 'y'],
  ["'s", 'none'],
  ["s'", 'none'],
  ["'d", 'none'],
  ['ism', 'vowel'],
  ['ist', 'vowel'],
  ['ize', 'vowel'],
  ['ful', 'y'],
  ['ing', 'vowel'],
  ['est', 'vowel'],
  ['ish', 'vowel'],
  ["in'", 'vowel'],
  ['ers', 'vowel'],
  ['ies', 'y'],
  ["'ll", 'none'],
  ["'ve", 'none'],
  ["'re", 'none'],
  ['ness', 'y'],
  ['less', 'y'],
  ['ment', 'none'],
  ['able', 'vowel'],
  ['ings', 'vowel'],
  ['like', 'none'],
  ['wise', 'none'],
  ['ship', 'none'],
  ['hood', 'none'],
  ['ward', 'none'],
  ["ers'", 'vowel'],
  ["er's", 'vowel'],
  ['ally', 'none'],
  ['izer', 'vowel'],
  ['iness', 'y'],
  ['ments', 'none'],
  ['fulness', 'y'],
  ['ability', 'vowel'],
  ['ization', 'vowel'],
  ['lessness', 'y'],
]

/** All ways to take an ending off a word, likelier ones first. Stems have at least two letters, and three before `y`. */
export function spellStems(word: string): readonly StemmedWord[] {
  return ENDINGS.flatMap(([ending, change]) => {
    if (!word.endsWith(ending)) return []
    const rest = word.slice(0, -ending.length)
    if (rest.length < (ending === 'y' ? 3 : 2)) return []
    if (ending === 'ies' || ending === 'iness') return [{ stem: `${rest}y`, ending: ending === 'ies' ? 's' : 'ness' }]
    return spellingsOf(rest, ending, change).map((stem) => ({ stem, ending: ending === 'es' ? 's' : ending }))
  })
}

function spellingsOf(rest: string, ending: string, change: 'none' | 'vowel' | 'y'): readonly string[] {
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

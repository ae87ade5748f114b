const CLAUSE_END = /[,;:.!?…–—)\]"”']$/

/** Articles, determiners, prepositions, conjunctions, subject pronouns and auxiliaries. They belong to the next word. */
const LEANING = wordSet(
  'a an the this that these those my your his her its our their some any no every each such what which whose ' +
    'about above across after against along among around as at before behind below beneath beside between beyond by down ' +
    'during except for from in inside into like near of off on onto out outside over past since than through to toward ' +
    'towards under until up upon via with within without and or nor but so if because although though while when where ' +
    'who whom whether unless i you he she we they it am is are was were be been being have has had do does did will would ' +
    "shall should can could may might must not don't doesn't didn't isn't aren't wasn't weren't can't won't very more most too",
)
/** Conjunctions, prepositions and other words that open a clause. A good place to break is before them. */
const OPENING = wordSet(
  'and or nor but so yet if because although though while when where who whom which that whether unless since until ' +
    'about above across after against along among around as at before behind below between beyond by during for from in ' +
    'into near of off on onto over through to toward towards under upon via with within without',
)

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}

/**
 * The cost of breaking a line or a caption after `text` and before `next`, from 0 (a clause ends) to 3 (the last word belongs to
 * the next). The order follows the Netflix style guide (Line treatment): after punctuation; before conjunctions and prepositions;
 * not between an article, pronoun or auxiliary and its word, nor within a name.
 */
export function breakCost(text: string, next: string): number {
  if (CLAUSE_END.test(text)) return 0
  const last = text.slice(text.lastIndexOf(' ') + 1)
  const [opening = ''] = next.split(' ', 1)
  if (LEANING.has(last.toLowerCase())) return 3
  if (OPENING.has(opening.replace(/[^\p{L}]+$/u, '').toLowerCase())) return 0.5
  return isOneName(last, opening) ? 2 : 1
}

/** True for a first and last name, or a number and its noun. */
function isOneName(last: string, opening: string): boolean {
  return /^\p{Lu}/u.test(opening) ? /^\p{Lu}/u.test(last) : /\d$/.test(last)
}

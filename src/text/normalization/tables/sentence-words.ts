/** Words that begin a sentence far more often than they follow an abbreviation with a capital letter. */
export const SENTENCE_STARTERS: ReadonlySet<string> = new Set(
  (
    'the a an it he she we they you this that these those there here in on at by for from to with as if when while after before but and or so ' +
    'yet then now his her its our their my your what who why how where which is are was were do does did can could will would should may must have has ' +
    'had not no nor all some many most one two however although because since once please let lets every each both such also just even only still nobody everyone ' +
    "everything nothing today tomorrow yesterday i i'm i've i'll it's he's she's we're they're that's there's don't mix stir add serve bake cook heat place pour remove preheat combine whisk let cover simmer parking bring call visit see press enter"
  ).split(' '),
)

/** What follows `p.m.` with a capital letter inside one sentence, besides days and months. */
export const TIME_ZONES: ReadonlySet<string> = new Set(
  'est edt cst cdt mst mdt pst pdt gmt utc bst cet cest eastern pacific central mountain et pt ct mt'.split(' '),
)

import { wordSet } from '../../english/word-set.ts'
/** HTML elements that end a paragraph. */
export const PARAGRAPH_ELEMENTS = wordSet(
  'p h1 h2 h3 h4 h5 h6 hr div section article aside header footer main nav blockquote pre figure table form fieldset address details body html head title',
)
/** HTML elements that end a sentence. */
export const SENTENCE_ELEMENTS = wordSet(
  'br li ul ol dl dt dd tr thead tbody tfoot caption figcaption legend option select summary button label textarea',
)
/** Inline HTML elements: silent, or read as the pause of a comma. */
export const INLINE_ELEMENTS = wordSet(
  'a abbr acronym audio b bdi bdo big center cite code data del dfn em font i img input ins kbd link mark meta output picture q rp rt ruby s samp small source span strike strong sub sup svg time tt u var video wbr',
)
/** Cells of a table: a comma parts them. */
export const CELL_ELEMENTS = wordSet('td th')
/** Elements whose content is not text. */
export const SILENT_ELEMENTS = wordSet('script style template noscript')
/** Elements that need no closing tag; any other one is markup only if its closing tag follows. */
export const UNPAIRED_ELEMENTS = wordSet(
  'p br hr li td th tr dt dd img input link meta source audio video wbr h1 h2 h3 h4 h5 h6',
)

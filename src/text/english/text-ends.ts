/** Ends a sentence (U+2028 LINE SEPARATOR). */
export const SENTENCE_END = '\u2028'
/** Ends a paragraph (U+2029 PARAGRAPH SEPARATOR). */
export const PARAGRAPH_END = '\u2029'

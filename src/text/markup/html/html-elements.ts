import rows from '../../../../data/english/html-elements.json' with { type: 'json' }
import { PARAGRAPH_END, SENTENCE_END } from '../../english/text-ends.ts'

/** What is heard of a tag, by its name in the table. */
const HEARD: Readonly<Record<string, string>> = {
  nothing: '',
  silence: ' ',
  comma: ', ',
  sentence: SENTENCE_END,
  paragraph: PARAGRAPH_END,
}

export type HtmlElement = {
  /** What is heard of a tag of this element. */
  readonly heard: string
  /** Whether the content is no text. */
  readonly isSilent: boolean
  /** Whether it is markup only if its closing tag follows. */
  readonly needsClosing: boolean
}

/** The elements of HTML by their names in lower case. */
export const HTML_ELEMENTS: ReadonlyMap<string, HtmlElement> = new Map(
  rows.map(({ element, heard, closed }) => [
    element,
    { heard: HEARD[heard]!, isSilent: heard === 'silence', needsClosing: closed === 'yes' },
  ]),
)

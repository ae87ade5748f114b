import rows from '../../../../data/english/ssml-elements.json' with { type: 'json' }
import { listCell } from '../../english/list-cell.ts'

/** How surely a name means an element of SSML. `plain`: always; `word` and `shared`: if the tag shows it. */
export type SsmlNameKind = 'plain' | 'word' | 'shared'

const KINDS = new Map(
  rows.flatMap(({ element, kind }) => (kind === '' ? [] : [[element, kind as SsmlNameKind] as const])),
)
/** Elements whose names HTML has too, and the attributes that only SSML has. */
const SHARED_NAMES = new Map(
  rows.flatMap(({ element, kind, attributes }) =>
    kind === 'shared' ? [[element, listCell(attributes)] as const] : [],
  ),
)
const VENDOR_NAME = /^(?:amazon|alexa|mstts|google|ibm):/

/** Says how surely a name in lower case means an element of SSML; undefined if SSML has no such element. */
export function kindOfSsmlName(name: string): SsmlNameKind | undefined {
  return VENDOR_NAME.test(name) ? 'plain' : KINDS.get(name)
}

/** Whether an attribute shows that an element of this name is SSML's. */
export function isSsmlAttribute(name: string, attribute: string): boolean {
  const lower = attribute.toLowerCase()
  return lower.startsWith('xml:') || (SHARED_NAMES.get(name)?.includes(lower) ?? true)
}

function elementsOf(role: string): ReadonlySet<string> {
  return new Set(rows.flatMap((row) => (row.role === role ? [row.element] : [])))
}

/** Elements in which every tag is markup: documents of SSML and MathML. */
export const REGION_ELEMENTS = elementsOf('document')

/** Elements whose content is not spoken. */
export const UNSPOKEN_ELEMENTS = elementsOf('unspoken')

/** Elements that can be left out inside a word. All others part the words around them. */
export const WORD_PARTS = elementsOf('inside')

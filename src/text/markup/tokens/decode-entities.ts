import rows from '../../../../data/english/entities.json' with { type: 'json' }
import { MarkupSyntaxError } from '../../../errors.ts'
import { matchAt } from '../../match-at.ts'
import type { Span } from '../../span.ts'
import type { TextNode } from '../tree/markup-tree.ts'
import { substitute } from './markup-token.ts'

const BLANKS: Readonly<Record<string, string>> = { nothing: '', space: ' ' }
/** Entities of XML, and those of HTML that pasted text has. Names are case-sensitive. */
const NAMED = new Map(
  rows.map(({ name, character, xml }) => [name, { text: BLANKS[character] ?? character, xml }] as const),
)
const ENTITY = /&(?:#(\d{1,8})|#x([\da-f]{1,8})|([a-z][a-z\d]{1,7}));/iy

/** Any reference to an entity in XML. */
const REFERENCE = /&(?:#[\da-z]*|[a-z_][\w.-]{0,30});/iy

/**
 * Reads the entity at `start`, which is a `&`: one of XML, and outside SSML also one of HTML. Returns undefined if that `&`
 * is plain text. SSML is XML, so there a reference that XML does not define throws MarkupSyntaxError.
 */
export function readEntity(source: string, start: number, { ssml }: { readonly ssml: boolean }): TextNode | undefined {
  const match = matchAt(ENTITY, source, start)
  if (match === null) return refuseUnknown(source, start, ssml)
  const [written, decimal, hexadecimal, name] = match
  const text = name === undefined ? characterOf(Number(decimal ?? `0x${hexadecimal}`)) : findNamed(name, ssml)
  if (text === undefined && name === undefined && ssml) {
    throw new MarkupSyntaxError(`Cannot decode ${written}: Unicode has no such character; use another number`, start)
  }
  if (text === undefined) return refuseUnknown(source, start, ssml)
  return substitute(text, { start, end: start + written.length })
}

function refuseUnknown(source: string, start: number, ssml: boolean): undefined {
  const reference = ssml ? matchAt(REFERENCE, source, start)?.[0] : undefined
  if (reference === undefined) return undefined
  throw new MarkupSyntaxError(
    `Cannot decode ${reference}: SSML has only &amp;, &lt;, &gt;, &quot;, &apos; and character numbers`,
    start,
  )
}

function findNamed(name: string, ssml: boolean): string | undefined {
  const entity = NAMED.get(name)
  return ssml && entity?.xml !== 'yes' ? undefined : entity?.text
}

/** The text of a stretch of SSML with its entities decoded. */
export function decodeEntities(source: string, { start, end }: Span): string {
  let decoded = ''
  let copied = start
  for (let at = source.indexOf('&', start); at !== -1 && at < end; at = source.indexOf('&', at + 1)) {
    const entity = readEntity(source, at, { ssml: true })
    if (entity === undefined || entity.span.end > end) continue
    decoded += source.slice(copied, at) + entity.text
    copied = entity.span.end
  }
  return decoded + source.slice(copied, end)
}

/** The character of a numeric reference; undefined if XML does not allow it (XML 1.0, production 2). */
function characterOf(codePoint: number): string | undefined {
  const isControl = codePoint < 0x20 && ![0x9, 0xa, 0xd].includes(codePoint)
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff
  return isControl || isSurrogate || codePoint > 0x10ffff ? undefined : String.fromCodePoint(codePoint)
}

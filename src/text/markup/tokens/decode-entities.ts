import { MarkupSyntaxError } from '../../../errors.ts'
import type { Span } from '../../span.ts'
import { HTML_ENTITIES } from '../html/html-entities.ts'
import type { Substitution } from './markup-token.ts'

/** The five entities that XML itself defines (XML 1.0, section 4.6). */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])
const ENTITY = /&(?:#(\d{1,8})|#x([\da-f]{1,8})|([a-z][a-z\d]{1,7}));/iy

/** Any reference to an entity in XML. */
const REFERENCE = /&(?:#[\da-z]*|[a-z_][\w.-]{0,30});/iy

/**
 * Reads the entity at `start`, which is a `&`: one of XML, and outside SSML also one of HTML. Returns undefined if that `&`
 * is plain text. SSML is XML, so there a reference that XML does not define throws MarkupSyntaxError.
 */
export function readEntity(
  source: string,
  start: number,
  { ssml }: { readonly ssml: boolean },
): Substitution | undefined {
  ENTITY.lastIndex = start
  const match = ENTITY.exec(source)
  if (match === null) return refuseUnknown(source, start, ssml)
  const [written, decimal, hexadecimal, name] = match
  const text = name === undefined ? characterOf(Number(decimal ?? `0x${hexadecimal}`)) : findNamed(name, ssml)
  if (text === undefined && name === undefined && ssml) {
    throw new MarkupSyntaxError(`Cannot decode ${written}: Unicode has no such character; use another number`, start)
  }
  if (text === undefined) return refuseUnknown(source, start, ssml)
  return { kind: 'substitution', text, span: { start, end: start + written.length } }
}

function refuseUnknown(source: string, start: number, ssml: boolean): undefined {
  REFERENCE.lastIndex = start
  const reference = ssml ? REFERENCE.exec(source)?.[0] : undefined
  if (reference === undefined) return undefined
  throw new MarkupSyntaxError(
    `Cannot decode ${reference}: SSML has only &amp;, &lt;, &gt;, &quot;, &apos; and character numbers`,
    start,
  )
}

function findNamed(name: string, ssml: boolean): string | undefined {
  return NAMED.get(name) ?? (ssml ? undefined : HTML_ENTITIES.get(name))
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

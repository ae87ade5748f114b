const TAG = /<(?:!--.*?--|[/!?]?[A-Za-z-][^<>]*)>/gs
const RESPELLING_COLONS = /::/g
const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(quot|apos|lt|gt|amp));/g
const NAMED: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' }
/** `\s` leaves out none of these but the ones that break lines. */
const CONTROL = /\p{Cc}/gu

/** Text as captions show it: without markup, with one space for any white space and no other control characters. */
export function stripMarkup(text: string): string {
  return text
    .replace(TAG, '')
    .replace(RESPELLING_COLONS, '')
    .replace(ENTITY, decodeEntity)
    .replace(/\s+/g, ' ')
    .replace(CONTROL, '')
}

function decodeEntity(written: string, ...[decimal, hexadecimal, name]: (string | undefined)[]): string {
  if (name !== undefined) return NAMED[name]!
  const codePoint = Number(decimal ?? `0x${hexadecimal}`)
  return codePoint > 0 && codePoint <= 0x10_ff_ff ? String.fromCodePoint(codePoint) : written
}

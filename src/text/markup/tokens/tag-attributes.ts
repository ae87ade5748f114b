import { MarkupSyntaxError } from '../../../errors.ts'
import { quoteExcerpt } from '../quote-excerpt.ts'
import type { Attribute, OpenTag } from './markup-token.ts'

/** Reads a value, and says what it expects there. */
export type ValueReader<Value> = {
  readonly read: (value: string) => Value | undefined
  readonly expected: string
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** The finite number that a text holds, such as `+5` or ` 0.7 `; undefined if it holds none. */
export function parseNumber(text: string): number | undefined {
  const trimmed = text.trim()
  const value = NUMBER.test(trimmed) ? Number(trimmed) : Number.NaN
  return Number.isFinite(value) ? value : undefined
}

/** The attribute of a tag; throws MarkupSyntaxError where the tag lacks it. */
export function requireAttribute(tag: OpenTag, name: string): Attribute {
  const attribute = findAttribute(tag, name)
  if (attribute === undefined) {
    throw new MarkupSyntaxError(`Cannot read tag <${tag.name}>: attribute ${name} is missing`, tag.span.start)
  }
  return attribute
}

/** Says that the value of an attribute cannot be understood, and what is expected there. */
export function badValue(tag: OpenTag, attribute: Attribute, expected: string): MarkupSyntaxError {
  const problem = `${attribute.name} is ${quoteExcerpt(attribute.value)}, expected ${expected}`
  return new MarkupSyntaxError(`Cannot read tag <${tag.name}>: ${problem}`, attribute.span.start)
}

/** What `read` makes of the value of an attribute, without the white space around it. Throws MarkupSyntaxError if it makes nothing of it. */
export function readAttribute<Value>(
  tag: OpenTag,
  attribute: Attribute,
  { read, expected }: ValueReader<Value>,
): Value {
  const value = read(attribute.value.trim())
  if (value === undefined) throw badValue(tag, attribute, expected)
  return value
}

/** The same for an attribute that a tag may lack: undefined then. */
export function readOptional<Value>(tag: OpenTag, name: string, reader: ValueReader<Value>): Value | undefined {
  const attribute = findAttribute(tag, name)
  return attribute && readAttribute(tag, attribute, reader)
}

/** Names the values that an attribute may have. */
export function oneOf(names: Iterable<string>): string {
  return `one of ${[...names].join(', ')}`
}

/** The attribute of a tag; undefined if the tag lacks it. */
export function findAttribute(tag: OpenTag, name: string): Attribute | undefined {
  return tag.attributes.find((attribute) => attribute.name === name)
}

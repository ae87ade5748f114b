import type { OpenTag } from '../tokens/markup-token.ts'
import { badValue, findAttribute } from '../tokens/tag-attributes.ts'
import type { ElementEffect } from '../tree/markup-tree.ts'

/** Seconds. SSML names the strengths and leaves their length to the engine. */
const STRENGTHS: ReadonlyMap<string, number> = new Map([
  ['none', 0],
  ['x-weak', 0.1],
  ['weak', 0.25],
  ['medium', 0.5],
  ['strong', 0.8],
  ['x-strong', 1.2],
])
const TIME = /^\+?(\d+\.?\d*|\.\d+)(ms|s)$/

/** Reads `<break>`: its time if it has one, else its strength, else a medium pause (SSML 1.1, section 3.2.3). */
export function readBreak(tag: OpenTag): ElementEffect {
  return { kind: 'break', seconds: readTime(tag) ?? readStrength(tag) ?? 0.5 }
}

function readTime(tag: OpenTag): number | undefined {
  const time = findAttribute(tag, 'time')
  if (time === undefined) return undefined
  const [, amount, unit] = TIME.exec(time.value.trim()) ?? []
  const seconds = unit === 'ms' ? Number(amount) / 1000 : Number(amount)
  if (!Number.isFinite(seconds)) throw badValue(tag, time, 'a time such as 500ms or 1.5s')
  return seconds
}

function readStrength(tag: OpenTag): number | undefined {
  const strength = findAttribute(tag, 'strength')
  if (strength === undefined) return undefined
  const seconds = STRENGTHS.get(strength.value.trim())
  if (seconds === undefined) throw badValue(tag, strength, `one of ${[...STRENGTHS.keys()].join(', ')}`)
  return seconds
}

import type { OpenTag } from '../tokens/markup-token.ts'
import { oneOf, readOptional } from '../tokens/tag-attributes.ts'
import type { ElementEffect } from '../tree/markup-tree.ts'

/** Seconds. SSML names the strengths and leaves their length to the engine. */
const STRENGTHS: ReadonlyMap<string, number> = new Map(
  Object.entries({ none: 0, 'x-weak': 0.1, weak: 0.25, medium: 0.5, strong: 0.8, 'x-strong': 1.2 }),
)
const TIME = /^\+?(\d+\.?\d*|\.\d+)(ms|s)$/

/** Reads `<break>`: its time if it has one, else its strength, else a medium pause (SSML 1.1, section 3.2.3). */
export function readBreak(tag: OpenTag): ElementEffect {
  const seconds =
    readOptional(tag, 'time', { read: readTime, expected: 'a time such as 500ms or 1.5s' }) ??
    readOptional(tag, 'strength', { read: (value) => STRENGTHS.get(value), expected: oneOf(STRENGTHS.keys()) })
  return { kind: 'break', seconds: seconds ?? 0.5 }
}

function readTime(value: string): number | undefined {
  const [, amount, unit] = TIME.exec(value) ?? []
  const seconds = Number(amount) / (unit === 'ms' ? 1000 : 1)
  return Number.isFinite(seconds) ? seconds : undefined
}

import type { FastifyReply } from 'fastify'
import { formatCount } from './format-count.ts'

/** Length of the header at most, so that no proxy refuses the answer for it. */
const MAX_HEADER_LENGTH = 1000
/** Warnings that a clip or message shows one by one. */
const MAX_SHOWN_WARNINGS = 20

/** Adds to `X-Declaim-Warning` what of a request is clamped, dropped, skipped or ignored. */
export function warnCaller(reply: Pick<FastifyReply, 'header'>, warnings: readonly string[]): void {
  if (warnings.length > 0) void reply.header('x-declaim-warning', toHeader(warnings))
}

/** The warnings that a clip or message shows: the first ones, and how many more there are. */
export function toShownWarnings(warnings: readonly string[]): readonly string[] {
  return withRest(warnings.slice(0, MAX_SHOWN_WARNINGS), warnings.length)
}

/** The warnings of a session, which may have any number of texts. */
export type SessionWarnings = {
  add(warnings: readonly string[]): void
  /** Those that its last message shows. */
  shown(): readonly string[]
}

/** Collects the warnings of a session. Those that will not be shown are only counted. */
export function collectWarnings(): SessionWarnings {
  const first: string[] = []
  let total = 0
  return {
    add(warnings) {
      first.push(...warnings.slice(0, MAX_SHOWN_WARNINGS - first.length))
      total += warnings.length
    },
    shown: () => withRest(first, total),
  }
}

/** Whole warnings that fit into a header, and how many more there are. */
function toHeader(warnings: readonly string[]): string {
  const shown: string[] = []
  for (const warning of warnings.map(toAscii)) {
    const withThis = [...shown, warning]
    if (withRest(withThis, warnings.length).join('; ').length > MAX_HEADER_LENGTH) break
    shown.push(warning)
  }
  return withRest(shown, warnings.length).join('; ')
}

function withRest(shown: readonly string[], total: number): readonly string[] {
  const more = total - shown.length
  if (more === 0) return shown
  return [...shown, `${formatCount(more, 'more warning')}: POST /explain lists all`]
}

/** What a warning shows of a character whose number it has named. */
const SHOWN_CHARACTER = /(?<=U\+[\dA-F]+) "[^ -~]+"/gu

/** Header fields are ASCII, and a line break would begin another one. */
function toAscii(text: string): string {
  return text.replaceAll(SHOWN_CHARACTER, '').replaceAll(/[^ -~]/gu, (character) => {
    return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
  })
}

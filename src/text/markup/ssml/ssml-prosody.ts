import { quoteExcerpt } from '../quote-excerpt.ts'
import type { OpenTag } from '../tokens/markup-token.ts'
import type { MarkupWarnings } from '../tokens/markup-warnings.ts'
import { findAttribute, oneOf, parseNumber, readOptional, type ValueReader } from '../tokens/tag-attributes.ts'
import type { ElementEffect } from '../tree/markup-tree.ts'

/** Stands for "no sound at all", in dB. */
const SILENT = -100

type Steps = ReadonlyMap<string, number>
const steps = (values: Readonly<Record<string, number>>): Steps => new Map(Object.entries(values))

/** SSML names the steps and leaves their size to the engine; these are values that the delivery tags suggest. */
const RATES = steps({ 'x-slow': 0.7, slow: 0.8, medium: 1, default: 1, fast: 1.3, 'x-fast': 1.6 })
const PITCHES = steps({ 'x-low': -30, low: -15, medium: 0, default: 0, high: 25, 'x-high': 50 })
const VOLUMES = steps({ silent: SILENT, 'x-soft': -8, soft: -4, medium: 0, default: 0, loud: 4, 'x-loud': 8 })

/** Reads `<prosody>` (SSML 1.1, section 3.2.4): rate as tempo, volume as loudness, pitch as pitch. */
export function readProsody(tag: OpenTag, warnings: MarkupWarnings): ElementEffect {
  const tempo = readOptional(tag, 'rate', stepsOr(RATES, parseRate, '120%, +10% or 1.2'))
  const loudness = readOptional(tag, 'volume', stepsOr(VOLUMES, parseVolume, '+6dB or -20%'))
  const pitch = leavesOutHertz(tag, warnings)
    ? undefined
    : readOptional(tag, 'pitch', stepsOr(PITCHES, parsePitch, '+10% or -2st'))
  return { kind: 'delivery', delivery: { tempo: tempo ?? 1, loudness: loudness ?? 0, pitch: pitch ?? 0 } }
}

/** Hertz say nothing without the voice: they are left out with a warning. */
function leavesOutHertz(tag: OpenTag, warnings: MarkupWarnings): boolean {
  const pitch = findAttribute(tag, 'pitch')
  if (pitch === undefined || parseUnit(pitch.value.trim(), 'Hz') === undefined) return false
  warnings.leftOutPart(`pitch ${quoteExcerpt(pitch.value)} of <prosody>`, pitch.span.start)
  return true
}

/** Reads one of some steps, or a finite number in a form that `example` shows. */
function stepsOr(steps: Steps, parse: (value: string) => number | undefined, example: string): ValueReader<number> {
  return {
    read: (value) => {
      const read = steps.get(value) ?? parse(value)
      return Number.isFinite(read) ? read : undefined
    },
    expected: `a value such as ${example}, or ${oneOf(steps.keys())}`,
  }
}

/** `120%` and `1.2` are ratios, `+20%` a change. */
function parseRate(value: string): number | undefined {
  const percent = parseUnit(value, '%')
  if (percent === undefined) return parseNumber(value)
  return /^[+-]/.test(value) ? 1 + percent / 100 : percent / 100
}

/** `+6dB`, `-20%` of the amplitude, or SSML 1.0's scale from 0 (silent) to 100 (the voice's norm). */
function parseVolume(value: string): number | undefined {
  const decibels = parseUnit(value, 'dB')
  if (decibels !== undefined) return decibels
  const percent = parseUnit(value, '%')
  const level = percent === undefined ? parseNumber(value) : 100 + percent
  return level === undefined ? undefined : levelDb(level)
}

function levelDb(percent: number): number {
  return percent <= 0 ? SILENT : Math.max(SILENT, 20 * Math.log10(percent / 100))
}

/** A change by percent or semitones. */
function parsePitch(value: string): number | undefined {
  const semitones = parseUnit(value, 'st')
  return semitones === undefined ? parseUnit(value, '%') : (2 ** (semitones / 12) - 1) * 100
}

/** The number before a unit; undefined if the value has another unit or none. */
function parseUnit(value: string, unit: string): number | undefined {
  if (!value.toLowerCase().endsWith(unit.toLowerCase())) return undefined
  return parseNumber(value.slice(0, -unit.length))
}

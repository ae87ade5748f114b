import { SCALES } from '../../../english/currencies.ts'
import { MARKER_BEFORE } from '../../../english/currency-pattern.ts'
import { hasTrait } from '../../../english/dialects.ts'
import { spellNumber, spellOrdinal, spellYear } from '../../../english/numbers/spell-number.ts'
import type { Manner } from '../../scene.ts'
import { isDigits } from '../../tokens/token-shape.ts'
import { verbalizeMeasure, verbalizeMixed } from '../measure/verbalize-measure.ts'
import { findMoney, verbalizeAmount, verbalizeMoney } from '../money/verbalize-money.ts'
import { verbalizeTime } from '../time/verbalize-time.ts'

const MARKER_OF_SUM = new RegExp(`^${MARKER_BEFORE}(?=\\d)`)

const YEAR = /^(?:1[1-9]|20)\d\d$/

/** Two amounts with a dash between: `5-10`, `1990–1995`, `$5-$10`, `5–10%`, `3-4pm`; or undefined. */
export function verbalizeRange(text: string, manner: Manner): string | undefined {
  const cut = /^.[^-–−]*([-–−]+)(?=[^-–−])/.exec(text)
  if (cut === null) return undefined
  const right = text.slice(cut[0].length)
  const left = text.slice(0, cut[0].length - cut[1]!.length)
  const sign = MARKER_OF_SUM.exec(left)?.[0]
  if (sign !== undefined && /^\d[\d,.]*(?:k|K|m|M|bn|B)?$/.test(right)) return verbalizeEnds(left, sign + right, manner)
  return verbalizeYears(left, right, manner) ?? verbalizeEnds(left, right, manner)
}

/** `1990–1995`, `1914–18`, `2024-25`. */
function verbalizeYears(left: string, right: string, { locale }: Manner): string | undefined {
  if (!YEAR.test(left)) return undefined
  if (!isDigits(right, 2, 2) || right <= left.slice(2)) return undefined
  return `${spellYear(left, locale)} to ${right.startsWith('0') ? 'oh ' : ''}${spellNumber(String(Number(right)), locale)}`
}

function verbalizeEnds(left: string, right: string, manner: Manner): string | undefined {
  const times = /^(\d+(?:\.\d+)?)[xX]$/.exec(right)?.[1]
  if (times !== undefined && spellNumber(left, manner.locale) !== undefined)
    return `${spellNumber(left, manner.locale)} to ${spellNumber(times, manner.locale)} times`
  const last = verbalizeEnd(right, manner) ?? verbalizeScaledEnd(left, right, manner)
  if (last === undefined) return undefined
  const first =
    verbalizeMoneyStart(left, right, manner) ??
    // `10.30–11am`: the half of the day is that of both.
    (/[ap]m$/.test(right) ? verbalizeTime(left.replace('.', ':'), manner, { exact: true }) : undefined) ??
    verbalizeEnd(left, manner)
  return first === undefined ? undefined : `${first} to ${last}`
}

/** `$5-$10` names its currency once, at the end, except for cents: `$4.50-$5`. */
function verbalizeMoneyStart(left: string, right: string, manner: Manner): string | undefined {
  const [first, last] = [findMoney(left, manner), findMoney(right, manner)]
  if (first === undefined) return undefined
  const isOneScale = first.scale === undefined && last?.scale !== undefined && last.currency === first.currency
  if (isOneScale) return verbalizeAmount(first, manner)
  const isShared = last?.currency === first.currency && !first.amount.includes('.') && first.scale === undefined
  return isShared ? verbalizeAmount(first, manner) : verbalizeMoney(first, manner)
}

function verbalizeEnd(text: string, manner: Manner): string | undefined {
  const { locale } = manner
  const half = hasTrait(locale, 'hour-letters') ? /^(?:[1-9]|1[0-2])([ap])$/.exec(text)?.[1] : undefined
  if (half !== undefined) return verbalizeTime(`${text}m`, manner)
  if (/^0\d/.test(text) && !/^0\d:[0-5]\d$/.test(text)) return undefined
  const money = findMoney(text, manner)
  if (money !== undefined) return verbalizeMoney(money, manner)
  return (
    spellNumber(text, locale) ??
    verbalizeMixed(text, manner) ??
    verbalizeTime(text, manner) ??
    verbalizeMeasure(text, manner) ??
    verbalizeOrdinalEnd(text, manner)
  )
}

/** The `25M` of `21–25M`. */
function verbalizeScaledEnd(left: string, right: string, { locale }: Manner): string | undefined {
  const [, amount, scale] = /^(\d[\d.,]*)(K|k|M|B|bn)$/.exec(right) ?? []
  return amount === undefined || Number(left) >= Number(amount)
    ? undefined
    : `${spellNumber(amount, locale)} ${SCALES.get(scale!.toLowerCase())}`
}

function verbalizeOrdinalEnd(text: string, { locale }: Manner): string | undefined {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(text) ?? []
  return digits === undefined ? undefined : spellOrdinal(digits, locale)
}

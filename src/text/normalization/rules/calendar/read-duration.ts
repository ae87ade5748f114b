import { spellCardinal, spellNumber } from '../../numbers/spell-number.ts'
import { type Manner, near, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'

const PART = /^(\d+(?:\.\d+)?)(d|h|hr|hrs|m|min|mins|s|sec|secs)$/
const NAMES: Readonly<Record<string, string>> = {
  y: 'year',
  mo: 'month',
  w: 'week',
  d: 'day',
  h: 'hour',
  m: 'minute',
  s: 'second',
}
/** `2m 15s`, `1h 30m`, `1h30`, `prep 15m`: figures with the letters of hours, minutes and seconds. */
export function readDuration(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const pair = /^(\d{1,3})([ywdhm])(\d{1,2})([dhms])$/.exec(text)
  if (pair !== null && 'ywdhms'.indexOf(pair[2]!) < 'ywdhms'.indexOf(pair[4]!))
    return [
      say(`${verbalizePart([text, pair[1]!, pair[2]!], scene)} ${verbalizePart([text, pair[3]!, pair[4]!], scene)}`),
    ]
  const glued = /^(\d{1,2})h([0-5]\d)(?:m|min)?$/.exec(text) ?? /^(\d{1,3})m([0-5]\d)s$/.exec(text)
  if (glued !== null) return [say(verbalizeGlued(glued, scene))]

  const [, _rest] = text.startsWith('0') ? (/^0?0:([0-5]\d)$/.exec(text) ?? []) : []
  const span = readSpan(scene, index)
  if (span !== undefined) return span
  const later = /^\+(\d)d$/.exec(text)
  if (later !== null) return [say(`plus ${verbalizePart([text, later[1]!, 'd'], scene)}`)]

  return readPart(scene, index)
}

/** `rounds in 12:00`, `under 8:00`, `rest 2:00`: whole minutes of exercise; `by 2'10"`: what parts two riders. */
function readSpan(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (!text.endsWith(':00') && !/["″]$/.test(text)) return undefined
  const [, behind, seconds] = /^(\d{1,2})['′](\d{1,2})["″]$/.exec(text) ?? []
  if (behind !== undefined && near(scene, index, 12).some(({ lower }) => RACED.test(lower)))
    return [say(`${verbalizePart([text, behind, 'm'], scene)} ${verbalizePart([text, seconds!, 's'], scene)}`)]
  const [, minutes] = /^([1-9]|[1-5]\d):00$/.exec(text) ?? []
  if (minutes === undefined) return undefined
  const lead = tokenBefore(scene, index)?.lower ?? ''
  const isMeant =
    /^(?:under|within|sub|rest|plank)$/.test(lead) ||
    (lead === 'in' && !ARRIVES.test(tokenBefore(scene, index - 1)?.lower ?? '')) ||
    (/^(?:for|every|of|hold|a|run|row|bike|then)$/.test(lead) &&
      near(scene, index, 12).some(({ lower }) => TRAINED.test(lower)))
  return isMeant ? [say(verbalizePart([text, minutes, 'm'], scene))] : undefined
}

/** What is said of a race on wheels or on foot. */
const RACED =
  /^(?:jersey|peloton|stage|stages|rider|riders|breakaway|climb|climbs|descent|gc|tour|giro|vuelta|race|leaders?|gap|overall|standings|sprinters?|finish|finished|podium|marathon|laps?)$/
/** Verbs that `in` belongs to, before the hour: `come in 9:00`. */
const ARRIVES = /^(?:check|sign|log|clock|come|comes|came|get|gets|got|drop|punch|be|fly|drive|start|starts|meeting)$/
/** What is done in a workout. */
const TRAINED =
  /^(?:rounds?|reps?|amrap|emom|wod|rests?|sets|burpees?|workout|thrusters?|squats?|interval|intervals|planks?|pace|warm-?up|cool-?down|tabata|max|easy|hard)$/

/** One figure with its letter, which its neighbours show to be a time: `15s` in `2m 15s`, `prep 15m`. */
function readPart(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const here = PART.exec(text)
  if (here === null) return undefined
  const [before, next] = [
    PART.exec(tokenBefore(scene, index)?.text ?? ''),
    PART.exec(tokenAfter(scene, index)?.text ?? ''),
  ]
  const isPair = follows(here, next) || follows(before, here)
  if (isPair) return [say(verbalizePart(here, scene))]
  const lead = scene.tokens[index - 1]

  const lasts =
    here[2] === 's' &&
    ((/^\ds$/.test(text) && !/^[A-Z]{2,}$/.test(lead?.text ?? '')) ||
      (lead?.lower === 'in' && scene.tokens[index + 1] === undefined))
  if (lasts && lead?.after.length === 0) return [say(verbalizePart(here, scene))]
  return undefined
}

function verbalizeGlued([text, first = '', second = '']: readonly string[], { locale }: Manner): string {
  const isHour = text!.includes('h')
  const rest = isHour ? '' : ` ${second === '01' ? 'second' : 'seconds'}`
  const name = isHour ? 'hour' : 'minute'
  return `${spellCardinal(first, locale)} ${Number(first) === 1 ? name : `${name}s`} ${spellCardinal(second, locale)}${rest}`
}

function verbalizePart([, amount = '', unit = '']: readonly string[], { locale }: Manner): string {
  const name = NAMES[unit] ?? NAMES[unit[0]!]!
  return `${spellNumber(amount.replace(/^0(?=\d)/, ''), locale)} ${Number(amount) === 1 ? name : `${name}s`}`
}

/** Whether `second` is the next smaller unit of time. */
function follows(first: readonly string[] | null, second: readonly string[] | null): boolean {
  if (first === null || second === null) return false
  return 'dhms'.indexOf(first[2]![0]!) < 'dhms'.indexOf(second[2]![0]!)
}

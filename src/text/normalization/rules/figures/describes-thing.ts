import { isOpenClass } from '../../../language/word-classes.ts'
import { wordSet } from '../../../language/word-set.ts'
import { type Scene, tokenAfter, tokenBefore } from '../../scene.ts'
import type { Token } from '../../tokens/token.ts'

/** `a 60 W bulb`, `the 2,000 sq ft house`: what describes a thing stays in the singular. */
export function describesThing(scene: Scene, index: number, thingAt: number): boolean {
  if (isDevice(scene, thingAt)) return true
  if (!followsArticle(scene, index)) return isAttribute(scene, thingAt)
  const next = tokenAfter(scene, thingAt - 1)
  const isSized = /^(?:tall|long|wide|deep|high|thick)$/.test(next?.lower ?? '')
  const thing = isSized ? tokenAfter(scene, thingAt) : next
  const isCan = thing?.lower === 'can' && /^an?$/.test(tokenBefore(scene, index)?.lower ?? '')

  return isCan || isNoun(thing)
}

/** `a 60 W bulb`, `the supplied 65 W charger`: one adjective may be between. */
function followsArticle(scene: Scene, index: number): boolean {
  const before = tokenBefore(scene, index)
  if (before === undefined) return false
  if (ARTICLES.has(before.lower)) return true
  return DESCRIPTION.test(before.text) && ARTICLES.has(tokenBefore(scene, index - 1)?.lower ?? '')
}

export const ARTICLES = wordSet('a an the this that each every our my your his her their its')
/** Adjectives of what has a measure: not the verbs and adverbs that may be there as well. */
const DESCRIPTION =
  /^(?:new|old|used|spare|single|large|small|big|little|standard|extra|full|free|[a-z]{3,}(?:ed|al|ous|ive|able|ic|less))$/

/** `512GB SSD`, `75 in. TV`: a device in capitals. */
function isDevice(scene: Scene, thingAt: number): boolean {
  return DEVICE_LETTERS.test(tokenAfter(scene, thingAt - 1)?.text ?? '')
}

const DEVICE_LETTERS = /^(?:SSD|HDD|TV|PC|USB|LED|LCD|OLED|QLED|SIM|EV|SUV|UPS|PSU|NAS|GPU|UAV|MRI)s?$/

/** `a 20 min walk`: behind an article no order of a recipe. */

/** `10 ft cable`, `15 min read`, `8 oz package`: the thing that has the measure is next, and nothing else that it could be. */
function isAttribute(scene: Scene, thingAt: number): boolean {
  const thing = tokenAfter(scene, thingAt - 1)
  if (!isNoun(thing) || FALLING.test(thing!.lower)) return false
  const unit = /[A-Za-z]+$/.exec(scene.tokens[thingAt - 1]!.text)?.[0] ?? ''

  if (/^(?:yrs|hrs|mins|secs|wks|mos)$/.test(unit)) return false

  if (!TIME_OR_LENGTH.test(unit)) return false
  const behind = tokenAfter(scene, thingAt)
  return behind === undefined
}

const TIME_OR_LENGTH =
  /^(?:s|sec|secs|min|mins|h|hr|hrs|d|wk|wks|mo|mos|yr|yrs|ft|in|yd|yds|mi|km|m|cm|mm|inch|foot|mile|acre|GB|MB|TB|KB|W|kW|V|Hz|kHz|MHz|GHz|Mbps|Gbps|mAh|MP|px|mph|fps)$/

/** What is measured rather than described: `15–20mm rain`. */
export const FALLING = /^(?:rain|rainfall|snow|snowfall|sleet|hail|fell|falls?)$/

export function isRace(scene: Scene, index: number, thingAt: number): boolean {
  return (
    scene.tokens[index]!.text.endsWith('m') &&
    /^(?:relay|race|dash|sprint|hurdles|freestyle|butterfly|backstroke|final|record)$/.test(
      tokenAfter(scene, thingAt - 1)?.text ?? '',
    )
  )
}

/** A word that can be a noun: no function word, no adverb and none that is behind a measure. */
export function isNoun(thing: Token | undefined): boolean {
  return (
    thing !== undefined && /^[a-z]{3,}$/.test(thing.text) && isOpenClass(thing.text) && !BEHIND_MEASURE.test(thing.text)
  )
}

export const BEHIND_MEASURE =
  /^(?:new|fresh|packed|free|til|till|thru|away|overnight|nightly|monthly|yearly|annually|indoors|outdoors|inside|outside|upstairs|downstairs|inland|offshore|upstream|downstream|uphill|downhill|downwind|upwind|northeast|northwest|southeast|southwest|north-?east|north-?west|south-?east|south-?west|aft|astern|onward|onwards|upward|upwards|forward|forwards|backward|backwards|together|alone|instead|online|each|long|wide|deep|high|tall|thick|old|apart|ahead|daily|weekly|later|earlier|clear|behind|faster|slower|adrift|off|quicker|below|above|tomorrow|yesterday|across|north|south|east|west|square|past|total|max|min|maximum|minimum|tops|prior|beforehand|afterwards?|apiece|lol|thx|thanks|though|anyway|straight|plus|left|remaining|ago|short|shy|proud|either|more|less|extra|early|late|deposit|please|remove|drain|stir|serve|cool|rest|let|add|cover|uncover|turn|flip|bake|cook|boil|wait|repeat|walk|drive|.*ly)$/

import { isOpenClass } from '../../../language/word-classes.ts'
import { wordSet } from '../../../language/word-set.ts'
import { type Scene, tokenAfter, tokenBefore } from '../../scene.ts'
import type { Token } from '../../tokens/token.ts'

/** `a 60 W bulb`, `the 2,000 sq ft house`: what describes a thing stays in the singular. */
export function describesThing(scene: Scene, index: number, thingAt: number): boolean {
  if (isRace(scene, index, thingAt) || isTrip(scene, thingAt) || isCountedSize(scene, index, thingAt)) return true
  if (isEngine(scene, thingAt) || isDevice(scene, thingAt)) return true
  if (!followsArticle(scene, index)) return isAttribute(scene, thingAt)
  const next = tokenAfter(scene, thingAt - 1)
  const isSized = /^(?:tall|long|wide|deep|high|thick)$/.test(next?.lower ?? '')
  const thing = isSized ? tokenAfter(scene, thingAt) : next
  const isCan = thing?.lower === 'can' && /^an?$/.test(tokenBefore(scene, index)?.lower ?? '')
  const isActivity = ACTIVITIES.test(thing?.lower ?? '') && /^an?$/.test(tokenBefore(scene, index)?.lower ?? '')
  return (
    isCan ||
    isActivity ||
    isNoun(thing) ||
    isNamedThing(scene, index, thingAt) ||
    /^\d+[A-Za-z]+$/.test(thing?.text ?? '')
  )
}

/** `a 60 W bulb`, `the supplied 65 W charger`: one adjective may be between. */
function followsArticle(scene: Scene, index: number): boolean {
  const before = tokenBefore(scene, index)
  if (before === undefined) return false
  if (ARTICLES.has(before.lower)) return true
  return DESCRIPTION.test(before.text) && ARTICLES.has(tokenBefore(scene, index - 1)?.lower ?? '')
}

const ARTICLES = wordSet('a an the this that each every our my your his her their its')
/** Adjectives of what has a measure: not the verbs and adverbs that may be there as well. */
export const DESCRIPTION =
  /^(?:new|old|used|spare|single|large|small|big|little|standard|extra|full|free|[a-z]{3,}(?:ed|al|ous|ive|able|ic|less))$/

/** `512GB SSD`, `75 in. TV`: a device in capitals. */
function isDevice(scene: Scene, thingAt: number): boolean {
  return DEVICE_LETTERS.test(tokenAfter(scene, thingAt - 1)?.text ?? '')
}

const DEVICE_LETTERS = /^(?:SSD|HDD|TV|PC|USB|LED|LCD|OLED|QLED|SIM|EV|SUV|UPS|PSU|NAS|GPU|UAV|MRI)s?$/

/** `the 65 W USB-C charger`: capitals before the noun; `an 8 GB Raspberry Pi`: a name. */
function isNamedThing(scene: Scene, index: number, thingAt: number): boolean {
  const { text = '' } = tokenAfter(scene, thingAt - 1) ?? {}
  if (ARTICLES.has(tokenBefore(scene, index)?.lower ?? '') && /^[A-Z][a-z\d]|^[A-Z]+\d/.test(text)) return true
  return /^[A-Z]{2,5}(?:-[A-Z\d])?$/.test(text) && isNoun(tokenAfter(scene, thingAt))
}

/** `a 20 min walk`: behind an article no order of a recipe. */
const ACTIVITIES = /^(?:walk|drive|rest|wait|boil|soak|cook|bake)$/

/** `two 16 oz. cold brews`, `3 20 lb bags`: how many there are of that size. */
function isCountedSize(scene: Scene, index: number, thingAt: number): boolean {
  const count = tokenBefore(scene, index)?.lower ?? ''
  if (!/^(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|\d{1,2})$/.test(count)) return false
  const [thing, last] = [tokenAfter(scene, thingAt - 1), tokenAfter(scene, thingAt)]
  return isNoun(thing) && (thing!.lower.endsWith('s') || (isNoun(last) && last!.lower.endsWith('s')))
}

/** `5 min walk to the station`: how long it takes to get there. */
function isTrip(scene: Scene, thingAt: number): boolean {
  return (
    /^(?:walk|drive|ride|stroll|cab|bus|train|flight|hike|commute)$/.test(
      tokenAfter(scene, thingAt - 1)?.lower ?? '',
    ) && /^(?:to|from|away|into|ride|trip|journey)$/.test(tokenAfter(scene, thingAt)?.lower ?? '')
  )
}

/** `10 ft cable`, `15 min read`, `8 oz package`: the thing that has the measure is next, and nothing else that it could be. */
function isAttribute(scene: Scene, thingAt: number): boolean {
  const thing = tokenAfter(scene, thingAt - 1)
  if (!isNoun(thing) || FALLING.test(thing!.lower)) return false
  const unit = /[A-Za-z]+$/.exec(scene.tokens[thingAt - 1]!.text)?.[0] ?? ''
  if (MATERIAL_UNITS.test(unit) && !/(?:ing|er)$/.test(thing!.lower) && isMadeOf(scene, thingAt)) return true
  if (/(?:ed|ing|er)$/.test(thing!.lower)) return false
  if (unit === 'lbs' && !thing!.lower.endsWith('s'))
    return /^(?:bag|box|case|sack|turkey|dumbbell|kettlebell|weight)$/.test(thing!.lower)
  if (/^(?:yrs|hrs|mins|secs|wks|mos)$/.test(unit)) return false
  if (/^(?:kW|W|V|kWh|Ah|mAh)$/.test(unit) && DEVICES.test(thing!.lower)) return true
  if (SUBSTANCE_UNITS.test(unit)) return CONTAINERS.test(thing!.lower) || CONTAINERS_OF_MANY.test(thing!.lower)
  if (/^(?:percent|degrees?)$/.test(unit) || !TIME_OR_LENGTH.test(unit)) return false
  const behind = tokenAfter(scene, thingAt)
  return behind === undefined || !isOpenClass(behind.lower)
}

/** `50 yards of 5 mm cotton cord`: the size of what it is made of, its kind between. */
function isMadeOf(scene: Scene, thingAt: number): boolean {
  if (!isNoun(tokenAfter(scene, thingAt))) return false
  if (scene.tokens[thingAt - 1]!.text === 'mm') return true
  const at = /^\d/.test(scene.tokens[thingAt - 1]!.text) ? thingAt - 2 : thingAt - 3
  return /^(?:of|with|using|use|in)$/.test(scene.tokens[at]?.lower ?? '')
}

/** `a used 2.0L turbo`, `the 5.2L V8`. */
function isEngine(scene: Scene, thingAt: number): boolean {
  if (!ENGINES.test(tokenAfter(scene, thingAt - 1)?.lower ?? '')) return false
  const measure = scene.tokens.slice(Math.max(0, thingAt - 2), thingAt).map(({ text }) => text)
  return /\d\.\d ?[lL]$/.test(measure.join(' '))
}

/** What has its power or charge before it. */
const DEVICES =
  /^(?:array|system|battery|panels?|motors?|charger|heater|oven|grill|generator|inverter|bulbs?|adapters?|speakers?|kettle|burner|microwave|drill|outlets?|appliances?|amp|amplifier|supply|station)$/

/** What has its litres before it. */
const ENGINES = /^(?:[vi]-?\d{1,2}|inline-(?:four|six)|turbo|turbocharged|engine|motor|diesel|hybrid|ecoboost)$/

/** Units of what is poured or weighed: only its container makes them describe something. */
export const SUBSTANCE_UNITS =
  /^(?:oz|lbs?|g|kg|mg|ml|l|cl|dl|cups?|tsp|tbsp|qt|pt|gal|pounds?|ounces?|grams?|quarts?|pints?|gallons?)$/i
/** What the thickness or length of a material is measured in. */
const MATERIAL_UNITS = /^(?:mm|cm|in|inch|ft|m|yd)$/
const CONTAINERS =
  /^(?:can|package|pkg|bag|bottle|jar|box|container|bar|block|stick|tin|carton|tub|pack|packet|pouch|tube|pot|mug|glass|tank|tablet|capsule|dose|jug|steak|burger|patty|fillet|filet|ribeye|sirloin|baby|weight|dumbbell|kettlebell|plate|cup|bucket|drum|keg|pan|dish|loaf|turkey|roast|chicken|rookie|ball|bowl|cylinder|sack|case|crate|spoon|spoonful|syringe|sachet|vial|ampoule|spn|leg|joint|shoulder|side|breast|gammon|ham|bird|goose|rack|brisket)$/
/** `12 oz cans`: several of what has the measure. */
const CONTAINERS_OF_MANY =
  /^(?:cans|packages|bags|bottles|jars|boxes|containers|bars|cartons|tubs|packs|packets|pouches|tubes|tablets|capsules|doses|steaks|burgers|patties|fillets|jugs|mugs|dumbbells|kettlebells|tins|spoons|spoonfuls|syringes|sachets|vials|ampoules)$/
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

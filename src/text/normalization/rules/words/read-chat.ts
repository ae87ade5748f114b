import { isCapitalized, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say, spell } from '../../spoken-word.ts'
import { DOTLESS_TITLES } from '../../tables/abbreviations.ts'
import { CHAT_WORDS, LOUD_CHAT_WORDS } from '../../tables/chat-words.ts'

const PRONOUNS = /^(?:ppl|people|kids|guys|boys|girls|friends|i|u|we|they|you|he|she|it|who|ya|me|us|them|y'all)$/
const BEFORE_BE =
  /^(?:will|can|to|gonna|would|could|should|might|must|may|i'll|you'll|we'll|they'll|he'll|she'll|it'll|don't|won't|let|please|plz|pls)$/
const AFTER_BE =
  /^(?:there|back|right|home|here|ok|okay|good|nice|careful|safe|late|early|ready|done|able|at|in|on|so|honest)$/
const AFTER_ARE =
  /^(?:gr8|at|@|open|closed|we|they|getting|really|gone|sold|down|up|still|there|fine|good|sorry|welcome|done|both|due|from|like|about|going|having|great|gonna|here|coming|ready|late|ok|okay|so|not|all|the|too|awesome|cute|crazy|nice|back|on|in|out|always|never|just)$/
/** Words beside which a lower-case letter is only a letter. */
const LETTERED =
  /^(?:letter|letters|vitamin|hepatitis|option|plan|point|section|type|group|key|drive|variable|note|grade|correlation|coefficient|pearson's|radius|distance|value|the|a|an|of|capital)$/

/** Behind `4` these make it `for`. */
const FOR_WHOM =
  /^(?:the|it|that|this|him|them|tmrw|tmr|tomorrow|tonight|dinner|lunch|breakfast|brunch|drinks|work|school|everyone|every1|everything|ages|reals|some|u|me|ur|my|us|real|now|free|ever|sure)$/

/** Behind `2` these make it `to`. */
const TO_WHOM =
  /^(?:the|bed|work|school|sleep|leave|talk|call|hear|buy|bring|help|watch|play|u|me|ur|my|us|go|get|see|c|do|be|b|say|eat|have|make|come|know|meet|it)$/

/** Before `wont`: a custom, and no `won't`. */
const IS_CUSTOM = /^(?:his|her|its|their|my|your|our|was|were|is|are|am|be|been|being|than|as)$/

/** Shorthand of messages: `plz call tmrw`, `r u free`, `b there soon`. Only in lower case. */
export function readChat(scene: Scene, index: number): Wording | undefined {
  const { text, lower } = scene.tokens[index]!
  if (text === 'ur' && isYouAre(tokenAfter(scene, index)?.lower)) return [say("you're")]
  if (text === 'sm' && /^(?:thx|ty|thanks|you|love)$/.test(tokenBefore(scene, index)?.lower ?? ''))
    return [say('so much')]
  if (
    /^d[xyt]$/.test(text) &&
    scene.tokens.slice(Math.max(0, index - 6), index).some((token) => token.text.includes('∫'))
  )
    return [say(spell(text))]
  if (lower === 'wont' && IS_CUSTOM.test(tokenBefore(scene, index)?.lower ?? '')) return undefined
  const word = CHAT_WORDS.get(lower)
  if (
    text === '4' &&
    FOR_WHOM.test(tokenAfter(scene, index)?.lower ?? '') &&
    /^[a-z]/.test(tokenBefore(scene, index)?.text ?? '')
  )
    return [say('for')]
  if (
    text === '2' &&
    TO_WHOM.test(tokenAfter(scene, index)?.lower ?? '') &&
    /^[a-z]/.test(tokenBefore(scene, index)?.text ?? '') &&
    !/^(?:a|an|the|these|those|of|for|at|by|to|in|on|or|and|my|is|was|are|only|just|about|has|have|had)$/.test(
      tokenBefore(scene, index)?.lower ?? '',
    )
  )
    return [say('to')]
  if (DOTLESS_TITLES.has(lower) && /^[A-Z]/.test(text) && isCapitalized(tokenAfter(scene, index))) return undefined
  const isShorthand =
    /^[a-z]/.test(text) ||
    (/^\d/.test(text) && text === lower) ||
    (/^[A-Z\d]+$/.test(text) && LOUD_CHAT_WORDS.has(lower)) ||
    ((/^[A-Z][a-z]{2,}$|^[A-Z][a-z]+\d$/.test(text) || /^[HDTS]x$/.test(text)) && !scene.isWord(lower))
  const isContraction = /^[A-Z][a-z]+$/.test(text) && word?.includes("'") === true && !word.includes(' ')
  if (word !== undefined && (isShorthand || isContraction)) return [say(word)]
  if (text.length !== 1) return undefined
  const said = readLetterWord(text, tokenBefore(scene, index)?.lower ?? '', tokenAfter(scene, index)?.lower ?? '')
  return said === undefined ? undefined : [say(said)]
}

/** `ur home` is `you're home`, `ur bro` is `your bro`. */
function isYouAre(next: string | undefined): boolean {
  return (
    next !== undefined &&
    /^(?:home|here|back|there|free|ready|done|right|wrong|late|welcome|the|a|an|so|not|gonna|up|in|at|on|ok|okay|my|too|very|awesome|amazing|crazy|cute|funny|nice|invited|otw|omw|off|.{2,}ing)$/.test(
      next,
    )
  )
}

/** `u`, `r`, `b`, `c`, `y` and `k` as words. */
function readLetterWord(letter: string, before: string, next: string): string | undefined {
  if (LETTERED.test(before)) return undefined
  if (letter === 'u' && !/^[a-z]$/.test(before.replace(/[rucyn]/, '')) && !/^(?:and|or|x|v)$/.test(next)) return 'you'
  if (letter === 'r' && (PRONOUNS.test(next) || PRONOUNS.test(before) || /^(?:how|where|what|when|why)$/.test(before)))
    return 'are'
  if (letter === 'r' && before.length > 1 && AFTER_ARE.test(next)) return 'are'
  if (letter === 'b' && (BEFORE_BE.test(before) || AFTER_BE.test(next))) return 'be'
  if (letter === 'c' && /^(?:u|ya|you)$/.test(next)) return 'see'
  return letter === 'y' && (/^(?:r|are|do|did|not|is)$/.test(next) || /^(?:idk|know|wonder|wondering)$/.test(before))
    ? 'why'
    : undefined
}

import { WEB_REQUESTS, WEB_STATUSES } from '../../../language/web-words.ts'
import { near, type Scene, tokenAfter, tokenBefore } from '../../scene.ts'
import { isUncounted } from './what-follows.ts'

/** `GET /users returns 404`: the status of a web request. */
export function isStatus(scene: Scene, index: number): boolean {
  return (
    /^[2-5]\d\d$/.test(scene.tokens[index]!.text) &&
    (near(scene, index, 8).some(({ lower }) => WEB_REQUESTS.has(lower)) ||
      isNamedStatus(scene, index) ||
      isAnswered(scene, index) ||
      (/^(?:→|returns?|returned|responds?|responded|with)$/.test(tokenBefore(scene, index)?.lower ?? '') &&
        isKnownStatus(scene, index)) ||
      /^(?:errors?|status|response|redirect)$/.test(tokenAfter(scene, index)?.lower ?? ''))
  )
}

/** `check the log for a 503`. */
function isNamedStatus(scene: Scene, index: number): boolean {
  const next = tokenAfter(scene, index)
  return (
    tokenBefore(scene, index)?.lower === 'a' &&
    /^[45]0\d$/.test(scene.tokens[index]!.text) &&
    (next === undefined || isUncounted(next.lower))
  )
}

/** `will return a 410`: a verb of answering before the article. */
function isAnswered(scene: Scene, index: number): boolean {
  if (!/^an?$/.test(tokenBefore(scene, index)?.lower ?? '')) return false
  if (WEB_STATUSES.has(scene.tokens[index - 3]?.text ?? '') && isKnownStatus(scene, index)) return true
  return (
    /^(?:returns?|returned|returning|responds?|get|gets|got|getting|throws?|sends?|sent|serves?|served|with|see|seeing|hit|expect)$/.test(
      tokenBefore(scene, index - 1)?.lower ?? '',
    ) && isKnownStatus(scene, index)
  )
}

/** `returns 404 if`: one of the common answers of the web, and nothing that it counts. */
function isKnownStatus(scene: Scene, index: number): boolean {
  const next = tokenAfter(scene, index)
  const isCommon = WEB_STATUSES.has(scene.tokens[index]!.text)
  return isCommon && (next === undefined || isUncounted(next.lower))
}

import { PlayingListener } from '../../speaking/listener.ts'
import { engineNamed } from '../../synthesis/engine-named.ts'
import type { SpeechRequest } from '../planning/plan-speech.ts'
import type { RenderingResources } from '../resources.ts'

/** Characters of English text that are read out in one second. */
const CHARACTERS_PER_SECOND = 15

/**
 * Keeps a place for a listener until it has heard all or `leave` is called. Throws a ServiceError with status 503 if it would wait long for
 * its first sound or others would hear gaps. Call it before planning, which would be in vain then.
 */
export function expectListener(
  { voice, text }: Pick<SpeechRequest, 'voice' | 'text'>,
  { account, delayMs }: { readonly account: string; readonly delayMs: number },
  { engines }: Pick<RenderingResources, 'engines'>,
): PlayingListener {
  const listener = new PlayingListener({ account, delayMs, seconds: text.length / CHARACTERS_PER_SECOND })
  engineNamed(voice.engine, engines).expect?.(listener)
  return listener
}

import type { Charge } from '../../../accounts/usage-ledger.ts'
import type { SpeechPart } from '../../../delivery/planning/growing-speech.ts'
import type { RenderingResources } from '../../../delivery/resources.ts'
import { streamGrowingSpeech } from '../../../delivery/streams/stream-growing-speech.ts'
import type { TimedSpeechPart } from '../../../delivery/streams/stream-timed-speech.ts'
import { tallySpeech } from '../../../delivery/tally-speech.ts'
import { languageCodeOf } from '../../../voices/language-code.ts'
import type { LiveRequest, LiveText } from './live-text.ts'

/** Speaks a text as far as it is settled, and charges each part before it is spoken. */
export async function* speakLiveText(
  text: LiveText,
  { request, output, account, ...payment }: Omit<LiveRequest, 'framing' | 'leadMs'>,
  resources: RenderingResources,
): AsyncGenerator<TimedSpeechPart> {
  const charges: Charge[] = []
  const tally = tallySpeech(resources)
  const { voice } = request
  const options = {
    engine: voice.engine,
    languageCode: languageCodeOf(voice),
    output,
    account,
    signal: text.cancelled.signal,
  }
  let [isHeard, hasFailed] = [false, false]
  try {
    for await (const part of streamGrowingSpeech(chargeParts(text, payment, charges), tally.resources, options)) {
      isHeard ||= part.kind === 'audio'
      yield part
    }
  } catch (error) {
    hasFailed = !text.cancelled.signal.aborted
    throw error
  } finally {
    const settled = isHeard && !hasFailed
    const spoken = tally.read()
    await Promise.all(
      charges.map(async (charge, i) => {
        if (settled) await charge.settle(i === 0 ? spoken : undefined)
        else charge.refund()
      }),
    )
  }
}

/** The parts of a text. Each is checked and charged before it is given; `charges` gets the charge. */
async function* chargeParts(
  text: LiveText,
  { checkText, openAllotment }: Pick<LiveRequest, 'checkText' | 'openAllotment'>,
  charges: Charge[],
): AsyncGenerator<SpeechPart> {
  let charged = 0
  for await (const part of text.parts as AsyncIterable<SpeechPart>) {
    const characters = part.textEnd - charged
    await checkText(part.moderated)
    const allotment = await openAllotment({ characters, isFirst: charged === 0 })
    charges.push(await allotment.spend(characters))
    charged = part.textEnd
    yield part
  }
}

/**
 * A process that holds what the service holds and speaks as the avatar of the number on its command line. Its parent
 * sends lists of texts; each is planned and spoken at once, and answered with what it took.
 */

import { loadResources } from '../../src/commands/resources/load-resources.ts'
import { readConfig } from '../../src/config.ts'
import { planSpeech } from '../../src/delivery/planning/plan-speech.ts'
import { renderSpeech } from '../../src/speaking/render-speech.ts'
import { findVoice } from '../../src/voices/catalogue.ts'
import type { SpokenTogether } from './contender.ts'

const [, , speakerId, threads] = process.argv
const resources = await loadResources({ ...readConfig(), renderThreads: Number(threads) }, (error) => {
  throw error
})
const voice = findVoice(resources.catalogue, Number(speakerId))

/** Speaks a text that was asked for at `began`. */
async function speak(text: string, began: number) {
  const plan = planSpeech({ voice, text, libraries: [], ssml: false }, resources)
  let [firstAudioMs, audioSeconds] = [0, 0]
  const options = { signal: new AbortController().signal, urgency: 'interactive', pace: 'reader' } as const
  for await (const { audio } of renderSpeech(plan, resources, options)) {
    firstAudioMs ||= performance.now() - began
    audioSeconds += audio.samples.length / audio.sampleRate
  }
  return { firstAudioMs, audioSeconds }
}

async function speakTogether(texts: readonly string[]): Promise<SpokenTogether> {
  const began = performance.now()
  const cpu = process.cpuUsage()
  const spoken = await Promise.all(texts.map((text) => speak(text, began)))
  const wallSeconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(cpu)
  return {
    wallSeconds,
    audioSeconds: spoken.reduce((sum, { audioSeconds }) => sum + audioSeconds, 0),
    firstAudioMs: spoken.map(({ firstAudioMs }) => firstAudioMs),
    cpuMs: (user + system) / 1000,
    megabytes: process.memoryUsage.rss() / 2 ** 20,
  }
}

process.on('message', (texts: readonly string[]) => {
  void speakTogether(texts).then((spoken) => process.send!(spoken))
})
process.on('disconnect', () => void resources.close())
process.send!('ready')

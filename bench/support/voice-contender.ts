import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Contender } from './contender.ts'

const ENTRY = new URL('./voice-process.ts', import.meta.url)

export type VoiceContenderOptions = {
  readonly name: string
  readonly speakerId: number
  /** Engine threads. */
  readonly threads: number
}

/** An avatar with the service's own threads, in a process of its own so that the memory is its own. */
export async function startVoiceContender({ name, speakerId, threads }: VoiceContenderOptions): Promise<Contender> {
  const child = fork(ENTRY, [String(speakerId), String(threads)])
  await once(child, 'message')
  return {
    name,
    async speakTogether(texts) {
      child.send(texts)
      const [spoken] = await once(child, 'message')
      return spoken
    },
    async close() {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}

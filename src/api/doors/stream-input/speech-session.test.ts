import { expect, test, vi } from 'vitest'
import type { Resources } from '../../../delivery/resources.ts'
import { createSpeechSession, type SessionListener, type SessionOptions } from './speech-session.ts'

test('a closed session begins no text of messages that are handled later', async () => {
  const open = vi.fn<SessionOptions['open']>(() => Promise.reject(new Error('Nothing may be opened')))
  const failed = vi.fn<SessionListener['failed']>(async () => {})
  const listener: SessionListener = { audio: async () => {}, timing: async () => {}, done: async () => {}, failed }
  const session = createSpeechSession({ open, resources: {} as Resources, listen: () => listener, clock: () => 0 })
  session.write('Before. ')
  session.close()
  for (const text of ['After', ' that.']) session.write(text)
  session.flush()
  session.write('More.')
  await session.finish()
  expect(open).toHaveBeenCalledTimes(1)
  expect(failed).not.toHaveBeenCalled()
  expect(session.isSpeaking).toBe(false)
})

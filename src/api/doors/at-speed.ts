import type { SpeechRequest } from '../../delivery/planning/plan-speech.ts'

/** The same request with the tempo of its voice multiplied. */
export function atSpeed<Request extends Pick<SpeechRequest, 'voice'>>(request: Request, speed: number): Request {
  const { voice } = request
  return { ...request, voice: { ...voice, tempo: voice.tempo * speed } }
}

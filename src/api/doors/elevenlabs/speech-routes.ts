import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentTypeOf } from '../../../delivery/files/content-types.ts'
import { streamSpeech } from '../../../delivery/streams/stream-speech.ts'
import { streamTimedSpeech, type TimedSpeechPart } from '../../../delivery/streams/stream-timed-speech.ts'
import { sendAudio } from '../../answers/send-audio.ts'
import type { App } from '../../app.ts'
import { type OpenedSpeech, openSpeech } from '../../requests/open-speech.ts'
import { readRequest } from '../../requests/plan-request.ts'
import type { Services } from '../../services.ts'
import { atSpeed } from '../at-speed.ts'
import { CharacterAligner, type CharacterAlignment, joinAlignments, toAlignmentBody } from './character-alignment.ts'
import { parseElevenLabsSpeech } from './elevenlabs-body.ts'

const STREAM = { config: { isStream: true, spokenField: 'text', bodyKind: 'text' } } as const

async function open(request: FastifyRequest, reply: FastifyReply, services: Services): Promise<OpenedSpeech> {
  const { body, speed, cues, warnings } = parseElevenLabsSpeech(request, services.resources.catalogue)
  const read = await readRequest(body, request, services)
  const asked = { ...atSpeed(read.request, speed), door: { cues }, mayBeSilent: true }
  return await openSpeech({ ...read, request: asked }, { request, reply, warnings }, services)
}

/** POST /:voice_id and /:voice_id/stream: the audio of one text while it is made. */
export function registerSpeechRoutes(app: App, services: Services): void {
  const answer = async (call: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { plan, output, resources, listening, settle } = await open(call, reply, services)
    const { signal } = listening
    const audio = settle(streamSpeech(plan, resources, listening))
    return await sendAudio(reply, audio, { contentType: contentTypeOf(output.format), signal })
  }
  app.post('/:voice_id', STREAM, answer)
  app.post('/:voice_id/stream', STREAM, answer)
}

/** POST /:voice_id/with-timestamps and /:voice_id/stream/with-timestamps: audio in JSON, and when each character is heard. */
export function registerTimestampRoutes(app: App, services: Services): void {
  app.post('/:voice_id/with-timestamps', STREAM, async (call, reply) => {
    const { plan, resources, listening, charge, spoken } = await open(call, reply, services)
    try {
      const audio: Uint8Array[] = []
      const alignments: CharacterAlignment[] = []
      for await (const chunk of alignChunks(streamTimedSpeech(plan, resources, listening), plan.text)) {
        audio.push(chunk.audio)
        alignments.push(chunk.alignment)
      }
      const alignment = toAlignmentBody(joinAlignments(alignments))
      await charge.settle(spoken())
      return { audio_base64: Buffer.concat(audio).toString('base64'), alignment, normalized_alignment: alignment }
    } finally {
      charge.refund()
    }
  })
  app.post('/:voice_id/stream/with-timestamps', STREAM, async (call, reply) => {
    const { plan, resources, listening, settle } = await open(call, reply, services)
    const lines = settle(formatLines(alignChunks(streamTimedSpeech(plan, resources, listening), plan.text)))
    return await sendAudio(reply, lines, { contentType: 'application/json', signal: listening.signal })
  })
}

type AlignedChunk = { readonly audio: Uint8Array; readonly alignment: CharacterAlignment }

/** The audio of a text, with the characters whose words end in it. */
async function* alignChunks(parts: AsyncIterable<TimedSpeechPart>, text: string): AsyncGenerator<AlignedChunk> {
  const aligner = new CharacterAligner()
  let alignment: CharacterAlignment = joinAlignments([])
  for await (const part of parts) {
    if (part.kind === 'timing') alignment = joinAlignments([alignment, aligner.align(text, part.words)])
    else {
      yield { audio: part.bytes, alignment }
      alignment = joinAlignments([])
    }
  }
  const rest = joinAlignments([alignment, aligner.finish(text)])
  if (rest.characters.length > 0) yield { audio: new Uint8Array(), alignment: rest }
}

async function* formatLines(chunks: AsyncIterable<AlignedChunk>): AsyncGenerator<Uint8Array> {
  for await (const { audio, alignment } of chunks) {
    const body = alignment.characters.length === 0 ? null : toAlignmentBody(alignment)
    const line = { audio_base64: Buffer.from(audio).toString('base64'), alignment: body, normalized_alignment: body }
    yield Buffer.from(`${JSON.stringify(line)}\n`)
  }
}

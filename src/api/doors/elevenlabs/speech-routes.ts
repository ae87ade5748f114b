import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Allotment } from '../../../accounts/usage-ledger.ts'
import { streamSpeech } from '../../../delivery/streams/stream-speech.ts'
import { streamTimedSpeech, type TimedSpeechPart } from '../../../delivery/streams/stream-timed-speech.ts'
import { tallySpeech } from '../../../delivery/tally-speech.ts'
import { abortWhenCallerLeaves } from '../../answers/caller-left.ts'
import { sendAudio } from '../../answers/send-audio.ts'
import { settleStream } from '../../answers/settle-stream.ts'
import type { App } from '../../app.ts'
import { observeStream } from '../../metrics/observe-stream.ts'
import { contentTypeOf } from '../../requests/accept-format.ts'
import { openAllotment } from '../../requests/open-allotment.ts'
import { type PlannedRequest, planRead, readRequest } from '../../requests/plan-request.ts'
import type { Services } from '../../services.ts'
import { atSpeed } from '../at-speed.ts'
import { CharacterAligner, type CharacterAlignment, joinAlignments, toAlignmentBody } from './character-alignment.ts'
import { parseElevenLabsSpeech } from './elevenlabs-body.ts'

/** What these routes answer counts as a stream, also if it is sent as a whole. */
const STREAM = { config: { isStream: true } } as const

type Prepared = { readonly planned: PlannedRequest; readonly allotment: Allotment }

async function prepare(call: FastifyRequest, services: Services): Promise<Prepared> {
  const { body, speed } = parseElevenLabsSpeech(call, services.resources.catalogue)
  const read = await readRequest(body, call, services)
  const planned = planRead({ ...read, request: atSpeed(read.request, speed) }, services)
  return { planned, allotment: await openAllotment(call, [planned], services) }
}

/** POST /:voice_id and /:voice_id/stream: the audio of one text while it is made. */
export function registerSpeechRoutes(app: App, services: Services): void {
  const answer = async (call: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { planned, allotment } = await prepare(call, services)
    const { plan, output, textLength } = planned
    const signal = abortWhenCallerLeaves(reply)
    const { resources, read: spoken } = tallySpeech(services.resources)
    const charge = await allotment.spend(textLength)
    const speech = settleStream(streamSpeech(plan, resources, { output, signal, account: call.accountId }), {
      charge,
      spoken,
      signal,
    })
    const audio = observeStream(speech, reply, services.metrics)
    return await sendAudio(reply, audio, { contentType: contentTypeOf(output.format), signal })
  }
  app.post('/:voice_id', STREAM, answer)
  app.post('/:voice_id/stream', STREAM, answer)
}

/** POST /:voice_id/with-timestamps and /:voice_id/stream/with-timestamps: audio in JSON, and when each character is heard. */
export function registerTimestampRoutes(app: App, services: Services): void {
  app.post('/:voice_id/with-timestamps', STREAM, async (call, reply) => {
    const { planned, allotment } = await prepare(call, services)
    const signal = abortWhenCallerLeaves(reply)
    const { resources, read: spoken } = tallySpeech(services.resources)
    const charge = await allotment.spend(planned.textLength)
    try {
      const { plan, output } = planned
      const audio: Uint8Array[] = []
      const alignments: CharacterAlignment[] = []
      for await (const chunk of alignChunks(
        streamTimedSpeech(plan, resources, { output, signal, account: call.accountId }),
        plan.text,
      )) {
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
    const { planned, allotment } = await prepare(call, services)
    const { plan, output, textLength } = planned
    const signal = abortWhenCallerLeaves(reply)
    const { resources, read: spoken } = tallySpeech(services.resources)
    const charge = await allotment.spend(textLength)
    const lines = formatLines(
      alignChunks(streamTimedSpeech(plan, resources, { output, signal, account: call.accountId }), plan.text),
    )
    const observed = observeStream(settleStream(lines, { charge, spoken, signal }), reply, services.metrics)
    return await sendAudio(reply, observed, { contentType: 'application/json', signal })
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

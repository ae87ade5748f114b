import type { FastifyRequest } from 'fastify'
import type { OutputFormat } from '../../delivery/files/output-format.ts'
import { type ModeratedText, toModeratedText } from '../../delivery/moderation/moderated-text.ts'
import {
  prepareInSlices,
  type SpeechPlan,
  type SpeechRequest,
  voiceSampleRate,
} from '../../delivery/planning/plan-speech.ts'
import { titleSpeech } from '../../delivery/timing/title-speech.ts'
import { trace } from '../../tracing.ts'
import { parseSpeechBody } from '../schemas/speech.ts'
import type { Services } from '../services.ts'
import { formatFromAccept } from './accept-format.ts'

/** A synthesis request as its body and headers give it. */
export type ReadRequest = {
  readonly request: SpeechRequest
  readonly output: OutputFormat
  readonly title: string | undefined
  /** Whether a stream reports word timing. */
  readonly includeWordTiming: boolean
  /** Whether word times come with those of the sounds. */
  readonly includePhones: boolean
  /** Rejects if the moderation service refuses the planned text, or fails. */
  readonly checkText: (text: ModeratedText) => Promise<void>
}

/** A synthesis request that has passed all checks. */
export type PlannedRequest = Omit<ReadRequest, 'request' | 'title' | 'checkText'> & {
  readonly plan: SpeechPlan
  /** The id of the avatar that speaks. */
  readonly speakerId: number
  readonly textLength: number
  /** Hz of the voice. */
  readonly sampleRate: number
}

/** What a request is planned by, besides its body. */
export type SpeechCall = Pick<FastifyRequest, 'headers' | 'accountId' | 'plan' | 'log'>

export type PlanningOptions = {
  readonly services: Services
  /** Aborts when the caller leaves; planning then ends with its reason. */
  readonly signal: AbortSignal
}

/** Checks one synthesis body and plans it. Everything that is wrong with it is thrown here, in the contract's order. */
export async function planRequest(
  body: unknown,
  call: SpeechCall,
  { services, signal }: PlanningOptions,
): Promise<PlannedRequest> {
  return await planRead(await readRequest(body, call, services), { services, signal })
}

/** Plans a request that has been read. Throws what is wrong with its text. */
export async function planRead(
  { request, title, output, checkText, ...read }: ReadRequest,
  { services, signal }: PlanningOptions,
): Promise<PlannedRequest> {
  const { plan, utterance } = await trace(
    'plan speech',
    async (span) => {
      const prepared = await prepareInSlices(request, services.resources, signal)
      span.set({ 'declaim.segments': prepared.plan.segments.length })
      return prepared
    },
    { attributes: { 'declaim.characters': request.text.length, 'declaim.speaker_id': request.voice.avatar.id } },
  )
  await checkText(toModeratedText(utterance, request.text))
  const tags = { title: title ?? titleSpeech(plan), artist: request.voice.avatar.name }
  return {
    ...read,
    plan,
    speakerId: request.voice.avatar.id,
    output: { ...output, tags },
    textLength: request.text.length,
    sampleRate: voiceSampleRate(request.voice, services.resources),
  }
}

/** Checks everything in a synthesis body except its text, which is moderated when it is planned, and loads the libraries that it names. */
export async function readRequest(
  body: unknown,
  { headers, accountId, plan, log }: SpeechCall,
  { libraryCache, resources, moderation }: Services,
): Promise<ReadRequest> {
  const { speakerId, voice, text, libraryIds, seed, ...answer } = parseSpeechBody(body, {
    catalogue: resources.catalogue,
    maxTextLength: plan.charactersPerText,
    defaultFormat: formatFromAccept(headers.accept),
    sampleRateOf: (voice) => voiceSampleRate(voice, resources),
  })
  if (voice.avatar.id !== speakerId) {
    const { id, name, style } = voice.avatar
    log.info({ speakerId, avatar: { id, name, style } }, 'No avatar has this speaker_id: the nearest speaks')
  }
  const libraries = await libraryCache.load({ accountId, libraryIds })
  const accountTerms = await moderation.termsOf(accountId)
  const request = {
    voice,
    text,
    libraries,
    seed,
    ...readMarkup(headers['x-enable-ssml']),
    maxTextLength: plan.charactersPerText,
    accountTerms,
  }
  return { request, checkText: (forms) => moderation.check(forms, accountId), ...answer }
}

/** Reads `X-Enable-SSML`: the text is SSML, or plain text whose tags of SSML act, as in the APIs of other services. */
function readMarkup(header: string | readonly string[] | undefined): Pick<SpeechRequest, 'ssml' | 'door'> {
  const value = typeof header === 'string' ? header.trim().toLowerCase() : ''
  return { ssml: value === 'true' || value === '1', ...(value === 'tags' && { door: { cues: false } }) }
}

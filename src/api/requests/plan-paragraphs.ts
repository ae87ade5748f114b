import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { MASTER_FORMAT } from '../../delivery/clips/audio-keys.ts'
import { expectBytes, expectSeconds } from '../../delivery/clips/expect-bytes.ts'
import { paragraphKey } from '../../delivery/exports/paragraph-key.ts'
import { toModeratedText } from '../../delivery/moderation/moderated-text.ts'
import { prepareInSlices, voiceSampleRate } from '../../delivery/planning/plan-speech.ts'
import { MarkupSyntaxError, ServiceError } from '../../errors.ts'
import { findKeptParagraphs } from '../../storage/records/paragraph-clips.ts'
import type { ParagraphBody } from '../schemas/export.ts'
import { type PlanningOptions, readRequest, type SpeechCall } from './plan-request.ts'

/** A paragraph of an export, planned. */
export type PlannedParagraph = Pick<ParagraphBody, 'id' | 'name' | 'scene' | 'pauseSeconds'> & {
  readonly key: string
  readonly speakerId: number
  readonly voice: string
  readonly characters: number
  /** Its clip, if its speech is kept. */
  readonly clipId: string | undefined
  /** Of its speech: exact if it is kept, else expected. */
  readonly seconds: number
  /** What rendering it needs; undefined if it is kept, or is the same as an earlier paragraph. */
  readonly work: ParagraphWork | undefined
}

export type ParagraphWork = {
  /** The plan as JSON. It is kept compressed: the plans of an audiobook are hundreds of megabytes. */
  readonly readPlan: () => Promise<string>
  readonly segments: number
  readonly audioBytes: number
}

type PlanParagraphsOptions = PlanningOptions & {
  /** Whether texts that would be rendered are moderated by the service that the operator has named. */
  readonly isModerated: boolean
}

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)
/** Fast: plans repeat the same names all the time. */
const LEVEL = 1
/** Paragraphs that are looked up together. */
const BATCH = 50

/**
 * Plans the paragraphs of an export and finds those whose speech is kept. Throws what is wrong with the first bad paragraph, with its
 * number.
 */
export async function planParagraphs(
  paragraphs: readonly ParagraphBody[],
  call: SpeechCall,
  { services, signal, isModerated }: PlanParagraphsOptions,
): Promise<readonly PlannedParagraph[]> {
  const planned: PlannedParagraph[] = []
  const seen = new Set<string>()
  for (let first = 0; first < paragraphs.length; first += BATCH) {
    const batch: Read[] = []
    for (const [index, paragraph] of paragraphs.slice(first, first + BATCH).entries())
      batch.push(
        await readParagraph(paragraph, call, { services, signal }).catch((error: unknown) => {
          throw nameParagraph(error, { number: first + index + 1, of: paragraphs.length })
        }),
      )
    const kept = await findKeptParagraphs(
      services.db,
      call.accountId,
      batch.map(({ key }) => key),
    )
    for (const [index, { moderate, work, ...read }] of batch.entries()) {
      const found = kept.get(read.key)
      const isNew = found === undefined && !seen.has(read.key)
      seen.add(read.key)
      if (isNew && isModerated)
        await moderate().catch((error: unknown) => {
          throw nameParagraph(error, { number: first + index + 1, of: paragraphs.length })
        })
      const seconds = found?.audioMs == null ? read.seconds : found.audioMs / 1000
      planned.push({ ...read, seconds, clipId: found?.clipId, work: isNew ? work : undefined })
    }
  }
  return planned
}

type Read = Omit<PlannedParagraph, 'clipId' | 'work'> & {
  readonly work: ParagraphWork
  readonly moderate: () => Promise<void>
}

async function readParagraph(
  { speech, ...details }: ParagraphBody,
  call: SpeechCall,
  { services, signal }: PlanningOptions,
): Promise<Read> {
  const { resources } = services
  // The speech of a paragraph is kept as a master. How it is encoded is a matter of the files.
  const { request, checkText } = await readRequest(speech, { ...call, headers: withoutAccept(call.headers) }, services)
  const { plan, utterance } = await prepareInSlices(request, resources, signal)
  const moderated = toModeratedText(utterance, request.text)
  const seconds = expectSeconds(plan)
  const sampleRate = voiceSampleRate(request.voice, resources)
  const json = await deflate(JSON.stringify(plan), { level: LEVEL })
  return {
    ...details,
    key: paragraphKey(plan, resources),
    speakerId: request.voice.avatar.id,
    voice: request.voice.avatar.name,
    characters: request.text.length,
    seconds,
    moderate: () => checkText(moderated),
    work: {
      readPlan: async () => (await inflate(json)).toString(),
      segments: plan.segments.length,
      audioBytes: expectBytes({ seconds, sampleRate }, MASTER_FORMAT),
    },
  }
}

function withoutAccept(headers: SpeechCall['headers']): SpeechCall['headers'] {
  const { accept: _, ...others } = headers
  return others
}

/** The same error, which names the paragraph. */
function nameParagraph(error: unknown, { number, of }: { readonly number: number; readonly of: number }): unknown {
  if (!(error instanceof ServiceError)) return error
  const { code, status, message, headers } = error
  const named = `Paragraph ${number} of ${of}: ${message}`
  // Its message names the offset, which belongs to the paragraph.
  if (error instanceof MarkupSyntaxError) return new ServiceError(code, named, { status, cause: error })
  return new ServiceError(code, named, { status, headers, cause: error })
}

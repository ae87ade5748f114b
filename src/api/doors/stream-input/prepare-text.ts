import type { AudioFormat, OutputFormat } from '../../../delivery/files/output-format.ts'
import { voiceSampleRate } from '../../../delivery/planning/plan-speech.ts'
import { ServiceError } from '../../../errors.ts'
import type { CheckedCall } from '../../requests/authenticate.ts'
import { openAllotment } from '../../requests/open-allotment.ts'
import { type ReadRequest, readRequest } from '../../requests/plan-request.ts'
import { refuseValue } from '../../schemas/refuse-value.ts'
import type { Services } from '../../services.ts'
import type { Framing } from './cut-frames.ts'
import type { LiveRequest } from './live-text.ts'
import type { SessionSettings } from './messages.ts'

/** A text as a session will speak it, and the sample rate of its audio in Hz. */
export type PreparedText = LiveRequest & Pick<ReadRequest, 'output'> & { readonly sampleRate: number }

/** Checks all settings of a text as /stream would, but not the text itself. Throws the error that /stream would answer. */
export async function prepareText(
  { speech, ssml, cues = false, startAt, leadMs, frameMs }: SessionSettings,
  call: CheckedCall,
  services: Services,
): Promise<PreparedText> {
  const headers = { ...call.headers, 'x-enable-ssml': String(ssml) }
  const { accountId, callerKey, callerMember, plan, routeOptions, log } = call
  const read = await readRequest({ ...speech, text: '.' }, { headers, accountId, plan, log }, services)
  const { text: _text, ...request } = read.request
  const { voice } = request
  const sampleRate = read.output.sampleRate ?? voiceSampleRate(voice, services.resources)
  return {
    request: { ...request, door: { cues }, mayBeSilent: true, startAt },
    output: { ...read.output, tags: { title: read.title ?? '', artist: voice.avatar.name } },
    sampleRate,
    framing: frameMs === undefined ? undefined : framingOf(read.output, { frameMs, sampleRate }),
    leadMs,
    checkText: read.checkText,
    account: accountId,
    openAllotment: ({ characters, isFirst }) =>
      openAllotment(
        { accountId, callerKey, callerMember, plan, routeOptions },
        [{ speakerId: voice.avatar.id, textLength: characters, isContinued: !isFirst }],
        services,
      ),
  }
}

/** Bytes a sample of the formats that can be cut anywhere, and their silence. */
const PLAIN_FORMATS: Readonly<Record<AudioFormat, PlainFormat | undefined>> = {
  pcm: { sampleBytes: 2, silence: 0 },
  mulaw: { sampleBytes: 1, silence: 0xff },
  alaw: { sampleBytes: 1, silence: 0xd5 },
  mp3: undefined,
  wav: undefined,
  flac: undefined,
  opus: undefined,
  aac: undefined,
}

type PlainFormat = { readonly sampleBytes: number; readonly silence: number }

function framingOf(
  { format }: OutputFormat,
  { frameMs, sampleRate }: { readonly frameMs: number; readonly sampleRate: number },
): Framing {
  const plain = PLAIN_FORMATS[format]
  if (plain === undefined)
    throw new ServiceError(
      'MISSING_ARGUMENT',
      `Cannot use frame_ms with ${format}: expected file_format pcm, mulaw or alaw`,
    )
  const { sampleBytes, silence } = plain
  const samples = (frameMs * sampleRate) / 1000
  if (!Number.isInteger(samples)) throw refuseValue('frame_ms', frameMs, `whole samples at ${sampleRate} Hz`)
  return { bytes: samples * sampleBytes, seconds: frameMs / 1000, silence }
}

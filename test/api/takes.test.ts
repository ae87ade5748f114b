import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ AVATARS_FILE: '' })
})
afterAll(() => service.close())

/** At the voice's own rate: a stored master of 16 bits that is resampled may differ from a stream in the last bit. */
const WAV = { audio_configs: { file_format: 'wav' } } as const
const HEADER = 44
/** More bytes than an export fades in. */
const FADE = 1000
const [BEFORE, SENTENCE, AFTER] = [
  'The committee met on Tuesday.',
  'Nobody saw it coming.',
  'It had rained all day.',
] as const
const textOf = (sentence: string) => `${BEFORE} ${sentence} ${AFTER}`
const take = (value: number, more = '') => `<take value="${value}"${more}>${SENTENCE}</take>`

type Word = { readonly startOffset?: string; readonly endOffset: string }
type Clip = { readonly samples: Buffer; readonly sentences: readonly Buffer[] }
type Timing = { readonly results: readonly { readonly alternatives: readonly [{ readonly words: readonly Word[] }] }[] }

/** The samples of a file. */
const samplesOf = (file: Buffer) => file.subarray(HEADER)

async function streamOf(text: string): Promise<Buffer> {
  const answer = await service.call('/stream', { body: { speaker_id: 3, text, ...WAV } })
  expect(answer.status).toBe(200)
  return samplesOf(Buffer.from(await answer.arrayBuffer()))
}

/** A clip and the samples of each of its sentences, by the times of its words. */
async function clipOf(text: string): Promise<Clip> {
  const { clip_id } = await service.json<{ clip_id: string }>('/clips', { body: { speaker_id: 3, text, ...WAV } })
  const { url } = await service.finished(clip_id)
  const file = Buffer.from(await (await fetch(url)).arrayBuffer())
  const { results } = await service.json<Timing>(`/clips/${clip_id}/timing`)
  const words = results.flatMap(({ alternatives }) => alternatives[0].words)
  const samples = samplesOf(file)
  const place = (offset = '0s') => Math.round(Number.parseFloat(offset) * file.readUInt32LE(24)) * 2
  let first = 0
  const sentences = [BEFORE, SENTENCE, AFTER].map((sentence) => {
    const own = words.slice(first, first + sentence.split(' ').length)
    first += own.length
    return samples.subarray(place(own[0]!.startOffset), place(own.at(-1)!.endOffset))
  })
  expect(first).toBe(words.length)
  return { samples, sentences }
}

/** Whether a file has the words of another one, sample for sample. Exports fade a paragraph in and out. */
const speaks = (file: Buffer, { samples, sentences: [first, ...others] }: Clip) =>
  file.length === samples.length && [first!.subarray(FADE), ...others].every((sentence) => file.includes(sentence))

/** The samples of the file that an export makes. */
async function exportOf(path: string, body: object = {}): Promise<Buffer> {
  const { export_id } = await service.json<{ export_id: string }>(path, { body: { ...WAV, ...body } })
  for (;;) {
    const { status, url } = await service.json<{ status: string; url: string }>(`/exports/${export_id}`)
    if (status === 'COMPLETE') return samplesOf(Buffer.from(await (await fetch(url)).arrayBuffer()))
    expect(status).toBe('PROCESSING')
    await sleep(20)
  }
}

test('another reading of a sentence leaves the others as they are, and comes again', async () => {
  const texts = [SENTENCE, take(1), take(2), take(1)].map(textOf)
  const [plain, one, two, again] = (await Promise.all(texts.map(clipOf))) as [Clip, Clip, Clip, Clip]
  for (const { samples, sentences } of [one, two]) {
    expect(plain.sentences.map((sentence) => samples.includes(sentence))).toEqual([true, false, true])
    expect(sentences[1]!.length).toBeGreaterThan(10_000)
  }
  expect(two.samples.includes(one.sentences[1]!)).toBe(false)
  expect(again.samples.equals(one.samples)).toBe(true)
})

test('the chosen reading of a script is that of its exports, sample for sample, and of its versions', async () => {
  const paragraphs = [{ speaker_id: 3, id: 'a', text: textOf(take(2, ' kept="1 2"')), pause: 0 }]
  await service.json('/projects', { body: { project_id: 'film', paragraphs } })
  const script = await service.json<{ paragraphs: readonly { readonly text: string }[] }>('/projects/film/script')
  expect(script.paragraphs[0]!.text).toBe(paragraphs[0]!.text)
  const chosen = await clipOf(textOf(take(2)))
  expect((await streamOf(textOf(take(2)))).equals(chosen.samples)).toBe(true)
  expect(speaks(await exportOf('/projects/film/exports'), chosen)).toBe(true)
  const listed = [{ speaker_id: 3, text: textOf(take(2)), pause: 0 }]
  expect(speaks(await exportOf('/exports', { paragraphs: listed }), chosen)).toBe(true)

  const { version_id } = await service.json<{ version_id: string }>('/projects/film/versions', {
    body: { name: 'Two' },
  })
  await service.json('/projects/film/script', {
    method: 'PUT',
    body: { paragraphs: [{ ...paragraphs[0]!, text: textOf(take(1, ' kept="1 2"')) }] },
  })
  const changes = await service.json(`/projects/film/versions/${version_id}/changes`)
  expect(changes).toMatchObject({
    paragraphs: [
      {
        parts: [
          { kind: 'same', text: `${BEFORE} ` },
          { kind: 'removed', text: '<take value="2">' },
          { kind: 'added', text: '<take value="1">' },
          { kind: 'same', text: `${SENTENCE}</take> ${AFTER}` },
        ],
      },
    ],
  })
  expect(speaks(await exportOf('/projects/film/exports'), await clipOf(textOf(take(1))))).toBe(true)
  await service.json(`/projects/film/versions/${version_id}/restore`, { method: 'POST' })
  expect(await service.json('/projects/film/script')).toMatchObject({ paragraphs })
  expect(speaks(await exportOf('/projects/film/exports'), chosen)).toBe(true)
})

test('readings that are only kept are neither spoken nor rendered again', async () => {
  const paragraphs = (text: string) => [{ speaker_id: 3, id: 'a', text, pause: 0 }]
  await service.json('/projects', { body: { project_id: 'kept', paragraphs: paragraphs(textOf(SENTENCE)) } })
  const plain = await exportOf('/projects/kept/exports')
  const text = textOf(`<take kept="1 2">${SENTENCE}</take>`)
  await service.json('/projects/kept/script', { method: 'PUT', body: { paragraphs: paragraphs(text) } })
  expect(await service.json('/projects/kept/script')).toMatchObject({ paragraphs: paragraphs(text) })
  expect((await exportOf('/projects/kept/exports')).equals(plain)).toBe(true)
  const estimate = await service.json<{ paragraphs_rendered: number }>('/exports/estimate', {
    body: { ...WAV, paragraphs: [{ speaker_id: 3, text: textOf(SENTENCE) }] },
  })
  expect(estimate).toMatchObject({ characters: 0 })
})

test('captions of a clip have the words of a take, and no tag', async () => {
  const { clip_id } = await service.json<{ clip_id: string }>('/clips', {
    body: { speaker_id: 3, text: textOf(take(3)) },
  })
  await service.finished(clip_id)
  const captions = await (await service.call(`/clips/${clip_id}/captions.srt`)).text()
  expect(captions.replaceAll(/\s+/g, ' ')).toContain(SENTENCE)
  expect(captions).not.toContain('take')
})

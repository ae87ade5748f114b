import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMultipart } from '../support/read-multipart.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

type Phone = { phone: string; ipa: string; polly: string; start_ms: number; end_ms: number; word?: number }
type Word = { endOffset: string; startOffset?: string; word: string; phones: Phone[] }
type PhonesFile = { language_code: string; confidence: number; duration_ms: number; phones: Phone[]; arkit: object }

let service: TestService
beforeAll(async () => {
  service = await startTestService({ AVATARS_FILE: '' })
})
afterAll(() => service.close())

const TEXT =
  'Hello, “world”! On 3 May it cost $4.99 — <tempo value="0.8">really</tempo> ::TOO-muhch:: for AT&T. Bye 👋.'
/** Voices of both engines and of both accents. */
const SPEAKERS = [3, 7, 63, 17]

async function filesOf(body: object): Promise<Record<string, Uint8Array>> {
  const response = await service.call('/word-timing', { body: { speaker_id: 3, text: TEXT, ...body } })
  expect(response.status).toBe(200)
  return unzipSync(new Uint8Array(await response.arrayBuffer()))
}

const json = (bytes: Uint8Array | undefined) => JSON.parse(Buffer.from(bytes!).toString())
const milliseconds = (offset = '0s') => Math.round(1000 * Number.parseFloat(offset))

async function phonesOf(body: object = {}): Promise<{ file: PhonesFile; words: Word[] }> {
  const files = await filesOf({ include_phones: true, ...body })
  const { results } = json(files['word-timing.json'])
  return { file: json(files['phones.json']), words: results[0].alternatives[0].words }
}

test('the archive has the times of sounds only if they are asked for', async () => {
  const plain = ['audio.mp3', 'srt.srt', 'vtt.vtt', 'word-timing.json']
  expect(Object.keys(await filesOf({})).sort()).toEqual(plain)
  expect(Object.keys(await filesOf({ include_phones: false })).sort()).toEqual(plain)
  expect(Object.keys(await filesOf({ include_phones: true })).sort()).toEqual(
    [...plain, 'phones.json', 'speech-marks.jsonl'].sort(),
  )
})

test('a value that is no flag is refused by name', async () => {
  const response = await service.call('/word-timing', { body: { speaker_id: 3, text: TEXT, include_phones: 'yes' } })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ message: expect.stringContaining('include_phones') })
})

describe.each(SPEAKERS)('avatar %i', (speaker_id) => {
  test('sounds and pauses fill the audio without a gap, and those of a word fill the word', async () => {
    const { file, words } = await phonesOf({ speaker_id })
    let end = 0
    for (const { start_ms, end_ms } of file.phones) {
      expect(start_ms).toBe(end)
      end = end_ms
    }
    expect(end).toBe(file.duration_ms)
    for (const [i, { startOffset, endOffset }] of words.entries()) {
      const own = file.phones.filter(({ word }) => word === i)
      expect([own[0]!.start_ms, own.at(-1)!.end_ms]).toEqual([milliseconds(startOffset), milliseconds(endOffset)])
    }
  })

  test('sounds are those that are explained, in order', async () => {
    const { file } = await phonesOf({ speaker_id, text: 'The ferry left at 7:30.' })
    const heard = file.phones.filter(({ phone }) => phone !== 'SIL').map(({ phone }) => phone)
    expect(heard.join(' ')).toMatch(/^DH AH0 F EH1 R IY0 L EH1 F T AE1 T S EH1 V AH0 N TH ER1/)
  })

  test('vowels are louder than the stops before them', async () => {
    const files = await filesOf({
      speaker_id,
      include_phones: true,
      text: 'Peter talked to Kate about two cats.',
      audio_configs: { file_format: 'wav', sample_rate: 16_000 },
    })
    const wav = Buffer.from(files['audio.mp3']!)
    const level = ({ start_ms, end_ms }: Phone) => {
      let power = 0
      const [from, to] = [start_ms, end_ms].map((ms) => 44 + 2 * ms * 16)
      for (let at = from!; at < to!; at += 2) power += wav.readInt16LE(at) ** 2
      return power / (to! - from!)
    }
    const { phones } = json(files['phones.json']) as PhonesFile
    const pairs = phones.flatMap((phone, i) => {
      const next = phones[i + 1]
      return next !== undefined && /^[PTK]$/.test(phone.phone) && next.phone.endsWith('1')
        ? [[phone, next] as const]
        : []
    })
    expect(pairs.length).toBeGreaterThan(4)
    for (const [stop, vowel] of pairs) expect(level(vowel)).toBeGreaterThan(2 * level(stop))
  })
})

test('British voices have British sounds', async () => {
  const { file } = await phonesOf({ speaker_id: 63, text: 'No.' })
  expect(file).toMatchObject({ language_code: 'en-gb', confidence: 1 })
  expect(file.phones.map(({ ipa }) => ipa).slice(0, 2)).toEqual(['n', 'əʊ'])
})

test('parts of a timed stream have the sounds of their words, and the same as the archive', async () => {
  const stream = async (body: object) => {
    const response = await service.call('/stream', {
      body: { speaker_id: 3, text: TEXT, include_word_timing: true, ...body },
      headers: { accept: 'multipart/mixed' },
    })
    const parts = await readMultipart(response)
    const timings = parts.filter(({ headers }) => headers['content-type'] === 'application/json')
    return timings.flatMap(({ body: part }) => JSON.parse(part.toString()).words as Word[])
  }
  expect((await stream({})).every((word) => !('phones' in word))).toBe(true)
  const words = await stream({ include_phones: true })
  const { file } = await phonesOf()
  const inWords = file.phones.filter(({ word }) => word !== undefined).map(({ word: _word, ...phone }) => phone)
  expect(words.flatMap(({ phones }) => phones.filter((one) => one.end_ms > one.start_ms))).toEqual(inWords)
})

test('tempo moves sounds as it moves words', async () => {
  const text = 'Please listen to this sentence.'
  const { file: normal } = await phonesOf({ text })
  const { file: slow } = await phonesOf({ text: `<tempo value="0.8">${text}</tempo>` })
  const ends = ({ phones }: PhonesFile) => phones.map(({ end_ms }) => end_ms)
  expect(slow.phones.map(({ phone }) => phone)).toEqual(normal.phones.map(({ phone }) => phone))
  for (const [i, end] of ends(slow).slice(0, -1).entries()) {
    expect(Math.abs(end - ends(normal)[i]! / 0.8)).toBeLessThan(15)
  }
})

test('a combination has the sounds of its clips, moved to their places', async () => {
  const ids: string[] = []
  for (const text of ['One.', 'Two, three.']) {
    const { clip_id } = await service.json<{ clip_id: string }>('/clips', { body: { speaker_id: 3, text } })
    ids.push((await service.finished(clip_id)).id)
  }
  const { clip_id } = await service.json<{ clip_id: string }>('/clips/combine', {
    body: { clip_ids: ids, pause_durations: 1, async: true },
  })
  await service.finished(clip_id)
  const whole = await service.json<PhonesFile>(`/clips/${clip_id}/phones`)
  const [first, second] = await Promise.all(ids.map((id) => service.json<PhonesFile>(`/clips/${id}/phones`)))
  const offset = first!.duration_ms + 1000
  const moved = second!.phones.filter(({ phone }) => phone !== 'SIL').map(({ start_ms }) => start_ms + offset)
  const heard = whole.phones.filter(({ phone, start_ms }) => phone !== 'SIL' && start_ms >= offset - 2)
  expect(heard).toHaveLength(moved.length)
  for (const [i, { start_ms }] of heard.entries()) expect(Math.abs(start_ms - moved[i]!)).toBeLessThanOrEqual(1)
  const marks = await (await service.call(`/clips/${clip_id}/speech-marks`)).text()
  const sentences = marks
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ type }) => type === 'sentence')
  expect(sentences.map(({ value }) => value)).toEqual(['One.', 'Two, three.'])
})

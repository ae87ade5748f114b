import { parse } from '@plussub/srt-vtt-parser'
import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMultipart } from '../support/read-multipart.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

/** What a caller writes, and the words of it that are heard. */
type Piece = readonly [written: string, ...words: readonly string[]]

type ReadCue = { readonly from: number; readonly to: number; readonly text: string }
type FileWord = { word: string; startOffset?: string; endOffset: string }

let service: TestService
let libraryId: string
beforeAll(async () => {
  service = await startTestService({ MAX_TEXT_LENGTH: '100000' })
  const library = await service.json<{ library_id: string }>('/replacement_libraries', { body: { name: 'odd' } })
  libraryId = library.library_id
  for (const [original, replacement_text] of [
    ['ACME', 'a company that makes everything'],
    ['P!nk', 'pink'],
    ['as soon as possible', 'now'],
  ]) {
    await service.json(`/replacement_libraries/${libraryId}/replacements`, { body: { original, replacement_text } })
  }
})
afterAll(() => service.close())

const PLAIN: readonly Piece[] = [
  ['hello', 'hello'],
  ['“quoted,”', 'quoted'],
  ["don't", "don't"],
  ['well-known', 'well-known'],
  ['HELLO!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!', 'HELLO'],
  ['?!?!?!?! ... --- *** ___ ~~~'],
  ['—————————————————————————————————————————————————————————————————'],
  ['see 👩‍👩‍👧 there', 'see', '👩‍👩‍👧', 'there'],
  ['$4.99', '$4.99'],
  ['1,234,567', '1,234,567'],
  ['50%', '50%'],
  ['AT&T', 'AT&T'],
  ['x@example.org', 'x@example.org'],
  ['https://example.org/a?b=c', 'https://example.org/a?b=c'],
  ['(in brackets)', 'in', 'brackets'],
  ['naïve café', 'naïve', 'café'],
  ['one/two', 'one/two'],
  ['wait…', 'wait'],
  ['\n\n'],
  ['\u200f\u00ad'],
  ['ACME', 'ACME'],
  ["ACME's", "ACME's"],
  ['P!nk', 'P!nk'],
  ['as soon as possible', 'as soon as possible'],
]

const MARKED: readonly Piece[] = [
  ['::TUH-puhl::', 'TUH-puhl'],
  ['<respell value="UHP">up</respell>', 'up'],
  ['<tempo value="2.3">quick</tempo>', 'quick'],
  ['<pitch value="-45"><loudness value="9">two words</loudness></pitch>', 'two', 'words'],
  ['stop<tempo value="0.7"><loudness value="-40">,</loudness></tempo>', 'stop'],
  ['3 < 4', '3', '<', '4'],
  ['R&amp;D', 'R&amp;D'],
]

const SSML: readonly Piece[] = [
  ['<sub alias="World Wide Web Consortium">W3C</sub>', 'W3C'],
  ['<say-as interpret-as="characters">ABC</say-as>', 'ABC'],
  ['<say-as interpret-as="ordinal">3</say-as>', '3'],
  ['<break time="10ms"/>'],
  ['<emphasis level="strong">really</emphasis>', 'really'],
  ['<phoneme alphabet="ipa" ph="təˈmɑːtəʊ">tomato</phoneme>', 'tomato'],
  ['<prosody rate="fast">go on</prosody>', 'go', 'on'],
  ['<s>A sentence</s>', 'A', 'sentence'],
  ['Q&amp;A', 'Q&amp;A'],
  ['<sub alias="the Web">World Wide\n\nWeb</sub>', 'World Wide\n\nWeb'],
]

async function wordsHeard(text: string, headers: Record<string, string>) {
  const audio_configs = { file_format: 'pcm', sample_rate: 8000 }
  const body = { speaker_id: 3, text, library_ids: [libraryId], include_word_timing: true, audio_configs }
  const response = await service.call('/stream', { body, headers: { accept: 'multipart/mixed', ...headers } })
  if (response.status !== 200) throw new Error(`${JSON.stringify(text)}: ${await response.text()}`)
  const parts = await readMultipart(response)
  const seconds = parts.reduce((sum, { headers: { 'content-type': type }, body: bytes }) => {
    return type === 'application/json' ? sum : sum + bytes.length / 2 / 8000
  }, 0)
  const words = parts
    .filter(({ headers: { 'content-type': type } }) => type === 'application/json')
    .flatMap((part): Record<string, never>[] => JSON.parse(part.body.toString()).words)
  return { words, seconds }
}

/** The captions of a text, and the words of its `word-timing.json`. */
async function wordTiming(text: string, headers: Record<string, string>) {
  const audio_configs = { file_format: 'pcm', sample_rate: 8000 }
  const body = { speaker_id: 3, text, library_ids: [libraryId], audio_configs }
  const response = await service.call('/word-timing', { body, headers })
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const read = (name: string) => strFromU8(files[name]!)
  const { results } = JSON.parse(read('word-timing.json'))
  const words = results.flatMap(
    ({ alternatives }: { alternatives: { words: FileWord[] }[] }) => alternatives[0]!.words,
  ) as FileWord[]
  const [srt, vtt] = ['srt.srt', 'vtt.vtt'].map((name): readonly ReadCue[] => parse(read(name)).entries)
  return { words, srt: srt!, vtt: vtt! }
}

const milliseconds = (offset: string): number => Math.round(1000 * Number.parseFloat(offset))

const CASES: readonly (readonly [string, readonly Piece[], Record<string, string>])[] = [
  ['tags', [...PLAIN, ...MARKED], {}],
  ['SSML', [...PLAIN.filter(([written]) => !written.includes('&')), ...SSML], { 'x-enable-ssml': 'true' }],
]

const textsOf = (pieces: readonly Piece[]) =>
  fc.array(fc.constantFrom<Piece>(...pieces), { minLength: 1, maxLength: 12 })
const write = (chosen: readonly Piece[]) => `so ${chosen.map(([written]) => written).join(' ')} end`

test.each(CASES)(
  'every word of odd texts with %s is timed once, in order and as it was written',
  async (_, pieces, headers) => {
    await fc.assert(
      fc.asyncProperty(textsOf(pieces), async (chosen) => {
        const text = write(chosen)
        const { words, seconds } = await wordsHeard(text, headers)
        expect(words.map(({ word }) => word)).toEqual(['so', ...chosen.flatMap(([, ...heard]) => heard), 'end'])
        let before = 0
        for (const { word, startOffset = '0s', endOffset, source_start, source_end } of words) {
          expect(text.slice(source_start, source_end)).toBe(word)
          expect(Number.parseFloat(startOffset)).toBeGreaterThanOrEqual(before)
          before = Number.parseFloat(endOffset!)
        }
        expect(before).toBeLessThanOrEqual(seconds + 0.001)
      }),
      { numRuns: 60 },
    )
  },
  120_000,
)

test.each(CASES)(
  'captions of odd texts with %s carry every word, at its own millisecond',
  async (_, pieces, headers) => {
    await fc.assert(
      fc.asyncProperty(textsOf(pieces), async (chosen) => {
        const { words, srt, vtt } = await wordTiming(write(chosen), headers)
        const said = srt.map(({ text }) => text.replaceAll(/\s/g, '')).join('')
        let at = 0
        for (const { word } of words) {
          const shown = word.replaceAll(/\s/g, '').replace('&amp;', '&')
          at = said.indexOf(shown, at) + shown.length
          expect(at, `${word} in ${said}`).toBeGreaterThanOrEqual(shown.length)
        }
        const starts = words.map(({ startOffset = '0s' }) => milliseconds(startOffset))
        expect(vtt.map(({ from, to }) => [from, to])).toEqual(srt.map(({ from, to }) => [from, to]))
        for (const { from } of srt) expect(starts).toContain(from)
        for (const { word, startOffset = '0s', endOffset } of words) {
          const cue = srt.findLast(({ from }) => from <= milliseconds(startOffset))!
          expect(cue.to, word).toBeGreaterThanOrEqual(milliseconds(endOffset))
        }
      }),
      { numRuns: 60 },
    )
  },
  120_000,
)

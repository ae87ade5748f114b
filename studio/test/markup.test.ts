import fc from 'fast-check'
import type { Node } from 'prosemirror-model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/support/test-service.ts'
import { parseMarkup } from '../src/script/parse-markup.ts'
import { printMarkup } from '../src/script/print-markup.ts'
import { scriptSchema } from '../src/script/schema.ts'

const ATTRIBUTES = { id: 'a', speaker: 3, pause: 0.6, name: '', level: 0, isSilent: false }

const marks = fc
  .record({
    tempo: fc.option(fc.constantFrom(0.8, 1.5)),
    loudness: fc.option(fc.constantFrom(-4, 6)),
    pitch: fc.option(fc.constantFrom(-20, 50)),
    respell: fc.option(fc.constantFrom('toh-MAY-toh', 'AH')),
    sayAs: fc.option(fc.constantFrom('date', 'cardinal')),
  })
  .map((values) =>
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [scriptSchema.mark(name, { value })])),
  )
const word = fc.record({
  text: fc.oneof(
    fc.stringMatching(/^[a-z]{1,6}$/),
    fc.constantFrom('$4.99', 'AT&T', '&amp;', '<b>', '3<4', '</p>', '&#39;'),
  ),
  marks,
})
const paragraph = fc.array(word, { maxLength: 12 }).map((words) =>
  scriptSchema.node(
    'paragraph',
    ATTRIBUTES,
    words.flatMap((one) => [scriptSchema.text(one.text, one.marks), scriptSchema.text(' ')]),
  ),
)

let service: TestService
beforeAll(async () => {
  service = await startTestService({ MAX_TEXT_LENGTH: '5000' })
})
afterAll(() => service.close())

/** Marks of signs that are no part of a word may be lost between printing and reading; those of words may not. */
const textOf = (node: Node) => node.textContent

test('what the editor shows and what is sent are the same, there and back', () => {
  fc.assert(
    fc.property(paragraph, (shown) => {
      const { markup, textOffsets } = printMarkup(shown)
      const read = parseMarkup(markup, ATTRIBUTES)
      expect(textOf(read)).toBe(textOf(shown))
      expect(printMarkup(read).markup).toBe(markup)
      expect(textOffsets).toHaveLength(markup.length + 1)
    }),
  )
})

test('a mark on a part of a word wraps the word', () => {
  const mark = scriptSchema.mark('tempo', { value: 0.8 })
  const shown = scriptSchema.node('paragraph', ATTRIBUTES, [
    scriptSchema.text('un'),
    scriptSchema.text('real', [mark]),
    scriptSchema.text(', yes'),
  ])
  expect(printMarkup(shown).markup).toBe('<tempo value="0.8">unreal</tempo>, yes')
})

test('the service takes what is printed, and its offsets lead back to the text', async () => {
  for (const shown of fc.sample(paragraph, { numRuns: 100, seed: 7 })) {
    const { markup, textOffsets } = printMarkup(shown)
    if (!/[a-z]/.test(shown.textContent)) continue
    const answer = await service.call('/explain', { body: { speaker_id: 3, text: markup } })
    const body = (await answer.json()) as { words: { source: string; source_start: number }[]; message?: string }
    expect(answer.status, `${markup}: ${body.message}`).toBe(200)
    for (const { source, source_start } of body.words.filter((one) => /^[a-z]+$/.test(one.source))) {
      expect(shown.textContent.slice(textOffsets[source_start]).startsWith(source)).toBe(true)
    }
  }
})

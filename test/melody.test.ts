import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { medianOf } from './support/melody-figures.ts'
import { DASHED_SENTENCES } from './support/melody-sentences.ts'
import { speakSentences, wordNamed } from './support/speak-sentences.ts'
import { loadServiceVoices } from './support/speak-text.ts'
import { measureWordEdge } from './support/word-edges.ts'

let resources: Awaited<ReturnType<typeof loadServiceVoices>>
beforeAll(async () => {
  resources = await loadServiceVoices()
})
afterAll(() => resources.close())

const speak = (texts: readonly string[], ssml = false) => speakSentences(texts, { speakerId: 3, resources, ssml })

describe('words before dashes and brackets', () => {
  test('fade out without a burst', async () => {
    const said = await speak(DASHED_SENTENCES.map(([sentence]) => sentence))
    const edges = said.map((sentence, i) =>
      measureWordEdge(sentence.audio, wordNamed(sentence, DASHED_SENTENCES[i]![1]).endSample),
    )
    const cuts = edges.map(({ cutDb }) => cutDb)
    expect(medianOf(cuts)).toBeLessThan(-30)
    expect(Math.max(...cuts)).toBeLessThan(-26)
    expect(Math.max(...edges.map(({ burstDb }) => burstDb))).toBeLessThan(10)
  })
})

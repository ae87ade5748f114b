import { describe, expect, test } from 'vitest'
import { sampleEverydaySentences } from '../../../test/support/everyday-tables.ts'
import { NORA, PLANNING } from '../../../test/support/planning-data.ts'
import type { Steps } from '../../text/steps.ts'
import { planSpeech, prepareInSlices, prepareSpeech, type SpeechRequest } from './plan-speech.ts'
import { runInSlices } from './run-in-slices.ts'

const SENTENCES = sampleEverydaySentences(34).map(({ written }) => written)
const requestOf = (text: string): SpeechRequest => ({ voice: NORA, text, libraries: [], ssml: false })
/** Far more than a slice holds. */
const LONG = requestOf(SENTENCES.join('\n'))
const OTHER = requestOf(SENTENCES.toReversed().join(' '))

describe('in slices', () => {
  test('a text is planned as at once, while another is planned', async () => {
    const [long, other] = await Promise.all([LONG, OTHER].map((request) => prepareInSlices(request, PLANNING)))
    expect(long).toEqual(prepareSpeech(LONG, PLANNING))
    expect(other).toEqual(prepareSpeech(OTHER, PLANNING))
  })

  test('a long text lets others have their turn', async () => {
    let turns = 0
    let next = setImmediate(function count() {
      turns++
      next = setImmediate(count)
    })
    await prepareInSlices(LONG, PLANNING)
    clearImmediate(next)
    expect(turns).toBeGreaterThan(5)
  })

  test('a text whose caller has left is planned no further', async () => {
    const left = new AbortController()
    const planning = prepareInSlices(LONG, PLANNING, left.signal)
    left.abort(new Error('The caller has left'))
    await expect(planning).rejects.toThrow('The caller has left')
    function* endless(): Steps<never> {
      for (;;) yield
    }
    await expect(runInSlices(endless(), left.signal)).rejects.toThrow('The caller has left')
  })

  test.each(['', ' . ', `${LONG.text} A forbidden term.`])('the error is that of planning at once', async (text) => {
    let thrown: unknown
    try {
      planSpeech(requestOf(text), PLANNING)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(Error)
    await expect(prepareInSlices(requestOf(text), PLANNING)).rejects.toEqual(thrown)
  })
})

test.each([
  ['en_US', 'march fourth'],
  ['en_GB', 'the third of april'],
  ['en_AU', 'the third of april'],
  // In no line of the table.
  ['de_DE', 'march fourth'],
])('an avatar of %s reads a date as %s', (locale, date) => {
  const voice = { ...NORA, avatar: { ...NORA.avatar, locale } }
  const { utterance } = prepareSpeech({ ...requestOf('It is due on 3/4.'), voice }, PLANNING)
  const words = utterance.sentences.flatMap((sentence) => sentence.words.map(({ text }) => text))
  expect(words.join(' ')).toBe(`it is due on ${date}`)
})

import { describe, expect, test } from 'vitest'
import { closingTagsOf } from './close-elements.ts'
import { findOpenAside, findUnfinishedMarkup } from './find-unfinished.ts'

/** What of a text is settled, and what may still change: divided by `|`. */
const divide = (text: string, find: (text: string) => number) =>
  `${text.slice(0, find(text))}|${text.slice(find(text))}`

describe('markup that is not written to its end', () => {
  test.each([
    'All is said.|',
    'Fish |&',
    'Fish |&am',
    'Fish & |&#x26',
    'Fish & chips|',
    'a |<te',
    'a |<tempo value="1.',
    'a <tempo value="1.1">b|',
    'I |<',
    'I <3 you. It is 5 < 6|',
    'a |</',
    'a |<!',
    'say |::toh-MAY',
    'say |tom::',
    'say |x::toh MAY-toh:',
    'say ::toh-MAY-toh:: now|',
    'Time|:',
    'at 7:45|',
    '|<respell value="UHP">up',
    '<respell value="UHP">up</respell> and on|',
    'a |<sub alias="x">y',
    'a |<b>c',
    'a <b>c</b> d|',
    'a |<b>c <i>d</i>',
    'a<br>b|',
    'a<b/>c|',
    'x |<!-- y',
    'x <!-- y --> z|',
    'x |<![CDATA[ y ]]',
    'half |\ud83d',
    'whole 😀|',
  ])('%s', (divided) => {
    expect(divide(divided.replace('|', ''), findUnfinishedMarkup)).toBe(divided)
  })
})

describe('markup of other services that is not written to its end', () => {
  test.each([
    '|<thi',
    ' |<think>Hm. So.',
    '<think>Hm.</think> So.|',
    'a |[whis',
    'a [whispers] b|',
    'a |<voice> b. c',
    'a <voice name="x"> b. c|',
    'a <speak> b|',
    'a |<bre',
    'a |<break time="1',
    'a <break time="1s"/> b|',
    '|<metadata a="b">c',
  ])('%s', (divided) => {
    expect(divide(divided.replace('|', ''), (text) => findUnfinishedMarkup(text, { cues: true }))).toBe(divided)
  })

  test('reasoning is held up to 20,000 characters', () => {
    const thought = `<think>${'Hm. '.repeat(4990)}`
    expect(findUnfinishedMarkup(thought, { cues: false })).toBe(0)
    expect(findUnfinishedMarkup(thought + 'Hm. '.repeat(10), { cues: false })).toBeGreaterThan(20_000)
  })
})

describe('an aside that is not closed', () => {
  test.each([
    'a (b) c|',
    'a |(b',
    'a (b) |(c',
    'a |“b',
    'a “b” |"c',
    'a |[b (c)',
    '(never closed\nnew line|',
    'one\ntwo |(three',
    'a <tempo value="1.1">b</tempo>|',
  ])('%s', (divided) => {
    expect(divide(divided.replace('|', ''), findOpenAside)).toBe(divided)
  })
})

test.each([
  ['plain', ''],
  ['<tempo value="1.1">a', '</tempo>'],
  ['<tempo value="1.1"><pitch value="5">a</pitch> b', '</tempo>'],
  ['<tempo value="1.1"><pitch value="5">a', '</pitch></tempo>'],
  ['<tempo value="1.1">a</tempo>', ''],
])('%s is closed by "%s"', (text, tags) => {
  expect(closingTagsOf(text, { ssml: false })).toBe(tags)
})

test.each(['a', 'a ', 'é', '::a', '::a ', '<', '<a ', '&a', '(', '“', ':', ':a', '<!--', '<b>', "'", '-', '\ud83d'])(
  '200,000 characters of %j are searched in linear time',
  (unit) => {
    const text = unit.repeat(200_000 / unit.length)
    expect(findUnfinishedMarkup(text)).toBeLessThanOrEqual(text.length)
    expect(findOpenAside(text)).toBeLessThanOrEqual(text.length)
  },
  20_000,
)

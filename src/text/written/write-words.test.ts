import { expect, test } from 'vitest'
import { parseMarkup } from '../markup/parse-markup.ts'
import { writeWords, writeWordsInSteps } from './write-words.ts'

/** What is around each of the words that are in brackets in the first argument: `before_after`, or `before{shown}after`. */
function around(marked: string, ssml = false): readonly string[] {
  const words: { text: string; start: number; end: number }[] = []
  const source = marked.replace(/\[([^\]]*)\]/g, (_, word: string, offset: number) => {
    const start = offset - words.length * 2
    words.push({ text: word, start, end: start + word.length })
    return word
  })
  return writeWords(parseMarkup(source, { ssml }), words).map(
    ({ before, after, shown }) => `${before}${shown === undefined ? '_' : `{${shown}}`}${after}`,
  )
}

test.each([
  ['[Hello], [world]!', ['_, ', '_!']],
  ['  “[So],” [he] [said]: "[go]".', ['“_,” ', '_ ', '_: ', '"_".']],
  ['[well]-[known] [and]/[or]', ['_-', '_ ', '_/', '_']],
  ['[this] — [that] \n\n [end]…  ', ['_ — ', '_ ', '_…']],
  ['[a] <tempo value="0.7">[slow]</tempo>, [b]', ['_ ', '_, ', '_']],
  ['[say] ::[TUH-puhl]::.', ['_ ', '_.']],
  ['[Five] <[six]>, [3] < [4] [and] [5] > [4]', ['_ ', '<_>, ', '_ < ', '_ ', '_ ', '_ > ', '_']],
  ['&quot;[Hi]&quot; [you]', ['"_" ', '_']],
  ['[AT&amp;T] [is]', ['{AT&T} ', '_']],
  ['([x])', ['(_)']],
  ['[a]&#33; [b]&#x1F389;', ['_! ', '_🎉']],
  // Not markup, so nothing of it is lost.
  ['[a]<[b]>[c]', ['_<', '_>', '_']],
  ['[use] [std]::[map] [and] [std]::[set]', ['_ ', '_::', '_ ', '_ ', '_::', '_']],
  ['[vector]<[int]> [at] [10]::[30]', ['_<', '_> ', '_ ', '_::', '_']],
  ['[a] <!-- b --> [c]', ['_ ', '_']],
  [`[so]${'!'.repeat(60)} [on]${'?!'.repeat(30)}[and] “[on]`, ['_!!!!!!!! ', '_?!?!?!?!', '_ ', '“_']],
  [`${'-'.repeat(60)}\n\n[Part]\n${'='.repeat(60)}\n[one]\n\n${'*'.repeat(60)}`, ['_ ', '_']],
  [`[well] ${'👩‍👩‍👧'.repeat(20)} [done]${'👩‍👩‍👧'.repeat(20)}`, ['_ ', `_${'👩‍👩‍👧'.repeat(8)}`]],
])('%s', (marked, expected) => {
  expect(around(marked)).toEqual(expected)
})

test.each([
  ['<speak>[one] <break time="1s"/> [two]</speak>', ['_ ', '_']],
  ['<speak>[one]<break time="1s"/>[two]</speak>', ['_ ', '_']],
  ['<speak><p>[One].</p><p>[Two]</p></speak>', ['_. ', '_']],
  ['<speak>[a]<!-- <b> --> [b] &lt;[c]&gt;</speak>', ['_ ', '_ ', '<_>']],
  ['<speak><sub alias="the hash key">[#]</sub> [AT&amp;T]</speak>', ['_ ', '{AT&T}']],
])('SSML: %s', (marked, expected) => {
  expect(around(marked, true)).toEqual(expected)
})

test.each([
  ['<b>H</b>ello you', 'H</b>ello', 'Hello'],
  ['un<em>believ</em>able', 'un<em>believ</em>able', 'unbelievable'],
  ['A<i>T&amp;T</i> is', 'A<i>T&amp;T', 'AT&T'],
  ['a<b x', 'a<b', 'a<b'],
])('a word of %s is without its tags', (source, slice, text) => {
  const start = source.indexOf(slice)
  const [word] = writeWords(parseMarkup(source, { ssml: false }), [{ text: slice, start, end: start + slice.length }])
  expect([word?.text, word?.shown, word?.end]).toEqual([text, undefined, start + slice.length])
})

test('no words, no punctuation', () => {
  expect(writeWords(parseMarkup('...', { ssml: false }), [])).toEqual([])
})

test('writes a long text in several steps', () => {
  const source = 'word '.repeat(5000).trimEnd()
  const words = Array.from({ length: 5000 }, (_, i) => ({ text: 'word', start: i * 5, end: i * 5 + 4 }))
  const tree = parseMarkup(source, { ssml: false })
  const steps = writeWordsInSteps(tree, words)
  let taken = 1
  let step = steps.next()
  for (; !step.done; step = steps.next()) taken += 1
  expect(taken).toBeGreaterThan(10)
  expect(step.value).toEqual(writeWords(tree, words))
})

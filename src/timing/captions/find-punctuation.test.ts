import { expect, test } from 'vitest'
import { findPunctuation } from './find-punctuation.ts'

/** The words of `source` that stand in brackets in the first argument; what is around each. */
function around(marked: string): readonly string[] {
  const spans: { start: number; end: number }[] = []
  const source = marked.replace(/\[([^\]]*)\]/g, (_, word: string, offset: number) => {
    const start = offset - spans.length * 2
    spans.push({ start, end: start + word.length })
    return word
  })
  return findPunctuation(source, spans).map(({ before, after }) => `${before}_${after}`)
}

test.each([
  ['[Hello], [world]!', ['_, ', '_!']],
  ['  “[So],” [he] [said]: "[go]".', ['“_,” ', '_ ', '_: ', '"_".']],
  ['[well]-[known] [and]/[or]', ['_-', '_ ', '_/', '_']],
  ['[this] — [that] \n\n [end]…  ', ['_ — ', '_ ', '_…']],
  ['[a] <tempo value="0.7">[slow]</tempo>, [b]', ['_ ', '_, ', '_']],
  ['[say] ::[TUH-puhl]::.', ['_ ', '_.']],
  ['<speak>[one] <break time="1s"/> [two]</speak>', ['_ ', '_']],
  ['[Five] <[six]>, [3] < [4] [and] [5] > [4]', ['_ ', '<_>, ', '_ < ', '_ ', '_ ', '_ > ', '_']],
  ['&quot;[Hi]&quot; [you]', ['"_" ', '_']],
  ['([x])', ['(_)']],
  ['[a]<!-- <b> --> [b]&#33; &#x1F389;', ['_ ', '_! 🎉']],
  [`[so]${'!'.repeat(60)} [on]${'?!'.repeat(30)}[and] “[on]`, ['_!!!!!!!! ', '_?!?!?!?!', '_ ', '“_']],
  [`${'-'.repeat(60)}\n\n[Part]\n${'='.repeat(60)}\n[one]\n\n${'*'.repeat(60)}`, ['_ ', '_']],
  [`[well] ${'👩‍👩‍👧'.repeat(20)} [done]${'👩‍👩‍👧'.repeat(20)}`, ['_ ', `_${'👩‍👩‍👧'.repeat(8)}`]],
])('%s', (marked, expected) => {
  expect(around(marked)).toEqual(expected)
})

test('no words, no punctuation', () => {
  expect(findPunctuation('...', [])).toEqual([])
})

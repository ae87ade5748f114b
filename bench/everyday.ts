/**
 * How many everyday sentences are read right, in words, sentence ends and the sounds that are checked. The rules were written
 * against the first half; the second half was written afterwards.
 *   npm run bench -- everyday            the accuracy by half and by kind
 *   npm run bench -- everyday --misses   what is wrong, as said and as it should be
 */
import {
  type EverydaySentence,
  expectEveryday,
  readEverydaySentences,
  speakEveryday,
} from '../test/support/everyday-sentences.ts'
import { printTable } from './support/print-table.ts'

const HALVES = ['first-half', 'second-half', 'final-check'] as const

function isRight(sentence: EverydaySentence): boolean {
  return speakEveryday(sentence) === expectEveryday(sentence)
}

function formatShare(sentences: readonly EverydaySentence[]): string {
  const right = sentences.filter(isRight).length
  return `${right} of ${sentences.length} (${((100 * right) / sentences.length).toFixed(1)} %)`
}

for (const half of HALVES) {
  const sentences = readEverydaySentences(half)
  const kinds = [...new Set(sentences.map(({ kind }) => kind))]
  if (process.argv.includes('--misses')) {
    for (const sentence of sentences.filter((candidate) => !isRight(candidate))) {
      console.log(`${sentence.kind}: ${sentence.written.replaceAll('\n', '\\n')}`)
      console.log(`  said:   ${speakEveryday(sentence)}\n  should: ${expectEveryday(sentence)}`)
    }
  } else {
    printTable([
      ...kinds.map((kind) => ({ [half]: kind, right: formatShare(sentences.filter((row) => row.kind === kind)) })),
      { [half]: 'all', right: formatShare(sentences) },
    ])
    console.log('')
  }
}

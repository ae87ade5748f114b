/**
 * How many everyday sentences are read right, in words, sentence ends and the sounds that are checked. Each table was written
 * before any rule was changed for it.
 *   npm run bench -- everyday            the accuracy by table and by kind
 *   npm run bench -- everyday --misses   what is wrong, as said and as it should be
 */
import { speakEveryday } from '../test/support/everyday-sentences.ts'
import {
  EVERYDAY_TABLES,
  type EverydaySentence,
  expectEveryday,
  readEverydaySentences,
} from '../test/support/everyday-tables.ts'
import { printTable } from './support/print-table.ts'

function isRight(sentence: EverydaySentence): boolean {
  const said = speakEveryday(sentence)
  return said === expectEveryday(sentence, said)
}

function formatShare(sentences: readonly EverydaySentence[]): string {
  const right = sentences.filter(isRight).length
  return `${right} of ${sentences.length} (${((100 * right) / sentences.length).toFixed(1)} %)`
}

for (const table of EVERYDAY_TABLES) {
  const sentences = readEverydaySentences(table)
  const kinds = [...new Set(sentences.map(({ kind }) => kind))]
  if (process.argv.includes('--misses')) {
    for (const sentence of sentences.filter((candidate) => !isRight(candidate))) {
      console.log(`${sentence.kind}: ${sentence.written.replaceAll('\n', '\\n')}`)
      const said = speakEveryday(sentence)
      console.log(`  said:   ${said}\n  should: ${expectEveryday(sentence, said)}`)
    }
  } else {
    printTable([
      ...kinds.map((kind) => ({ [table]: kind, right: formatShare(sentences.filter((row) => row.kind === kind)) })),
      { [table]: 'all', right: formatShare(sentences) },
    ])
    console.log('')
  }
}

/**
 * How many everyday sentences are read right, in words, sentence ends and the sounds that are checked, by class. All of them were seen when rules were
 * written: docs/reading-accuracy.md has those that nothing was learnt from.
 *   npm run bench -- everyday            the accuracy by class
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

const judged = EVERYDAY_TABLES.map((table) => {
  const sentences = readEverydaySentences(table)
  return { table, sentences, wrong: sentences.filter((sentence) => !isRight(sentence)) }
})

if (process.argv.includes('--misses')) {
  for (const { table, wrong } of judged) {
    for (const sentence of wrong) {
      const said = speakEveryday(sentence)
      console.log(`${table}: ${sentence.written.replaceAll('\n', '\\n')}`)
      console.log(`  said:   ${said}\n  should: ${expectEveryday(sentence, said)}`)
    }
  }
} else {
  const all = {
    table: 'all',
    sentences: judged.flatMap((one) => one.sentences),
    wrong: judged.flatMap((one) => one.wrong),
  }
  printTable(
    [...judged, all].map(({ table, sentences, wrong }) => ({
      class: table,
      sentences: sentences.length,
      wrong: wrong.length,
      right: `${((100 * (sentences.length - wrong.length)) / sentences.length).toFixed(1)} %`,
    })),
  )
}

/** Load time and look-up speed of the packed lexicon beside the same dictionary as JSON and as the npm package. Run: npm run bench -- lexicon */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dictionary } from 'cmu-pronouncing-dictionary'
import { createLexicon } from '../src/text/phonemization/lexicon/lexicon.ts'

const PACKED = join(import.meta.dirname, '../data/lexicon/en-us.bin')
const RUNS = 7
const LOOK_UPS = 200_000

/** Each form is loaded in a process of its own, so that nothing is warm; the process prints its milliseconds and megabytes. */
const MEASURE = `PREPARE; const before = process.memoryUsage().rss, start = performance.now(); LOAD;
console.log(performance.now() - start, (process.memoryUsage().rss - before) / 2 ** 20)`

function measureLoad(name: string, load: string, prepare = ''): void {
  const runs = Array.from({ length: RUNS }, () => {
    const { stdout } = spawnSync(
      'node',
      ['--input-type=module', '-e', MEASURE.replace('PREPARE', prepare).replace('LOAD', load)],
      {
        encoding: 'utf8',
      },
    )
    return stdout.trim().split(' ').map(Number)
  })
  const [milliseconds, megabytes] = runs.sort((a, b) => a[0]! - b[0]!)[RUNS >> 1]!
  console.log(`${name.padEnd(44)} ${milliseconds!.toFixed(1).padStart(8)} ms ${megabytes!.toFixed(1).padStart(8)} MB`)
}

function measureLookUps(name: string, words: readonly string[], find: (word: string) => unknown): void {
  for (let i = 0; i < LOOK_UPS; i++) find(words[i % words.length]!)
  const start = performance.now()
  for (let i = 0; i < LOOK_UPS; i++) find(words[i % words.length]!)
  const microseconds = ((performance.now() - start) * 1000) / LOOK_UPS
  console.log(`${name.padEnd(44)} ${microseconds.toFixed(2).padStart(8)} µs a look-up`)
}

const folder = mkdtempSync(join(tmpdir(), 'declaim-bench-'))
const json = join(folder, 'cmudict.json')
writeFileSync(json, JSON.stringify(dictionary))
console.log(`Cold load, median of ${RUNS} processes; growth of resident memory`)
const modulePath = join(import.meta.dirname, '../src/text/phonemization/lexicon/lexicon.ts')
const { length } = readFileSync(PACKED)
const prepare = `const { readFileSync } = await import('node:fs'); const { createLexicon } = await import('${modulePath}')`
measureLoad(`reading en-us.bin (${length} bytes) alone`, `readFileSync('${PACKED}')`, prepare)
measureLoad('packed: read and createLexicon', `createLexicon(readFileSync('${PACKED}'))`, prepare)
measureLoad('JSON.parse', `JSON.parse((await import('node:fs')).readFileSync('${json}', 'utf8'))`)
measureLoad('npm cmu-pronouncing-dictionary', `await import('cmu-pronouncing-dictionary')`)
rmSync(folder, { recursive: true })

const bytes = readFileSync(PACKED)
const started = performance.now()
const lexicon = createLexicon(bytes)
console.log(`\ncreateLexicon itself, first call: ${(performance.now() - started).toFixed(2)} ms\n`)
const words = Object.keys(dictionary).filter((word, index) => index % 17 === 0 && /^[a-z']+$/.test(word))
measureLookUps('packed: pronunciationsOf, known words', words, (word) => lexicon.pronunciationsOf(word))
measureLookUps('packed: has, known words', words, (word) => lexicon.has(word))
measureLookUps(
  'packed: has, unknown words',
  words.map((word) => `${word}qx`),
  (word) => lexicon.has(word),
)
measureLookUps('npm object: value split into phonemes', words, (word) => dictionary[word]!.split(' '))

/**
 * What stored replacements cost: compiling a library once, and applying it to one text, beside a loop that looks for
 * each entry with a regular expression. Prints a table: `npm run bench -- replacements`.
 */
import { dictionary } from 'cmu-pronouncing-dictionary'
import { parseMarkup } from '../src/text/markup/parse-markup.ts'
import { applyReplacements } from '../src/text/replacements/apply-replacements.ts'
import { createReplacementSet, type ReplacementLibrary } from '../src/text/replacements/replacement-set.ts'

const ENTRIES = 10_000
const CHARACTERS = 10_000
const RUNS = 50
const NAIVE_RUNS = 3

/** Every n-th word of a dictionary, and each tenth entry a phrase of two words. */
function sampleLibrary(words: readonly string[]): ReplacementLibrary {
  const step = Math.floor(words.length / ENTRIES)
  const replacements = Array.from({ length: ENTRIES }, (_, index) => {
    const word = words[index * step] ?? ''
    const original = index % 10 === 0 ? `${word} ${words[index * step + 1]}` : word
    return { replacementId: String(index), original, replacementText: 'x', isPhoneticRespelling: false, enabled: true }
  })
  return { libraryId: 'bench', replacements }
}

function sampleText(words: readonly string[]): string {
  let text = ''
  for (let index = 0; text.length < CHARACTERS; index += 997) text += `${words[index % words.length]} `
  return text.slice(0, CHARACTERS)
}

/** Replaces entry by entry, longest first, with a regular expression each. */
function replaceNaively(text: string, { replacements }: ReplacementLibrary): string {
  const longestFirst = replacements.toSorted((a, b) => b.original.length - a.original.length)
  return longestFirst.reduce((replaced, { original, replacementText }) => {
    const pattern = original.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return replaced.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'giu'), replacementText)
  }, text)
}

/** The median time of some runs, in milliseconds, after one run that does not count. */
function medianMs(runs: number, work: () => unknown): number {
  work()
  const times = Array.from({ length: runs }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN
}

const words = Object.keys(dictionary).filter((word) => /^[a-z]+$/.test(word))
const library = sampleLibrary(words)
const source = sampleText(words)
const tree = parseMarkup(source, { ssml: false })
const set = createReplacementSet([library])
const replaced = applyReplacements(tree, set).children.filter((node) => node.kind === 'replaced').length

console.log(`${ENTRIES} entries, ${source.length} characters, ${replaced} replacements found`)
console.table({
  'compile the library': { 'median ms': medianMs(RUNS, () => createReplacementSet([library])).toFixed(2) },
  'parse the text': { 'median ms': medianMs(RUNS, () => parseMarkup(source, { ssml: false })).toFixed(2) },
  'apply the library': { 'median ms': medianMs(RUNS, () => applyReplacements(tree, set)).toFixed(2) },
  'naive loop': { 'median ms': medianMs(NAIVE_RUNS, () => replaceNaively(source, library)).toFixed(2) },
})

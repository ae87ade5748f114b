/**
 * Compares the English model with the spelling of each origin, on listed names of the supplement that neither was made from: the
 * model is trained on CMUdict, and the classifier without a fifth of the names. A reading counts as right if it has the sounds
 * of a reviewed one, weak vowels and their likes apart, with the stress in its place.
 * Run: npx node training/name-origins/evaluate.ts
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { dictionary } from 'cmu-pronouncing-dictionary'
import { createLetterToSound } from '../../src/text/phonemization/letter-to-sound/letter-to-sound.ts'
import { guessByOrigin } from '../../src/text/phonemization/letter-to-sound/origins/guess-by-origin.ts'
import { createOriginModel } from '../../src/text/phonemization/letter-to-sound/origins/origin-model.ts'
import { findSpelling, readBySpelling } from '../../src/text/phonemization/letter-to-sound/origins/spelling.ts'
import { createLexicon, type Pronunciation } from '../../src/text/phonemization/lexicon/lexicon.ts'
import { splitLexicon } from '../letter-to-sound/split.ts'
import { isAlike } from './compare-readings.ts'
import { fitOrigins } from './fit-origins.ts'
import { ENGLISH, hashOf, type ListedName, readNames } from './read-names.ts'

const PARTS = 5
const data = (path: string) => readFileSync(resolve(import.meta.dirname, '../../data', path))
const lexicon = createLexicon(data('lexicon/en-us.bin'))
const letterToSound = createLetterToSound(data('letter-to-sound/en-us.bin'))
const names = readNames()

const fromModel = (name: string): Pronunciation => letterToSound.readingsOf(name)[0]?.phonemes ?? []
const capital = (name: string): string => name[0]!.toUpperCase() + name.slice(1)

type Row = { names: number; model: number; rules: number; told: number; modelIfTold: number; rulesIfTold: number }

function measure(
  tested: readonly ListedName[],
  model: ReturnType<typeof createOriginModel>,
  rows: Map<string, Row>,
): void {
  for (const { name, origin, written } of tested) {
    const spelling = findSpelling(origin)
    if (spelling === undefined || !lexicon.has(name) || dictionary[name] !== undefined) continue
    const reviewed = lexicon.pronunciationsOf(name)
    const isRight = (phonemes: Pronunciation) => reviewed.some((reading) => isAlike(reading, phonemes))
    const row = rows.get(origin) ?? { names: 0, model: 0, rules: 0, told: 0, modelIfTold: 0, rulesIfTold: 0 }
    const byModel = isRight(fromModel(name))
    const guess = guessByOrigin(capital(name), model)
    rows.set(origin, {
      names: row.names + 1,
      model: row.model + Number(byModel),
      rules: row.rules + Number(isRight(readBySpelling(written.normalize('NFC').toLowerCase(), spelling))),
      told: row.told + Number(guess !== undefined),
      modelIfTold: row.modelIfTold + Number(guess !== undefined && byModel),
      rulesIfTold: row.rulesIfTold + Number(guess !== undefined && isRight(guess)),
    })
  }
}

/** How often the classifier speaks up for the dictionary's held-out words written as names, and who is right then. */
function measureDictionary(model: ReturnType<typeof createOriginModel>): string {
  const listed = new Set(names.filter(({ origin }) => origin !== ENGLISH).map(({ name }) => name))
  const heldOut = splitLexicon().heldOut.filter(({ word }) => /^[a-z]{3,}$/.test(word) && !listed.has(word))
  let told = 0
  let byModel = 0
  let byRules = 0
  for (const { word, pronunciations } of heldOut) {
    const guess = guessByOrigin(capital(word), model)
    if (guess === undefined) continue
    told++
    byModel += Number(pronunciations.some((reading) => isAlike(reading, fromModel(word))))
    byRules += Number(pronunciations.some((reading) => isAlike(reading, guess)))
  }
  return `CMUdict, held out: ${heldOut.length} words, told ${told}; of these right by the model ${byModel}, by rules ${byRules}`
}

const rows = new Map<string, Row>()
for (let part = 0; part < PARTS; part++) {
  const isTested = ({ name }: ListedName) => hashOf(name) % PARTS === part
  const model = createOriginModel(fitOrigins(names.filter((name) => !isTested(name))))
  measure(names.filter(isTested), model, rows)
  if (part === 0) process.stdout.write(`${measureDictionary(model)}\n`)
}
const columns: readonly (keyof Row)[] = ['names', 'model', 'rules', 'told', 'modelIfTold', 'rulesIfTold']
process.stdout.write(`${'origin'.padEnd(14)}${columns.map((column) => column.padStart(13)).join('')}\n`)
for (const [origin, row] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1)))
  process.stdout.write(`${origin.padEnd(14)}${columns.map((column) => String(row[column]).padStart(13)).join('')}\n`)
const sums = columns.map((column) => [...rows.values()].reduce((sum, row) => sum + row[column], 0))
process.stdout.write(`${'all'.padEnd(14)}${sums.map((sum) => String(sum).padStart(13)).join('')}\n`)

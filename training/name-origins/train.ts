/** Trains classifier.json from the lists in names/. Run: node training/name-origins/train.ts */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fitOrigins } from './fit-origins.ts'
import { readNames } from './read-names.ts'

const output = join(import.meta.dirname, 'classifier.json')
const names = readNames()
writeFileSync(output, `${JSON.stringify(fitOrigins(names), null, 2)}\n`)
process.stdout.write(`${names.length} names: ${output}\n`)

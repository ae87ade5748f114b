import { readFileSync } from 'node:fs'
import { createPhrasingModel } from '../../src/synthesis/planning/phrasing/phrasing-model.ts'

/** The phrasing model of the service. */
export const PHRASING = createPhrasingModel(
  readFileSync(new URL('../../data/phrasing/en-us.json', import.meta.url), 'utf8'),
)

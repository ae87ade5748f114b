import { type PolicyLists, parsePatterns } from '../../delivery/moderation/content-policy.ts'
import { readTextFile } from '../files.ts'
import type { LoadResourcesOptions } from './load-resources.ts'

type PolicyOptions = Pick<LoadResourcesOptions, 'blockedTermsFile' | 'blockedPatternsFile' | 'blockProfanity'>

/** The rating of a word that is a profanity in any context (package `cuss`). */
const CERTAIN = 2

/** Loads the lists that the settings name. Throws an Error that names the file that cannot be used. */
export async function loadPolicyLists(options: PolicyOptions): Promise<PolicyLists> {
  const { blockedTermsFile, blockedPatternsFile, blockProfanity } = options
  const [terms, profanities, patterns] = await Promise.all([
    blockedTermsFile === undefined ? [] : loadTerms(blockedTermsFile),
    blockProfanity ? loadProfanities() : [],
    blockedPatternsFile === undefined ? [] : loadPatterns(blockedPatternsFile),
  ])
  return { terms, profanities, patterns }
}

async function loadTerms(path: string): Promise<readonly string[]> {
  const lines = (await readTextFile(path)).split('\n')
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

async function loadPatterns(path: string) {
  const text = await readTextFile(path)
  try {
    return parsePatterns(text)
  } catch (error) {
    throw new Error(`Cannot use ${path}: ${(error as Error).message}`)
  }
}

/** Not loaded if it is not used. */
async function loadProfanities(): Promise<readonly string[]> {
  const { cuss } = await import('cuss')
  return Object.entries(cuss).flatMap(([word, rating]) => (rating === CERTAIN ? [word] : []))
}

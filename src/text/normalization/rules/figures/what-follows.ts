import { wordSet } from '../../../language/word-set.ts'
import { type Scene, tokenAfter } from '../../scene.ts'

/** Plural nouns without -s that a number counts. */
const COUNTED = wordSet('people men women children feet percent teeth mice sheep fish dollars hours more other of')

/** What comes next is a plural noun. */
export function countsNext(scene: Scene, index: number): boolean {
  const next = tokenAfter(scene, index)?.text ?? ''
  return (
    COUNTED.has(next) ||
    (/^[a-z]+s$/.test(next) && !/^(?:is|was|has|as|this|its|ss|.*(?:ss|us|ous|wards|ways|times|haps|ides))$/.test(next))
  )
}

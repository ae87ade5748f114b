import { extendContexts, firstChildFrom, type GraphoneTree, logOfBackoff, logOfChance } from './graphone-tree.ts'

/** A way to read a word: the graphones from its last letter back to its start. */
export type Reading = {
  readonly symbol: number
  readonly before: Reading | undefined
  /** Natural logarithm of the chance of all graphones so far. */
  readonly score: number
  /** The contexts for the next symbol, by length. */
  readonly contexts: readonly number[]
  /** How many primary stresses so far; 2 means more. */
  readonly primaries: number
}

/** For each letter of the word, and for its end, the graphones it may be part of: `first` inclusive, `end` exclusive. */
export type SymbolRange = { readonly first: number; readonly end: number }

export type DecodeOptions = {
  readonly tree: GraphoneTree
  /** Primary stresses in each graphone. */
  readonly primaries: Uint8Array
  readonly startSymbol: number
  /** Most readings that are followed at once. */
  readonly beamSize: number
  /** Readings this much (natural logarithm) below the best are dropped. */
  readonly beamWidth: number
}

type Step = { readonly from: Reading; readonly symbol: number; readonly score: number; readonly primaries: number }

/** The likeliest readings of a word, best first, by beam search letter by letter. */
export function decodeGraphones(letters: readonly SymbolRange[], options: DecodeOptions): readonly Reading[] {
  const { tree, startSymbol } = options
  const contexts = extendContexts(tree, [0], startSymbol)
  let beam: readonly Reading[] = [{ symbol: startSymbol, before: undefined, score: 0, contexts, primaries: 0 }]
  for (const range of letters) {
    beam = keepBest(stepAll(beam, range, options), options.beamSize).map(({ from, symbol, score, primaries }) => ({
      symbol,
      before: from,
      score,
      contexts: extendContexts(tree, from.contexts, symbol),
      primaries,
    }))
  }
  return beam
}

/** Readings in the same state (longest context and stress so far) have the same future: only the best one is kept. */
function stepAll(beam: readonly Reading[], range: SymbolRange, options: DecodeOptions): Step[] {
  const { tree, primaries, beamWidth } = options
  const steps = new Map<number, Step>()
  // For each symbol of the range, the last reading (by its place, from 1) that has tried it.
  const tried = new Uint32Array(range.end - range.first)
  let best = -Infinity
  for (const [index, from] of beam.entries()) {
    let score = from.score
    for (let k = from.contexts.length - 1; k >= 0 && score > best - beamWidth; k--) {
      const context = from.contexts[k]!
      const end = tree.firstChildren[context + 1]!
      for (let child = firstChildFrom(tree, context, range.first); child < end; child++) {
        const symbol = tree.symbols[child]!
        if (symbol >= range.end) break
        if (tried[symbol - range.first] === index + 1) continue
        tried[symbol - range.first] = index + 1
        const reached = score + logOfChance(tree, child)
        if (reached < best - beamWidth) continue
        if (reached > best) best = reached
        const stressed = Math.min(from.primaries + primaries[symbol]!, 2)
        const state = child * 3 + stressed
        const rival = steps.get(state)
        if (rival === undefined || rival.score < reached)
          steps.set(state, { from, symbol, score: reached, primaries: stressed })
      }
      score += logOfBackoff(tree, context)
    }
  }
  return [...steps.values()].filter((step) => step.score >= best - beamWidth)
}

function keepBest(steps: Step[], count: number): readonly Step[] {
  return steps.sort((a, b) => b.score - a.score).slice(0, count)
}

/**
 * Trains data/letter-to-sound/en-us.bin from CMUdict, without the tenth that is held out.
 * Run: npx node training/letter-to-sound/train.ts [output [list of words to hold out instead]]
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { GraphoneNodes } from '../../src/text/phonemization/letter-to-sound/graphone-tree.ts'
import { type Graphone, packLetterToSound } from '../../src/text/phonemization/letter-to-sound/letter-to-sound.ts'
import { type Alignment, alignLetters } from './align-letters.ts'
import { countGraphones, type GraphoneTree, START_SYMBOL } from './count-graphones.ts'
import { pruneGraphones } from './prune-graphones.ts'
import { type SmoothedTree, smoothGraphones } from './smooth-graphones.ts'
import { listedIn, splitLexicon } from './split.ts'

const [output = 'data/letter-to-sound/en-us.bin', heldOutList] = process.argv.slice(2)
const MAX_ORDER = 8
/** How much an n-gram must add to be kept: set so that the file stays under 5 MB, with more room for the direction that finds the readings. */
const FORWARD_THRESHOLD = 5.8e-7
const BACKWARD_THRESHOLD = 1.8e-6
/** Later variants in CMUdict are rare readings; the model does better without them. */
const VARIANTS_PER_WORD = 2

function keyOf(letter: string, phonemes: readonly string[]): string {
  return [letter, ...phonemes].join(' ')
}

/** All graphones of the alignments, ordered by letter; the word's end first. */
function collectGraphones(alignments: readonly Alignment[]): readonly Graphone[] {
  const graphones = new Map<string, Graphone>()
  for (const alignment of alignments)
    for (const [letter, phonemes] of alignment) graphones.set(keyOf(letter, phonemes), { letter, phonemes })
  const sorted = [...graphones].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, graphone]) => graphone)
  return [{ letter: '', phonemes: [] }, ...sorted.sort((a, b) => a.letter.charCodeAt(0) - b.letter.charCodeAt(0))]
}

function trainDirection(sequences: readonly Uint16Array[], symbols: number, threshold: number): GraphoneNodes {
  const tree = countGraphones(sequences, MAX_ORDER)
  const smoothed = smoothGraphones(tree, { maxOrder: MAX_ORDER, symbols })
  const { kept, backoff } = pruneGraphones(tree, smoothed, threshold)
  return layOut(tree, smoothed, { kept, backoff })
}

/** Kept nodes level by level, children of a node side by side in order of their symbols. */
function layOut(
  tree: GraphoneTree,
  { chance }: SmoothedTree,
  { kept, backoff }: { kept: Uint8Array; backoff: Float64Array },
): GraphoneNodes {
  const children = new Map<number, number[]>()
  for (let node = 1; node < tree.size; node++) {
    if (kept[node] === 0) continue
    const siblings = children.get(tree.parent[node]!)
    if (siblings === undefined) children.set(tree.parent[node]!, [node])
    else siblings.push(node)
  }
  const nodes = [0]
  const childCounts: number[] = []
  for (let i = 0; i < nodes.length; i++) {
    const own = children.get(nodes[i]!) ?? []
    for (const child of own.sort((a, b) => tree.symbol[a]! - tree.symbol[b]!)) nodes.push(child)
    childCounts.push(own.length)
  }
  return {
    symbols: nodes.map((node) => tree.symbol[node]!),
    logChances: nodes.map((node) => (node === 0 || chance[node] === 0 ? -16 : Math.log(chance[node]!))),
    logBackoffs: nodes.map((node) => Math.log(backoff[node]!)),
    childCounts,
  }
}

function log(message: string): void {
  process.stdout.write(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${message}\n`)
}

const { train, heldOut } = splitLexicon(heldOutList === undefined ? undefined : listedIn(heldOutList))
log(`${train.length} words to train on, ${heldOut.length} held out`)
const pairs = train.flatMap(({ word, pronunciations }) =>
  pronunciations.slice(0, VARIANTS_PER_WORD).map((phonemes) => ({ word, phonemes })),
)
const alignments = alignLetters(pairs).filter((alignment) => alignment !== undefined)
log(`${alignments.length} of ${pairs.length} pronunciations aligned`)
const graphones = collectGraphones(alignments)
const symbolOf = new Map(graphones.map(({ letter, phonemes }, index) => [keyOf(letter, phonemes), index + 1]))
const spelled = alignments.map((alignment) =>
  alignment.map(([letter, phonemes]) => symbolOf.get(keyOf(letter, phonemes))!),
)
const end = symbolOf.get('')!
const forward = trainDirection(
  spelled.map((symbols) => Uint16Array.from([START_SYMBOL, ...symbols, end])),
  graphones.length,
  FORWARD_THRESHOLD,
)
log(`left to right: ${forward.symbols.length} n-grams of ${graphones.length} graphones`)
const backward = trainDirection(
  spelled.map((symbols) => Uint16Array.from([START_SYMBOL, ...symbols.toReversed(), end])),
  graphones.length,
  BACKWARD_THRESHOLD,
)
log(`right to left: ${backward.symbols.length} n-grams`)
const bytes = packLetterToSound({ graphones, forward, backward })
writeFileSync(resolve(import.meta.dirname, '../..', output), bytes)
log(`${output}: ${bytes.length} bytes`)

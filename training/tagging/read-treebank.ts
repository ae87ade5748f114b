import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** A token of the treebank: tagged, attached to its head, and placed in the text of its sentence. */
export type Token = {
  readonly form: string
  /** Universal tag and Penn tag. */
  readonly universal: string
  readonly penn: string
  /** Index of the head in the sentence; -1 for the root. */
  readonly head: number
  readonly relation: string
  /** Place in the text; the end is exclusive. */
  readonly start: number
  readonly end: number
}

export type TreeSentence = {
  /** Place among the sentences of its file. */
  readonly index: number
  readonly text: string
  readonly tokens: readonly Token[]
}

type Row = readonly string[]

/** Reads the sentences of a gzipped CoNLL-U file. */
export function readTreebank(path: string): readonly TreeSentence[] {
  return gunzipSync(readFileSync(path)).toString('utf8').trim().split(/\n\n+/).map(parseSentence)
}

function parseSentence(block: string, index: number): TreeSentence {
  const lines = block.split('\n')
  const text = lines.find((line) => line.startsWith('# text = '))!.slice('# text = '.length)
  const rows = lines.filter((line) => !line.startsWith('#')).map((line) => line.split('\t'))
  const words = rows.filter(([id]) => /^\d+$/.test(id!))
  const spans = placeWords(text, rows)
  const numberOf = new Map(words.map(([id], index) => [id, index]))
  const tokens = words.map(([id, form, , universal, penn, , head, relation]) => ({
    form: form!,
    universal: universal!,
    penn: penn!,
    head: numberOf.get(head!) ?? -1,
    relation: relation!,
    start: spans.get(id!)![0],
    end: spans.get(id!)![1],
  }))
  return { index, text, tokens }
}

/** Where each word is in the text. A part that the text spells otherwise (`wo` and `n't` never do) has the place of its whole word. */
function placeWords(text: string, rows: readonly Row[]): ReadonlyMap<string, readonly [number, number]> {
  const spans = new Map<string, readonly [number, number]>()
  let from = 0
  let whole: { last: number; start: number; end: number } | undefined
  for (const [id, form] of rows) {
    if (id!.includes('.')) continue
    if (id!.includes('-')) {
      const start = text.indexOf(form!, from)
      whole = { last: Number(id!.split('-')[1]), start, end: start + form!.length }
      from = start
      continue
    }
    if (whole !== undefined && Number(id) > whole.last) {
      from = whole.end
      whole = undefined
    }
    const start = text.indexOf(form!, from)
    const isFound = start >= 0 && (whole === undefined || start + form!.length <= whole.end)
    if (isFound) from = start + form!.length
    else if (whole === undefined) throw new Error(`Cannot place "${form}" in "${text}"`)
    spans.set(id!, isFound ? [start, start + form!.length] : [whole!.start, whole!.end])
  }
  return spans
}

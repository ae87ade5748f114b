import { readFileSync } from 'node:fs'
import { HARVARD_SENTENCES } from '../quality/harvard-sentences.ts'

const CATEGORIES = [
  'news',
  'everyday-prose',
  'recipes',
  'quotes-and-dashes',
  'technology-and-science',
  'money',
] as const

/** Long texts as people have them spoken: a licence, news and other prose, short sentences, and one that never ends. */
export const CAPTION_TEXTS: Readonly<Record<string, string>> = {
  licence: readText('../../LICENSE').trim().slice(0, 10_000),
  prose: CATEGORIES.flatMap(readRows).join(' '),
  'short sentences': HARVARD_SENTENCES.join(' '),
  'one sentence': `${CATEGORIES.flatMap(readRows)
    .map((row) => row.replace(/[^\p{L}\p{N}]+$/u, ''))
    .join(' and then ')}.`,
}

function readText(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8')
}

function readRows(category: string): readonly string[] {
  const { rows } = JSON.parse(readText(`../normalization/${category}.json`)) as { rows: readonly [string, string][] }
  return rows.map(([source]) => source)
}

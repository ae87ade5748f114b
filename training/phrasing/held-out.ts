import { readFileSync } from 'node:fs'
import type { Recording } from './read-corpus.ts'

/** Recordings as lines: id, transcript, and the words with the silence after each in milliseconds, all tabbed. */
export function formatHeldOut(recordings: readonly Recording[]): string {
  return recordings.map((recording) => `${formatRecording(recording)}\n`).join('')
}

/** The recordings of a file that `formatHeldOut` wrote. How long words last is lost. */
export function readHeldOut(path: string | URL): readonly Recording[] {
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [id = '', text = '', spoken = ''] = line.split('\t')
      return { id, text, words: spoken.split(' ').map(parseSpoken) }
    })
}

function formatRecording({ id, text, words }: Recording): string {
  const spoken = words.map(([word, seconds]) => (word === '' ? Math.round(seconds * 1000) : word))
  return [id, text, spoken.join(' ')].join('\t')
}

function parseSpoken(part: string): readonly [string, number] {
  return /^\d+$/.test(part) ? ['', Number(part) / 1000] : [part, 0]
}

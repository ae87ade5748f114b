import type { Block } from './blocks.ts'

/** Reads plain text as paragraphs: what blank lines divide, or else each line. */
export function readText(content: string): readonly Block[] {
  const text = content.replaceAll(/\r\n?/g, '\n').trim()
  const parts = /\n\s*\n/.test(text) ? text.split(/\n\s*\n/) : text.split('\n')
  return parts.map((part) => ({ kind: 'paragraph', text: part }))
}

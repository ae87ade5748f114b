import type { Manner } from '../../scene.ts'

/** Whether the same letter is three times in a row. */
export function hasTriple(lower: string): boolean {
  for (let i = 2; i < lower.length; i++) {
    const code = lower.charCodeAt(i)
    if (code === lower.charCodeAt(i - 1) && code === lower.charCodeAt(i - 2)) return true
  }
  return false
}

/** `sooooo` as `so`, `gooood` as `good`: the letters that a writer drew out. */
export function unstretch(lower: string, isWord: Manner['isWord']): string {
  const doubled = lower.replace(/(.)\1{2,}/g, '$1$1')
  const single = lower.replace(/(.)\1{2,}/g, '$1')
  return isWord(doubled) && !isWord(single) ? doubled : single
}

import { type SpokenWord, say } from '../../spoken-word.ts'

/**
 * The particle of `once-a-month` and `bric-a-brac`, and of Welsh places: `Pen-y-Ghent`. `a-frame`, `vitamin-A-rich` and `x-y-z` have letters.
 */
export function readLinked(part: string, text: string): readonly SpokenWord[] | undefined {
  if (part !== 'a' && part !== 'y') return undefined
  const linked =
    part === 'a' ? /^[A-Za-z][a-z]{2,}(?:-[a-z]{2,})*-a-[a-z]{3,}$/ : /^[A-Z][a-z]+(?:-[a-z]+)*-y-[A-Za-z]{3}/
  return linked.test(text) ? say(part) : undefined
}

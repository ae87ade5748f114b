/** Scripts that texts have and voices do not read, by what people call them. */
const SCRIPTS: readonly (readonly [name: string, is: RegExp])[] = [
  ['Japanese', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['Chinese', /\p{Script=Han}/u],
  ['Korean', /\p{Script=Hangul}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Devanagari', /\p{Script=Devanagari}/u],
]
const SKIPPED = /^Character U\+([0-9A-F]+).* is skipped, because no voice reads it/
const MORE_SKIPPED = /^([\d,]+) more characters? (?:is|are) skipped/
const MOST_SHOWN = 6

/** What the service warns about in a text, in words for people: characters that no voice reads are one line. */
export function describeWarnings(warnings: readonly string[], text: string): readonly string[] {
  const skipped = new Set<string>()
  const others: string[] = []
  for (const warning of warnings) {
    const code = SKIPPED.exec(warning)?.[1]
    if (code !== undefined) skipped.add(String.fromCodePoint(Number.parseInt(code, 16)))
    else if (!MORE_SKIPPED.test(warning)) others.push(warning.replace(/: at offset \d+$/, ''))
  }
  return skipped.size === 0 ? others : [describeSkipped([...skipped], text), ...others]
}

function describeSkipped(characters: readonly string[], text: string): string {
  const names = SCRIPTS.filter(([, is]) => characters.some((one) => is.test(one))).map(([name]) => name)
  // Chinese characters are a part of Japanese.
  const isJapanese = SCRIPTS[0]![1].test(text)
  const found = isJapanese ? [...new Set(['Japanese', ...names])].filter((name) => name !== 'Chinese') : names
  const shown = characters.slice(0, MOST_SHOWN).map((one) => (/\p{C}/u.test(one) ? 'a control character' : one))
  const rest = characters.length > MOST_SHOWN ? ' and others' : ''
  const what = found.length === 0 ? 'some characters' : new Intl.ListFormat('en', { type: 'disjunction' }).format(found)
  return `No voice reads ${what}, so this is left out: ${shown.join(' ')}${rest}`
}

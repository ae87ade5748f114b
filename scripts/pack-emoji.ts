/**
 * Writes data/emoji/en.json: emoji to their names as they are read out.
 *   npm pack cldr-annotations-modern@45.0.0 && tar xzf cldr-annotations-modern-45.0.0.tgz
 *   npx node scripts/pack-emoji.ts package/annotations/en/annotations.json
 */
import { readFileSync, writeFileSync } from 'node:fs'

type Annotations = {
  readonly annotations: { readonly annotations: Readonly<Record<string, { readonly tts?: readonly string[] }>> }
}

/** Names that people use instead of those of the CLDR. */
const EVERYDAY: Readonly<Record<string, string>> = {
  '❤': 'heart',
  '☕': 'coffee',
  '💯': 'one hundred',
  '✅': 'check mark',
  '☑': 'check mark',
  '💤': 'sleeping',
  '😂': 'tears of joy',
  '🤣': 'rolling on the floor laughing',
  '😍': 'heart eyes',
  '👏': 'clapping hands',
  '👋': 'waving hand',
  '🥇': 'gold medal',
  '🥈': 'silver medal',
  '🥉': 'bronze medal',
  '🎱': 'eight ball',
  '🍺': 'beer',
  '🍻': 'beers',
  '🍷': 'wine',
  '🆙': 'up',
  '🔛': 'on arrow',
  '➡': 'to',
}
/** Symbols that the text rules already read, and shapes used as bullets. */
const NO_EMOJI = /^[™ℹⓂ‼⁉✖✔➕➖➗♾❓❔❕❗〰〽▪▫◼◻◾◽⬛⬜⚫⚪🔹🔸🔷🔶✳✴❇♀♂⚕➰➿↔↕↩↪⤴⤵⬆⬇⬅↗↘↙↖▶◀⏩⏪⏫⏬⏭⏮⏯]$/u
const FIGURES: Readonly<Record<string, string>> = { '1st': 'first', '2nd': 'second', '3rd': 'third', '8': 'eight' }
const LOUD_WORDS = /^(?:NO|BACK|END|ON|SOON|TOP|COOL|FREE|NEW|UP)$/

/** In the notation of `say`: lower case, a capital for a letter that is named. */
function nameOf(written: string): string {
  return written
    .replace(/ \(blood type\)/, '')
    .replaceAll('’', "'")
    .replace(/[“”:,!.]/g, '')
    .split(/[ –-]+/)
    .map((word) => {
      if (/^[A-Z]{1,3}$/.test(word) && !LOUD_WORDS.test(word)) return word.split('').join(' ')
      return /^[a-z]$/i.test(word) && word !== 'a' ? word.toUpperCase() : (FIGURES[word] ?? fold(word))
    })
    .join(' ')
}

function fold(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z']/g, '')
}

/** Flags are two regional letters; the names of the regions are those of the runtime's CLDR. */
function listFlags(): readonly (readonly [string, string])[] {
  const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
  return letters.flatMap((first) =>
    letters.flatMap((second) => {
      const name = regions.of(first + second)
      const flag = String.fromCodePoint(first.charCodeAt(0) + 0x1f1a5, second.charCodeAt(0) + 0x1f1a5)
      return name === undefined || /^(?:XA|XB|ZZ|QO)$/.test(first + second) ? [] : [[flag, name] as const]
    }),
  )
}

const path = process.argv[2]
if (path === undefined) throw new Error('Cannot pack the emoji: expected the path of annotations.json')
const { annotations } = JSON.parse(readFileSync(path, 'utf8')) as Annotations
const emoji = Object.entries(annotations.annotations).flatMap(([sign, { tts }]) => {
  const bare = sign.replaceAll('\ufe0f', '')
  const isEmoji = !NO_EMOJI.test(bare) && /^\p{Extended_Pictographic}/u.test(bare) && bare > '\u00ff'
  return tts?.[0] === undefined || !isEmoji ? [] : [[bare, EVERYDAY[bare] ?? nameOf(tts[0])] as const]
})
const flags = listFlags().map(
  ([flag, name]) => [flag, `${nameOf(name.replace(/ \(.*\)| SAR China/, '').replaceAll('&', 'and'))} flag`] as const,
)
const arrows = [
  ['←', 'left arrow'],
  ['↑', 'up arrow'],
  ['↓', 'down arrow'],
] as const
const lines = [...emoji, ...flags, ...arrows].map(
  ([sign, name]) => `  ${JSON.stringify(sign)}: ${JSON.stringify(name)}`,
)
writeFileSync(new URL('../data/emoji/en.json', import.meta.url), `{\n${lines.join(',\n')}\n}\n`)
console.log(`${emoji.length} emoji and ${flags.length} flags`)

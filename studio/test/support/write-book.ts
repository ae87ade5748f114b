const NAMES = ['Nandipha', 'Szczęsny', 'Siobhan', 'Dr. Nguyen', 'Wojciech', 'Mr. Okonkwo', 'Anneliese', 'Xochitl']
const PLACES = ['harbour', 'orchard', 'library', 'workshop', 'market', 'station', 'cellar', 'observatory']
const VERBS = ['carried', 'measured', 'remembered', 'painted', 'repaired', 'counted', 'followed', 'described']
const THINGS = [
  'a copper lantern',
  'the second ledger',
  'three letters',
  'an old barometer',
  'the last map',
  'a violin',
]
const PARAGRAPHS_OF_A_CHAPTER = 50

/** Markdown of at least so many words: prose with names, prices, dates and figures, in chapters of fifty paragraphs. */
export function writeBook(words: number): string {
  const blocks: string[] = []
  let sentence = 0
  const write = (): string => {
    sentence += 1
    const pick = (list: readonly string[], step: number) => list[(sentence * step + (sentence >> 3)) % list.length]!
    const [name, place, verb, thing] = [pick(NAMES, 3), pick(PLACES, 5), pick(VERBS, 7), pick(THINGS, 1)]
    return [
      `In the ${place}, ${name} ${verb} ${thing}, which had cost $${sentence % 90}.${10 + (sentence % 80)} in 19${10 + (sentence % 80)}.`,
      `Nobody knew on May ${1 + (sentence % 28)} how ${thing} came to the ${place}, and ${name} said nothing about it.`,
    ].join(' ')
  }
  for (let [number, written] = [0, 0]; written < words; number += 1) {
    if (number % PARAGRAPHS_OF_A_CHAPTER === 0) blocks.push(`# Chapter ${number / PARAGRAPHS_OF_A_CHAPTER + 1}`)
    const paragraph = [write(), write()].join(' ')
    blocks.push(paragraph)
    written += paragraph.split(' ').length
  }
  return blocks.join('\n\n')
}

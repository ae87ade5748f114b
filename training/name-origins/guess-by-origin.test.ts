import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { hearsAccent } from '../../src/text/phonemization/letter-to-sound/hears-accent.ts'
import { findOrigin, guessByOrigin } from './guess-by-origin.ts'

const ENGLISH = readFileSync('training/name-origins/names/english.txt', 'utf8').trim().split('\n')
/** English surnames and places that the classifier was not trained on. */
const UNSEEN =
  'Abbotsley Addlestone Aldborough Ashenhurst Babbington Bagshawe Battersby Bickerstaff Blenkinsop Boddington Bottomley Bracegirdle Brackenbury Brathwaite Broughton Cattermole Chattaway Cholmondeley Clutterbuck Cobbledick Colthurst Cruickshank Cuthbertson Daubney Dillworth Duckenfield Eddowes Fanshawe Fenwick Garside Gathercole Gillingham Goodenough Greatorex Hathersage Hebblethwaite Hepplewhite Hickinbottom Hollinshead Ibbotson Kerfoot Lillywhite Loughborough Mickleburgh Mossop Netherwood Oldershaw Ormerod Pennyfather Quarrington Rotherhithe Shuttleworth Stallybrass Tunnicliffe Uttoxeter Wetherby Whippendell Wigginton Woolstencroft Yelverton'.split(
    ' ',
  )

describe('findOrigin', () => {
  test('leaves English surnames to the English model', () => {
    const capitals = ENGLISH.map((name) => name[0]!.toUpperCase() + name.slice(1))
    expect(capitals.filter((name) => findOrigin(name) !== undefined).length).toBeLessThan(ENGLISH.length / 200)
    expect(UNSEEN.filter((name) => findOrigin(name) !== undefined)).toEqual([])
  })

  test.each([
    'kowalczyk',
    'KOWALCZYK',
    'Xi',
    '',
    'Łódź-Fabryczna',
    'Ж',
    'A'.repeat(30),
    'iPhone',
    'Fudd',
    'Tedd',
    'Hartley',
  ])('abstains from %j', (word) => {
    expect(findOrigin(word)).toBeUndefined()
  })

  test.each([
    ['Szczepankowski', 'polish'],
    ['Papadimitropoulos', 'greek'],
    ['Hashiyama', 'japanese'],
    ['Xiongzhou', 'chinese'],
    ['Ivashchenko', 'russian'],
    ['Çağlar', 'turkish'],
    ['Håkansson', 'scandinavian'],
    ['smörgåsbord', 'scandinavian'],
    ['façade', 'french'],
    ['jalapeño', 'spanish'],
    ['über', 'german'],
    ['Thembi', 'bantu'],
    ['Tiankai', 'chinese'],
    ['Kawase', 'japanese'],
    ['Mullainathan', 'indian'],
    ['Thanathorn', 'thai'],
    ['Garcés', 'spanish'],
    ['inglés', 'spanish'],
    ['Rosés', 'french'],
    ['clichés', 'french'],
    ['Protégés', 'french'],
    ['Huitzilopochtli', 'nahuatl'],
    ['Mictlantecuhtli', 'nahuatl'],
  ])('finds that %s is %s', (word, origin) => {
    expect(findOrigin(word)).toBe(origin)
  })
})

describe('guessByOrigin', () => {
  test.each([
    ['Générès', 'ZH EY0 N EH0 R EY1'],
    ['rosé', 'R OW0 Z EY1'],
    ['mâché', 'M AA0 SH EY1'],
    ['Besançon', 'B AH0 Z AA0 N S OW1 N'],
    ['château', 'SH AA0 T OW1'],
    ['Iñárritu', 'IY0 N Y AA1 R IY0 T UW0'],
    ['Cuarón', 'K W AA0 R OW1 N'],
    ['peña', 'P EH1 N Y AH0'],
    ['rosés', 'R OW0 Z EY1 Z'],
    ['Ginés', 'HH IY0 N EH1 S'],
    ['Tŷ', 'T IY1'],
    ['Dŵr', 'D UH1 R'],
    ['Xibalba', 'SH IH0 B AA1 L B AH0'],
    ['Ehecatl', 'EY0 EH1 K AA0 T AH0 L'],
    ['Málaga', 'M AA1 L AA0 G AH0'],
    ['Szczepankowski’s', 'SH CH EH0 P AA0 NG K AO1 F S K IY0 Z'],
    ["Papadimitropoulos'", 'P AA0 P AA0 D IY0 M IY0 T R OW1 P UW0 L OW0 S'],
  ])('says %s as %s', (word, expected) => {
    expect(guessByOrigin(word)?.join(' ')).toBe(expected)
  })

  test.each(['plain', '', 'ß', 'é'.repeat(33), 'Smith'])('leaves %j to English', (word) => {
    expect(guessByOrigin(word)).toBeUndefined()
  })
})

test('knows whether an accent is heard', () => {
  expect(hearsAccent('rosé', ['R', 'OW1', 'Z'])).toBe(false)
  expect(hearsAccent('pâté', ['P', 'EY1', 'T'])).toBe(false)
  expect(hearsAccent('cafés', ['K', 'AH0', 'F', 'EY1', 'Z'])).toBe(true)
  expect(hearsAccent('Léa', ['L', 'IY1'])).toBe(false)
  expect(hearsAccent('Édouard', ['EH1', 'D', 'UW0', 'AA0', 'R', 'D'])).toBe(true)
  expect(hearsAccent('décor', ['D', 'IH0', 'K', 'AO1', 'R'])).toBe(true)
  expect(hearsAccent('rose', ['R', 'OW1', 'Z'])).toBe(true)
  expect(hearsAccent('Francés', 'F R AE1 N S AH0 S'.split(' '))).toBe(false)
  expect(hearsAccent('Cortés', 'K AO0 R T EH1 Z'.split(' '))).toBe(true)
  expect(hearsAccent('Llŷn', ['L', 'IH1', 'N'])).toBe(false)
})

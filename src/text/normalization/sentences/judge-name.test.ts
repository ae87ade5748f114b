import { describe, expect, test } from 'vitest'
import { normalizeSource } from '../../../../test/support/normalize-source.ts'

function read(source: string): string {
  const { sentences } = normalizeSource(source)
  return sentences.map(({ words }) => words.map(({ text }) => text).join(' ')).join(' | ')
}

describe('a name that looks like an abbreviation', () => {
  test.each([
    ['The film stars Sean Penn. It won.', 'the film stars sean penn | it won'],
    ['The film stars Sean P. Penn. Critics liked it.', 'the film stars sean p penn | critics liked it'],
    ['Ask Phil. He knows.', 'ask phil | he knows'],
    ['I had lunch with Phil. We talked.', 'i had lunch with phil | we talked'],
    ["I'm with Phil. Let's go.", "i'm with phil | let's go"],
    ['Thanks, Phil.', 'thanks phil'],
    ['Happy birthday, Reg. Have fun.', 'happy birthday reg | have fun'],
    ['I spoke to Jason Lim. He agreed.', 'i spoke to jason lim | he agreed'],
    ['We visited Uncle Sol. He was well.', 'we visited uncle sol | he was well'],
    ['The prize went to Amartya Sen. He taught.', 'the prize went to amartya sen | he taught'],
    ['Helmut Lang. He designs.', 'helmut lang | he designs'],
    ['Liu Xiaobo and Lang Lang.', 'liu xiaobo and lang lang'],
    ['She emailed Li Sun. He replied.', 'she emailed li sun | he replied'],
    ['Talk to Paul Eng. Critics do.', 'talk to paul eng | critics do'],
    ['Talk to Paul Eng. He helps.', 'talk to paul eng | he helps'],
    ['They hired Lee Rep. He starts soon.', 'they hired lee rep | he starts soon'],
    ['I met Jo Prof. She is kind.', 'i met jo prof | she is kind'],
    ['Ask Dr. Lam. He knows.', 'ask doctor lam | he knows'],
    ['I met Mr. Sun. He won.', 'i met mister sun | he won'],
    ['It is by Jonas Kan. He is six.', 'it is by jonas kan | he is six'],
    ['Her son is Ben Gov. He is six.', 'her son is ben gov | he is six'],
    ['My boss is named Del. He is fair.', 'my boss is named del | he is fair'],
    ['I met Pham Thu. She won.', 'i met pham thu | she won'],
    ['Only on Max.', 'only on max'],
    ['Only at the Soho Rep. Buy tickets.', 'only at the soho rep | buy tickets'],
    ['Mya Smith and Kim Chol won.', 'mya smith and kim chol won'],
    ['Anh Thu Nguyen met Wang Xing.', 'anh thu nguyen met wang xing'],
    ['Im Sung-jae beat Sung-jae Im.', 'im sung jae beat sung jae im'],
    ['Cath sang Ave Maria.', 'cath sang ave maria'],
    ['My cousin Vol is tall.', 'my cousin vol is tall'],
  ])('reads %j', (source, expected) => {
    expect(read(source)).toBe(expected)
  })
})

describe('an abbreviation that could be a name', () => {
  test.each([
    ['She moved to Boston, Mass. It is cold.', 'she moved to boston massachusetts | it is cold'],
    ['He is from Tex. It is hot.', 'he is from texas | it is hot'],
    ['She majored in Spanish Lang. It was fun.', 'she majored in spanish language | it was fun'],
    ['St. Francis Lib. Annex is near.', 'saint francis library annex is near'],
    ['Georgia Gov. Brian Kemp spoke.', 'georgia governor brian kemp spoke'],
    ['Ask Gen. Smith. He knows.', 'ask general smith | he knows'],
    ['Meet Prof. Green at noon.', 'meet professor green at noon'],
    ['Dr. He Jiankui spoke.', 'doctor he jiankui spoke'],
    ['Lunch with Anna Wed. Bring food.', 'lunch with anna wednesday | bring food'],
    ['Easter Sun. We rest.', 'easter sunday | we rest'],
    ['It opens in Dec. We can go.', 'it opens in december | we can go'],
    ['Meeting Thu at 5.', 'meeting thursday at five'],
    ['Im here now.', "i'm here now"],
    ['Ped Xing ahead.', 'ped crossing ahead'],
    ['Read Phil. 4:13 today.', 'read philippians four thirteen today'],
    ['Chol: 180 mg/dL', 'cholesterol one hundred eighty milligrams per deciliter'],
    ['The office is on James St. It is open.', 'the office is on james street | it is open'],
    ['She works for Kelly Inc. It grew.', 'she works for kelly incorporated | it grew'],
    ['He lives in Wash. It rains.', 'he lives in washington | it rains'],
    ['Contact your Rep. They can help.', 'contact your representative | they can help'],
    ['2 tbsp Marg. Mix well.', 'two tablespoons margarine | mix well'],
  ])('reads %j', (source, expected) => {
    expect(read(source)).toBe(expected)
  })
})

/** What the scorer misreads at the end of a sentence: it takes the form for a word, or for another abbreviation. */
test.fails.each([
  ['Our hosts are Ant and Dec. They sing.', 'our hosts are ant and dec | they sing'],
  ['Dover, Del. It is small.', 'dover delaware | it is small'],
  ['She has a degree in Phil. He has none.', 'she has a degree in philosophy | he has none'],
  ['He is a professor of Phil. It is fun.', 'he is a professor of philosophy | it is fun'],
])('misreads %j', (source, expected) => {
  expect(read(source)).toBe(expected)
})

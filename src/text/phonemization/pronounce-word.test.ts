import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createLetterToSound } from './letter-to-sound/letter-to-sound.ts'
import { createLexicon } from './lexicon/lexicon.ts'
import { pronounceWord } from './pronounce-word.ts'

const lexicon = createLexicon(readFileSync('data/lexicon/en-us.bin'))
const letterToSound = createLetterToSound(readFileSync('data/letter-to-sound/en-us.bin'))

function pronounce(written: string, locale = 'en_US'): string {
  const { phonemes, origin } = pronounceWord(
    { text: written.toLowerCase(), written },
    { lexicon, letterToSound, locale },
  )
  return `${origin}: ${phonemes.join(' ')}`
}

describe('pronounceWord', () => {
  test.each([
    ['temple', 'lexicon: T EH1 M P AH0 L'],
    ['café', 'lexicon: K AH0 F EY1'],
    ['naïve', 'lexicon: N AY2 IY1 V'],
    ['don’t', 'lexicon: D OW1 N T'],
    ['smartwatch', 'derived: S M AA1 R T W AA2 CH'],
    ['timestamps', 'derived: T AY1 M S T AE2 M P S'],
    ["podcaster's", 'derived: P AA1 D K AE2 S T ER0 Z'],
    ['unfriended', 'derived: AH2 N F R EH1 N D IH0 D'],
    ['decompress', 'derived: D IY2 K AH0 M P R EH1 S'],
    ['transregional', 'derived: T R AE2 N Z R IY1 JH AH0 N AH0 L'],
    ['retweeting', 'derived: R IY0 T W IY1 T IH0 NG'],
    ['vlogged', 'derived: V L AA1 G D'],
    ['binge-watching', 'derived: B IH1 N JH W AA1 CH IH0 NG'],
    ['re-read', 'derived: R IY2 R IY1 D'],
    ['microaggressions', 'derived: M AY2 K R OW0 AH0 G R EH1 SH AH0 N Z'],
    ['Hamdani', 'letter_to_sound: HH AA0 M D AA1 N IY0'],
    ['wheedle', 'letter_to_sound: W IY1 D AH0 L'],
    ['xkcd', 'letter_to_sound: EH1 K S K EY1 S IY1 D IY1'],
    ['hmm', 'lexicon: HH AH1 M'],
  ])('says %s as %s', (word, expected) => {
    expect(pronounce(word)).toBe(expected)
  })

  test.each([
    ['schedule', 'lexicon: SH EH1 JH UW0 L'],
    ['rescheduling', 'lexicon: R IY0 SH EH1 JH UW0 L IH0 NG'],
    ['rotates', 'lexicon: R OW0 T EY1 T S'],
    ['tomato', 'lexicon: T AH0 M AA1 T OW0'],
    ['herbs', 'lexicon: HH ER1 B Z'],
    ['z', 'lexicon: Z EH1 D'],
    ['functionary', 'lexicon: F AH1 NG K SH AH0 N ER0 IY0'],
    ['inhibitory', 'lexicon: IH2 N HH IH1 B AH0 T ER0 IY0'],
    ['story', 'lexicon: S T AO1 R IY0'],
    ['Roddenberry', 'lexicon: R AA1 D AH0 N B ER0 IY0'],
    ['palimony', 'lexicon: P AE1 L IH0 M AH0 N IY0'],
    ['magnetization', 'lexicon: M AE2 G N AH0 T AY0 Z EY1 SH AH0 N'],
    ['nonvolatile', 'lexicon: N AA2 N V AA1 L AH0 T AY2 L'],
    ['automobile', 'lexicon: AO1 T AH0 M OW0 B IY2 L'],
    ['water', 'lexicon: W AO1 T ER0'],
    ['transparent', 'lexicon: T R AE0 N S P AE1 R AH0 N T'],
    ['apparently', 'lexicon: AH0 P AE1 R AH0 N T L IY0'],
    ['parent', 'lexicon: P EH1 R AH0 N T'],
    ['marionette', 'lexicon: M AE2 R IY0 AH0 N EH1 T'],
    ['variation', 'lexicon: V EH2 R IY0 EY1 SH AH0 N'],
    ['surrogate', 'lexicon: S AH1 R AH0 G AH0 T'],
    ['blurry', 'lexicon: B L ER1 IY0'],
    ['Sheringham', 'letter_to_sound: SH EH1 R IH0 NG AH0 M'],
    ['cloudberry', 'derived: K L AW1 D B ER0 IY0'],
    ['backstory', 'derived: B AE1 K S T AO2 R IY0'],
  ])('says %s the British way as %s', (word, expected) => {
    expect(pronounce(word, 'en_GB')).toBe(expected)
  })

  test('says an unknown word alike at the start of a sentence and inside one', () => {
    for (const word of ['paddleboarders', 'rewilded', 'unfriendable', 'bookbindery']) {
      const capital = word[0]!.toUpperCase() + word.slice(1)
      const options = { lexicon, letterToSound, locale: 'en_US' } as const
      expect(pronounceWord({ text: word, written: capital, opensSentence: true }, options)).toEqual(
        pronounceWord({ text: word, written: word }, options),
      )
    }
  })

  test('reads a string of 100,000 letters', () => {
    const phonemes = pronounce('abcde'.repeat(20_000)).split(' ')
    expect(phonemes.length).toBeGreaterThan(50_000)
  })

  test.each(['', '-', '--', "'", "''''", '日本', '7'])('finds a sound even for %j', (word) => {
    expect(pronounce(word)).toBe('letter_to_sound: AH0')
  })
})

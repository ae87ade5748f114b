import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { analyzeText } from '../analyze-text.ts'
import { createReplacementSet } from '../replacements/replacement-set.ts'
import { createHomographModel } from './homographs/homograph-model.ts'
import { createLetterToSound } from './letter-to-sound/letter-to-sound.ts'
import { createLexicon } from './lexicon/lexicon.ts'

const resources = {
  lexicon: createLexicon(readFileSync('data/lexicon/en-us.bin')),
  letterToSound: createLetterToSound(readFileSync('data/letter-to-sound/en-us.bin')),
  homographs: createHomographModel(readFileSync('data/homographs/en-us.bin')),
  replacements: createReplacementSet([]),
  ssml: false,
}

/** The sounds of the spoken word `text` in a sentence. */
function soundsOf(text: string, sentence: string, locale: 'en_US' | 'en_GB'): string | undefined {
  const { sentences } = analyzeText(sentence, { ...resources, locale })
  const words = sentences.flatMap(({ words }) => words)
  return words.find((word) => word.text === text)?.phonemes.join(' ')
}

describe('everyday sentences', () => {
  test.each([
    ['The report is due August 7.', 'august', 'AO1 G AH0 S T'],
    ['due august 7', 'august', 'AO1 G AH0 S T'],
    ['It ends Aug. 31.', 'august', 'AO1 G AH0 S T'],
    ['A last-minute deal.', 'minute', 'M IH1 N AH0 T'],
    ['A 45-minute session.', 'minute', 'M IH1 N AH0 T'],
    ['Every minute counts.', 'minute', 'M IH1 N AH0 T'],
    ['Please re-open the ticket.', 're', 'R IY2'],
    ['Re-run the tests.', 're', 'R IY2'],
    ['We will re-record it.', 'record', 'R IH0 K AO1 R D'],
    ['Do, re, mi.', 're', 'R IY1'],
    ['She is aged 27.', 'aged', 'EY1 JH D'],
    ['He died, aged 84.', 'aged', 'EY1 JH D'],
    ['The aged man slept.', 'aged', 'EY1 JH AH0 D'],
    ['I really mean it.', 'really', 'R IY1 L IY0'],
    ['We shall overcome.', 'overcome', 'OW2 V ER0 K AH1 M'],
    ['She oversaw the merger.', 'oversaw', 'OW2 V ER0 S AO1'],
    ['They outnumber us.', 'outnumber', 'AW2 T N AH1 M B ER0'],
    ['The duration varies.', 'duration', 'D UH0 R EY1 SH AH0 N'],
    ['Ask an engineer.', 'engineer', 'EH2 N JH AH0 N IH1 R'],
    ['A sudden realization.', 'realization', 'R IY2 L AH0 Z EY1 SH AH0 N'],
    ['The trainees left.', 'trainees', 'T R EY2 N IY1 Z'],
    ['She counted to thirteen.', 'thirteen', 'TH ER1 T IY1 N'],
    ['Two rubber outsoles.', 'outsoles', 'AW1 T S OW2 L Z'],
    ['Aaron Copland wrote it.', 'copland', 'K OW1 P L AH0 N D'],
    ['Jan van Eyck painted it.', 'jan', 'Y AA1 N'],
    ['Press Close to exit.', 'close', 'K L OW1 Z'],
    ['Click "Close".', 'close', 'K L OW1 Z'],
    ['Select close.', 'close', 'K L OW1 Z'],
    ['The Close button is gone.', 'close', 'K L OW1 Z'],
    ['Press Record, then wait.', 'record', 'R IH0 K AO1 R D'],
    ['He sometimes calls.', 'sometimes', 'S AH1 M T AY2 M Z'],
    ['Ten kilometres to go.', 'kilometres', 'K AH0 L AA1 M AH0 T ER0 Z'],
    ['A concrete floor.', 'concrete', 'K AA1 N K R IY0 T'],
    ['The past decade was warm.', 'decade', 'D EH1 K EY0 D'],
    ['Thirty days.', 'thirty', 'TH ER1 T IY0'],
    ['Wash your clothes.', 'clothes', 'K L OW1 Z'],
    ['The buffet opens at six.', 'buffet', 'B AH0 F EY1'],
    ['They flew to Bologna.', 'bologna', 'B AH0 L OW1 N Y AH0'],
    ['For the sake of peace.', 'sake', 'S EY1 K'],
    ['Ravel wrote it.', 'ravel', 'R AH0 V EH1 L'],
    ['Crème fraîche, please.', 'fraiche', 'F R EH1 SH'],
    ['A glass of rosé.', 'rose', 'R OW0 Z EY1'],
    ['Send your résumé.', 'resume', 'R EH1 Z AH0 M EY2'],
    ['Touché!', 'touche', 'T UW0 SH EY1'],
    ['Ask Élodie.', 'elodie', 'EY2 L OW0 D IY1'],
    ['Señor Núñez called.', 'senor', 'S EY0 N Y AO1 R'],
    ['Run kubectl now.', 'kubectl', 'K Y UW1 B K AH0 T AH0 L'],
    ['Take ibuprofen.', 'ibuprofen', 'AY2 B Y UW0 P R OW1 F AH0 N'],
    ['Niall and Sadhbh came.', 'sadhbh', 'S AY1 V'],
    ['They organised it.', 'organised', 'AO1 R G AH0 N AY2 Z D'],
    ['Gusts buffeted the plane.', 'buffeted', 'B AH1 F AH0 T IH0 D'],
    ['How to combat jet lag.', 'combat', 'K AH0 M B AE1 T'],
  ])('in "%s" says %s as %s', (sentence, text, expected) => {
    expect(soundsOf(text, sentence, 'en_US')).toBe(expected)
  })

  test.each([
    ['From A to Z.', 'z', 'Z EH1 D'],
    ['My schedule is full.', 'schedule', 'SH EH1 JH UW0 L'],
    ['A ripe tomato.', 'tomato', 'T AH0 M AA1 T OW0'],
    ['The zebra is free.', 'zebra', 'Z EH1 B R AH0'],
    ['The secretary called.', 'secretary', 'S EH1 K R AH0 T R IY0'],
    ['Take your medicine.', 'medicine', 'M EH1 D S AH0 N'],
    ['A princess in Birmingham.', 'birmingham', 'B ER1 M IH0 NG AH0 M'],
  ])('in "%s" says %s the British way as %s', (sentence, text, expected) => {
    expect(soundsOf(text, sentence, 'en_GB')).toBe(expected)
  })
})

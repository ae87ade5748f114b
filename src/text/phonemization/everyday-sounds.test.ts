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
    ['Phishing e-mails look real.', 'mails', 'M EY2 L Z'],
    ['It is a by-product of steel.', 'product', 'P R AA2 D AH0 K T'],
    ['He took an X-ray.', 'ray', 'R EY2'],
    ['Book a follow-up visit.', 'up', 'AH2 P'],
    ['The runner-up won a cup.', 'up', 'AH1 P'],
    ['Play it in B-flat.', 'flat', 'F L AE1 T'],
    ['The report is due August 7.', 'august', 'AO1 G AH0 S T'],
    ['A camel laden with silk.', 'laden', 'L EY1 D AH0 N'],
    ['The death of bin Laden.', 'laden', 'L AA1 D AH0 N'],
    ['Bono sang in Dublin.', 'bono', 'B AA1 N OW0'],
    ['She works pro bono.', 'bono', 'B OW1 N OW0'],
    ['Colin is late.', 'colin', 'K AA1 L IH0 N'],
    ['Colin Powell spoke first.', 'colin', 'K OW1 L IH0 N'],
    ['Saint Kitts and Nevis', 'nevis', 'N IY1 V IH0 S'],
    ['They climbed Ben Nevis.', 'nevis', 'N EH1 V IH0 S'],
    ['Two basses and a cello.', 'basses', 'B EY1 S IH0 Z'],
    ['The basses swam across the lake.', 'basses', 'B AE1 S IH0 Z'],
    ['The overuse of drugs is common.', 'overuse', 'OW2 V ER0 Y UW1 S'],
    ['People often overuse them.', 'overuse', 'OW2 V ER0 Y UW1 Z'],
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
    ['They worried all weekend.', 'weekend', 'W IY1 K EH2 N D'],
    ['He wore a beret.', 'beret', 'B ER0 EY1'],
    ['A matinee at three.', 'matinee', 'M AE2 T AH0 N EY1'],
    ['We made progress.', 'progress', 'P R AA1 G R EH2 S'],
    ['Refugees came by sea.', 'refugees', 'R EH2 F Y UW0 JH IY1 Z'],
    ['An organization.', 'organization', 'AO2 R G AH0 N AH0 Z EY1 SH AH0 N'],
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
    ['Her address has changed.', 'address', 'AH0 D R EH1 S'],
    ['They address the crowd.', 'address', 'AH0 D R EH1 S'],
    ['We made progress.', 'progress', 'P R OW1 G R EH2 S'],
    ['They progress slowly.', 'progress', 'P R AH0 G R EH1 S'],
    ['They worried all weekend.', 'worried', 'W AH1 R IY0 D'],
    ['They worried all weekend.', 'weekend', 'W IY2 K EH1 N D'],
    ['Two libraries closed.', 'libraries', 'L AY1 B R ER0 IY0 Z'],
    ['The organisations agreed.', 'organisations', 'AO2 R G AH0 N AY0 Z EY1 SH AH0 N Z'],
    ['It frustrates them.', 'frustrates', 'F R AH0 S T R EY1 T S'],
    ['He wore a beret.', 'beret', 'B EH1 R EY0'],
    ['A matinee at three.', 'matinee', 'M AE1 T IH0 N EY2'],
    ['They live in Pakistan.', 'pakistan', 'P AA2 K IH0 S T AA1 N'],
    ['Do not touch it without touching the lid.', 'touching', 'T AH1 CH IH0 NG'],
    ['Use the passing places.', 'passing', 'P AE1 S IH0 NG'],
    ['We are scheduling a call.', 'scheduling', 'SH EH1 JH UW0 L IH0 NG'],
    ['Harry came.', 'harry', 'HH AE1 R IY0'],
    ['They flew to Paris.', 'paris', 'P AE1 R IH0 S'],
    ['Give it to charity.', 'charity', 'CH AE1 R IH0 T IY0'],
    ['A narrow lane.', 'narrow', 'N AE1 R OW0'],
    ['Ask a parent.', 'parent', 'P EH1 R AH0 N T'],
    ['Caring for an area.', 'area', 'EH1 R IY0 AH0'],
    ['The librarian left.', 'librarian', 'L AY0 B R EH1 R IY2 AH0 N'],
    ['Sarah is American.', 'sarah', 'S EH1 R AH0'],
  ])('in "%s" says %s the British way as %s', (sentence, text, expected) => {
    expect(soundsOf(text, sentence, 'en_GB')).toBe(expected)
  })
})

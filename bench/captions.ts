/**
 * How captions keep to the rules: of long texts, at the tempos that a tag can ask for, beside captions that are filled line by
 * line, as many programs make them. The tone engine speaks at the pace of people (80 ms a sound) with the service's pauses.
 *   npm run bench -- captions
 */
import { breakCost } from '../src/timing/captions/break-cost.ts'
import { breakLines, countCharacters } from '../src/timing/captions/break-lines.ts'
import type { Cue } from '../src/timing/captions/make-cue.ts'
import { planCues } from '../src/timing/captions/plan-cues.ts'
import type { SpeechTiming } from '../src/timing/speech-timing.ts'
import { joinWords } from '../src/timing/timed-word.ts'
import { CAPTION_TEXTS } from '../test/support/caption-texts.ts'
import { type CaptionFault, findCaptionFaults } from '../test/support/find-caption-faults.ts'
import { loadServiceVoices } from '../test/support/speak-text.ts'
import { TONE_AVATARS } from '../test/support/test-service.ts'
import { timeText } from '../test/support/time-text.ts'
import { printGoal, printTable, type TableRow } from './support/print-table.ts'

const TEMPOS = [0.7, 1, 1.3, 1.6, 2.3]
const RULES = ['lines', 'line length', 'under 1 s', 'over 7 s', 'reading speed', 'overlap', 'flicker', 'words'] as const

/** As many words as fit into two lines, from the first to the last. */
function fillCues({ words }: SpeechTiming): readonly Cue[] {
  const cues: Cue[] = []
  for (let start = 0; start < words.length; ) {
    let end = start + 1
    while (end < words.length && breakLines(joinWords(words.slice(start, end + 1))).length <= 2) end += 1
    const said = words.slice(start, end)
    cues.push({ startMs: said[0]!.startMs, endMs: said.at(-1)!.endMs, lines: breakLines(joinWords(said)) })
    start = end
  }
  return cues
}

/** Where captions end, as shares of all but the last. */
function countEnds(
  { words }: SpeechTiming,
  cues: readonly Cue[],
): Record<'sentence' | 'clause' | 'phrase' | 'bad', number> {
  const ends = { sentence: 0, clause: 0, phrase: 0, bad: 0 }
  for (const [i, { startMs }] of cues.entries()) {
    if (i === 0) continue
    const next = words.findIndex((word) => word.startMs === startMs)
    const cost = breakCost(joinWords([words[next - 1]!]), joinWords([words[next]!]))
    if (words[next]!.sentence !== words[next - 1]!.sentence) ends.sentence += 1
    else ends[cost === 0 ? 'clause' : cost < 2 ? 'phrase' : 'bad'] += 1
  }
  return ends
}

function describeCaptions(timing: SpeechTiming, cues: readonly Cue[]): TableRow {
  const faults = findCaptionFaults(timing, cues)
  const countOf = (rule: CaptionFault['rule']) => {
    const found = faults.filter((fault) => fault.rule === rule)
    const wrong = found.filter(({ isPermitted }) => !isPermitted)
    return found.length === 0 ? '0' : `${found.length} (${wrong.length})`
  }
  const { sentence, clause, phrase, bad } = countEnds(timing, cues)
  const tooMany = cues.reduce(
    (sum, { startMs, endMs, lines }) => sum + Math.max(0, countCharacters(lines.join(' ')) - (endMs - startMs) / 50),
    0,
  )
  return {
    captions: cues.length,
    'ends: sentence/clause/phrase/bad': `${sentence}/${clause}/${phrase}/${bad}`,
    ...Object.fromEntries(RULES.map((rule) => [rule, countOf(rule)])),
    'characters over 20 a second': tooMany.toFixed(0),
  }
}

const resources = await loadServiceVoices({ RENDER_THREADS: '1', AVATARS_FILE: TONE_AVATARS })
const rows: TableRow[] = []
let wrong = 0
for (const [name, text] of Object.entries(CAPTION_TEXTS)) {
  for (const tempo of TEMPOS) {
    const timing = await timeText(text, { resources, speakerId: 3, tempo })
    const planned = planCues(timing)
    wrong += findCaptionFaults(timing, planned).filter(({ isPermitted }) => !isPermitted).length
    for (const [maker, cues] of [
      ['planned', planned],
      ['filled', fillCues(timing)],
    ] as const) {
      rows.push({ text: `${name}, ${timing.words.length} words`, tempo, maker, ...describeCaptions(timing, cues) })
    }
  }
}
console.log('Captions that break a rule (in brackets: those for which there was a better way)\n')
printTable(rows)
printGoal('no planned caption breaks a rule without need', wrong === 0)
await resources.close()

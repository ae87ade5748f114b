import { afterAll, expect, test } from 'vitest'
import { planCues } from '../src/timing/captions/plan-cues.ts'
import { CAPTION_TEXTS } from './support/caption-texts.ts'
import { findCaptionFaults } from './support/find-caption-faults.ts'
import { loadServiceVoices } from './support/speak-text.ts'
import { TONE_AVATARS } from './support/test-service.ts'
import { timeText } from './support/time-text.ts'

const resources = await loadServiceVoices({ RENDER_THREADS: '2', AVATARS_FILE: TONE_AVATARS })
afterAll(() => resources.close())

/** From the slowest tag to the fastest; the avatars' own are between 0.88 and 1.12. */
const TEMPOS = [0.7, 1, 1.12, 1.6, 2.3]
/** Up to this tempo speech is slow enough to be read along, except for a few dense captions. */
const READABLE_TEMPO = 1.12

test.each(Object.keys(CAPTION_TEXTS))(
  'captions of the text "%s" break a rule only where they may',
  async (name) => {
    for (const tempo of TEMPOS) {
      const timing = await timeText(CAPTION_TEXTS[name]!, { resources, speakerId: 3, tempo })
      const cues = planCues(timing)
      const faults = findCaptionFaults(timing, cues)
      expect(faults.filter(({ isPermitted }) => !isPermitted)).toEqual([])
      // Speech of this service leaves one reason only, which is that it is fast.
      expect(faults.filter(({ rule }) => rule !== 'reading speed')).toEqual([])
      expect(faults.length / cues.length).toBeLessThan(tempo <= READABLE_TEMPO ? 0.2 : Number.POSITIVE_INFINITY)
    }
  },
  120_000,
)

test('captions do not end within a sentence after a word that leans on the next', async () => {
  for (const text of Object.values(CAPTION_TEXTS)) {
    const timing = await timeText(text, { resources, speakerId: 3 })
    const cues = planCues(timing)
    const starts = new Map(timing.words.map(({ startMs }, index) => [startMs, index]))
    for (const [i, { lines }] of cues.slice(0, -1).entries()) {
      const next = starts.get(cues[i + 1]!.startMs)!
      if (timing.words[next - 1]!.sentence !== timing.words[next]!.sentence) continue
      expect(lines.at(-1)).not.toMatch(/(?:^| )(?:an?|and|my|of|or|the|to|was|which|with|your)$/i)
    }
  }
})

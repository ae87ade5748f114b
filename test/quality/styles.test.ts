import { afterAll, expect, test } from 'vitest'
import { describeStyle, noticedDifferences, pairStyles } from '../support/compare-styles.ts'
import { loadServiceVoices, speakText } from '../support/speak-text.ts'
import { HARVARD_SENTENCES } from './harvard-sentences.ts'

const TEXT = `It snowed, rained, and hailed the same morning. ${HARVARD_SENTENCES.slice(0, 3).join(' ')}`
/** Of melody, tempo, pauses and brightness. */
const LEAST_DIFFERENCES = 2

const resources = await loadServiceVoices()
afterAll(() => resources.close())
const styles = await Promise.all(
  resources.catalogue.voices.map(async (voice) => {
    const spoken = await speakText(TEXT, { speakerId: voice.avatar.id, resources })
    return { voice, figures: describeStyle(spoken) }
  }),
)

const pairs = pairStyles(styles).map(
  ([one, other]) =>
    [`${one.voice.avatar.name}: ${one.voice.avatar.style}, ${other.voice.avatar.style}`, one, other] as const,
)

test.each(pairs)('%s differ audibly in two ways or more', (_, one, other) => {
  const differences = noticedDifferences(one.figures, other.figures)
  expect(differences.length, differences.join(', ')).toBeGreaterThanOrEqual(LEAST_DIFFERENCES)
})

test('there are nine people with several styles', () => {
  expect(new Set(pairs.map(([, { voice }]) => voice.avatar.name)).size).toBe(9)
})

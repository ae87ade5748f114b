import { afterAll, expect, test } from 'vitest'
import { measureIntelligibility } from '../support/measure-intelligibility.ts'
import { loadServiceVoices } from '../support/speak-text.ts'

/**
 * The avatars whose words are counted, and how many of 100 may be heard wrong. Measured with `npm run bench -- intelligibility` on
 * 2026-11-21: 16.3 and 9.2. The bands lie two standard errors of 240 words higher (2.4 and 1.9 points), because a change
 * that is no loss moves a few words. The figures tell a voice from what it was before; they are too weak to rank voices.
 */
const NARRATORS = [
  { speakerId: 3, highestErrorPercent: 21 },
  { speakerId: 17, highestErrorPercent: 13 },
]

const resources = await loadServiceVoices()
afterAll(() => resources.close())

test('a recogniser understands the narrators as well as before', { timeout: 120_000 }, async () => {
  const narrators = await Promise.all(
    NARRATORS.map(async (narrator) => ({
      ...narrator,
      ...(await measureIntelligibility(narrator.speakerId, resources)),
    })),
  )
  const figures = narrators.map(
    ({ speakerId, errorPercent, words }) => `avatar ${speakerId}: ${errorPercent.toFixed(1)} % of ${words} words`,
  )
  for (const { errorPercent, highestErrorPercent } of narrators)
    expect(errorPercent, `heard wrong: ${figures.join(', ')}`).toBeLessThanOrEqual(highestErrorPercent)
})

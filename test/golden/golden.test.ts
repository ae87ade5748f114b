/** Plans of varied texts against the files in `plans/`. Renew them with `npm run golden`, and read the difference. */
import { expect, test } from 'vitest'
import { planSynthesis } from '../../src/synthesis/planning/plan-synthesis.ts'
import type { ProsodyDimension, Segment, SegmentWord, SynthesisPlan } from '../../src/synthesis/synthesis-plan.ts'
import { analyzeText } from '../../src/text/analyze-text.ts'
import { createReplacementSet } from '../../src/text/replacements/replacement-set.ts'
import { findVoice, parseCatalogue } from '../../src/voices/catalogue.ts'
import { LANGUAGE, loadJson, PHRASING } from '../support/planning-data.ts'
import { GOLDEN_TEXTS, type GoldenText } from './texts.ts'

const VOICE = { ...findVoice(parseCatalogue(loadJson('avatars.json')), 3), tempo: 1, pitchSemitones: 0 }
const RENDERS = new Set<ProsodyDimension>(['tempo', 'pitchSemitones', 'gainDb'])
const ENGINE = { name: 'golden', renders: () => RENDERS }

function planText({ text, ssml = false, locale }: GoldenText): SynthesisPlan {
  const utterance = analyzeText(text, {
    ...LANGUAGE,
    replacements: createReplacementSet([]),
    ssml,
    locale: locale ?? 'en_US',
  })
  return planSynthesis(utterance, { text, voice: VOICE, engine: ENGINE, speechLoudness: -19, phrasing: PHRASING })
}

/** The text, then two lines a segment: words with marks and milliseconds of pause, and their sounds. */
function formatPlan({ text, segments, warnings }: SynthesisPlan): string {
  return [
    `# ${text.replaceAll('\n', '\n# ')}`,
    ...segments.map(formatSegment),
    ...warnings.map((one) => `! ${one}`),
  ].join('\n')
}

function formatSegment({ words, endsSentence }: Segment): string {
  const spoken = words.map(formatWord).join(' ')
  const sounds = words.map(({ phonemes }) => phonemes.join('-')).join(' ')
  return `${spoken}${endsSentence ? '' : ' ...'}\n  ${sounds}`
}

function formatWord({ text, prosody: { tempo, pitchSemitones, gainDb }, boundary }: SegmentWord): string {
  const delivery = [
    tempo === 1 ? [] : `x${Number(tempo.toFixed(3))}`,
    pitchSemitones === 0 ? [] : `${Number(pitchSemitones.toFixed(2))}st`,
    gainDb === 0 ? [] : `${gainDb}dB`,
  ].flat()
  const pause =
    boundary &&
    `${boundary.mark.length > 1 ? ' ' : ''}${boundary.mark} ${Math.round(1000 * boundary.pauseSeconds)}${boundary.isSilent ? 's' : ''}`
  return `${text}${delivery.length === 0 ? '' : `{${delivery.join(' ')}}`}${pause ?? ''}`
}

test.each(Object.entries(GOLDEN_TEXTS))('%s are planned as in their golden file', async (name, texts) => {
  const plans = texts.map((text) => formatPlan(planText(text))).join('\n\n')
  await expect(`${plans}\n`).toMatchFileSnapshot(`plans/${name}.txt`)
})

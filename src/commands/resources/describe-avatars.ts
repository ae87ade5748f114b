import { measureLoudness } from '../../audio/loudness/measure-loudness.ts'
import type { PcmAudio } from '../../audio/pcm-audio.ts'
import { trackPitch } from '../../audio/prosody/track-pitch.ts'
import { loadCheckedPackage } from '../../synthesis/engines/check-package.ts'
import { createEngine } from '../../synthesis/engines/create-engine.ts'
import type { DownloadDescription } from '../../synthesis/voice-packages/downloads/layout.ts'
import { DEFAULT_LOCALE, dialectOf, findLocale } from '../../text/english/dialects.ts'
import { CATALOGUE_LOUDNESS } from '../../voices/voice.ts'
import { checkSegments, speakWhole } from './check-sentences.ts'

/** Ids of avatars of packages are above this one. */
const LAST_SHIPPED_ID = 1000
/** Hz. Between the means of men and women; used only if the files do not say. */
const HIGHEST_MALE_PITCH = 160
/** dB. A louder or quieter voice than this is a fault that a gain would hide. */
const MAX_LEVEL_DB = 12

export type DescribeOptions = {
  readonly folder: string
  /** Ids that other avatars have. */
  readonly taken: ReadonlySet<number>
  /** Engine's voice -> id that its avatar had before, for a package that is replaced. */
  readonly former: ReadonlyMap<string, number>
}

/**
 * Makes an avatar for each voice of a package that was made of a download. Speaks a sentence with each to find its level, and its
 * sex by its pitch if the files do not say. Ids are the former ones, or the lowest free ones above 1000.
 */
export async function describeAvatars(
  { name, voices, source }: DownloadDescription,
  { folder, taken, former }: DescribeOptions,
): Promise<readonly Record<string, unknown>[]> {
  const engine = await createEngine({ kind: 'package', voice: await loadCheckedPackage(folder), keys: {} })
  const used = new Set([...taken, ...former.values()])
  let free = LAST_SHIPPED_ID
  const nextId = (): number => {
    do free++
    while (used.has(free))
    return free
  }
  try {
    const avatars: Record<string, unknown>[] = []
    for (const voice of voices) {
      const engineVoice = voice.engineVoice ?? name
      const { audio } = await speakWhole(engine, checkSegments(engineVoice)[0]!)
      const title = voice.name[0]!.toUpperCase() + voice.name.slice(1)
      const formerId = former.get(engineVoice)
      avatars.push({
        id: formerId === undefined || taken.has(formerId) ? nextId() : formerId,
        name: title,
        style: 'Narration',
        characteristics: [],
        language: 'English',
        ...describeDialect(voice.languageCode),
        source,
        otherTags: voice.gender === undefined ? ['Sex guessed from the pitch'] : [],
        gender: voice.gender ?? guessGender(audio),
        engineVoice,
        levelDb: findGain(audio),
        previewText: `Hello, my name is ${title}.`,
      })
    }
    return avatars
  } finally {
    await engine.close()
  }
}

function describeDialect(languageCode: string) {
  const locale = findLocale(languageCode) ?? DEFAULT_LOCALE
  const { accent, country } = dialectOf(locale)
  return { accentType: accent, locale, languageVariant: country }
}

function guessGender(audio: PcmAudio): 'female' | 'male' {
  const voiced = Float64Array.from(trackPitch(audio).hertz.filter((hertz) => hertz > 0)).sort()
  return (voiced[Math.floor(voiced.length / 2)] ?? 0) > HIGHEST_MALE_PITCH ? 'female' : 'male'
}

/** The gain in dB that brings speech to the loudness of all voices, rounded to 0.1. */
function findGain(audio: PcmAudio): number {
  const loudness = measureLoudness(audio)
  if (!Number.isFinite(loudness)) return 0
  const gain = Math.max(-MAX_LEVEL_DB, Math.min(CATALOGUE_LOUDNESS - loudness, MAX_LEVEL_DB))
  return Math.round(gain * 10) / 10
}

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createContentPolicy } from '../../src/delivery/moderation/content-policy.ts'
import { planSpeech } from '../../src/delivery/planning/plan-speech.ts'
import { loadCheckedPackage } from '../../src/synthesis/engines/check-package.ts'
import { createEngine } from '../../src/synthesis/engines/create-engine.ts'
import { createPhrasingModel } from '../../src/synthesis/planning/phrasing/phrasing-model.ts'
import type { SpeechEngine } from '../../src/synthesis/speech-engine.ts'
import type { SynthesisPlan } from '../../src/synthesis/synthesis-plan.ts'
import { createHomographModel } from '../../src/text/phonemization/homographs/homograph-model.ts'
import { createLetterToSound } from '../../src/text/phonemization/letter-to-sound/letter-to-sound.ts'
import { createLexicon } from '../../src/text/phonemization/lexicon/lexicon.ts'
import { createReadingScorer } from '../../src/text/reading/scoring/scorer.ts'
import { createTagger } from '../../src/text/tagging/tagger.ts'
import { findVoice, parseCatalogue } from '../../src/voices/catalogue.ts'

const DATA = new URL('../../data/', import.meta.url)

/** The neural voice. */
export const EMBER_SPEC = {
  kind: 'package',
  voice: await loadCheckedPackage(fileURLToPath(new URL('voices/ember', DATA))),
  keys: {},
} as const

/** Engines on the calling thread, and plans such as the service makes for its own avatars. */
export type BarePlanner = {
  readonly engines: ReadonlyMap<string, SpeechEngine>
  plan(speakerId: number, text: string): SynthesisPlan
}

/** Loads the engines and the data that planning needs, without threads. */
export async function createBarePlanner(): Promise<BarePlanner> {
  const loaded = await Promise.all([createEngine({ kind: 'flite' }), createEngine(EMBER_SPEC)])
  const engines = new Map(loaded.map((engine) => [engine.name, engine]))
  const catalogue = parseCatalogue(JSON.parse(await readFile(new URL('avatars.json', DATA), 'utf8')))
  const tagger = createTagger(await readFile(new URL('tagging/en-us.bin', DATA)))
  const resources = {
    catalogue,
    engines,
    lexicon: createLexicon(await readFile(new URL('lexicon/en-us.bin', DATA))),
    letterToSound: createLetterToSound(await readFile(new URL('letter-to-sound/en-us.bin', DATA))),
    phrasing: createPhrasingModel(await readFile(new URL('phrasing/en-us.json', DATA), 'utf8'), tagger),
    homographs: createHomographModel(await readFile(new URL('homographs/en-us.bin', DATA)), tagger),
    readings: createReadingScorer(await readFile(new URL('reading/en-us.bin', DATA))),
    contentPolicy: createContentPolicy({ terms: [], profanities: [], patterns: [] }),
    speechLoudness: -19,
    spokenLengthFactor: 5,
    unreadableCharacters: 'skip' as const,
  }
  return {
    engines,
    plan: (speakerId, text) =>
      planSpeech({ voice: findVoice(catalogue, speakerId), text, libraries: [], ssml: false }, resources),
  }
}

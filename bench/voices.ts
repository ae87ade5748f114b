/**
 * The default voice and an embedded one, each with the service's own engine threads, beside the command lines of
 * eSpeak NG and Flite: real-time factor, first audio and memory while 1 to 16 sentences are spoken at once. A command
 * line gets a process for each sentence, as that is how it speaks several. Then where the time of one sentence goes.
 * Computing time depends far less on what else the machine does than the other times.
 *   npm run bench -- voices
 */
import { loadavg } from 'node:os'
import { loadResources } from '../src/commands/resources/load-resources.ts'
import { readConfig } from '../src/config.ts'
import { findVoice } from '../src/voices/catalogue.ts'
import { SPEAKERS } from './support/bench-text.ts'
import { openCommandContender, type SpeechCommand } from './support/command-contender.ts'
import type { Contender, SpokenTogether } from './support/contender.ts'
import { measureStages } from './support/measure-stages.ts'
import { formatMs, percentile } from './support/percentile.ts'
import { printTable, type TableRow } from './support/print-table.ts'
import { startVoiceContender } from './support/voice-contender.ts'

const THREADS = 2
const AT_ONCE = [1, 2, 4, 8, 16]
/** What every cell of the table rests on, where time allows. */
const SENTENCES = 40
const MIN_ROUNDS = 4
/** Bounds the whole to three minutes on a busy machine; the rounds that are left out are seen in the table. */
const SECONDS_PER_LEVEL = 21
const STAGE_RUNS = 20

/** About three seconds each. */
const TEXTS = [
  'The ferry leaves the northern pier at seven every morning.',
  'She kept the letters in a box under the stairs.',
  'Nobody in the village remembered who had built the bridge.',
  'A light wind carried the smell of bread across the square.',
  'The engineers tested the pump twice before they went home.',
  'He painted the garden fence a pale shade of green.',
  'Our train was late because snow had covered the tracks.',
  'The teacher asked the class to read the poem aloud.',
  'Two young foxes were playing at the edge of the field.',
  'Please turn off the lights when you leave the workshop.',
  'The orchestra began to play before the guests were seated.',
  'Her brother repairs old clocks in a shop by the river.',
  'They found a narrow path that led down to the beach.',
  'The museum opens an hour later on the first of May.',
  'A thick layer of dust lay on the shelves of the library.',
  'The captain wrote the weather down at the end of each day.',
  'Most of the apples were picked before the frost arrived.',
  'The children counted nine boats on the far side of the lake.',
  'His report explains why the second method gave better results.',
  'We heard the thunder long before we saw the clouds.',
]

const COMMANDS: readonly SpeechCommand[] = [
  { program: 'espeak-ng', arguments: (text) => ['-v', 'en-us', '--stdout', text] },
  { program: 'flite', arguments: (text, output) => ['-voice', 'rms', '-t', text, '-o', output] },
]

/** The texts of a round; the next round has others. */
function pickTexts(count: number, round: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => TEXTS[(round * count + index) % TEXTS.length]!)
}

/** Lets the contenders take turns, so that all meet the same company on the machine. */
async function measureLevel(contenders: readonly Contender[], atOnce: number): Promise<readonly TableRow[]> {
  const spoken = contenders.map((): SpokenTogether[] => [])
  const began = performance.now()
  for (let round = 0; round < Math.max(MIN_ROUNDS, SENTENCES / atOnce); round++) {
    if (performance.now() - began > SECONDS_PER_LEVEL * 1000) break
    for (const [index, contender] of contenders.entries()) {
      spoken[index]!.push(await contender.speakTogether(pickTexts(atOnce, round)))
    }
  }
  return contenders.map(({ name }, index) => formatRow(name, atOnce, spoken[index]!))
}

function formatRow(name: string, atOnce: number, rounds: readonly SpokenTogether[]): TableRow {
  const factors = rounds.map(({ wallSeconds, audioSeconds }) => wallSeconds / audioSeconds)
  const waits = rounds.flatMap(({ firstAudioMs }) => firstAudioMs)
  const factor = percentile(factors, 0.5)
  return {
    'spoken by': name,
    'at once': atOnce,
    sentences: waits.length,
    'audio s a second': (1 / factor).toFixed(1),
    'real-time factor': factor.toFixed(4),
    'CPU ms per audio s': formatMs(sumOf(rounds, 'cpuMs') / sumOf(rounds, 'audioSeconds')),
    'first audio p50 ms': formatMs(percentile(waits, 0.5)),
    'p95 ms': formatMs(percentile(waits, 0.95)),
    'memory MB': Math.max(...rounds.map(({ megabytes }) => megabytes)).toFixed(0),
  }
}

function sumOf(rounds: readonly SpokenTogether[], field: 'cpuMs' | 'audioSeconds'): number {
  return rounds.reduce((sum, round) => sum + round[field], 0)
}

async function measureContenders(): Promise<void> {
  const commands = await Promise.all(COMMANDS.map((command) => openCommandContender(command)))
  const contenders = [
    await startVoiceContender({ name: 'ember (default)', speakerId: SPEAKERS.ember, threads: THREADS }),
    await startVoiceContender({ name: 'rms', speakerId: SPEAKERS.rms, threads: THREADS }),
    ...commands.filter((contender) => contender !== undefined),
  ]
  for (const contender of contenders) await contender.speakTogether(pickTexts(2 * THREADS, 0))
  const rows: TableRow[] = []
  for (const atOnce of AT_ONCE) rows.push(...(await measureLevel(contenders, atOnce)))
  await Promise.all(contenders.map((contender) => contender.close()))
  const absent = COMMANDS.filter((_, index) => commands[index] === undefined)
  rows.push(...absent.map(({ program }) => ({ 'spoken by': program, 'at once': 'not installed' })))
  console.log(`${THREADS} engine threads; the command lines are:`)
  for (const { program, arguments: list } of COMMANDS) console.log(`  ${[program, ...list('TEXT', 'FILE')].join(' ')}`)
  console.log(
    `\nSentences spoken at once; speed is the median of the rounds (load average ${loadavg()[0]!.toFixed(1)})\n`,
  )
  printTable(rows)
}

async function measureDefaultVoice(): Promise<void> {
  const resources = await loadResources({ ...readConfig(), renderThreads: 1 }, (error) => {
    throw error
  })
  const voice = findVoice(resources.catalogue, SPEAKERS.ember)
  const options = { text: TEXTS[0]!, voice, resources, runs: STAGE_RUNS }
  const computed = await measureStages({ ...options, now: cpuNow })
  const passed = await measureStages({ ...options, now: () => performance.now() })
  await resources.close()
  const stages = [...computed].map(([stage, times]) => ({
    stage,
    cpuMs: percentile(times, 0.5),
    bestMs: Math.min(...passed.get(stage)!),
  }))
  const cpuMs = stages.reduce((sum, stage) => sum + stage.cpuMs, 0)
  const bestMs = stages.reduce((sum, stage) => sum + stage.bestMs, 0)
  console.log(`\n"${TEXTS[0]}" by stage, ${STAGE_RUNS} runs on one thread (load average ${loadavg()[0]!.toFixed(1)})\n`)
  printTable(
    [...stages, { stage: 'sum', cpuMs, bestMs }].map((stage) => ({
      stage: stage.stage,
      'CPU p50 ms': stage.cpuMs.toFixed(2),
      share: `${((100 * stage.cpuMs) / cpuMs).toFixed(1)} %`,
      'wall best ms': stage.bestMs.toFixed(2),
    })),
  )
}

/** Milliseconds that this process has computed. */
function cpuNow(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const load = loadavg()[0]!.toFixed(1)
console.log(`Load average at the start ${load}`)
await measureContenders()
await measureDefaultVoice()

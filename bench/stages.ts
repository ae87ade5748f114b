/**
 * How long each stage of speaking takes, in lengths of a yardstick that is measured in the same moments: work of the same kind that never changes. The rival is the stage itself as
 * `bands.json` has it.
 *   npm run bench -- stages            prints the table
 *   npm run bench -- stages --check    fails and names the stage if one is slower than its band; `npm run bench -- --check` is the same
 *   npm run bench -- stages --update   makes the bands what is measured now
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { loadResources } from '../src/commands/resources/load-resources.ts'
import { readConfig } from '../src/config.ts'
import { findVoice } from '../src/voices/catalogue.ts'
import { SPEAKERS } from './support/bench-text.ts'
import { judgeStages, type StageBands, type StageRatio, type StageVerdict } from './support/judge-stages.ts'
import { measureStages } from './support/measure-stages.ts'
import { percentile } from './support/percentile.ts'
import { printTable } from './support/print-table.ts'
import { mixSamples, multiplyMatrix, readWords } from './support/yardsticks.ts'

const BANDS = new URL('./bands.json', import.meta.url)
const TEXT =
  'On Nov. 3rd, 2026 the company said revenue rose 12.5% to $1.5bn, while Dr. Meredith Quillan moved to 221B Baker St. at 3:45 pm. She read <tempo value="0.9">very slowly</tempo> about the ferry that leaves the northern pier at seven.'
/** Each is a run of all stages between two measurements of the yardsticks. */
const ROUNDS = 24
/** Other programs and unlucky JIT compilation can slow a stage down for a while. A stage is slower only if every attempt finds it slower. */
const ATTEMPTS = 5
/** Argument of a child process, which measures once and sends the result to its parent. */
const ATTEMPT = '--attempt'

const isCheck = process.argv.includes('--check')
const isUpdate = process.argv.includes('--update')

/** The least milliseconds of some calls. */
function least(work: () => number, calls: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < calls; i++) {
    const began = performance.now()
    work()
    best = Math.min(best, performance.now() - began)
  }
  return best
}

async function measureOnce(): Promise<readonly StageRatio[]> {
  const resources = await loadResources({ ...readConfig(), renderThreads: 1 }, (error) => {
    throw error
  })
  const voice = findVoice(resources.catalogue, SPEAKERS.ember)
  const yards = { text: Number.POSITIVE_INFINITY, sound: Number.POSITIVE_INFINITY, network: Number.POSITIVE_INFINITY }
  const best = new Map<string, number>()
  for (let round = 0; round < ROUNDS / 4; round++) {
    yards.text = Math.min(yards.text, least(readWords, 12))
    yards.sound = Math.min(yards.sound, least(mixSamples, 12))
    yards.network = Math.min(yards.network, least(multiplyMatrix, 12))
    const stages = await measureStages({ text: TEXT, voice, resources, runs: 4, now: () => performance.now() })
    for (const [stage, times] of stages)
      best.set(stage, Math.min(best.get(stage) ?? Number.POSITIVE_INFINITY, ...times))
  }
  await resources.close()
  return [...best].map(([stage, ms]) => {
    const kind = kindOf(stage)
    return { stage, kind, ratio: ms / yards[kind] }
  })
}

/** The network of the melody is so small that it stays in the cache, like the work on sound. */
function kindOf(stage: string): 'text' | 'sound' | 'network' {
  if (stage.startsWith('planning')) return 'text'
  return stage === 'acoustic network' || stage === 'vocoder network' ? 'network' : 'sound'
}

/** Measures once in a new process, and waits until that has exited: two attempts at once would slow each other down. */
async function measureAnew(): Promise<readonly StageRatio[]> {
  const child = fork(import.meta.filename, [ATTEMPT])
  let measured: readonly StageRatio[] | undefined
  child.once('message', (ratios) => {
    measured = ratios as readonly StageRatio[]
  })
  const [[status]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')])
  if (measured === undefined) throw new Error(`The measuring process exited with ${status} and sent no result`)
  return measured
}

function print(verdicts: readonly StageVerdict[]): void {
  printTable(
    verdicts.map(({ stage, kind, ratio, moved, movedAlone, isSlower }) => ({
      stage,
      kind,
      'in yardsticks': ratio.toFixed(3),
      'against its band': moved.toFixed(2),
      'against its kind': movedAlone.toFixed(2),
      verdict: isSlower ? 'SLOWER' : 'ok',
    })),
  )
}

/** Writes new bands: the median of all attempts for each stage. */
async function updateBands(): Promise<void> {
  const attempts: (readonly StageRatio[])[] = []
  for (let i = 0; i < ATTEMPTS; i++) attempts.push(await measureAnew())
  const bands = Object.fromEntries(
    attempts[0]!.map(({ stage }, i) => [
      stage,
      Number(
        percentile(
          attempts.map((one) => one[i]!.ratio),
          0.5,
        ).toPrecision(4),
      ),
    ]),
  )
  writeFileSync(BANDS, `${JSON.stringify(bands, undefined, 2)}\n`)
}

/** Prints each attempt beside the bands. Returns the stages that were slower in all. */
async function findSlower(): Promise<readonly string[]> {
  const bands: StageBands = JSON.parse(readFileSync(BANDS, 'utf8'))
  let slow: readonly string[] | undefined
  for (let attempt = 0; attempt < (isCheck ? ATTEMPTS : 1) && slow?.length !== 0; attempt++) {
    const verdicts = judgeStages(await measureAnew(), bands)
    print(verdicts)
    console.log('')
    const now = verdicts.filter(({ isSlower }) => isSlower).map(({ stage }) => stage)
    slow = slow?.filter((stage) => now.includes(stage)) ?? now
  }
  return slow ?? []
}

if (process.argv.includes(ATTEMPT)) {
  const measured = await measureOnce()
  process.send!(measured, () => process.disconnect!())
} else {
  if (isUpdate) await updateBands()
  const slower = await findSlower()
  if (isCheck && slower.length > 0) {
    console.error(`Slower than their bands in ${ATTEMPTS} attempts: ${slower.join(', ')}. See docs/benchmarks.md.`)
    process.exitCode = 1
  }
}

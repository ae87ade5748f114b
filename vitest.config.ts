import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of test/api about speech, texts, threads and processes, which no storage changes. All others run on both storages. */
const WITHOUT_STORAGE = [
  'audio-configs',
  'avatars',
  'callers-who-leave',
  'combine-formats',
  'command-line',
  'crash',
  'delivery-values',
  'dying-threads',
  'explain',
  'foreign-speakers',
  'hang-ups',
  'odd-requests',
  'odd-texts',
  'respelling-suggestions',
  'schemas',
  'segment-cache',
  'slow-readers',
  'stopping',
  'stream',
  'timed-stream',
  'too-many-listeners',
  'uncounted-work',
  'voice-packages',
  'word-timing',
]

/** The projects. The last has the shortest files, so that the workers end together. */
const ORDER = ['embedded', 'studio', 'distributed']

/**
 * Files that take longest, in this order. Files that mostly wait for processes and timers take turns with files that compute, so that
 * three that wait seldom leave the processor idle. `slow-readers` collects all garbage often, which is quick while a worker is new.
 */
const SLOWEST = [
  'load',
  'cluster-faults',
  'slow-readers',
  'avatars',
  'delivery',
  'code-blocks',
  'hang-ups',
  'mp3-encoder',
  'long-clips',
  'segment-cache',
  'storage-outage',
  'migrations',
  'dying-threads',
  'crash',
  'timed-stream',
  'backup',
  'remote-commands',
  'usage-kills',
]

/**
 * Runs one project after the other, so that workers need not start again for the next file. Each begins with the files that take longest, so
 * that its workers end together.
 */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const index = SLOWEST.indexOf(basename(moduleId, '.test.ts'))
      return index < 0 ? SLOWEST.length : index
    }
    return (await super.sort(files)).toSorted(
      (one, other) => ORDER.indexOf(one.project.name) - ORDER.indexOf(other.project.name) || place(one) - place(other),
    )
  }
}

// What tests store need not survive the machine. This library turns fsync off for them and for the processes that they start.
const [eatMyData] = globSync('/usr/lib/*/libeatmydata.so')
if (eatMyData !== undefined) process.env.LD_PRELOAD ??= eatMyData
// Nothing that tests speak with reports to its maker.
process.env.ORT_DISABLE_TELEMETRY = '1'
// Threads and child processes start faster with compiled code.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/declaim', import.meta.url))

export default defineConfig({
  test: {
    // `npm run check` names the tests that passed only when they were repeated.
    retry: process.env.CI === undefined ? 0 : 1,
    setupFiles: 'test/support/seed-property-tests.ts',
    // Nothing is timed by these: they end what hangs, on a slow machine too.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: SlowestFirst },
    pool: 'forks',
    // A worker keeps the modules that it has loaded. A test file leaves nothing behind: no open service, no setting of the process.
    isolate: false,
    // Node runs TypeScript as the service does, so nothing needs to be transformed.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Tests that wait for processes and timers leave room for others.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'embedded',
          include: ['{src,test,scripts,bench,training}/**/*.test.ts', 'client/test/*.test.ts'],
          globalSetup: 'test/support/share-servers.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'studio',
          include: ['studio/test/*.test.ts'],
          globalSetup: 'studio/test/support/open-browser.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'distributed',
          include: ['test/api/*.test.ts'],
          exclude: WITHOUT_STORAGE.map((name) => `test/api/${name}.test.ts`),
          globalSetup: 'test/support/distributed-storage.ts',
          setupFiles: 'test/support/use-distributed-storage.ts',
        },
      },
    ],
  },
})

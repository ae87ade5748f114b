import { defineConfig } from 'vitest/config'

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

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 90_000,
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'embedded',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts', 'client/test/*.test.ts'],
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

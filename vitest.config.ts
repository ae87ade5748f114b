import { defineConfig } from 'vitest/config'

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
          name: 'service',
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
    ],
  },
})

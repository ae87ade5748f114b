const { LD_PRELOAD } = process.env

/** Environment with which child processes need not wait for the disk, if the tests need not: see `vitest.config.ts`. */
export const WITHOUT_FSYNC: Readonly<Record<string, string>> = LD_PRELOAD === undefined ? {} : { LD_PRELOAD }

import { configureGlobal } from 'fast-check'

/** In CI, property tests check the same examples in every run. Elsewhere each run has a seed of its own, unless FUZZ_SEED is set. */
const seed = process.env.FUZZ_SEED ?? (process.env.CI === undefined ? undefined : '1')
if (seed !== undefined) configureGlobal({ seed: Number(seed) })

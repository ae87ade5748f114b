import type { Forecast } from '../../src/speaking/scheduling/forecast.ts'

/** Every newcomer is welcome. */
export function forecast(): Forecast {
  return { isFeasible: true }
}

import { ServiceError } from '../../errors.ts'

const MAX_NAME_LENGTH = 200

/** Throws MISSING_ARGUMENT for a name that is empty, too long, or of several lines. */
export function checkName(name: string): void {
  if (name.trim() === '' || name.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(name))
    throw new ServiceError(
      'MISSING_ARGUMENT',
      `Cannot use name ${JSON.stringify(name.slice(0, 60))}: expected 1 to ${MAX_NAME_LENGTH} characters on one line`,
    )
}

/** Throws MISSING_ARGUMENT for a monthly limit that is no whole number from 1. Null is no limit. */
export function checkMonthlyCharacters(charactersPerMonth: number | null): void {
  if (charactersPerMonth !== null && !(Number.isSafeInteger(charactersPerMonth) && charactersPerMonth >= 1))
    throw new ServiceError(
      'MISSING_ARGUMENT',
      `Cannot use characters a month ${charactersPerMonth}: expected a whole number from 1`,
    )
}

import { withSigns } from '../../english/currency-pattern.ts'
import { say } from '../spoken-word.ts'
import { readLabelled, readNumbered, readPartyAndState, readShortened, readTitles } from './abbreviation/read-joined.ts'
import { readAmpersand, readDegree, readDottedLetters } from './capitals/read-initials.ts'
import { readLoudCode } from './capitals/read-loud-code.ts'
import { readChord, readNumerals } from './chord/read-chord.ts'
import { readCode } from './code/read-code.ts'
import { readGroups, readMasked } from './code/read-groups.ts'
import { readNetwork, readPort } from './code/read-network.ts'
import { readFormula } from './formula/read-formula.ts'
import { readDosage } from './measure/read-dosage.ts'
import {
  readCounted,
  readDescribing,
  readEdges,
  readFluidOunces,
  readPeriods,
  readScaledMeasure,
  readUnits,
} from './measure/read-joined-measure.ts'
import { readTemperature } from './measure/read-temperature.ts'
import { verbalizeMeasure } from './measure/verbalize-measure.ts'
import {
  readBundle,
  readCurrency,
  readExchangeRate,
  readPriceBand,
  readRate,
  readRent,
  readShortRate,
  readSumAndMore,
} from './money/read-rate.ts'
import type { PieceReader } from './piece-reader.ts'
import { readEnds } from './range/read-ends.ts'
import { isQuotient, readMixed } from './read-mixed.ts'
import { readAbout, readLabel, readTailed } from './sign/read-tailed.ts'
import { readAge, readPlayers } from './suffix/read-endings.ts'
import { readDuration } from './time/read-duration.ts'
import { verbalizeFigures } from './verbalize-figures.ts'
import { readDots } from './web/read-dots.ts'
import { readTag } from './web/read-tag.ts'
import { isJoined, readJoined } from './word/read-joined.ts'
import { readLed } from './word/read-led.ts'
import { readNoted } from './word/read-noted.ts'

const PLAIN_FIGURE = withSigns(/^¤?\d[\d.,:]*%?$/)

/** Notations with a form of their own, which no plain figure has. */
const NOTATIONS: readonly PieceReader[] = [
  readNumbered,
  readChord,
  readNumerals,
  readPartyAndState,
  readDuration,
  readTemperature,
  readDosage,
  readEnds,
  readRent,
  readSumAndMore,
  readCurrency,
  readScaledMeasure,
  readFluidOunces,
  readPort,
  readNetwork,
  readLabelled,
  readLoudCode,
  readMasked,
  readAbout,
  readPriceBand,
  readAge,
  readNoted,
  readPlayers,
  readLabel,
  (text, manner) => (verbalizeMeasure(text, manner) === undefined ? readFormula(text, manner) : undefined),
  readExchangeRate,
  readBundle,
]

/** What hyphens, slashes and underscores join. */
const JOINED: readonly PieceReader[] = [
  readTitles,
  readPeriods,
  readUnits,
  readDescribing,
  readEdges,
  readCounted,
  readShortRate,
  readRate,
  readShortened,
  readJoined,
]

/** Readers of one token, in order of trial: what is more particular comes first. */
export const PIECES: readonly PieceReader[] = [
  (text, manner) => (isQuotient(text) ? readMixed(text, manner) : undefined),
  (text, manner, read) => (PLAIN_FIGURE.test(text) ? undefined : readFirst(NOTATIONS, text, manner, read)),
  readCode,
  readLed,
  (text, manner) => {
    const figures = /[\d¼-¾⅐-⅞]/.test(text) ? verbalizeFigures(text, manner) : undefined
    return figures === undefined ? undefined : say(figures)
  },
  readGroups,
  readTag,
  (text, manner, read) => (/\.[-–]/.test(text) ? readFirst(JOINED, text, manner, read) : undefined),
  readDegree,
  readDottedLetters,
  readAmpersand,
  readDots,
  (text, manner, read) => (isJoined(text) ? readFirst(JOINED, text, manner, read) : undefined),
  readTailed,
]

/** What the first of the readers that knows the form says. */
export function readFirst(readers: readonly PieceReader[], ...piece: Parameters<PieceReader>): ReturnType<PieceReader> {
  for (const reader of readers) {
    const words = reader(...piece)
    if (words !== undefined) return words
  }
  return undefined
}

import type { Rule } from '../scene.ts'
import { readAbbreviation } from './abbreviation/read-abbreviation.ts'
import { readGlued } from './capitals/read-glued.ts'
import { readLetterName } from './capitals/read-letter-name.ts'
import { readChat } from './chat/read-chat.ts'
import { readChess } from './chess/read-chess.ts'
import { readRatio } from './colon/read-ratio.ts'
import { readDate } from './date/read-date.ts'
import { readTimes, readWordRate } from './measure/read-dosage.ts'
import { readQuantity } from './measure/read-quantity.ts'
import { readSideName } from './measure/read-side-name.ts'
import { readUnitWord } from './measure/read-unit-word.ts'
import { readMoney } from './money/read-money.ts'
import { readOldMoney } from './money/read-old-money.ts'
import { readRoman, readSmallRoman } from './roman/read-roman.ts'
import { readLoneSign, readVariable } from './sign/read-lone-sign.ts'
import { readLawPlural } from './suffix/read-law-plural.ts'
import { readTelephone } from './telephone/read-telephone.ts'
import { readClock } from './time/read-clock.ts'
import { readBook, readVerse } from './verse/read-verse.ts'

/** For tokens that begin with a digit or a sign, in order of trial. */
export const FIGURE_RULES: readonly Rule[] = [
  readChess,
  readVerse,
  readWordRate,
  readChat,
  readTelephone,
  readDate,
  readClock,
  readOldMoney,
  readMoney,
  readVariable,
  readQuantity,
  readLawPlural,
  readLoneSign,
]
/** For tokens that begin with a capital. */
export const NAME_RULES: readonly Rule[] = [
  readUnitWord,
  readChess,
  readSideName,
  readGlued,
  readBook,
  readLetterName,
  readClock,
  readDate,
  readRoman,
  readMoney,
  readChat,
  readAbbreviation,
  readVariable,
]
/** For tokens that begin with a small letter. */
export const WORD_RULES: readonly Rule[] = [
  readUnitWord,
  readChess,
  readSideName,
  readRatio,
  readLetterName,
  readTimes,
  readMoney,
  readClock,
  readDate,
  readSmallRoman,
  readAbbreviation,
  readVariable,
  readChat,
]

import { anyOf } from '../../../english/word-list.ts'
import type { Manner } from '../../scene.ts'
import { type SpokenWord, say } from '../../spoken-word.ts'
import { verbalizeMeasure } from '../measure/verbalize-measure.ts'
import type { PieceReader, ReadPart } from '../piece-reader.ts'
import { readWeb } from '../web/read-web.ts'
import { spellCode } from './spell-code.ts'

/** `.env`, `--force`, `/usr/bin`, `$HOME/bin`, `localhost:3000`, `C:\\Users`: each sign has its name. */
const CODE_NAME =
  /^(?:\?[a-z]\w*=.*|\$[A-Z_]+\/.*|\.[a-z]{2,16}(?:\.[a-z]{2,12}){0,2}|@[a-z][\w.-]*\/[a-z][\w.-]*|--?[a-z][a-z-]*|-[A-Z]|(?:~|\.{1,2})?\/\.?[A-Za-z].*|[A-Z]:\\.*|[A-Za-z][\w.-]*:\d{2,5})$/

/** `fix/login-bug`, `release/v2.1`: a branch of a repository. */
const BRANCH = new RegExp(`^(?:${anyOf('kinds of branches')})/(?=[\\w./-]*[-\\d])[\\w./-]+$`)

/** Paths, branches, flags, ports, settings, releases and hexadecimal numbers: `~/.ssh`, `PORT=80`, `vitest@^3`, `0xFF`, `3f2a9bc`; or undefined. */
export const readCode: PieceReader = (text, manner, read) => {
  if (CODE_NAME.test(text) || (text.includes('/') && BRANCH.test(text))) return readWeb(text, manner)
  const [, flag, argument] = /^(--?[A-Za-z][A-Za-z-]*)=([\w./:-]+)$/.exec(text) ?? []
  if (flag !== undefined) return [...readWeb(flag, manner), ...say('equals'), ...readValue(argument!, manner, read)]
  const [, host, port] = /^(\d{1,3}(?:\.\d{1,3}){3}):(\d{2,5})$/.exec(text) ?? []
  if (host !== undefined) return [...read(host, manner), ...readWeb(`:${port}`, manner)]
  const [, name, value] =
    /^([A-Za-z]\w+)=(?=.*[^\d])([\w./:-]+)$/.exec(text) ?? /^([A-Z][A-Z\d]*(?:_[A-Z\d]+)+|PORT)=(\d+)$/.exec(text) ?? []
  if (name !== undefined)
    return [
      ...read(name, manner),
      ...say('equals'),
      ...(name.endsWith('PORT') ? readWeb(value!, manner) : readValue(value!, manner, read)),
    ]
  const [, made, release] = /^([\w.-]+)@[\^~]?v?(\d[\w.-]*|latest|next)$/.exec(text) ?? []
  if (made !== undefined) return [...read(made, manner), ...say('at'), ...read(release!, manner)]
  const hexadecimal = /^0x([\dA-Fa-f]{1,16})$/.exec(text)?.[1]
  if (hexadecimal !== undefined) return say(`zero X ${spellCode(hexadecimal)}`)
  const isCommit = /^(?=.*\d.*\d)(?=.*[a-f])[\da-f]{7,40}$/.test(text)
  return isCommit ? say(spellCode(text)) : undefined
}

/** The value of a setting: `30s` are seconds there. */
function readValue(text: string, manner: Manner, read: ReadPart): readonly SpokenWord[] {
  const measure = /^\d+(?:s|ms|m|h)$/.test(text) ? verbalizeMeasure(text.replace(/m$/, 'min'), manner) : undefined
  return measure === undefined ? read(text, manner) : say(measure)
}

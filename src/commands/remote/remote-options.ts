import { Option } from '@commander-js/extra-typings'
import { AUDIO_FORMATS } from '../../audio/encoding/audio-encoder.ts'
import { parseList } from '../parse-options.ts'

/** Where the service is, for each command that calls one. */
export const urlOption = () =>
  new Option('--url <url>', 'address of the service; by default DECLAIM_URL, then that of "login"')
export const jsonOption = () => new Option('--json', 'print JSON')
/** For commands that report one thing after another. */
export const jsonLinesOption = () => new Option('--json', 'print one JSON object a line')
/** For commands that have `--format` for what they print. */
export const formatJsonOption = () => new Option('--json', 'the same as --format json').conflicts('format')

/** Options that say who speaks, and how. */
export const voiceOption = () => new Option('-v, --voice <voice>', 'id or name of an avatar; by default the first one')
export const libraryOption = () =>
  new Option('-l, --library <list>', 'replacement libraries, by id or name').argParser(parseList)
export const formatOption = (defaultFormat = 'that of the file extension') =>
  new Option('--format <format>', `format of the audio; by default ${defaultFormat}`).choices(AUDIO_FORMATS)

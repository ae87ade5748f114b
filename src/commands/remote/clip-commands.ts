import { type Command, Option } from '@commander-js/extra-typings'
import { parseCount, parseNumbers } from '../parse-options.ts'
import { printLine } from '../print-line.ts'
import {
  formatJsonOption,
  formatOption,
  jsonLinesOption,
  jsonOption,
  libraryOption,
  urlOption,
  voiceOption,
} from './remote-options.ts'

const STATUSES = ['PROCESSING', 'COMPLETE', 'FAILED'] as const

/** Adds `declaim clips ...` and `declaim combine`. */
export function addClipCommands(program: Command): void {
  const clips = program.command('clips').description('render lists of texts, and manage clips')
  addSubmission(clips)
  clips
    .command('list')
    .description('list clips, the newest first')
    .addOption(new Option('--status <status>', 'only these').choices(STATUSES))
    .option('--label <label>', 'only clips with this label')
    .option('--limit <number>', 'maximum number of clips', parseCount)
    .option('--before <id>', 'only clips older than this one')
    .addOption(jsonOption())
    .addOption(urlOption())
    .action(async ({ url, ...options }) => {
      const { listClips } = await import('./clips.ts')
      await listClips({ ...options, url }, printLine)
    })
  clips
    .command('show <ids...>')
    .description('show the state of clips')
    .addOption(jsonOption())
    .addOption(urlOption())
    .action(async (ids, options) => {
      const { showClips } = await import('./clips.ts')
      await showClips(ids, options, printLine)
    })
  clips
    .command('download [ids...]')
    .description('write the audio of clips; by default of every COMPLETE one')
    .option('-o, --output <folder>', 'the folder that gets the audio', '.')
    .addOption(jsonLinesOption())
    .addOption(urlOption())
    .action(async (ids, options) => {
      const { downloadClips } = await import('./clips.ts')
      await downloadClips(ids, options, printLine)
    })
  clips
    .command('timing <id>')
    .description('print the word times or captions of a clip')
    .addOption(
      new Option('--format <format>', 'format of the output')
        .choices(['json', 'srt', 'vtt'] as const)
        .default('json' as const),
    )
    .addOption(formatJsonOption())
    .addOption(urlOption())
    .action(async (id, { json: _json, ...options }) => {
      const { printTiming } = await import('./clips.ts')
      await printTiming(id, options, printLine)
    })
  clips
    .command('retry <ids...>')
    .description('render FAILED clips again')
    .addOption(jsonOption())
    .addOption(urlOption())
    .action(async (ids, options) => {
      const { retryClips } = await import('./clips.ts')
      await retryClips(ids, options, printLine)
    })
  clips
    .command('delete <ids...>')
    .description('delete clips and their audio')
    .addOption(jsonLinesOption())
    .addOption(urlOption())
    .action(async (ids, options) => {
      const { deleteClips } = await import('./clips.ts')
      await deleteClips(ids, options, printLine)
    })
  addCombination(program)
}

function addSubmission(clips: Command): void {
  clips
    .command('submit <source>')
    .description(
      'render the texts of a CSV or JSON file or of a folder, and download the audio; run it again to resume',
    )
    .option('-o, --output <folder>', 'the folder that gets the audio', 'clips')
    .option('--sample-rate <hz>', 'sample rate of the audio; by default that of the voice')
    .addOption(voiceOption())
    .addOption(libraryOption())
    .addOption(formatOption('MP3'))
    .addOption(jsonLinesOption())
    .addOption(urlOption())
    .addHelpText(
      'after',
      '\nA CSV file has a header with the column text and the optional columns name and voice. JSON is an array of such objects.',
    )
    .action(async (source, options) => {
      const { submitClips } = await import('./submit-clips.ts')
      await submitClips({ ...options, source }, printLine)
    })
}

function addCombination(program: Command): void {
  program
    .command('combine <ids...>')
    .description('join COMPLETE clips as one file')
    .requiredOption('-o, --output <file>', 'write the audio to a file; - for standard output')
    .option(
      '--pause <seconds>',
      'pause between clips: one number for all gaps, or one for each gap, separated by commas',
      parseNumbers,
    )
    .option('--title <title>', 'title of the file')
    .option('--no-chapters', 'leave out the chapter of each clip')
    .addOption(formatOption())
    .addOption(jsonOption())
    .addOption(urlOption())
    .action(async (ids, options) => {
      const { combine } = await import('./combine.ts')
      await combine({ ...options, ids }, printLine)
    })
}

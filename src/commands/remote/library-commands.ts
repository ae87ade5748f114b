import { type Command, Option } from '@commander-js/extra-typings'
import { printLine } from '../print-line.ts'
import { formatJsonOption, jsonOption, urlOption } from './remote-options.ts'

/** Adds `declaim libraries ...`. A library is named by its id or its name. */
export function addLibraryCommands(program: Command): void {
  const libraries = program.command('libraries').description('manage replacement libraries')
  addManagement(libraries)
  addReplacements(libraries)
  addFiles(libraries)
}

function addManagement(libraries: Command): void {
  libraries
    .command('list')
    .description('list the libraries')
    .addOption(jsonOption())
    .addOption(urlOption())
    .action(async (options) => {
      const { listLibraries } = await import('./libraries.ts')
      await listLibraries(options, printLine)
    })
  libraries
    .command('create <name>')
    .description('create a library and print its id')
    .addOption(jsonOption())
    .addOption(urlOption())
    .action(async (name, options) => {
      const { createLibrary } = await import('./libraries.ts')
      await createLibrary(name, options, printLine)
    })
  libraries
    .command('rename <library> <name>')
    .description('give a library another name')
    .addOption(jsonOption())
    .addOption(urlOption())
    .action(async (library, name, options) => {
      const { renameLibrary } = await import('./libraries.ts')
      await renameLibrary(library, name, options, printLine)
    })
  libraries
    .command('delete <library>')
    .description('delete a library with its replacements')
    .addOption(jsonOption())
    .addOption(urlOption())
    .action(async (library, options) => {
      const { deleteLibrary } = await import('./libraries.ts')
      await deleteLibrary(library, options, printLine)
    })
}

function addReplacements(libraries: Command): void {
  libraries
    .command('show <library>')
    .description('list the replacements of a library')
    .addOption(jsonOption())
    .addOption(urlOption())
    .action(async (library, options) => {
      const { showLibrary } = await import('./libraries.ts')
      await showLibrary(library, options, printLine)
    })
  libraries
    .command('add <library> <original> <replacement>')
    .description('add a replacement and print its id')
    .option('--phonetic', 'the replacement is a respelling, such as toh-MAY-toh')
    .addOption(jsonOption())
    .addOption(urlOption())
    .action(async (library, original, replacement, options) => {
      const { addReplacement } = await import('./libraries.ts')
      await addReplacement([library, original, replacement], options, printLine)
    })
  libraries
    .command('remove <library> <replacement-id>')
    .description('remove a replacement')
    .addOption(jsonOption())
    .addOption(urlOption())
    .action(async (library, id, options) => {
      const { removeReplacement } = await import('./libraries.ts')
      await removeReplacement(library, id, options, printLine)
    })
}

function addFiles(libraries: Command): void {
  libraries
    .command('import <library> <file>')
    .description('add the rows of a CSV or JSON file, or a W3C lexicon (PLS), all or none')
    .addOption(jsonOption())
    .addOption(urlOption())
    .action(async (library, file, options) => {
      const { importLibrary } = await import('./libraries.ts')
      await importLibrary(library, file, options, printLine)
    })
  libraries
    .command('export <library>')
    .description('write the replacements of a library as CSV, JSON or a W3C lexicon (PLS)')
    .addOption(
      new Option('--format <format>', 'format of the output; by default that of the file extension, then CSV').choices([
        'csv',
        'json',
        'pls',
      ] as const),
    )
    .option('-o, --output <file>', 'write to a file; by default to standard output')
    .option('--language <tag>', 'language of a lexicon', 'en-US')
    .addOption(formatJsonOption())
    .addOption(urlOption())
    .action(async (library, { json, ...options }) => {
      const { exportLibrary } = await import('./libraries.ts')
      await exportLibrary(library, { ...options, ...(json && { format: 'json' }) }, printLine)
    })
}

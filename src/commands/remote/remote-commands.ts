import { type Command, Option } from '@commander-js/extra-typings'
import { readClientConfig } from '../../config.ts'
import { printLine } from '../print-line.ts'
import { addClipCommands } from './clip-commands.ts'
import { addLibraryCommands } from './library-commands.ts'
import { addMcpCommand } from './mcp/mcp-command.ts'
import { formatOption, jsonOption, libraryOption, urlOption, voiceOption } from './remote-options.ts'
import { addWebhookCommands } from './webhook-commands.ts'

/** Adds the commands that call a service, here or elsewhere, through its API. */
export function addRemoteCommands(program: Command): void {
  program.commandsGroup('Speech, from a service by its address and key:')
  addLoginCommands(program)
  addSpeechCommands(program)
  addClipCommands(program)
  addLibraryCommands(program)
  addWebhookCommands(program)
  addMcpCommand(program)
}

function addLoginCommands(program: Command): void {
  program
    .command('login [url]')
    .description('store the address of a service and a key, which is read from standard input')
    .addOption(jsonOption())
    .action(async (url = 'http://127.0.0.1:8787', { json }) => {
      const { login } = await import('./login.ts')
      await login({ address: url, json }, printLine)
    })
  program
    .command('logout')
    .description('forget the address and the key of "login"')
    .addOption(jsonOption())
    .action(async (options) => {
      const { logout } = await import('./login.ts')
      await logout(options, printLine)
    })
}

function addSpeechCommands(program: Command): void {
  program
    .command('say [text...]')
    .description('speak a text: to the player, or to a file')
    .option('-f, --file <file>', 'read the text from a file; - for standard input')
    .option('-o, --output <file>', 'write the audio to a file; - for standard output')
    .option('--ssml', 'read the text as SSML')
    .option('--player <command>', 'program that plays the audio; it gets MP3 on standard input')
    .option('--sample-rate <hz>', 'sample rate of the audio; by default that of the voice')
    .option('--seed <number>', 'choose another reading of the same words')
    .addOption(jsonOption())
    .addOption(voiceOption())
    .addOption(libraryOption())
    .addOption(formatOption())
    .addOption(urlOption())
    .action(async (words, options) => {
      const { say } = await import('./say.ts')
      await say({ ...options, words, path: readClientConfig().path }, printLine)
    })
  program
    .command('words [text...]')
    .description('print when each word of a text is heard, or write captions')
    .option('-f, --file <file>', 'read the text from a file; - for standard input')
    .option('--ssml', 'read the text as SSML')
    .option('--srt <file>', 'write captions as SRT; - for standard output')
    .option('--vtt <file>', 'write captions as WebVTT; - for standard output')
    .option('--zip <file>', 'write audio, word times and captions as one ZIP')
    .addOption(voiceOption())
    .addOption(libraryOption())
    .addOption(jsonOption())
    .addOption(urlOption())
    .action(async (texts, options) => {
      const { words } = await import('./words.ts')
      await words({ ...options, words: texts }, printLine)
    })
  program
    .command('explain [text...]')
    .description('print how each word of a text is said, and why')
    .option('-f, --file <file>', 'read the text from a file; - for standard input')
    .option('--ssml', 'read the text as SSML')
    .addOption(voiceOption())
    .addOption(libraryOption())
    .addOption(jsonOption())
    .addOption(urlOption())
    .action(async (words, options) => {
      const { explain } = await import('./explain.ts')
      await explain({ ...options, words }, printLine)
    })
  program
    .command('avatars')
    .description('list the voices')
    .addOption(new Option('--gender <gender>', 'only avatars of this gender').choices(['female', 'male']))
    .option('--locale <locale>', 'only avatars of this locale, such as en_GB')
    .addOption(jsonOption())
    .addOption(urlOption())
    .action(async (options) => {
      const { listAvatars } = await import('./avatars.ts')
      await listAvatars(options, printLine)
    })
}

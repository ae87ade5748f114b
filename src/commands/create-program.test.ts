import type { Command } from '@commander-js/extra-typings'
import { expect, test, vi } from 'vitest'
import { parseCommandLine } from '../../test/docs/parse-command-line.ts'
import { createProgram } from './create-program.ts'
import { runCommandLine } from './run-command-line.ts'

/** Commands that run until they are stopped, or print what another program reads. */
const WITHOUT_JSON = ['serve', 'api', 'worker', 'mcp', 'version', 'complete']

function listCommands(command: Command, path: readonly string[] = []): readonly (readonly [string, Command])[] {
  if (command.commands.length === 0) return [[path.join(' '), command]]
  return command.commands.flatMap((inner) => listCommands(inner as Command, [...path, inner.name()]))
}

test('every command that prints a result has --json', () => {
  const all = listCommands(createProgram())
  const without = all.filter(([, { options }]) => !options.some(({ long }) => long === '--json'))
  expect(without.map(([name]) => name)).toEqual(WITHOUT_JSON)
  expect(all.length).toBeGreaterThan(50)
})

/** The exit code of a command line, and what it printed. */
async function run(args: readonly string[]): Promise<readonly [number, string]> {
  const printed: string[] = []
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => printed.push(String(text)) > 0),
  )
  const code = await runCommandLine(args)
  for (const spy of spies) spy.mockRestore()
  return [code, printed.join('')]
}

test.each(['keyz', 'clips submitt'])('help for %s, which does not exist, says so', async (topic) => {
  const message = expect.stringContaining(`Cannot show help for "${topic}"`)
  expect(await run(['help', ...topic.split(' ')])).toEqual([64, message])
})

test.each(['say', 'clips', 'clips submit'])('help %s is %s --help', async (topic) => {
  const usage = expect.stringContaining(`Usage: declaim ${topic} [`)
  expect(await run(['help', ...topic.split(' ')])).toEqual([0, usage])
})

/** The arguments of a line of a shell script that runs `declaim`. */
function argumentsOf(line: string): readonly string[] {
  const [, call] = /(?<![/\w])declaim ([^|<>)]*)/.exec(line) ?? []
  return [...call!.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!)
}

test('the help of every command has examples that can be run as they are', async () => {
  for (const [name] of listCommands(createProgram())) {
    const [, help] = await run([...name.split(' '), '--help'])
    const [, examples = ''] = help.split(/^Examples?:$/m)
    const lines = examples.split('\n').filter((line) => /^ {2}\S/.test(line))
    expect(lines.length, name).toBeGreaterThan(0)
    for (const line of lines) {
      expect(argumentsOf(line).join(' '), line).toMatch(new RegExp(`^${name}( |$)`))
      parseCommandLine(argumentsOf(line))
    }
  }
})

test('every command and option says what it is for', () => {
  for (const [name, command] of listCommands(createProgram())) {
    expect(command.description(), name).not.toBe('')
    for (const { flags, description } of command.options) expect(description, `${name} ${flags}`).not.toBe('')
  }
})

import type { Command } from '@commander-js/extra-typings'
import { expect, test, vi } from 'vitest'
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

test('help for a command that does not exist says so', async () => {
  const printed: string[] = []
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
  const code = await runCommandLine(['help', 'keyz'])
  spy.mockRestore()
  expect([code, printed.join('')]).toEqual([64, expect.stringContaining('Cannot show help for "keyz"')])
})

test('every command and option says what it is for', () => {
  for (const [name, command] of listCommands(createProgram())) {
    expect(command.description(), name).not.toBe('')
    for (const { flags, description } of command.options) expect(description, `${name} ${flags}`).not.toBe('')
  }
})

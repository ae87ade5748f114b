import { expect, test } from 'vitest'
import { FliteProgram } from './flite-program.ts'

const HELLO = ['-voice', 'kal16', '-ssml', '-psdur', '-t', '<phoneme ph="hh ax0 l ow1">hello.</phoneme>']

test('runs again and again, also after a run that failed', async () => {
  const program = await FliteProgram.load()
  const first = program.run(HELLO)
  expect(first.printed).toMatch(/^pau:\S+ hh:\S+ ax:\S+ l:\S+ ow:\S+ pau:\S+/)
  expect(program.run(HELLO)).toEqual(first)
  expect(() => program.run(['--version'])).toThrow('Cannot run Flite: exit code 1')
  expect(() => program.run(['-voice', 'kal16', '-o', 'none', '-t', 'hello'])).toThrow('it wrote no sound')
  expect(program.run(HELLO)).toEqual(first)
})

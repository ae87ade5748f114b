/** Writes one line to standard output. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

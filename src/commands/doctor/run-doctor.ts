import { styleText } from 'node:util'
import { type Config, readClientConfig, readConfig } from '../../config.ts'
import { CommandError } from '../exit-codes.ts'
import { printLine } from '../print-line.ts'
import { checkLogin } from './check-login.ts'
import { checkAddress, checkDataDirectory, checkMetrics, checkNode, checkStudio, checkUser } from './check-machine.ts'
import { checkAudioStore, checkDatabase } from './check-storage.ts'
import { checkVoices } from './check-voices.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

const SIGNS = {
  ok: styleText('green', 'ok     '),
  warning: styleText('yellow', 'warning'),
  fault: styleText('red', 'FAULT  '),
} as const

/** `declaim doctor`: prints what it finds and what to do. Throws if something is at fault. */
export async function runDoctor({ json }: { readonly json: boolean }): Promise<void> {
  const findings = await examine()
  if (json) printLine(JSON.stringify(findings, null, 2))
  else
    for (const { name, state, detail, remedy } of findings) {
      printLine(`${SIGNS[state]}  ${name}: ${detail}`)
      if (remedy !== undefined) printLine(`         ${remedy}.`)
    }
  const faults = findings.filter(({ state }) => state === 'fault')
  if (faults.length > 0) throw new CommandError('config', `${faults.length} of ${findings.length} checks found a fault`)
}

async function examine(): Promise<readonly Finding[]> {
  const { config, finding } = tryConfig()
  const first = [checkNode(process.versions.node), checkUser(), checkStudio(), finding]
  if (config === undefined) return first
  const directory = await checkDataDirectory(config)
  return [
    ...first,
    directory,
    // Opening files would make the data directory.
    ...(directory.state === 'fault' ? [] : [await checkDatabase(config)]),
    ...(config.audioStore === undefined ? [] : [await checkAudioStore(config)]),
    await checkAddress(config),
    await checkMetrics(config),
    ...(await checkVoices(config)),
    await checkLogin(readClientConfig()),
  ]
}

function tryConfig(): { readonly config: Config | undefined; readonly finding: Finding } {
  try {
    const config = readConfig()
    const [misspelt] = config.misspelt
    const finding =
      misspelt === undefined
        ? ok('Settings', 'valid')
        : warning('Settings', `${misspelt.name} is no setting`, `If ${misspelt.meant} was meant, rename it`)
    return { config, finding }
  } catch (error) {
    return {
      config: undefined,
      finding: fault('Settings', (error as Error).message, 'docs/operations.md lists the settings'),
    }
  }
}

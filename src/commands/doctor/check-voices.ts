import { formatCount } from '../../api/answers/format-count.ts'
import type { Config } from '../../config.ts'
import { findVoicePackages } from '../../synthesis/voice-packages/find-voice-packages.ts'
import { checkVoicePackage } from '../resources/check-voice-package.ts'
import { voicePlaces } from '../resources/load-resources.ts'
import { type Finding, fault, ok } from './finding.ts'

/** Every voice package: loads, and says a word. */
export async function checkVoices(config: Config): Promise<readonly Finding[]> {
  const options = { ...voicePlaces(config), voiceKeys: config.voiceKeys }
  const findings: Finding[] = []
  for (const found of await findVoicePackages(options.folders)) {
    const name = `Voice ${found.name}`
    try {
      const { engine, voices } = await checkVoicePackage(found, options)
      findings.push(ok(name, `${engine}, ${formatCount(voices.length, 'voice')}`))
    } catch (error) {
      findings.push(fault(name, (error as Error).message, `Run "declaim voices check ${found.name}", or add it again`))
    }
  }
  return findings
}

import { fileURLToPath } from 'node:url'
import { describeEngine } from '../../../../test/support/describe-engine.ts'
import { loadVoicePackage } from './load-voice-package.ts'
import { createNeuralEngine } from './neural-engine.ts'

const EMBER = fileURLToPath(new URL('../../../../data/voices/ember', import.meta.url))
const createEngine = async () => createNeuralEngine(await loadVoicePackage(EMBER))

describeEngine('neural engine', createEngine, 'ember')

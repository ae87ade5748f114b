import type { InferenceSession } from 'onnxruntime-node'
import { voicePackageError } from '../../voice-packages/voice-package.ts'
import type { NeuralSettings } from './neural-settings.ts'

/** Element types of the networks' tensors. */
export const INTEGERS = 'int64'
export const FLOATS = 'float32'

/** The roles of a voice package's networks, in processing order. */
export const NETWORK_ROLES = ['prosody', 'acoustic', 'noise', 'vocoder'] as const
export type NetworkRole = (typeof NETWORK_ROLES)[number]

/** A letter is an axis whose length is known only at run time. Equal letters do not imply equal lengths. */
type Shape = readonly (number | string)[]
/** An axis of any length, fixed or not. */
const ANY = '*'
type Ports = Readonly<Record<string, readonly [type: string, shape: Shape]>>
type Signature = { readonly inputs: Ports; readonly outputs: Ports }

function signaturesOf({ bandHz, periodicityBands, readers }: NeuralSettings): Record<NetworkRole, Signature> {
  const features = bandHz.length + periodicityBands
  const reader: Ports = readers === undefined ? {} : { reader: [INTEGERS, [1]] }
  return {
    prosody: {
      inputs: { tok: [INTEGERS, [1, 'N']], boundary: [FLOATS, [1, 'N']], ...reader },
      outputs: { dur: [FLOATS, [1, 'N']], f0: [FLOATS, [1, 'N']], energy: [FLOATS, [1, 'N']] },
    },
    acoustic: {
      inputs: {
        tok: [INTEGERS, [1, 'N']],
        f0: [FLOATS, [1, 'N']],
        energy: [FLOATS, [1, 'N']],
        idx: [INTEGERS, [1, 'T']],
        frame: [FLOATS, [1, 'T', 4]],
        ...reader,
      },
      outputs: { feat: [FLOATS, [ANY, 'T', features]], voicing: [FLOATS, [ANY, 'T']], f0_res: [FLOATS, [ANY, 'T']] },
    },
    noise: {
      inputs: { noise: [FLOATS, [1, 'L']] },
      outputs: { spectra: [FLOATS, [ANY, 'S', ANY]], excitation: [FLOATS, [ANY, 'T', ANY]] },
    },
    vocoder: {
      inputs: {
        feat: [FLOATS, [1, 'T', features + 2]],
        pulses: [FLOATS, [1, 'L']],
        noise: [FLOATS, [1, 'S', ANY]],
        excitation: [FLOATS, [1, 'T', ANY]],
        frames: [INTEGERS, ['K']],
      },
      outputs: { wav: [FLOATS, [1, 'W']] },
    },
  }
}

type CheckOptions = { readonly role: NetworkRole; readonly name: string; readonly settings: NeuralSettings }

/**
 * Checks a network against the inputs and outputs of its role, with their types and shapes. Throws an error with the voice's name
 * if they differ.
 */
export function checkNetwork(session: InferenceSession, { role, name, settings }: CheckOptions): void {
  const wanted = signaturesOf(settings)[role]
  for (const [direction, found, ports] of [
    ['input', session.inputMetadata, wanted.inputs],
    ['output', session.outputMetadata, wanted.outputs],
  ] as const) {
    for (const [port, [type, shape]] of Object.entries(ports)) {
      const actual = found.find((value) => value.name === port)
      const expected = `${type} ${formatShape(shape)}`
      const problem = `${direction} "${port}" of the ${role} network`
      if (actual === undefined) throw voicePackageError(name, `${problem} is missing: expected ${expected}`)
      if (!actual.isTensor || actual.type !== type || !fitsShape(actual.shape, shape)) {
        const is = actual.isTensor ? `${actual.type} ${formatShape(actual.shape)}` : 'no tensor'
        throw voicePackageError(name, `${problem} is ${is}: expected ${expected}`)
      }
    }
  }
}

function fitsShape(actual: Shape, wanted: Shape): boolean {
  const fits = (axis: number | string, i: number) =>
    axis === ANY || axis === actual[i] || (typeof axis === 'string' && typeof actual[i] === 'string')
  return actual.length === wanted.length && wanted.every(fits)
}

function formatShape(shape: Shape): string {
  return `[${shape.join(', ')}]`
}

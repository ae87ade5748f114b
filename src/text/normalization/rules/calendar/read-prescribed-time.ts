import { spellCardinal } from '../../numbers/spell-number.ts'
import type { Scene, Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'

const PERIODS: Readonly<Record<string, string>> = { '7': 'day', '52': 'week', '12': 'month' }

/** `for 3/7`, `review in 6/52`, `x 2/12`: days, weeks and months as British doctors write them. */
export function readPrescribedTime(scene: Scene, index: number): Wording | undefined {
  if (scene.locale !== 'en_GB') return undefined
  const [, count, parts = ''] = /^(\d{1,2})\/(7|52|12)$/.exec(scene.tokens[index]!.text) ?? []
  if (count === undefined) return undefined

  return [say(`${spellCardinal(count, scene.locale)} ${PERIODS[parts]}${count === '1' ? '' : 's'}`)]
}

/** Whether the token at `index` is such a time. */
export function isPrescribedTime(scene: Scene, index: number): boolean {
  return scene.tokens[index] !== undefined && readPrescribedTime(scene, index) !== undefined
}

import { useId } from 'preact/hooks'
import { playWords } from '../../playback/player.ts'
import {
  findReadings,
  keepReadings,
  listReadings,
  MOST_READINGS,
  type SentenceReadings as Readings,
  withReading,
} from '../../script/readings.ts'
import type { ScriptSelection } from '../../script/script-state.ts'
import { IconAction } from '../../shell/icon-action.tsx'
import { Icon } from '../../shell/icons.tsx'

/** Other readings of the sentence around the selected words, side by side: hear each, and choose the one that is spoken. */
export function SentenceReadings({ words }: { words: ScriptSelection }) {
  const group = useId()
  const found = findReadings(words)
  if (found === undefined) return null
  const { place, chosen, isOutdated } = found
  const others = listReadings(found)
  const choose = (reading: number | undefined): void => {
    keepReadings(place, { chosen: reading, kept: others })
    hear(found, reading)
  }
  const remove = (reading: number): void => {
    const left = others.filter((one) => one !== reading)
    keepReadings(place, { chosen: chosen === reading ? undefined : chosen, kept: left })
  }
  const add = (): void => {
    const next = Math.max(0, ...others) + 1
    keepReadings(place, { chosen: next, kept: [...others, next] })
    hear(found, next)
  }
  return (
    <section aria-label="Readings of the sentence">
      <h2>Readings</h2>
      <p class="why">
        {isOutdated
          ? 'The sentence has changed since its readings were chosen, so it has the usual one again.'
          : 'The same words with other pauses and another melody. The chosen one is played and exported.'}
      </p>
      {others.length > 0 && (
        <div class="readings" role="radiogroup" aria-label="Chosen reading">
          {[undefined, ...others].map((reading) => (
            <div key={reading ?? 'usual'} class="reading">
              <label>
                <input type="radio" name={group} checked={reading === chosen} onChange={() => choose(reading)} />
                {nameOf(reading)}
              </label>
              <IconAction
                icon="play"
                label={`Hear ${nameOf(reading).toLowerCase()}`}
                hint="Hear it"
                onClick={() => hear(found, reading)}
              />
              {reading !== undefined && (
                <IconAction
                  icon="trash"
                  label={`Remove ${nameOf(reading).toLowerCase()}`}
                  hint="Remove"
                  onClick={() => remove(reading)}
                />
              )}
            </div>
          ))}
        </div>
      )}
      <button type="button" class="button" disabled={others.length >= MOST_READINGS} onClick={add}>
        <Icon name="plus" /> Another reading
      </button>
    </section>
  )
}

function nameOf(reading: number | undefined): string {
  return reading === undefined ? 'Usual reading' : `Reading ${reading}`
}

/** Plays the sentence within its paragraph, which decides how it begins and ends. */
function hear(readings: Readings, reading: number | undefined): void {
  void playWords(withReading(readings, reading), readings.place)
}

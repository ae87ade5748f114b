import { DATE, type UsedDay } from './usage-rows.ts'

const WIDTH = 720
const HEIGHT = 160
const GAP = 0.25

const SHORT = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** A bar for the characters of each day. The table beside it says the same in figures. */
export function UsageChart({ days }: { days: readonly UsedDay[] }) {
  const top = roundUp(Math.max(1, ...days.map(({ characters }) => characters)))
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return null
  const step = WIDTH / days.length
  const total = days.reduce((sum, { characters }) => sum + characters, 0)
  return (
    <figure class="usage-chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Characters by day, from ${format(first)} to ${format(last)}: ${total.toLocaleString('en')} in all`}
      >
        {[0, 0.5, 1].map((share) => (
          <line key={share} class="grid" x1={0} x2={WIDTH} y1={HEIGHT * share} y2={HEIGHT * share} />
        ))}
        {days.map((one, i) => {
          const height = (one.characters / top) * HEIGHT
          return (
            <rect key={one.day} x={(i + GAP / 2) * step} y={HEIGHT - height} width={step * (1 - GAP)} height={height}>
              <title>{`${format(one)}: ${one.characters.toLocaleString('en')} characters`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption aria-hidden="true">
        <span>{SHORT.format(new Date(first.day))}</span>
        <span>Top line: {top.toLocaleString('en')} characters</span>
        <span>{SHORT.format(new Date(last.day))}</span>
      </figcaption>
    </figure>
  )
}

function format({ day }: UsedDay): string {
  return DATE.format(new Date(day))
}

/** The next number of the kind 1, 2 or 5 with zeros. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= value) ?? value
}

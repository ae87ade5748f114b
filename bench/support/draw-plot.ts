/** Points of one colour, and what they are. */
export type Series = { readonly name: string; readonly points: readonly (readonly [x: number, y: number])[] }

type Plot = { readonly title: string; readonly x: string; readonly y: string; readonly series: readonly Series[] }

const [WIDTH, HEIGHT, MARGIN] = [720, 360, 56]
const COLOURS = ['#a83a14', '#1f6f8b', '#6b8e23', '#8a5a00']
/** Values of an axis that a reader counts by. */
const STEPS = [1, 2, 5]

/** Draws points as an SVG with both axes from 0. */
export function drawPlot({ title, x, y, series }: Plot): string {
  const all = series.flatMap(({ points }) => points)
  const right = niceEnd(Math.max(1e-9, ...all.map(([at]) => at)))
  const top = niceEnd(Math.max(1e-9, ...all.map(([, value]) => value)))
  const toX = (at: number): number => MARGIN + ((WIDTH - 2 * MARGIN) * at) / right
  const toY = (value: number): number => HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * value) / top
  const ticks = (end: number): readonly number[] => [0, 0.25, 0.5, 0.75, 1].map((share) => share * end)
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${MARGIN}" y="24" font-size="15">${escapeXml(title)}</text>`,
    ...ticks(right).map(
      (at) => `<text x="${toX(at)}" y="${HEIGHT - MARGIN + 18}" text-anchor="middle">${round(at)}</text>`,
    ),
    ...ticks(top).map(
      (value) =>
        `<line x1="${MARGIN}" x2="${WIDTH - MARGIN}" y1="${toY(value)}" y2="${toY(value)}" stroke="#ddd"/>` +
        `<text x="${MARGIN - 6}" y="${toY(value) + 4}" text-anchor="end">${round(value)}</text>`,
    ),
    `<text x="${WIDTH / 2}" y="${HEIGHT - 12}" text-anchor="middle">${escapeXml(x)}</text>`,
    `<text x="14" y="${HEIGHT / 2}" text-anchor="middle" transform="rotate(-90 14 ${HEIGHT / 2})">${escapeXml(y)}</text>`,
    ...series.flatMap(({ name, points }, i) => [
      ...points.map(
        ([at, value]) =>
          `<circle cx="${toX(at).toFixed(1)}" cy="${toY(value).toFixed(1)}" r="2.2" fill="${COLOURS[i % COLOURS.length]}" fill-opacity="0.6"/>`,
      ),
      `<text x="${WIDTH - MARGIN}" y="${24 + 16 * i}" text-anchor="end" fill="${COLOURS[i % COLOURS.length]}">${escapeXml(name)}</text>`,
    ]),
    '</svg>',
  ]
  return `${parts.join('\n')}\n`
}

/** The next number of the kind 1, 2 or 5 with zeros. */
function niceEnd(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [...STEPS.map((step) => step * power), 10 * power].find((end) => end >= value)!
}

function round(value: number): string {
  return String(Number(value.toPrecision(3)))
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** A smooth function: writes its gradient at `point` into `gradient` and returns its value. */
export type SmoothFunction = (point: Float64Array, gradient: Float64Array) => number

type Step = { readonly moved: Float64Array; readonly turned: Float64Array; readonly scale: number }
type State = { readonly point: Float64Array; readonly gradient: Float64Array; readonly value: number }

const HISTORY = 8
const LEAST_GAIN = 1e-5

/** Minimises a convex function from zero by L-BFGS (Nocedal and Wright, "Numerical Optimization", algorithm 7.5). */
export function minimize(evaluate: SmoothFunction, size: number, maximalSteps: number): Float64Array {
  let state = evaluateAt(evaluate, new Float64Array(size))
  const history: Step[] = []
  for (let step = 0; step < maximalSteps; step++) {
    const next = searchLine(evaluate, state, findDirection(state.gradient, history))
    const moved = subtract(next.point, state.point)
    const turned = subtract(next.gradient, state.gradient)
    const curvature = dot(moved, turned)
    if (curvature > 1e-10) history.push({ moved, turned, scale: 1 / curvature })
    if (history.length > HISTORY) history.shift()
    const gain = (state.value - next.value) / state.value
    state = next
    if (gain < LEAST_GAIN) break
  }
  return state.point
}

function evaluateAt(evaluate: SmoothFunction, point: Float64Array): State {
  const gradient = new Float64Array(point.length)
  return { point, gradient, value: evaluate(point, gradient) }
}

/** The gradient times the approximate inverse Hessian, by the two-loop recursion. */
function findDirection(gradient: Float64Array, history: readonly Step[]): Float64Array {
  const direction = Float64Array.from(gradient)
  const shares: number[] = []
  for (const [index, { moved, turned, scale }] of [...history.entries()].reverse()) {
    shares[index] = scale * dot(moved, direction)
    addScaled(direction, turned, -shares[index])
  }
  const last = history.at(-1)
  const factor =
    last === undefined ? 1 / Math.sqrt(dot(gradient, gradient)) : 1 / (last.scale * dot(last.turned, last.turned))
  for (let i = 0; i < direction.length; i++) direction[i]! *= factor
  for (const [index, { moved, turned, scale }] of history.entries())
    addScaled(direction, moved, shares[index]! - scale * dot(turned, direction))
  return direction
}

/** Halves the step until the value falls enough. */
function searchLine(evaluate: SmoothFunction, from: State, direction: Float64Array): State {
  const slope = dot(from.gradient, direction)
  let length = 1
  for (;;) {
    const point = Float64Array.from(from.point)
    addScaled(point, direction, -length)
    const reached = evaluateAt(evaluate, point)
    if (reached.value <= from.value - 1e-4 * length * slope || length < 1e-6) return reached
    length /= 2
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

function addScaled(target: Float64Array, added: Float64Array, factor: number): void {
  for (let i = 0; i < target.length; i++) target[i]! += factor * added[i]!
}

function subtract(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, i) => value - b[i]!)
}

/**
 * Work that pauses after each step of well under a millisecond, as a rule, so that whoever runs it can do other work between them.
 * Its result is the value that it returns.
 */
export type Steps<Result> = Generator<undefined, Result>

/** Does all steps at once. */
export function takeSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Maps one element a step. */
export function* mapInSteps<From, To>(from: readonly From[], map: (value: From, index: number) => To): Steps<To[]> {
  const to: To[] = []
  for (const [index, value] of from.entries()) {
    to.push(map(value, index))
    yield
  }
  return to
}

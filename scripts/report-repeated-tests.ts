import type { Reporter, TestCase } from 'vitest/node'

/** Names the tests that failed once and passed when they were repeated, and why they failed, at the end of the run. */
export default class RepeatedTestsReporter implements Reporter {
  readonly #repeated: TestCase[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#repeated.push(test)
  }

  onTestRunEnd(): void {
    if (this.#repeated.length === 0) return
    console.log(`\n${this.#repeated.length} tests failed once and passed when they were repeated:`)
    for (const test of this.#repeated) {
      console.log(`  ${test.project.name}: ${test.module.relativeModuleId}: ${test.fullName}`)
      for (const { message } of test.result().errors ?? []) console.log(message.replace(/^/gm, '    '))
    }
  }
}

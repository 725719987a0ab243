import type { Reporter, TestCase } from 'vitest/node'

/** A test that passes only when it is tried again has something to tell: the run names it, and it is to be looked into. */
export default class NameSecondTries implements Reporter {
  onTestCaseResult(test: TestCase) {
    if (!test.diagnostic()?.flaky) return
    console.log(`\nPassed at the second try only: ${test.module.moduleId} > ${test.fullName}`)
  }
}

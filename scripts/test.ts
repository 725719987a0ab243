import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { isBuilt } from './source-stamp.mjs'

/** Every check, quickest first, so that what is wrong shows early. Later ones run all the same. */
const folder = mkdtempSync(join(tmpdir(), 'candor-test-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

interface Count {
  passed: number
  failed: number
  skipped: number
}

const counts = [
  check('types', ['node_modules/typescript/bin/tsc', '--noEmit']),
  check('lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings']),
  tests('unit'),
  ...(isBuilt() ? [] : [check('build', ['scripts/build.mjs'])]),
  // As it runs for readers: React checks much more in development, and the crawl renders every page that there is.
  // One more try for what waits for databases and browsers: on a machine that others use, something may take too long.
  tests('integration', { env: { NODE_ENV: 'production' }, retries: 1 }),
  tests('browser', { retries: 1 }),
]

const total = (kind: keyof Count) => counts.reduce((sum, count) => sum + count[kind], 0)
if (total('skipped') > 0) console.log(`\n${total('skipped')} skipped; each says above what it misses here.`)
console.log(`\n${total('passed')} passed, ${total('failed')} failed`)
process.exit(total('failed') === 0 ? 0 : 1)

function check(name: string, command: string[]): Count {
  const isOk = run(name, command)
  return { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1, skipped: 0 }
}

interface TestOptions {
  env?: Record<string, string>
  retries?: number
}

function tests(project: string, { env, retries = 0 }: TestOptions = {}): Count {
  const report = join(folder, `${project}.json`)
  const isOk = run(
    project,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      `--project=${project}`,
      `--retry=${retries}`,
      '--reporter=dot',
      '--reporter=tests/name-second-tries.ts',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    env,
  )
  const count = countOf(report)
  // A run that broke outside of any test has failed too.
  return isOk || count.failed > 0 ? count : { ...count, failed: 1 }
}

function run(name: string, command: string[], env: Record<string, string> = {}) {
  console.log(`\n== ${name}`)
  const startedAt = Date.now()
  const { status } = spawnSync(process.execPath, command, {
    stdio: 'inherit',
    env: { ...process.env, CI: 'true', ...env },
  })
  console.log(
    `== ${name}: ${status === 0 ? 'ok' : 'FAILED'} after ${Math.round((Date.now() - startedAt) / 1000)} s`,
  )
  return status === 0
}

function countOf(report: string): Count {
  try {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

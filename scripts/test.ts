import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import process from 'node:process'
import { findBrowser } from '../tests/browser/find-browser.ts'
import { isBuilt } from './source-stamp.mjs'

/**
 * Runs every check, or the tests that match the given words: `npm test -- throttling` by file, `npm test -- N-02` by
 * title. `--long` runs the same tests at full size.
 */
const words = process.argv.slice(2).filter((word) => word !== '--long')
const isLong = process.argv.includes('--long')
const isCi = process.env.CI === 'true'

/** Checkers repeat some of each other's work: four need twice the CPU of one, and the build needs a core meanwhile. */
const TYPE_CHECKERS = Math.max(1, Math.floor(availableParallelism() / 2))

interface Count {
  passed: number
  failed: number
  skipped: number
}

interface Failure {
  name: string
  file: string
  reason: string
}

const folder = mkdtempSync(join(tmpdir(), 'candor-test-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/** Ctrl-C reaches them by itself; a signal to this process alone does not, and they would run on for minutes. */
const children = new Set<ChildProcess>()
process.once('SIGTERM', () => {
  for (const child of children) child.kill('SIGTERM')
  process.exit(143)
})

const count: Count = { passed: 0, failed: 0, skipped: 0 }
const failures: Failure[] = []

const browser = await findBrowser((line) => console.log(line))
console.log(browser.line)
const hasBrowser = browser.kind === 'found'
if (!hasBrowser && isCi) {
  fail({ name: 'browser', file: 'tests/browser', reason: browser.line })
} else if (words.length > 0) {
  await runMatching()
} else {
  await runEverything()
}
conclude()

async function runEverything() {
  // Types take longest and need one core, so unit tests begin as soon as another is free.
  const types = check('types', [
    'node_modules/typescript/bin/tsc',
    '--noEmit',
    '--checkers',
    String(TYPE_CHECKERS),
  ])
  await Promise.all([
    check('lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings']),
    buildWhereNeeded(),
  ])
  await Promise.all([types, tests('unit')])
  await tests('site')
}

/** Words that match file names select files; others select tests by title. */
async function runMatching() {
  const all = ['src', 'tests'].flatMap(testFilesIn)
  const named = all.filter((file) => words.some((word) => file.includes(word)))
  const files = named.length > 0 ? named : filesWithNumbers(all)
  const filter =
    named.length > 0 ? files : ['--testNamePattern', words.map(escapeRegExp).join('.*'), ...files]
  const isAnyIn = (place: string) => files.length === 0 || files.some((file) => file.startsWith(place))
  if (isAnyIn('tests')) await buildWhereNeeded()
  const before = count.passed + count.failed
  if (isAnyIn('src')) await tests('unit', filter)
  if (isAnyIn('tests')) await tests('site', filter)
  if (count.passed + count.failed === before) {
    fail({ name: words.join(' '), file: 'no test', reason: 'Neither a file nor a title has these words.' })
  }
}

/** Requirement numbers are never built at run time, so files without them need not be loaded. */
function filesWithNumbers(files: string[]): string[] {
  const numbers = words.flatMap((word) => word.match(/[A-Z]-\d\d/g) ?? [])
  if (numbers.length === 0) return []
  return files.filter((file) => {
    const text = readFileSync(file, 'utf8')
    return numbers.every((number) => text.includes(number))
  })
}

function testFilesIn(place: string): string[] {
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .map((name) => join(place, name))
    .filter((file) => /\.test\.tsx?$/.test(file))
}

function escapeRegExp(text: string) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

async function buildWhereNeeded() {
  if (!isBuilt()) await check('build', ['scripts/build.mjs'])
}

/** Prints nothing until it ends, so that several can run in parallel. */
async function check(name: string, command: string[]) {
  const { isOk, seconds, output } = await run(command, { isHeard: false })
  console.log(`== ${name}: ${isOk ? 'ok' : 'FAILED'} after ${seconds} s`)
  if (isOk) count.passed++
  else fail({ name, file: command[0] ?? '', reason: output.trim() })
}

async function tests(project: 'unit' | 'site', filter: string[] = []) {
  const name = project === 'unit' ? 'unit' : hasBrowser ? 'integration and browser' : 'integration'
  const report = join(folder, `${project}.json`)
  console.log(`\n== ${name}`)
  const { isOk, seconds } = await runTests(project, report, filter)
  console.log(`== ${name}: ${isOk ? 'ok' : 'FAILED'} after ${seconds} s`)
  const files = readReport(report)
  if (!isOk && files.every((file) => file.failures.length === 0)) {
    fail({ name, file: project, reason: 'The run broke outside of any test; see above.' })
  }
  for (const { passed, skipped, failures } of files) {
    count.passed += passed
    count.skipped += skipped
    for (const failure of failures) fail(failure)
  }
}

function runTests(project: 'unit' | 'site', report: string, filter: string[]): Promise<Run> {
  return run(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      `--project=${project}`,
      ...(hasBrowser ? [] : ['--exclude=tests/browser/**']),
      '--allowOnly=false',
      '--passWithNoTests',
      '--silent=passed-only',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...filter,
    ],
    {
      isHeard: true,
      env: {
        // Like in production: React checks much more in development, and many pages are rendered.
        ...(project !== 'unit' && { NODE_ENV: 'production' }),
        ...(isLong && { TEST_SIZE: 'long' }),
        ...(!process.stdout.isTTY && { NO_COLOR: '1', CI: 'true' }),
      },
    },
  )
}

interface Run {
  isOk: boolean
  seconds: number
  output: string
}

function run(
  command: string[],
  { isHeard, env = {} }: { isHeard: boolean; env?: Record<string, string> },
): Promise<Run> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, command, {
    stdio: isHeard ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  children.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      output += text
    })
  }
  return new Promise((resolve) => {
    child.once('close', (code) => {
      children.delete(child)
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      resolve({ isOk: code === 0, seconds, output })
    })
  })
}

/** Vitest's report, in Jest's format. */
interface TestReport {
  testResults: {
    name: string
    message: string
    status: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

interface TestFile {
  passed: number
  skipped: number
  failures: Failure[]
}

function readReport(path: string): TestFile[] {
  let report: TestReport
  try {
    report = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return []
  }
  return report.testResults.map(({ name, message, status, assertionResults }) => {
    const failures = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({
        name: test.fullName.trim(),
        file: name,
        reason: test.failureMessages.join('\n'),
      }))
    if (status === 'failed' && failures.length === 0)
      failures.push({ name: 'the whole file', file: name, reason: message })
    const countOf = (...statuses: string[]) =>
      assertionResults.filter((test) => statuses.includes(test.status)).length
    return {
      passed: countOf('passed'),
      skipped: assertionResults.length - countOf('passed', 'failed'),
      failures,
    }
  })
}

function fail(failure: Failure) {
  failures.push(failure)
  count.failed++
}

/** All failures together at the end, where people look first. */
function conclude(): never {
  for (const failure of failures) tell(failure)
  // When selecting by title, all other tests count as skipped.
  if (count.skipped > 0 && words.length === 0)
    console.log(`\n${count.skipped} skipped: they need more than this machine has, or run in test:long.`)
  if (!hasBrowser) console.log(`\nThe browser tests did not run. ${browser.line}`)
  console.log(`\n${count.passed} passed, ${count.failed} failed`)
  process.exit(count.failed === 0 ? 0 : 1)
}

function tell({ name, file, reason }: Failure) {
  console.log(`\nFAILED ${name}\n  ${relative(process.cwd(), file)}\n${reason.replace(/^/gm, '  ')}`)
}

// Measures the built site: npm run bench -- [serve] [history] [public-log] [overload] [edition] [edition-file] [export] [answers] [scale] [start] [bytes] [map] [lighthouse] [warm] [publications] [sign-ins] [flood] [delivery] [fan-out] [--json file]
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { isBuilt } from '../scripts/source-stamp.mjs'
import { benchAnswers } from './answers.ts'
import { benchBytes } from './bytes.ts'
import { benchDelivery } from './delivery/delivery.ts'
import { benchFanOut } from './delivery/fan-out.ts'
import { benchEdition } from './edition.ts'
import { benchEditionFile } from './edition-file.ts'
import { benchExport } from './export.ts'
import { findProgram } from './find-program.ts'
import { benchFlood } from './flood.ts'
import { benchHistory } from './history.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchMap } from './map.ts'
import { benchOverload } from './overload.ts'
import { benchPublicLog } from './public-log.ts'
import { benchPublications } from './publications.ts'
import { printGoals, printReport, type Report } from './report.ts'
import { benchScale } from './scale.ts'
import { benchServe } from './serve.ts'
import { benchSignIns } from './sign-ins.ts'
import { ROOT } from './site-process.ts'
import { benchStart } from './start.ts'
import { megabytes } from './statistics.ts'
import { benchWarm } from './warm.ts'

const SECTIONS: Record<string, { takes: string; run: () => Promise<Report> }> = {
  serve: { takes: 'about 3 minutes', run: benchServe },
  history: { takes: 'about 4 minutes', run: benchHistory },
  'public-log': { takes: 'about ten minutes', run: benchPublicLog },
  overload: { takes: 'about a minute', run: benchOverload },
  edition: { takes: 'about 2 minutes', run: benchEdition },
  'edition-file': { takes: 'about a minute', run: benchEditionFile },
  export: { takes: 'about six minutes', run: benchExport },
  answers: { takes: 'about a minute', run: benchAnswers },
  scale: { takes: 'about three minutes', run: benchScale },
  start: { takes: 'about a minute', run: benchStart },
  bytes: { takes: 'about a minute', run: benchBytes },
  map: { takes: 'about a minute', run: benchMap },
  lighthouse: { takes: 'about twelve minutes', run: benchLighthouse },
  warm: { takes: 'about three minutes', run: benchWarm },
  publications: { takes: 'about five minutes', run: benchPublications },
  'sign-ins': { takes: 'about two minutes', run: benchSignIns },
  flood: { takes: 'about two minutes', run: benchFlood },
  delivery: { takes: 'about fifteen minutes', run: benchDelivery },
  'fan-out': { takes: 'about ten minutes; RECIPIENTS=100000 is faster', run: benchFanOut },
}

process.chdir(ROOT)
const { names, jsonFile } = readArguments()
build()
await bench()

function readArguments() {
  const { positionals, values } = parseArgs({
    args: process.argv.slice(2),
    allowPositionals: true,
    options: { json: { type: 'string' } },
  })
  const unknown = positionals.find((name) => !Object.hasOwn(SECTIONS, name))
  if (unknown !== undefined) {
    console.error(`There is no section "${unknown}": choose from ${Object.keys(SECTIONS).join(', ')}.`)
    process.exit(1)
  }
  return { names: positionals.length === 0 ? Object.keys(SECTIONS) : positionals, jsonFile: values.json }
}

function build() {
  if (isBuilt()) return
  console.log('Building the site …')
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

async function bench() {
  const machine = describeMachine()
  console.log(machine.join('\n'))
  const reports: Report[] = []
  for (const [name, { takes, run }] of Object.entries(SECTIONS)) {
    if (!names.includes(name)) continue
    console.log(`\n== ${name}, ${takes} ==`)
    try {
      const report = await run()
      printReport(report)
      reports.push(report)
    } catch (error) {
      console.log(`  Not measured: ${(error as Error).message}`)
      process.exitCode = 1
    }
  }
  const goals = reports.flatMap((report) => report.goals)
  if (goals.length > 0) printGoals(goals)
  if (jsonFile !== undefined) writeFileSync(jsonFile, `${JSON.stringify({ machine, reports }, null, 2)}\n`)
}

function describeMachine(): string[] {
  const [cpu] = cpus()
  const [lastMinute = 0] = loadavg()
  const isBusy = lastMinute > cpus().length / 2
  return [
    `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${megabytes(totalmem())}, ${platform()}`,
    `Node ${process.versions.node}, ${versionOf('nginx', ['-v'])}, ${versionOf('wrk', ['-v'])}`,
    `load of the machine before: ${lastMinute.toFixed(2)}${isBusy ? ' (busy: times are too long, ratios vary more)' : ''}`,
  ]
}

function platform() {
  return execFileSync('uname', ['-srm'], { encoding: 'utf8' }).trim()
}

function versionOf(name: string, args: string[]) {
  const program = findProgram(name)
  if (program === undefined) return `no ${name}`
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return `${name} ${/\d+\.\d+[\w.-]*/.exec(stdout + stderr)?.[0] ?? ''}`.trim()
}

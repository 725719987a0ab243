import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Global } from '../src/contract/global.ts'
import type { Counts } from '../src/server/export/export-site.ts'
import type { Bytes } from '../src/server/export/release.ts'
import { makeDemoDatabase, startServer } from './bench-databases.ts'
import { runChild } from './child-process.ts'
import { type Contender, type Cost, compareCost, ratios } from './compare-cost.ts'
import { findProgram } from './find-program.ts'
import { getBytes, getJson } from './get-bytes.ts'
import { CONNECTIONS, findLoad } from './load.ts'
import {
  type CopiedAnswer,
  type NginxProcess,
  serverOf,
  startNginx,
  startNginxWith,
} from './nginx-process.ts'
import { cpuSeconds } from './process-figures.ts'
import type { Goal, Report, Table } from './report.ts'
import { ROOT } from './site-process.ts'
import { kilobytes, median, megabytes, thousands, withSpread } from './statistics.ts'
import { inWorkshop, type Workshop } from './workshop.ts'

const ROUNDS = 6
const SECONDS_EACH = 2
/** The export is served by nginx itself. The extra cost is choosing the file, and parameters add to that. */
const MOST_TIMES_PLAIN = 1.1
const LOOK_EVERY_MS = 200

interface Compared {
  what: string
  bytes: number
  costs: Cost[][]
}

export function benchExport(): Promise<Report> {
  return inWorkshop(async (workshop) => {
    const { url: databaseUrl } = await startServer(workshop)
    const demo = await makeDemoDatabase(databaseUrl, 'bench_export')
    const folder = workshop.folder('export')
    const first = await exportInto(workshop, folder, demo)
    const again = await exportInto(workshop, folder, demo)
    const tables = [sizeTable(first), timeTable([first, again])]
    const notes = [
      `${ROUNDS} rounds of ${SECONDS_EACH} s each, alternating, ${CONNECTIONS} connections; CPU time of nginx, median (lowest to highest).`,
    ]
    const nginx = findProgram('nginx')
    if (nginx === undefined) {
      return { name: 'export', tables, notes: ['nginx is not installed: no comparison.'], goals: [] }
    }
    const compared = await compare(workshop, nginx, folder)
    return {
      name: 'export',
      tables: [...tables, costTable(compared)],
      notes,
      goals: compared.filter(({ what }) => !what.includes('?')).map(goalOf),
    }
  })
}

interface Export {
  counts: Counts
  bytes: Bytes
  seconds: number
  cpuSeconds: number
}

async function exportInto(workshop: Workshop, folder: string, databaseUrl: string): Promise<Export> {
  const running = runChild(
    workshop,
    [process.execPath, join(ROOT, 'dist/server/main.js'), 'export-static', folder],
    { env: { NODE_ENV: 'production', DATABASE_URL: databaseUrl, PUBLIC_URL: 'https://status.example.com' } },
  )
  let cpu = 0
  while (!running.hasEnded()) {
    cpu = Math.max(cpu, cpuSeconds([running.pid]))
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  const seconds = (performance.now() - running.startedAt) / 1000
  if (!running.said().includes('Exported edition')) throw new Error(running.said())
  const about = readFileSync(join(folder, 'current/export.json'), 'utf8')
  return { ...(JSON.parse(about) as Pick<Export, 'counts' | 'bytes'>), seconds, cpuSeconds: cpu }
}

async function compare(workshop: Workshop, program: string, folder: string): Promise<Compared[]> {
  const load = findLoad()
  const conf = join(folder, 'current/nginx')
  const exported = await startNginxWith(
    workshop,
    program,
    (port) => `include ${conf}/maps.conf;\n${serverOf(port, `include ${conf}/site.conf;`)}`,
  )
  const answers = await copyAnswers(exported)
  const plain = await startNginx(workshop, program, answers)
  const compared: Compared[] = []
  for (const { path, body } of answers) {
    const contenders = [
      contender('the export', exported, path),
      contender('nginx with a plain file', plain, path),
    ]
    const costs = await compareCost(load, contenders, { rounds: ROUNDS, secondsEach: SECONDS_EACH })
    compared.push({ what: path, bytes: body.length, costs })
  }
  return compared
}

const ENCODING = { 'accept-encoding': 'gzip' }

async function copyAnswers({ url }: NginxProcess): Promise<CopiedAnswer[]> {
  const { clouds } = await getJson<Global>(`${url}/api/global`)
  const paths = [`/${clouds[0]?.domain}`, `/${clouds[0]?.domain}/incidents?page=2`, '/api/global']
  return Promise.all(
    paths.map(async (path) => {
      const answer = await getBytes(url + path, ENCODING)
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      const { 'accept-ranges': _, server: __, ...headers } = answer.headers
      return { path, ...answer, headers }
    }),
  )
}

function contender(name: string, { url, pids }: NginxProcess, path: string): Contender {
  return { name, pids, target: { url: url + path, headers: ENCODING }, status: 200 }
}

function sizeTable({ counts, bytes }: Export): Table {
  return {
    title: 'The export of the demo: 1,700 records on 15 clouds',
    columns: ['pages', 'API answers', 'feeds', 'files', 'as they are', 'gzip', 'Brotli'],
    rows: [
      [
        thousands(counts.pages),
        thousands(counts.reads),
        thousands(counts.feeds),
        thousands(counts.files),
        megabytes(bytes.identity),
        megabytes(bytes.gzip),
        megabytes(bytes.br),
      ],
    ],
  }
}

function timeTable(exports: readonly Export[]): Table {
  return {
    title: 'What an export takes',
    columns: ['export', 's', 'CPU s'],
    rows: exports.map(({ seconds, cpuSeconds: cpu }, at) => [
      at === 0 ? 'into an empty folder' : 'again, with unchanged files linked',
      seconds.toFixed(0),
      cpu.toFixed(0),
    ]),
  }
}

function costTable(compared: readonly Compared[]): Table {
  return {
    title: 'A page of the export: CPU time per request',
    columns: ['address', 'kB', 'export µs', 'plain file µs', 'export ÷ plain file'],
    rows: compared.map(({ what, bytes, costs }) => [
      what,
      kilobytes(bytes),
      ...costs.map((cost) =>
        withSpread(
          cost.map(({ micros }) => micros),
          1,
        ),
      ),
      withSpread(ratios(costs)),
    ]),
  }
}

function goalOf({ what, costs }: Compared): Goal {
  const ratio = median(ratios(costs))
  return {
    goal: `${what} of the export: at most ${MOST_TIMES_PLAIN} times a plain file in nginx`,
    measured: ratio.toFixed(2),
    isMet: ratio <= MOST_TIMES_PLAIN,
  }
}

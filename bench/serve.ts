import type { Global } from '../src/contract/global.ts'
import { startBare } from './bare-process.ts'
import { type Contender, type Cost, compareCost, ratios } from './compare-cost.ts'
import { findProgram } from './find-program.ts'
import { getBytes, getJson } from './get-bytes.ts'
import { CONNECTIONS, findLoad } from './load.ts'
import { type CopiedAnswer, startNginx } from './nginx-process.ts'
import type { Goal, Report } from './report.ts'
import { type SiteProcess, startSiteProcess } from './site-process.ts'
import { kilobytes, median, thousands, withSpread } from './statistics.ts'
import { untilQuiet } from './until-quiet.ts'
import { inWorkshop } from './workshop.ts'

const ROUNDS = 6
const SECONDS_EACH = 3
const MOST_TIMES_NGINX = 2
const STATUSES = [200, 304] as const

interface Compared {
  what: string
  bytes: number
  costs: Cost[][]
}

export function benchServe(): Promise<Report> {
  return inWorkshop(async (workshop) => {
    const load = findLoad()
    const site = await startSiteProcess(workshop, { dataDir: workshop.folder('serve') })
    await untilQuiet(site.pid)
    const answers = await copyAnswers(site)
    const program = findProgram('nginx')
    const nginx = program === undefined ? undefined : await startNginx(workshop, program, answers)

    const bare = await startBare(workshop, answers)
    const compared: Compared[] = []
    const goals: Goal[] = []
    for (const answer of answers) {
      const servers = [
        { name: 'Candor', url: site.url, pids: [site.pid] },
        { name: 'bare sockets', ...bare },
      ]
      if (nginx !== undefined) servers.push({ name: 'nginx', ...nginx })
      const contenders = await Promise.all(
        STATUSES.flatMap((status) => servers.map((server) => contend(server, answer.path, status))),
      )
      const costs = await compareCost(load, contenders, { rounds: ROUNDS, secondsEach: SECONDS_EACH })
      const kind = answer.headers['content-type']?.includes('html') ? 'page' : 'JSON'
      for (const [at, status] of STATUSES.entries()) {
        compared.push({
          what: `${kind} ${answer.path}, ${status}`,
          bytes: status === 200 ? answer.body.length : 0,
          costs: costs.slice(at * servers.length, (at + 1) * servers.length),
        })
      }
      goals.push(unchangedGoal(kind, costs[servers.length] ?? [], costs[0] ?? []))
    }
    const notes = [
      `${ROUNDS} rounds of ${SECONDS_EACH} s each, alternating, ${CONNECTIONS} connections; CPU time of all threads of the server, median (lowest to highest).`,
    ]
    if (nginx === undefined) notes.push('nginx is not installed: no comparison.')
    if (load.name !== 'wrk') notes.push('wrk is not installed, so Node generated the load.')
    return {
      name: 'serve',
      tables: [tableOf(compared)],
      notes,
      goals: [...compared.flatMap(goalsOf), ...goals],
    }
  })
}

async function copyAnswers(site: SiteProcess): Promise<CopiedAnswer[]> {
  const { clouds } = await getJson<Global>(`${site.url}/api/global`)
  const paths = [`/${clouds[0]?.domain}`, '/api/global']
  return Promise.all(
    paths.map(async (path) => {
      const answer = await getBytes(site.url + path, { 'accept-encoding': 'gzip' })
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      // Cached answers don't have this header. This answer came over its own connection, so it was not
      // cached.
      const { 'x-request-id': _, ...headers } = answer.headers
      return { path, ...answer, headers }
    }),
  )
}

async function contend(
  { name, url, pids }: { name: string; url: string; pids: number[] },
  path: string,
  status: number,
): Promise<Contender> {
  const headers = { 'accept-encoding': 'gzip' }
  const target = { url: url + path, headers }
  if (status === 200) return { name, pids, target, status }
  // Each server's own ETag, requested now: the page may have changed with the minute.
  const { etag = '' } = (await getBytes(target.url, headers)).headers
  return { name, pids, target: { ...target, headers: { ...headers, 'if-none-match': etag } }, status }
}

function tableOf(compared: Compared[]) {
  return {
    title: 'Serving a cached answer: CPU time per request',
    columns: [
      'answer',
      'kB',
      'Candor µs',
      'bare sockets µs',
      'nginx µs',
      'Candor ÷ nginx',
      'Candor ÷ bare',
      'Candor per CPU second',
      'requests/s',
    ],
    rows: compared.map(({ what, bytes, costs }) => {
      const [site = [], bare = [], nginx] = costs
      return [
        what,
        kilobytes(bytes),
        withSpread(micros(site), 1),
        withSpread(micros(bare), 1),
        nginx === undefined ? '–' : withSpread(micros(nginx), 1),
        nginx === undefined ? '–' : withSpread(ratios([site, nginx])),
        withSpread(ratios([site, bare])),
        thousands(1_000_000 / median(micros(site))),
        costs.map((of) => thousands(median(of.map(({ perSecond }) => perSecond)))).join(' / '),
      ]
    }),
  }
}

function goalsOf({ what, costs: [site = [], , nginx] }: Compared): Goal[] {
  if (nginx === undefined) return []
  const ratio = median(ratios([site, nginx]))
  return [
    {
      goal: `${what}: at most ${MOST_TIMES_NGINX} times the CPU of nginx`,
      measured: ratio.toFixed(2),
      isMet: ratio <= MOST_TIMES_NGINX,
    },
  ]
}

function unchangedGoal(kind: string, unchanged: readonly Cost[], whole: readonly Cost[]): Goal {
  const ratio = median(ratios([unchanged, whole]))
  return {
    goal: `${kind}: a 304 is cheaper than a 200`,
    measured: `${ratio.toFixed(2)} times`,
    isMet: ratio < 1,
  }
}

function micros(costs: readonly Cost[]) {
  return costs.map((cost) => cost.micros)
}

import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Global } from '../src/contract/global.ts'
import { findProgram } from './find-program.ts'
import { getBytes, getJson } from './get-bytes.ts'
import { residentBytes } from './process-figures.ts'
import type { Report } from './report.ts'
import { startSiteProcess } from './site-process.ts'
import { median, megabytes, thousands } from './statistics.ts'
import { untilQuiet } from './until-quiet.ts'
import { inWorkshop } from './workshop.ts'

const ROUNDS = 4
const SECONDS_EACH = 5
/** Enough to keep the site busy without queueing. */
const CONNECTIONS_AT_PEAK = 8
const CONNECTIONS_OF_FLOOD = 80 * 10
const CONNECTIONS_OF_READERS = 16
const LEAST_GOODPUT = 0.8
const MOST_GROWTH_BYTES = 100_000_000

interface Load {
  made: number
  shed: number
  failed: number
}

/**
 * Searches, which are never cached, from many times more clients than the site can serve, who all retry
 * immediately. Meanwhile, readers request a cached page. Compared with the same readers and as many
 * searches as the site can serve.
 */
export function benchOverload(): Promise<Report> {
  return inWorkshop(async (workshop) => {
    const wrk = findProgram('wrk')
    if (wrk === undefined) throw new Error('wrk is not installed.')
    const site = await startSiteProcess(workshop, { dataDir: workshop.folder('overload') })
    await untilQuiet(site.pid)
    const { clouds } = await getJson<Global>(`${site.url}/api/global`)
    const page = `${site.url}/${clouds[0]?.domain}`
    const script = join(workshop.folder('overload-script'), 'search.lua')
    writeFileSync(script, searchScript(`/${clouds[0]?.domain}/faq?search=`))
    for (let time = 0; time < 3; time++) await getBytes(page)

    const round = async (connections: number) => {
      const [searches, readers] = await Promise.all([
        runWrk(wrk, [...settings(connections), '--script', script, site.url]),
        runWrk(wrk, [...settings(CONNECTIONS_OF_READERS), '--header', 'accept-encoding: gzip', page]),
      ])
      return { ...loadOf(searches), read: Number(/(\d+) requests in /.exec(readers)?.[1] ?? 0) }
    }
    await round(CONNECTIONS_AT_PEAK)
    await round(CONNECTIONS_OF_FLOOD)
    const before = residentBytes(site.pid)
    const [peak, flood]: [Round[], Round[]] = [[], []]
    for (let at = 0; at < ROUNDS; at++) {
      peak.push(await round(CONNECTIONS_AT_PEAK))
      flood.push(await round(CONNECTIONS_OF_FLOOD))
    }
    const after = residentBytes(site.pid)
    return reportOf({ peak, flood, before, after })
  })
}

type Round = Load & { read: number }

function settings(connections: number) {
  return [`--connections=${connections}`, '--threads=1', `--duration=${SECONDS_EACH}s`, '--timeout=10s']
}

async function runWrk(wrk: string, parameters: string[]) {
  const { stdout } = await promisify(execFile)(wrk, parameters, { timeout: 120_000 })
  return stdout
}

function loadOf(stdout: string): Load {
  const figure = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(stdout)?.[1] ?? 0)
  return { made: figure('made'), shed: figure('shed'), failed: figure('failed') }
}

function searchScript(address: string) {
  return `
local threads = {}
function setup(thread) thread:set("id", #threads) table.insert(threads, thread) end
function init() n = 0 made = 0 shed = 0 failed = 0 math.randomseed(os.time()) first = math.random(1000000000) end
function request() n = n + 1 return wrk.format("GET", "${address}w" .. id .. "x" .. (first + n)) end
function response(status)
  if status == 200 then made = made + 1 elseif status == 503 then shed = shed + 1 else failed = failed + 1 end
end
function done()
  for _, name in ipairs({"made", "shed", "failed"}) do
    local sum = 0
    for _, thread in ipairs(threads) do sum = sum + thread:get(name) end
    print(name .. " " .. sum)
  end
end
`
}

function reportOf(of: { peak: Round[]; flood: Round[]; before: number; after: number }): Report {
  const perSecond = (rounds: Round[], figure: keyof Round) =>
    median(rounds.map((each) => each[figure])) / SECONDS_EACH
  const row = (what: string, rounds: Round[]) => {
    const [made, shed, read] = (['made', 'shed', 'read'] as const).map((figure) => perSecond(rounds, figure))
    const share = (shed ?? 0) / Math.max(1, (made ?? 0) + (shed ?? 0))
    return [
      what,
      thousands(made ?? 0),
      thousands(shed ?? 0),
      `${Math.round(share * 100)} %`,
      thousands(read ?? 0),
    ]
  }
  const goodput = median(of.flood.map(({ made }, at) => made / (of.peak[at]?.made ?? Number.NaN)))
  const failed = of.flood.reduce((sum, each) => sum + each.failed, 0)
  const growth = of.after - of.before
  return {
    name: 'overload',
    tables: [
      {
        title: 'Searches while readers request a cached page, per second',
        columns: ['', 'made', 'refused, to retry', 'share refused', 'cached pages read'],
        rows: [
          row(`${CONNECTIONS_AT_PEAK} clients that search`, of.peak),
          row(`${CONNECTIONS_OF_FLOOD} clients that search`, of.flood),
        ],
      },
    ],
    notes: [
      `${ROUNDS} rounds of ${SECONDS_EACH} s each, alternating, ${CONNECTIONS_OF_READERS} connections of readers; no client pauses before its next request.`,
      `Memory of the site: ${megabytes(of.before)} before, ${megabytes(of.after)} after.`,
    ],
    goals: [
      {
        goal: 'the flood reduces the answers made per second by at most 20 %',
        measured: `${Math.round(goodput * 100)} %`,
        isMet: goodput >= LEAST_GOODPUT,
      },
      { goal: 'all other searches are asked to retry', measured: `${failed} failed`, isMet: failed === 0 },
      {
        goal: 'memory does not grow',
        measured: `${growth < 0 ? '' : '+'}${megabytes(growth)}`,
        isMet: growth < MOST_GROWTH_BYTES,
      },
    ],
  }
}

import type { Global } from '../src/contract/global.ts'
import { makeDatabases } from './bench-databases.ts'
import { type Contender, type Cost, compareCost, ratios } from './compare-cost.ts'
import { getBytes, getJson } from './get-bytes.ts'
import { findLoad } from './load.ts'
import type { Goal, Report } from './report.ts'
import { startSiteProcess } from './site-process.ts'
import { median, thousands, withSpread } from './statistics.ts'
import { untilQuiet } from './until-quiet.ts'
import { inWorkshop } from './workshop.ts'

const LONG_HISTORY = 50_000
const ROUNDS = 6
const SECONDS_EACH = 3
const MOST_TIMES = 1.05

interface Compared {
  what: string
  costs: Cost[][]
}

export function benchHistory(): Promise<Report> {
  return inWorkshop(async (workshop) => {
    const load = findLoad()
    const databases = await makeDatabases(workshop, LONG_HISTORY)
    const sites = []
    for (const { url } of databases) {
      sites.push(await startSiteProcess(workshop, { dataDir: workshop.folder('history'), databaseUrl: url }))
    }
    for (const { pid } of sites) await untilQuiet(pid)
    const { clouds } = await getJson<Global>(`${sites[0]?.url}/api/global`)
    const compared: Compared[] = []
    for (const path of [
      `/${clouds[0]?.domain}/incidents`,
      `/api/incident?cloud=${clouds[0]?.machine_name}`,
    ]) {
      const contenders = sites.map(({ url, pid }): Contender => {
        const target = { url: url + path, headers: { 'accept-encoding': 'gzip' } }
        return { name: url, pids: [pid], target, status: 200 }
      })
      for (const { target } of contenders) await getBytes(target.url, target.headers)
      const costs = await compareCost(load, contenders, { rounds: ROUNDS, secondsEach: SECONDS_EACH })
      compared.push({ what: path.startsWith('/api') ? 'JSON' : 'page', costs })
    }
    const [few = '', many = ''] = databases.map(({ records }) => thousands(records))
    return {
      name: 'history',
      tables: [
        {
          title: 'A cached answer, by the size of the history: CPU time per request',
          columns: ['answer', `${few} records µs`, `${many} records µs`, `${many} ÷ ${few}`],
          rows: compared.map(({ what, costs: [short = [], long = []] }) => [
            what,
            withSpread(
              short.map(({ micros }) => micros),
              1,
            ),
            withSpread(
              long.map(({ micros }) => micros),
              1,
            ),
            withSpread(ratios([long, short])),
          ]),
        },
      ],
      notes: [`${ROUNDS} rounds of ${SECONDS_EACH} s each, alternating; median (lowest to highest).`],
      goals: compared.map((each) => goalOf(each, many)),
    }
  })
}

function goalOf({ what, costs: [short = [], long = []] }: Compared, many: string): Goal {
  const ratio = median(ratios([long, short]))
  return {
    goal: `${what}: with ${many} records a cached answer costs at most 5 % more`,
    measured: `${ratio.toFixed(2)} times`,
    isMet: ratio <= MOST_TIMES,
  }
}

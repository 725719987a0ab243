import { pagesToVisit } from './pages-to-visit.ts'
import { READING_PACE, type Round, readPages } from './read-pages.ts'
import type { Report } from './report.ts'
import { type Account, signInAtOnce } from './sign-in-flood.ts'
import { type SiteProcess, startSiteProcess } from './site-process.ts'
import { median, withSpread } from './statistics.ts'
import { inWorkshop } from './workshop.ts'

const SIGN_INS = 200
const ACCOUNTS = 50
const ROUNDS = 5
const ROUND_MS = 8_000
const ROUND = { isOver: (sinceMs: number) => sinceMs >= ROUND_MS }
const MOST_TIMES_QUIET = 2
const PASSWORD = 'Bench mark 7'

export function benchSignIns(): Promise<Report> {
  return inWorkshop(async (workshop) => {
    // Every request names its client address, like behind a proxy. Otherwise all would be one client.
    const site = await startSiteProcess(workshop, {
      dataDir: workshop.folder('sign-ins'),
      env: { TRUSTED_PROXIES: '127.0.0.1' },
    })
    const accounts = await signUp(site)
    const paths = (await pagesToVisit(site.url)).map(({ path }) => path)
    await readPages(site.url, paths, ROUND)

    const quiet: Round[] = []
    const busy: Round[] = []
    const outcomes: Record<string, number> = {}
    const lastAnswers: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      quiet.push(await readPages(site.url, paths, ROUND))
      const [read, flood] = await Promise.all([
        readPages(site.url, paths, ROUND),
        signInAtOnce(site.url, { accounts, amount: SIGN_INS, round }),
      ])
      busy.push(read)
      lastAnswers.push(flood.lastAfterMs)
      for (const status of flood.statuses) outcomes[status] = (outcomes[status] ?? 0) + 1
    }
    return reportOf({ quiet, busy, outcomes, lastAnswers })
  })
}

async function signUp({ url }: SiteProcess): Promise<Account[]> {
  const accounts = Array.from({ length: ACCOUNTS }, (_, at) => ({
    name: `bench-${at}@customer.example`,
    pass: PASSWORD,
  }))
  for (const [at, { name, pass }] of accounts.entries()) {
    const response = await fetch(`${url}/api/user/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${at + 1}` },
      body: JSON.stringify({ mail: [{ value: name }], name: [{ value: name }], pass: [{ value: pass }] }),
    })
    if (!response.ok) throw new Error(`Signing up answered ${response.status}: ${await response.text()}`)
  }
  return accounts
}

function reportOf({
  quiet,
  busy,
  outcomes,
  lastAnswers,
}: {
  quiet: Round[]
  busy: Round[]
  outcomes: Record<string, number>
  lastAnswers: number[]
}): Report {
  const ratios = busy.map(({ p99 }, round) => p99 / (quiet[round]?.p99 ?? Number.NaN))
  const row = (name: string, rounds: Round[]) => [
    name,
    withSpread(rounds.map(({ p50 }) => p50)),
    withSpread(rounds.map(({ p99 }) => p99)),
  ]
  return {
    name: 'sign-ins',
    tables: [
      {
        title: `Reading pages while ${SIGN_INS} people sign in at once`,
        columns: ['', 'p50 ms', 'p99 ms'],
        rows: [row('undisturbed', quiet), row('while they sign in', busy)],
      },
    ],
    notes: [
      `${ROUNDS} rounds of each, alternating, ${READING_PACE} for ${ROUND_MS / 1000} s; ratio of p99 ${withSpread(ratios)}.`,
      `Answers to the sign-ins: ${Object.entries(outcomes)
        .map(([status, amount]) => `${amount} × ${status}`)
        .join(', ')}; the last of ${SIGN_INS} after ${median(lastAnswers).toFixed(0)} ms.`,
    ],
    goals: [
      {
        goal: `${SIGN_INS} sign-ins at once: readers' p99 at most ${MOST_TIMES_QUIET} times that without sign-ins`,
        measured: median(ratios).toFixed(2),
        isMet: median(ratios) <= MOST_TIMES_QUIET,
      },
    ],
  }
}

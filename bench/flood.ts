import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Global } from '../src/contract/global.ts'
import { getJson } from './get-bytes.ts'
import type { Report } from './report.ts'
import { type SiteProcess, startSiteProcess } from './site-process.ts'
import { median, percentile, wholeMs } from './statistics.ts'
import { untilQuiet } from './until-quiet.ts'
import { inWorkshop } from './workshop.ts'

const ROUNDS = 3
const ROUND_MS = 6_000
const FLOODS_BEFORE_MS = 1_000
/** All of 127.0.0.0/8 is this machine: two clients that the site can distinguish without a proxy. */
const ADDRESS = { flood: '127.0.0.2', others: '127.0.0.3' } as const
const PASSWORD = 'Bench mark 7'
const MOST_REFUSED = 0.01

const FLOODS = {
  'sign-in': { connections: 350, words: '350 connections sign in' },
  pages: { connections: 250, words: '250 connections request posts with made-up IDs' },
} as const

/** The requests of other clients, and the pause between two of them. */
const PACE_MS = { 'sign in': 250, 'read a cached page': 25, 'read an uncached page': 100 } as const

type FloodName = keyof typeof FLOODS
type Doing = keyof typeof PACE_MS
type Seen = Record<Doing, { ms: number[]; refused: number }>

/** How clients of another address fare with a flood from one address and without it, in turns. */
export function benchFlood(): Promise<Report> {
  return inWorkshop(async (workshop) => {
    const site = await startSiteProcess(workshop, {
      dataDir: workshop.folder('flood'),
      env: { WARM_ANSWERS: '0' },
    })
    const account = await signUp(site)
    const pages = await pagesOf(site)
    await untilQuiet(site.pid)
    const look = () => othersFor(ROUND_MS, { url: site.url, account, pages })
    await look()

    const quiet: Seen[] = []
    const busy = { 'sign-in': [] as Seen[], pages: [] as Seen[] }
    const answers = { 'sign-in': new Map<number, number>(), pages: new Map<number, number>() }
    for (let round = 0; round < ROUNDS; round++) {
      quiet.push(await look())
      for (const name of Object.keys(FLOODS) as FloodName[]) {
        const stop = startFlood(site.url, { name, cloud: pages.cloud, round })
        await sleep(FLOODS_BEFORE_MS)
        busy[name].push(await look())
        for (const [status, amount] of await stop())
          answers[name].set(status, (answers[name].get(status) ?? 0) + amount)
        await untilQuiet(site.pid)
      }
    }
    return reportOf({ quiet, busy, answers })
  })
}

interface Pages {
  cloud: string
  records: string[]
}

async function pagesOf({ url }: SiteProcess): Promise<Pages> {
  const { clouds } = await getJson<Global>(`${url}/api/global`)
  const cloud = clouds[0]?.domain ?? ''
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>[^<]*?(\/[^/<]+\/posts\/\d+)<\/loc>/g)].map(
    ([, path = '']) => path,
  )
  return { cloud, records: [...new Set(paths)] }
}

async function signUp({ url }: SiteProcess): Promise<string> {
  const name = 'flood@customer.example'
  const body = JSON.stringify({
    mail: [{ value: name }],
    name: [{ value: name }],
    pass: [{ value: PASSWORD }],
  })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/user/register`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`Signing up answered ${response.status}: ${await response.text()}`)
  return name
}

async function othersFor(
  ms: number,
  { url, account, pages }: { url: string; account: string; pages: Pages },
): Promise<Seen> {
  const agent = new Agent({ keepAlive: true, localAddress: ADDRESS.others })
  const signIn = JSON.stringify({ name: account, pass: PASSWORD })
  const asks: Record<Doing, () => Promise<number>> = {
    'sign in': () => ask(`${url}/api/user/login`, { agent, body: signIn }),
    'read a cached page': () => ask(`${url}/${pages.cloud}`, { agent }),
    'read an uncached page': () => ask(`${url}${pages.records.pop() ?? '/'}`, { agent }),
  }
  const endsAt = performance.now() + ms
  const seen = await Promise.all(
    (Object.keys(PACE_MS) as Doing[]).map(async (doing) => {
      const [times, refused]: [number[], number[]] = [[], []]
      while (performance.now() < endsAt) {
        const began = performance.now()
        const status = await asks[doing]()
        times.push(performance.now() - began)
        if (status !== 200) refused.push(status)
        await sleep(PACE_MS[doing])
      }
      return [doing, { ms: times, refused: refused.length }] as const
    }),
  )
  agent.destroy()
  return Object.fromEntries(seen) as Seen
}

function ask(url: string, { agent, body }: { agent: Agent; body?: string }): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      'accept-encoding': 'gzip',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    request(url, { agent, headers, method: body === undefined ? 'GET' : 'POST' }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
      response.once('error', () => resolve(0))
    })
      .once('error', () => resolve(0))
      .end(body)
  })
}

/** In a separate thread, so that it doesn't disturb measuring others. Stopping it returns its answers by status. */
function startFlood(url: string, of: { name: FloodName; cloud: string; round: number }) {
  const worker = new Worker(`(${flood.toString()})()`, {
    eval: true,
    workerData: { url, ...of, address: ADDRESS.flood, connections: FLOODS[of.name].connections },
  })
  const answers = new Promise<Map<number, number>>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject)
  })
  return () => {
    worker.postMessage('stop')
    return answers
  }
}

async function flood() {
  const { parentPort, workerData } = require('node:worker_threads')
  const { Agent, request } = require('node:http')
  const { url, name, cloud, round, address, connections } = workerData
  const agent = new Agent({ keepAlive: true, localAddress: address, maxSockets: connections })
  const answers = new Map()
  let isOver = false
  let asked = round * 10_000_000
  parentPort.once('message', () => {
    isOver = true
  })
  const next = () => {
    asked++
    if (name === 'pages') return { path: `/${cloud}/posts/${100_000_000 + asked}` }
    const body = JSON.stringify({ name: `made-up-${asked}@customer.example`, pass: 'Wrong 9 word' })
    return { path: '/api/user/login', body }
  }
  const askOnce = () =>
    new Promise((resolve) => {
      const { path, body } = next()
      const headers = body === undefined ? {} : { 'content-type': 'application/json' }
      const method = body === undefined ? 'GET' : 'POST'
      request(
        `${url}${path}`,
        { agent, headers, method },
        (response: import('node:http').IncomingMessage) => {
          response.resume().once('end', () => resolve(response.statusCode))
          response.once('error', () => resolve(0))
        },
      )
        .once('error', () => resolve(0))
        .end(body)
    })
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (!isOver) {
        const status = await askOnce()
        answers.set(status, (answers.get(status) ?? 0) + 1)
      }
    }),
  )
  agent.destroy()
  parentPort.postMessage(answers)
}

function reportOf({
  quiet,
  busy,
  answers,
}: {
  quiet: Seen[]
  busy: Record<FloodName, Seen[]>
  answers: Record<FloodName, Map<number, number>>
}): Report {
  const p99 = (rounds: Seen[], doing: Doing) => median(rounds.map((seen) => percentile(seen[doing].ms, 0.99)))
  const refusedShare = (rounds: Seen[], doing: Doing) => {
    const asked = rounds.reduce((sum, seen) => sum + seen[doing].ms.length, 0)
    return rounds.reduce((sum, seen) => sum + seen[doing].refused, 0) / Math.max(1, asked)
  }
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  const doings = Object.keys(PACE_MS) as Doing[]
  const floods = Object.keys(FLOODS) as FloodName[]
  return {
    name: 'flood',
    tables: floods.map((name) => ({
      title: `Other clients while ${FLOODS[name].words} from one address`,
      columns: [
        '',
        'p99 undisturbed',
        'p99 in the flood',
        'ratio',
        'refused undisturbed',
        'refused in the flood',
      ],
      rows: doings.map((doing) => [
        doing,
        wholeMs(p99(quiet, doing)),
        wholeMs(p99(busy[name], doing)),
        (p99(busy[name], doing) / p99(quiet, doing)).toFixed(1),
        percent(refusedShare(quiet, doing)),
        percent(refusedShare(busy[name], doing)),
      ]),
    })),
    notes: [
      `${ROUNDS} rounds of ${ROUND_MS / 1000} s each, in turns; p99 is the median of the rounds. The flood shares this machine's cores with the site.`,
      ...floods.map(
        (name) =>
          `Answers to the flood (${FLOODS[name].words}): ${[...answers[name]].map(([status, amount]) => `${amount} × ${status}`).join(', ')}.`,
      ),
    ],
    goals: floods.map((name) => {
      const worst = Math.max(...doings.map((doing) => refusedShare(busy[name], doing)))
      return {
        goal: `${FLOODS[name].words} from one address: others are refused at most ${percent(MOST_REFUSED)} of the time`,
        measured: percent(worst),
        isMet: worst <= MOST_REFUSED,
      }
    }),
  }
}

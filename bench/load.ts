import { execFile } from 'node:child_process'
import { Agent, get } from 'node:http'
import { promisify } from 'node:util'
import { findProgram } from './find-program.ts'

export const CONNECTIONS = 64
const THREADS = 2
/** A busy machine may delay an answer for a long time. Only an answer that never comes has failed. */
const ANSWER_WITHIN_S = 30
/** Longer than any round, so that a hanging load generator can't block the benchmark. */
const PATIENCE_MS = 60_000

export interface Target {
  url: string
  headers: Record<string, string>
}

interface Loaded {
  answered: number
  /** Broken connections, and answers other than 2xx and 3xx. */
  failed: number
  perSecond: number
}

export interface Load {
  name: string
  run(target: Target, seconds: number): Promise<Loaded>
}

/** wrk if installed, otherwise Node, which is slower itself but doesn't affect the server's CPU time. */
export function findLoad(): Load {
  const wrk = findProgram('wrk')
  if (wrk === undefined) return { name: 'Node', run: runNode }
  return { name: 'wrk', run: (target, seconds) => runWrk(wrk, target, seconds) }
}

async function runWrk(wrk: string, { url, headers }: Target, seconds: number): Promise<Loaded> {
  const { stdout } = await promisify(execFile)(
    wrk,
    [
      `--connections=${CONNECTIONS}`,
      `--threads=${THREADS}`,
      `--duration=${seconds}s`,
      `--timeout=${ANSWER_WITHIN_S}s`,
      ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
      url,
    ],
    { timeout: PATIENCE_MS },
  )
  const figure = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? 0)
  const [, ...broken] =
    /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout) ?? []
  const refused = figure(/Non-2xx or 3xx responses: (\d+)/)
  return {
    answered: figure(/(\d+) requests in /) - refused,
    failed: broken.reduce((sum, count) => sum + Number(count), refused),
    perSecond: figure(/Requests\/sec:\s+([\d.]+)/),
  }
}

async function runNode(target: Target, seconds: number): Promise<Loaded> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  let answered = 0
  let failed = 0
  const askAgainAndAgain = async () => {
    while (performance.now() < endsAt) {
      const status = await ask(target, agent)
      if (status >= 200 && status < 400) answered++
      else failed++
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, askAgainAndAgain))
  agent.destroy()
  return { answered, failed, perSecond: (answered * 1000) / (performance.now() - startedAt) }
}

function ask({ url, headers }: Target, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    get(url, { headers, agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
      response.once('error', () => resolve(0))
    }).once('error', () => resolve(0))
  })
}

import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { eventually } from './eventually.ts'

/** So that the site gets most of the CPU, not its readers. */
const PAUSE_MS = 20
/** A client retries when a connection breaks; an answer that never comes is reported after this. */
const ANSWER_WITHIN_MS = 60_000
/** The text of an overloaded site only. */
const OVERLOADED = 'The site is very busy right now'
/** Both come from a busy machine, and neither counts as an answer. */
const COME_AGAIN = 'come again'
const COME_AGAIN_MS = 500
/** A stopping site waits half a second for the next request, and then closes idle connections. */
const LATE_MS = 250

export interface ReadingClients {
  untilReads(more: number): Promise<void>
  /** How often each outcome occurred: a status, with the path if not 200, or the failure. */
  outcomes(): Map<string, number>
  mostFailures(): number
  stop(): Promise<Map<string, number>>
}

/** Clients with their own connections that read one thing after the other until stopped. */
export function readingClients(of: {
  url: string
  paths: readonly string[]
  clients: number
  pauseMs?: number
}): ReadingClients {
  const outcomes = new Map<string, number>()
  const failures: number[] = Array.from({ length: of.clients }, () => 0)
  let reads = 0
  let isOver = false

  async function client(number: number) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    let answeredAt = performance.now()
    for (let turn = number; !isOver; turn++) {
      const path = of.paths[turn % of.paths.length] ?? '/'
      const ask = () => read(agent, { url: of.url + path, isLate: performance.now() - answeredAt > LATE_MS })
      let outcome = await ask()
      while (outcome === COME_AGAIN && !isOver) {
        await sleep(COME_AGAIN_MS)
        outcome = await ask()
      }
      if (outcome === COME_AGAIN) break
      answeredAt = performance.now()
      if (outcome !== '200') failures[number] = (failures[number] ?? 0) + 1
      const key = outcome === '200' ? outcome : `${outcome} ${path}`
      outcomes.set(key, (outcomes.get(key) ?? 0) + 1)
      reads++
      await sleep(of.pauseMs ?? PAUSE_MS)
    }
    agent.destroy()
  }
  const clients = Promise.all(failures.map((_, number) => client(number)))

  return {
    untilReads: async (more) => {
      const enough = reads + more
      await eventually(() => expect(reads).toBeGreaterThanOrEqual(enough))
    },
    outcomes: () => outcomes,
    mostFailures: () => Math.max(...failures),
    stop: async () => {
      isOver = true
      await clients
      return outcomes
    },
  }
}

function read(agent: Agent, { url, isLate }: { url: string; isLate: boolean }): Promise<string> {
  return new Promise((resolve) => {
    const request = get(url, { agent, timeout: ANSWER_WITHIN_MS }, (response) => {
      let body = ''
      if (response.statusCode === 503) response.on('data', (data) => (body += data))
      else response.resume()
      response.on('end', () => resolve(body.includes(OVERLOADED) ? COME_AGAIN : String(response.statusCode)))
      response.on('error', (error) => resolve(error.message))
    })
    request.on('timeout', () => request.destroy(new Error('no answer')))
    request.on('error', (error: Error & { code?: string }) => {
      // A refused connection loses nothing; a request on one in use is lost.
      if (!request.reusedSocket && error.code?.startsWith('ECONN')) return resolve('not connected')
      const isEndedIdle = isLate && error.code === 'ECONNRESET'
      resolve(isEndedIdle ? COME_AGAIN : (error.code ?? error.message))
    })
  })
}

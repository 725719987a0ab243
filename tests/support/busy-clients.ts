import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { eventually } from './eventually.ts'

const REFUSED_PAUSE_MS = 20
/** A missing answer is reported after this time. */
const ANSWER_WITHIN_MS = 60_000

export interface BusyClients {
  untilAnswers(more: number): Promise<void>
  /**
   * How often each outcome occurred: a method with a status, `refused` before anything was sent, or the failure. A 503
   * with Retry-After is `busy` from the site, and `restarting` from nginx.
   */
  stop(): Promise<Record<string, number>>
}

/** Clients that request uncached paths and post, each on a keep-alive connection, without a pause by default. */
export function busyClients({
  url,
  clients,
  path = '/northwall.net/incidents',
  pauseMs = 0,
}: {
  url: string
  clients: number
  path?: string
  pauseMs?: number
}): BusyClients {
  const outcomes: Record<string, number> = {}
  let answers = 0
  let isOver = false

  async function client(number: number) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let turn = 0; !isOver; turn++) {
      const isPost = (number + turn) % 3 === 0
      const outcome = isPost
        ? await ask(agent, { url: `${url}/mcp`, body: '{}' })
        : await ask(agent, { url: `${url}${path}?client=${number}-${turn}` })
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      if (outcome === 'refused') await sleep(REFUSED_PAUSE_MS)
      else answers++
      if (pauseMs > 0) await sleep(pauseMs)
    }
    agent.destroy()
  }
  const all = Promise.all(Array.from({ length: clients }, (_, number) => client(number)))

  return {
    untilAnswers: async (more) => {
      const enough = answers + more
      await eventually(() => expect(answers).toBeGreaterThanOrEqual(enough))
    },
    stop: async () => {
      isOver = true
      await all
      return outcomes
    },
  }
}

function ask(agent: Agent, { url, body }: { url: string; body?: string }): Promise<string> {
  const method = body === undefined ? 'GET' : 'POST'
  const headers = body === undefined ? {} : { 'content-type': 'application/json' }
  return new Promise((resolve) => {
    const asked = request(url, { agent, method, headers, timeout: ANSWER_WITHIN_MS }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(`${method} ${statusOf(answer)}`))
      answer.on('error', (error) => resolve(`${method} cut off: ${error.message}`))
    })
    asked.on('timeout', () => asked.destroy(new Error('no answer')))
    asked.on('error', (error: Error & { code?: string }) =>
      resolve(error.code === 'ECONNREFUSED' ? 'refused' : `${method} ${error.code ?? error.message}`),
    )
    asked.end(body)
  })
}

function statusOf({ statusCode, headers }: IncomingMessage): string {
  if (statusCode !== 503 || headers['retry-after'] === undefined) return String(statusCode)
  return headers['content-type'] === 'text/plain' ? '503 restarting' : '503 busy'
}

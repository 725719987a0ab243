import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { Config } from '../config.ts'
import { explainListen } from './explain-listen.ts'

export interface ProbesOptions {
  config: Config
  readiness: () => WorkerReadiness
}

export type WorkerReadiness = 'starting' | 'ready' | 'no-database'

type ProbesOutcome = { kind: 'answering'; stop(): Promise<void> } | { kind: 'refused'; line: string }

/** A worker has no site, but whoever runs many of them looks after them as after one. Without PORT nobody asked for it. */
export async function answerProbes({ config, readiness }: ProbesOptions): Promise<ProbesOutcome> {
  const { probePort: port } = config.scale
  if (port === undefined) return { kind: 'answering', stop: async () => {} }
  const server = createServer(answerOf(readiness))
  server.requestTimeout = 10_000
  try {
    server.listen(port, config.host)
    await once(server, 'listening')
  } catch (error) {
    return { kind: 'refused', line: explainListen(error, config) }
  }
  return {
    kind: 'answering',
    stop: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function answerOf(readiness: () => WorkerReadiness): RequestListener {
  return ({ method, url }, response) => {
    const json = (status: number, value: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(JSON.stringify(value))
    if (method !== 'GET' && method !== 'HEAD') return json(405, { message: 'Only GET is answered here.' })
    switch (url?.split('?')[0]) {
      case '/healthz':
        return json(200, { status: 'ok' })
      case '/readyz': {
        const status = readiness()
        return json(status === 'ready' ? 200 : 503, { status })
      }
      default:
        return json(404, { message: 'This is a worker: it has no site.' })
    }
  }
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'

export interface ServeMetricsOptions {
  config: Pick<Config, 'metricsListen'>
  log: Logger
  contentType: string
  text: () => Promise<string>
}

export type ServingMetrics = { kind: 'serving'; stop(): Promise<void> } | { kind: 'refused'; line: string }

const NOT_SERVING: ServingMetrics = { kind: 'serving', stop: async () => {} }
const REQUEST_WITHIN_MS = 10_000
const CONNECTIONS_AT_MOST = 50

/** Serves `/metrics` on its own address, so that the public one never exposes internals. */
export async function serveMetrics({
  config: { metricsListen },
  log,
  contentType,
  text,
}: ServeMetricsOptions): Promise<ServingMetrics> {
  if (metricsListen === undefined) return NOT_SERVING
  const { host, port, isChosen } = metricsListen
  let gathering: Promise<string> | undefined
  const server = createServer({ requestTimeout: REQUEST_WITHIN_MS }, async ({ method, url }, response) => {
    const answer = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    const isMetrics = url?.split('?')[0] === '/metrics'
    if (!isMetrics) return answer(404, 'text/plain', 'Only /metrics is here.\n')
    if (method !== 'GET' && method !== 'HEAD')
      return answer(405, 'text/plain', 'Only GET is answered here.\n')
    try {
      gathering ??= text().finally(() => {
        gathering = undefined
      })
      return answer(200, contentType, await gathering)
    } catch (error) {
      log.warn({ err: error }, 'The metrics could not be gathered')
      return answer(500, 'text/plain', 'The metrics could not be gathered.\n')
    }
  })
  server.maxConnections = CONNECTIONS_AT_MOST
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as { code?: string }
    const problem = `METRICS_LISTEN: cannot listen on ${host}:${port} (${code ?? 'unknown'}).`
    if (isChosen) return { kind: 'refused', line: `${problem} Set it to a free address, or to none.` }
    // A second site on this machine should run without metrics rather than not at all.
    log.warn(`${problem} This process serves no metrics. Set METRICS_LISTEN to choose an address.`)
    return NOT_SERVING
  }
  server.unref()
  const { address, port: taken } = server.address() as AddressInfo
  log.info({ address, port: taken }, 'Serving metrics')
  return {
    kind: 'serving',
    stop: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

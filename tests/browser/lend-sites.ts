import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type SiteProcess, startSiteProcess } from './site-process.ts'

export interface LentSite {
  name: string
  url: string
  metricsUrl: string
  databaseUrl: string
  facts: unknown
}

export interface WantedSite {
  databaseUrl: string
  facts: unknown
  env: Record<string, string>
  hostname: '127.0.0.1' | 'localhost'
}

export type AskedForSite =
  | { kind: 'take'; name: string; last: string | undefined }
  | ({ kind: 'start'; name: string } & WantedSite)
  | { kind: 'give-back'; site: LentSite }

/**
 * Lends running sites to the workers of a run, each to one file at a time. Starting one costs more than most files; if
 * each worker had its own of every name, twice as many would start.
 */
export async function lendSites(): Promise<{ url: string; stop(): Promise<void> }> {
  const started: SiteProcess[] = []
  /** Most recently used last. */
  const free: LentSite[] = []

  async function answer(asked: AskedForSite): Promise<LentSite | null> {
    switch (asked.kind) {
      case 'take':
        return take(asked)
      case 'start': {
        const { name, databaseUrl, facts, env, hostname } = asked
        const site = await startSiteProcess({ DATABASE_URL: databaseUrl, ...env }, { hostname })
        started.push(site)
        return { name, url: site.url, metricsUrl: site.metricsUrl, databaseUrl, facts }
      }
      case 'give-back':
        free.push(asked.site)
        return null
    }
  }

  /** The one that this worker had before, if possible: its browser has compiled the scripts of that address. */
  function take({ name, last }: { name: string; last: string | undefined }): LentSite | null {
    const known = free.findIndex(({ url }) => url === last)
    const at = known >= 0 ? known : free.findLastIndex((site) => site.name === name)
    return at >= 0 ? (free.splice(at, 1)[0] ?? null) : null
  }

  const server = createServer((request, response) => {
    void read(request)
      .then(answer)
      .then(
        (found) => response.end(JSON.stringify(found)),
        (error: Error) => response.writeHead(500).end(error.message),
      )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.close()
      await Promise.all(started.map((site) => site.stop()))
    },
  }
}

async function read(request: IncomingMessage): Promise<AskedForSite> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString()) as AskedForSite
}

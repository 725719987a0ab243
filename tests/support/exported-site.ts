import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Edition } from '../../src/edition/edition.ts'
import { makeImageShelf } from '../../src/edition/images/image-shelf.ts'
import { makeReadCounter } from '../../src/server/answers/read-counter.ts'
import { buildApp } from '../../src/server/app.ts'
import { standingHolder } from '../../src/server/commands/find-edition.ts'
import type { Config } from '../../src/server/config.ts'
import type { AppContext } from '../../src/server/context.ts'
import { type Exported, exportSite } from '../../src/server/export/export-site.ts'
import { makeMetrics } from '../../src/server/metrics.ts'
import { makeLog } from '../../src/server/start/make-log.ts'
import { freePort, type RunningNginx, startNginx } from './nginx.ts'
import { ODD_IMAGE } from './odd-edition.ts'
import { testAssets, testConfig } from './test-app.ts'

export interface ExportedSite {
  folder: string
  ask(path: string, init?: RequestInit): Promise<Response>
  /** The site itself with the same edition and time: the expected response. */
  app: FastifyInstance
  nginx: RunningNginx
  exported: Exported
  again(edition: Edition, of?: { stopping?: AbortSignal; now?: Date }): Promise<Exported>
  remove(): Promise<void>
}

export async function exportedSite(edition: Edition, { now }: { now: Date }): Promise<ExportedSite> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-export-'))
  const port = await freePort()
  const config = testConfig({
    isTrustDR: true,
    isExport: true,
    publicUrl: `http://127.0.0.1:${port}`,
    isHttps: false,
  })
  const { exported, app } = await exportInto({ folder, edition, config, now })
  const conf = join(folder, 'current/nginx')
  const nginx = await startNginx({
    port,
    http: () => `include ${conf}/maps.conf; server { listen 127.0.0.1:${port}; include ${conf}/site.conf; }`,
  })
  return {
    folder,
    ask: (path, init) => fetch(nginx.url + path, { redirect: 'manual', ...init }),
    app,
    nginx,
    exported,
    again: async (next, { stopping, now: later = new Date() } = {}) => {
      const made = await exportInto({ folder, edition: next, config, now: later, stopping })
      await made.app.close()
      return made.exported
    },
    remove: async () => {
      await nginx.stop()
      await app.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function exportInto(of: {
  folder: string
  edition: Edition
  config: Config
  now: Date
  stopping?: AbortSignal | undefined
}) {
  const { folder, edition, config, now, stopping } = of
  const context: AppContext = {
    config,
    holder: standingHolder(edition, { verifiedAt: now }),
    assets: testAssets,
    metrics: makeMetrics(),
    reads: makeReadCounter(),
    log: makeLog({ level: 'silent', to: { write: () => {} } }),
    clock: () => now,
    images: makeImageShelf([async (name) => (name === ODD_IMAGE.name ? ODD_IMAGE.bytes : undefined)]),
  }
  const app = await buildApp(context)
  const exported = await exportSite({
    app,
    context,
    folder,
    root: folder,
    now,
    ...(stopping !== undefined && { stopping }),
    report: () => {},
  })
  return { exported, app }
}

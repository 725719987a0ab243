import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Edition } from '../../src/edition/edition.ts'
import type { LoadedEdition } from '../../src/edition/load-edition.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { KEYS } from '../support/edition-writer.ts'
import { freePort, type RunningNginx, startNginx } from '../support/nginx.ts'
import { smallEdition, withFewCenters } from '../support/small-edition.ts'
import { written } from '../support/written-edition.ts'

const MAIN = resolve(import.meta.dirname, '../../dist/server/main.js')
const EXPORT_WITHIN_MS = 240_000

export interface StaticSite {
  url: string
  said: string
  edition: Edition
}

/**
 * Some demo clouds as the built program exports them from a signed edition file, behind a real nginx. `silentForMs`:
 * time since the content was last confirmed.
 */
export function staticSite(
  domains: readonly string[],
  { silentForMs }: { silentForMs: number },
): () => StaticSite {
  let folder = ''
  let nginx: RunningNginx | undefined
  let site: StaticSite | undefined
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'candor-static-'))
    const edition = withFewCenters(smallEdition(await demoEdition(), domains))
    const source = await writeEdition(folder, edition, new Date(Date.now() - silentForMs))
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const said = await exportStatic({ folder, source, url })
    const conf = join(folder, 'site/current/nginx')
    nginx = await startNginx({
      port,
      http: () =>
        `include ${conf}/maps.conf; server { listen 127.0.0.1:${port}; include ${conf}/site.conf; }`,
    })
    site = { url, said, edition }
  }, EXPORT_WITHIN_MS)
  afterAll(async () => {
    await nginx?.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return () => {
    if (site === undefined) throw new Error('The site is there in tests only.')
    return site
  }
}

async function writeEdition(folder: string, edition: LoadedEdition, verifiedAt: Date) {
  const source = join(folder, 'editions')
  const { name, file, head } = await written(edition, { verifiedAt })
  await mkdir(source)
  await writeFile(join(source, name), file)
  await writeFile(join(source, 'head.json'), head)
  return source
}

async function exportStatic({ folder, source, url }: { folder: string; source: string; url: string }) {
  const child = spawn(process.execPath, [MAIN, 'export-static', join(folder, 'site')], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATA_DIR: join(folder, 'data'),
      EDITION_SOURCE: source,
      EDITION_PUBLIC_KEY: KEYS.publicKey,
      PUBLIC_URL: url,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(String(text)))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`The export failed: ${said.join('')}`)
  return said.join('')
}

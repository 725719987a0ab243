import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { makeImageShelf } from '../../edition/images/image-shelf.ts'
import { loadAssets } from '../answers/assets.ts'
import { makeReadCounter } from '../answers/read-counter.ts'
import { buildApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import type { AppContext } from '../context.ts'
import { type Exported, exportSite } from '../export/export-site.ts'
import { makeMetrics } from '../metrics.ts'
import { logDestination, makeLog } from '../start/make-log.ts'
import { openSigner } from '../start/open-signer.ts'
import { complain, FAILED, typedPath, untilInterrupted, WRONG_COMMAND } from './command-line.ts'
import { type EditionOutcome, findEdition, standingHolder } from './find-edition.ts'

const HELP = `Exports the whole site as static files for a web server, with a configuration for nginx.

  npm run export-static -- <folder> [--root <folder>]

  --root  where nginx will find the folder, if it is copied elsewhere

The edition comes from EDITION_SOURCE, else from the database. <folder>/current is replaced in one step; run it again
as often as you like, and then reload nginx. docs/static-export.md says more.`

export async function exportStatic(typed: readonly string[]): Promise<number> {
  const request = requestOf(typed)
  switch (request.kind) {
    case 'help':
      console.log(HELP)
      return 0
    case 'wrong':
      return complain(WRONG_COMMAND, request.line)
    case 'export':
      break
  }
  const read = readConfig(process.env)
  if (read.kind === 'wrong') return complain(FAILED, read.line)
  try {
    const startedAt = performance.now()
    const exported = await untilInterrupted((stopping) => exportInto({ ...request, stopping }, read.config))
    if (exported.kind === 'refused') return complain(FAILED, exported.line)
    console.log(
      inWords(exported, { folder: request.folder, seconds: (performance.now() - startedAt) / 1000 }),
    )
    return 0
  } catch (error) {
    const why = (error as Error).message || (error as { code?: string }).code
    return complain(FAILED, `The site was not exported; what was there before is unchanged. ${why}`)
  }
}

type Request =
  | { kind: 'export'; folder: string; root: string }
  | { kind: 'help' }
  | { kind: 'wrong'; line: string }

function requestOf(typed: readonly string[]): Request {
  try {
    const { values, positionals } = parseArgs({
      args: [...typed],
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' }, root: { type: 'string' } },
    })
    if (values.help === true) return { kind: 'help' }
    const [folder, ...more] = positionals
    if (folder === undefined || more.length > 0) {
      return { kind: 'wrong', line: 'Name one folder to export into: npm run export-static -- <folder>' }
    }
    return { kind: 'export', folder: typedPath(folder), root: values.root ?? typedPath(folder) }
  } catch (error) {
    return { kind: 'wrong', line: (error as Error).message }
  }
}

async function exportInto(
  { folder, root, stopping }: { folder: string; root: string; stopping: AbortSignal },
  given: Config,
): Promise<Exported> {
  const clock = () => new Date()
  const found = await findEdition(given, clock)
  if (found.kind === 'refused') return found
  try {
    return await exportFound({ folder, root, stopping, found, clock }, given)
  } finally {
    await found.close()
  }
}

async function exportFound(
  {
    folder,
    root,
    stopping,
    found,
    clock,
  }: {
    folder: string
    root: string
    stopping: AbortSignal
    found: Extract<EditionOutcome, { kind: 'found' }>
    clock: () => Date
  },
  given: Config,
): Promise<Exported> {
  const signing = await openSigner(given.signingKey)
  if (signing.kind === 'refused') return signing
  const now = clock()
  // O-06: static files can't provide accounts.
  const config: Config = { ...given, isTrustDR: true, isExport: true, isInMaintenance: false }
  const context: AppContext = {
    config,
    holder: standingHolder(found.edition, found),
    assets: loadAssets({ client: folderOf('client'), admin: folderOf('admin') }),
    metrics: makeMetrics(),
    reads: makeReadCounter(),
    log: makeLog({ level: config.logLevel ?? 'warn', to: logDestination(2) }),
    clock: () => now,
    images: makeImageShelf([found.readImage]),
    publicLog: found.publicLog,
    ...(signing.signer !== undefined && { signer: signing.signer }),
  }
  const app = await buildApp(context)
  try {
    return await exportSite({
      app,
      context,
      folder,
      root,
      now,
      stopping,
      report: (line) => console.log(line),
    })
  } finally {
    await app.close()
  }
}

function folderOf(part: 'client' | 'admin') {
  return fileURLToPath(new URL(`../${part}`, import.meta.url))
}

function inWords(
  { edition, counts, bytes }: Extract<Exported, { kind: 'exported' }>,
  { folder, seconds }: { folder: string; seconds: number },
) {
  const { pages, reads, feeds, files } = counts
  const sizes = `${megabytes(bytes.identity)}, ${megabytes(bytes.gzip)} in gzip, ${megabytes(bytes.br)} in Brotli`
  return `Exported edition ${edition} into ${folder}: ${pages} pages, ${reads} API answers, ${feeds} feeds, ${files} files; ${sizes}; ${seconds.toFixed(1)} s.`
}

function megabytes(bytes: number) {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

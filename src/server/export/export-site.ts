import type { FastifyInstance } from 'fastify'
import type { Answer } from '../../edition/answer.ts'
import { makeAnswer } from '../../edition/answer.ts'
import { DISCOVERY_FILES } from '../answers/make-discovery.ts'
import { type AppContext, heldEdition } from '../context.ts'
import { sharedHeaders } from '../http/cache-control.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { INLINE_SCRIPTS } from '../render/document.ts'
import { assetsOfSite } from './assets-of-site.ts'
import { type Crawled, crawlSite } from './crawl-site.ts'
import { writeErrorFiles } from './error-files.ts'
import { DOCUMENTATION } from './kind-of.ts'
import { linksIn } from './links-in.ts'
import { nginxMaps } from './nginx/nginx-maps.ts'
import { nginxSite } from './nginx/nginx-site.ts'
import { type Bytes, CURRENT, openRelease, type Release } from './release.ts'
import { textOf } from './text-of.ts'

export interface ExportOptions {
  /** The site in its disaster-recovery variant, on one edition. */
  app: FastifyInstance
  context: AppContext
  folder: string
  /** Where nginx finds the folder; the same unless it is copied elsewhere. */
  root: string
  now: Date
  /** Ends it, with nothing left behind. */
  stopping?: AbortSignal
  report(line: string): void
}

export type Exported =
  | { kind: 'exported'; edition: number; counts: Counts; bytes: Bytes }
  | { kind: 'refused'; line: string }

export interface Counts {
  pages: number
  /** Answers of the API. */
  reads: number
  feeds: number
  /** Scripts, styles, icons, tables. */
  files: number
}

const TOLD_EVERY = 2_000

/** Writes the whole site into a new folder, and puts that in the place of the one before. Readers notice nothing of it. */
export async function exportSite(options: ExportOptions): Promise<Exported> {
  const { folder, context, now, report } = options
  const held = heldEdition(context)
  const { number } = held.edition
  const opening = await openRelease(folder, `${now.toISOString().replace(/[-:]|\.\d+/g, '')}-${number}`)
  if (opening.kind === 'refused') return opening
  const { release } = opening
  const counts: Counts = { pages: 0, reads: 0, feeds: 0, files: 0 }
  try {
    const crawled = await crawlSite({
      context,
      held,
      now,
      write: release.write,
      onWritten: (kind) => {
        options.stopping?.throwIfAborted()
        counts[COUNTED_AS[kind]]++
        const written = counts.pages + counts.reads + counts.feeds + counts.files
        if (written % TOLD_EVERY === 0) report(`${written} answers …`)
      },
    })
    const files = await writeFiles(options, { release, crawled })
    counts.files += files.size
    await writeErrorFiles(context, { held, release, now })
    await writeConfigurations(options, { release, crawled, files })
    const { publishedAt } = held.edition
    const about = {
      edition: number,
      published_at: publishedAt,
      exported_at: now,
      counts,
      bytes: release.bytes,
    }
    await release.note('export.json', `${JSON.stringify(about, null, 2)}\n`)
    const { notRemoved } = await release.publish()
    if (notRemoved !== undefined) report(`Older exports could not be removed: ${notRemoved}`)
    return { kind: 'exported', edition: number, counts, bytes: release.bytes }
  } catch (error) {
    await release.discard()
    throw error
  }
}

const COUNTED_AS = {
  page: 'pages',
  read: 'reads',
  rss: 'feeds',
  atom: 'feeds',
  jsonfeed: 'feeds',
  csv: 'files',
  document: 'files',
  file: 'files',
} as const

/** What no edition changes; gives the types. */
async function writeFiles(
  { app, context }: ExportOptions,
  { release, crawled }: { release: Release; crawled: Crawled },
): Promise<Map<string, string>> {
  const types = new Map<string, string>()
  const write = async (path: string, answer: Answer) => {
    types.set(path, answer.variants.at(-1)?.headers['content-type'] ?? 'application/octet-stream')
    await release.write(path, answer)
  }
  const named = new Set(crawled.files)
  for (const path of DOCUMENTATION) {
    const answer = await documentationAt(app, path)
    const { publicUrl } = context.config
    for (const link of linksIn(textOf(answer), { page: path, publicUrl })) named.add(link)
    await write(path, answer)
  }
  for (const [path, answer] of assetsOfSite(context.assets, named)) await write(path, answer)
  for (const [path, { type }] of DISCOVERY_FILES) types.set(path, type)
  return types
}

async function documentationAt(app: FastifyInstance, path: string): Promise<Answer> {
  const { statusCode, headers, rawPayload } = await app.inject(path)
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
  return makeAnswer({ headers: { 'content-type': String(headers['content-type']) }, body: rawPayload })
}

async function writeConfigurations(
  { context, root }: ExportOptions,
  { release, crawled, files }: { release: Release; crawled: Crawled; files: ReadonlyMap<string, string> },
) {
  const { config } = context
  const { edition } = heldEdition(context)
  const { isHttps } = config
  const {
    'cache-control': browsers,
    'cdn-cache-control': caches,
    'surrogate-control': surrogates,
  } = sharedHeaders(config, { edition, isTurning: true })
  const shared = {
    'cache-control': browsers,
    'cdn-cache-control': caches,
    'surrogate-control': surrogates,
  }
  const headers = securityHeaders({ isHttps, inlineScripts: INLINE_SCRIPTS })
  const at = (file: string) => `${root}/${CURRENT}/nginx/${file}`
  await release.note('nginx/maps.conf', nginxMaps({ site: edition.site, isHttps, crawled }))
  await release.note('nginx/site.conf', nginxSite({ root, headers, shared, files }))
  await release.note(
    'nginx/candor.conf',
    [
      '# Written by export-static. Belongs into the http block, as conf.d/*.conf are.',
      `include "${at('maps.conf')}";`,
      `server {\n  listen 80;\n  server_name ${new URL(config.publicUrl).hostname};\n  include "${at('site.conf')}";\n}\n`,
    ].join('\n'),
  )
}

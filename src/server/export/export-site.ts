import type { FastifyInstance } from 'fastify'
import { type Answer, makeAnswer } from '../../edition/answer.ts'
import { makeObserved } from '../../edition/carry-over.ts'
import type { Held } from '../../edition/hold-edition.ts'
import type { Assets } from '../answers/assets.ts'
import { brandFilesOf, makeBrandFile } from '../answers/make-brand-file.ts'
import { DISCOVERY_FILES } from '../answers/make-discovery.ts'
import { type AppContext, heldEdition } from '../context.ts'
import { sharedHeaders } from '../http/cache-control.ts'
import { Fault, type FaultCode } from '../http/faults.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { INLINE_SCRIPTS } from '../render/document.ts'
import { renderPage } from '../render/render-page.ts'
import { faultDocument } from '../render/static-documents.tsx'
import { type Crawled, crawlSite, textOf } from './crawl-site.ts'
import { DOCUMENTATION } from './file-of.ts'
import { linksIn } from './follow-links.ts'
import { nginxMaps } from './nginx/nginx-maps.ts'
import { nginxSite } from './nginx/nginx-site.ts'
import { type Bytes, CURRENT, openRelease, type Release } from './release.ts'

export interface ExportOptions {
  app: FastifyInstance
  context: AppContext
  folder: string
  /** Where nginx finds the folder. The same path unless the folder is copied elsewhere. */
  root: string
  now: Date
  stopping?: AbortSignal
  report(line: string): void
}

export type Exported =
  | { kind: 'exported'; edition: number; counts: Counts; bytes: Bytes }
  | { kind: 'refused'; line: string }

export interface Counts {
  pages: number
  reads: number
  feeds: number
  files: number
}

const REPORTED_EVERY = 2_000

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
        if (written % REPORTED_EVERY === 0) report(`${written} answers …`)
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
  const { edition } = heldEdition(context)
  for (const path of brandFilesOf(edition)) {
    const made = await makeBrandFile(context, edition, path)
    const type = made?.answer.variants.at(-1)?.headers['content-type']
    if (type !== undefined) types.set(path, type)
  }
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
      '# Written by export-static. Include it in the http block, as conf.d/*.conf are.',
      `include "${at('maps.conf')}";`,
      `server {\n  listen 80;\n  server_name ${new URL(config.publicUrl).hostname};\n  include "${at('site.conf')}";\n}\n`,
    ].join('\n'),
  )
}

/** Files of the admin area are left out. */
function assetsOfSite({ files }: Assets, named: Iterable<string>): Map<string, Answer> {
  const found = new Map<string, Answer>()
  const add = (path: string) => {
    const answer = files.get(path)
    if (answer === undefined || found.has(path)) return
    found.set(path, answer)
    // A script names the files it may load later, a style its fonts.
    if (!/\.(?:js|css)$/.test(path)) return
    const text = textOf(answer)
    for (const [name, other] of names) if (text.includes(name)) add(other)
  }
  const names = [...files.keys()].map((path) => [path.slice(path.lastIndexOf('/') + 1), path] as const)
  for (const path of files.keys()) if (!path.startsWith('/assets/')) add(path)
  for (const path of named) add(path)
  return found
}

/** A path that no menu can have. */
const NOWHERE = '/.nowhere'

const FAULTS: readonly (readonly [status: number, code: FaultCode])[] = [
  [404, 'not-found'],
  [405, 'wrong-method'],
  [503, 'in-recovery'],
]

/**
 * Lists are exported with one filter at a time, and there is no end of selections of readers. Ignoring a filter would
 * show a wrong list.
 */
const ONE_FILTER =
  'This backup site supports one filter at a time, and can’t show only your services. Please remove a filter.'

async function writeErrorFiles(
  context: AppContext,
  { held, release, now }: { held: Held; release: Release; now: Date },
): Promise<void> {
  const missing = async (file: string, address: string) => {
    const { answer } = await makeObserved(held, (from) => renderPage(context, from, { address, now }))
    await release.write(file, answer)
  }
  const say = async (file: string, body: string) =>
    release.write(file, await makeAnswer({ headers: {}, body }))

  await missing('/.errors/html/404.html', NOWHERE)
  for (const { domain } of held.edition.site.clouds) {
    await missing(`/.errors/html/404/${domain}.html`, `/${encodeURIComponent(domain)}${NOWHERE}`)
  }
  for (const { id, kind } of held.edition.records.notes.values()) {
    const section = kind === 'notification' ? 'notification' : 'posts'
    for (const { domain } of held.edition.site.clouds) {
      await missing(`/.errors/html/410/${domain}/${section}/${id}.html`, `/${domain}/${section}/${id}`)
    }
  }
  for (const [status, code] of FAULTS) {
    const fault = new Fault(code)
    await say(`/.errors/json/${status}.json`, JSON.stringify(fault.body()))
    if (status !== 404) await say(`/.errors/html/${status}.html`, faultDocument(context, fault))
  }
  await say('/.errors/json/one-filter.json', JSON.stringify({ message: ONE_FILTER }))
  // L-09: an unknown post, or one that isn't on this cloud.
  await say('/.errors/json/none.json', JSON.stringify({ data: null }))
}

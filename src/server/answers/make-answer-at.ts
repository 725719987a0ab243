import type { Static } from 'typebox'
import { Convert } from 'typebox/value'
import type { FeedQuery } from '../../contract/feeds.ts'
import { publicReads, type ReadPath } from '../../contract/public-reads.ts'
import type { ThreatCsvQuery } from '../../contract/threats.ts'
import { storedFileAt } from '../../domain/images/attachment-name.ts'
import type { Computed } from '../../edition/answer-cache.ts'
import { makeObserved } from '../../edition/carry-over.ts'
import { findDocument, isDocumentPath } from '../../edition/documents/find-document.ts'
import type { Held } from '../../edition/hold-edition.ts'
import type { ObservedHeld } from '../../edition/observe.ts'
import type { AppContext } from '../context.ts'
import { addressDerivation, pathOfMissing } from '../render/page-key.ts'
import { type OnRead, renderPage } from '../render/render-page.ts'
import { isBrandPath, makeBrandFile } from './make-brand-file.ts'
import { DISCOVERY_FILES, makeDiscovery } from './make-discovery.ts'
import { makeDocument, makeThreatCsv, THREAT_CSV_PATH, threatCsvAsked } from './make-document.ts'
import { FEED_PATH, feedAsked, makeFeed } from './make-feed.ts'
import { imageAsked, makeImage } from './make-image.ts'
import { isLogPath, makeLogFile } from './make-log-file.ts'
import { makeRead, type ReadAsked, readAsked } from './make-read.ts'

export type MakeContext = Pick<
  AppContext,
  'config' | 'assets' | 'log' | 'signer' | 'images' | 'publicLog' | 'past' | 'render'
>

/** Undefined if this edition has nothing there, or has it at another URL. */
export async function makeAnswerAt(
  context: MakeContext,
  held: Held,
  { address, now, onRead }: { address: string; now: Date; onRead?: OnRead },
): Promise<Computed | undefined> {
  const made = await makeObserved(held, (from) => makeUnder(context, from, { address, now, onRead }))
  return made?.key === address ? made : undefined
}

/**
 * Like `makeAnswerAt`, for callers that record what the answer is made of. Its key may differ from the
 * address.
 */
export async function makeUnder(
  context: MakeContext,
  held: ObservedHeld,
  { address, now, onRead }: { address: string; now: Date; onRead: OnRead | undefined },
): Promise<Computed | undefined> {
  const { edition } = held
  const missing = pathOfMissing(edition, address)
  if (missing !== undefined) {
    held.derive(`address ${missing}?`, now, addressDerivation(missing, new URLSearchParams()))
    return renderPage(context, held, { address: missing, now, onRead })
  }
  const { pathname, searchParams } = new URL(address, 'https://site.invalid')
  if (isDocumentPath(pathname)) {
    const asked = findDocument(edition, address)
    return asked === undefined ? undefined : makeDocument(context, held, asked, now)
  }
  if (pathname.startsWith('/api/')) {
    const asked = readAskedAt(pathname, searchParams)
    return asked === undefined ? undefined : makeRead(context, held, asked, now)
  }
  if (pathname === FEED_PATH || pathname.startsWith(`${FEED_PATH}/`)) {
    const query = Object.fromEntries(searchParams) as Static<typeof FeedQuery>
    return makeFeed(context, held, feedAsked(edition, pathname.split('/')[2], query))
  }
  if (pathname === THREAT_CSV_PATH) {
    const query = Object.fromEntries(searchParams) as Static<typeof ThreatCsvQuery>
    return makeThreatCsv(context, held, threatCsvAsked(edition, query))
  }
  if (storedFileAt(pathname) !== undefined) {
    const image = imageAsked(edition, pathname)
    return image === undefined ? undefined : makeImage(context, image)
  }
  if (isLogPath(pathname)) return makeLogFile(context, held, pathname)
  if (isBrandPath(pathname)) return makeBrandFile(context, edition, pathname)
  const file = DISCOVERY_FILES.get(pathname)
  if (file !== undefined) return makeDiscovery(context, held, { path: pathname, file })
  const derivation = addressDerivation(pathname, searchParams)
  const asked = held.derive(`address ${pathname}?${searchParams}`, now, derivation)
  return asked.address === address ? renderPage(context, held, { address, now, onRead }) : undefined
}

function readAskedAt(pathname: string, searchParams: URLSearchParams): ReadAsked | undefined {
  for (const { path, pattern } of READ_PATTERNS) {
    const found = pattern.exec(pathname)
    if (found === null) continue
    const { params, query } = publicReads[path]
    const given: Record<string, unknown> = {}
    for (const [name, text] of Object.entries(found.groups ?? {})) given[name] = decodeURIComponent(text)
    for (const [name, schema] of Object.entries(query.properties)) {
      const isList = (schema as { type?: string }).type === 'array'
      const values = searchParams.getAll(name)
      if (values.length > 0) given[name] = isList ? values : values[0]
    }
    return readAsked(path, Convert(query, Convert(params, given)) as Record<string, unknown>)
  }
  return undefined
}

const READ_PATTERNS = (Object.keys(publicReads) as ReadPath[]).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}))

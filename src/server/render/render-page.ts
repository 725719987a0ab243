import type { Read, ReadPath } from '../../contract/public-reads.ts'
import { cloudOfPath } from '../../domain/select-cloud.ts'
import { LAST_ID } from '../../domain/whole-number.ts'
import { type Answer, makeAnswer } from '../../edition/answer.ts'
import type { Computed } from '../../edition/answer-cache.ts'
import type { Edition } from '../../edition/edition.ts'
import type { Held } from '../../edition/hold-edition.ts'
import { findPlace } from '../../edition/place-history.ts'
import { withdrawalNote } from '../../edition/record-shelf.ts'
import type { Posted } from '../../ui/forms/posted.ts'
import { pathTarget, preparePage } from '../../web/server-entry.tsx'
import { canonicalAddress } from '../answers/canonical-address.ts'
import type { FoundPast } from '../answers/find-past.ts'
import { keptOrMade } from '../answers/kept-or-made.ts'
import { earlier, minuteOf, readAnswer, valueAnswered, versionsFor } from '../answers/read-answer.ts'
import type { AppContext } from '../context.ts'
import { PRIVATE_CACHE, PUBLIC_CACHE, pastHeaders, sharedHeaders } from '../http/cache-control.ts'
import { toFault } from '../http/faults.ts'
import { renderDocument } from './document.ts'
import { addressInPast, linksInPast, pastPolicy, pastShown } from './past-page.ts'

/** Answers with a page, a pure function of the edition and the canonical URL. The URL is determined before queuing. */
export function pageAnswer(
  context: AppContext,
  held: Held,
  {
    path,
    query,
    client,
    past,
  }: { path: string; query: URLSearchParams; client: string; past?: FoundPast | undefined },
): Answer | Promise<Answer> {
  const now = context.clock()
  const { edition } = held
  const missing = missingAt(edition, path)
  const address = missing === undefined ? canonicalAddress(edition, { path, query, now }) : path
  const key = missing ?? address
  return keptOrMade(context, held, { key, client }, () => renderPage(context, held, { address, now, past }))
}

/**
 * The cache key for a path without a page or with an unknown record. There is no limit to such paths, so they share one
 * document per cloud and are recognized without rendering.
 */
function missingAt({ site, records }: Edition, path: string): string | undefined {
  const target = pathTarget(site, path)
  if (target.kind === 'place') {
    const cloud = cloudOfPath(site.clouds, path)
    const isKnown = cloud !== undefined && findPlace(cloud, target.place, target.name) !== undefined
    return isKnown ? undefined : keyOfMissing(404, target.missingKey)
  }
  if (target.kind === 'page') return undefined
  if (target.kind === 'record') {
    const record = records.byId.get(target.id)
    const isNotification = target.section === 'notification'
    if (record !== undefined && (record.kind === 'notification') === isNotification) return undefined
    if (withdrawalNote(records, target.id, { isNotification }) !== undefined) return undefined
  }
  return keyOfMissing(404, target.missingKey)
}

export function pathOfMissing(edition: Edition, key: string): string | undefined {
  const [, domain, section] = MISSING_KEY.exec(key) ?? []
  if (domain === undefined) return undefined
  const path = `${domain === '' ? '' : `/${domain}`}${section === undefined ? '/404/404/404' : `/${section}/${LAST_ID}`}`
  return missingAt(edition, path) === key ? path : undefined
}

const MISSING_KEY = /^404 (\S*)(?: (\S+))?$/

function keyOfMissing(status: number, missingKey: string) {
  return `${status} ${missingKey}`
}

/** The page of a form that was posted without scripts and refused. It is for one reader and not cached. */
export async function refusedPageAnswer(
  context: AppContext,
  held: Held,
  { address, posted }: { address: string; posted: Posted },
): Promise<Answer> {
  const { answer } = await renderPage(context, held, { address, now: context.clock(), posted })
  return answer
}

export type OnRead = (path: ReadPath, input: object) => void

/** `now` may be in the future, to prepare the page of the next minute. */
export async function renderPage(
  context: Pick<AppContext, 'config' | 'assets' | 'log' | 'past'>,
  held: Held,
  {
    address,
    now,
    posted,
    onRead,
    past,
  }: {
    address: string
    now: Date
    posted?: Posted | undefined
    onRead?: OnRead | undefined
    past?: FoundPast | undefined
  },
): Promise<Computed> {
  const { config, assets, log } = context
  /** When time alone will change the page. */
  let turnsAt: number | undefined
  const read: Read = async (path, input) => {
    onRead?.(path, input)
    try {
      const versions = await versionsFor(context, path, input)
      const answered = readAnswer(held, config, { path, input, minute: minuteOf(now), versions })
      turnsAt = earlier(turnsAt, answered.expiresAt)
      return valueAnswered(answered.outcome)
    } catch (error) {
      // The page shows why it could not be loaded. Unexpected errors only go to the log.
      const fault = toFault(error)
      if (fault.code === 'server-fault')
        log.error({ err: error, path, page: pathOf(address) }, 'A read failed')
      throw fault
    }
  }
  const url = new URL(address, config.publicUrl)
  const shown = past && pastShown(past, address)
  const page = await preparePage({
    url,
    read,
    global: await read('/api/global', {}),
    now,
    posted,
    past: shown,
  })

  if (page.kind === 'redirect') {
    const headers = {
      location: shown === undefined ? page.location : addressInPast(held.edition, shown, page.location),
      'content-type': 'text/plain; charset=utf-8',
      ...(shown === undefined
        ? sharedHeaders(config, { edition: held.edition, isTurning: false })
        : pastHeaders(config, held.edition)),
    }
    return { key: address, answer: await makeAnswer({ status: page.status, headers, body: '' }) }
  }
  const key = keyOf(page, address)
  // Callers have already looked up the URL itself, and a page made for a future minute must not use that entry.
  const isShared = page.missingKey !== undefined && key !== undefined
  const kept = isShared ? held.answers.find(key, now.getTime()) : undefined
  if (kept !== undefined) return { answer: kept, key }

  const body = renderDocument({
    meta: shown === undefined ? page.meta : { ...page.meta, noindex: true },
    canonicalUrl: page.status === 200 ? new URL(page.meta.canonicalPath ?? url, url).href : undefined,
    siteName: `${held.edition.site.provider.name} Trust`,
    provider: held.edition.site.provider,
    config,
    ...(shown === undefined
      ? { html: page.render(), hydration: page.hydration }
      : { html: linksInPast(held.edition, shown, page.render()), isInert: true }),
    tags: {
      styles: assets.stylesOf(page.source),
      fonts: assets.fonts,
      preloads: shown === undefined ? assets.preloads(page.source) : [],
      scripts: shown === undefined ? assets.scripts : [],
      boot: shown === undefined && page.isMostlyRead ? assets.boot : undefined,
      extra: assets.extra,
    },
  })
  if (shown !== undefined && page.status < 500) {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      ...(key === undefined
        ? { 'cache-control': PUBLIC_CACHE, 'x-robots-tag': 'noindex' }
        : pastHeaders(config, held.edition)),
      ...pastPolicy(config),
    }
    return { key, answer: await makeAnswer({ status: page.status, headers, body }) }
  }
  const hasToken = url.searchParams.has('token')
  const isForAll = page.status < 500 && posted === undefined && !hasToken
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    ...(!isForAll && { 'cache-control': PRIVATE_CACHE }),
    // A page with one reader's input is useless to a cache.
    ...(isForAll && key === undefined && { 'cache-control': PUBLIC_CACHE }),
    ...(isForAll &&
      key !== undefined &&
      sharedHeaders(config, {
        edition: held.edition,
        isTurning: turnsAt !== undefined || held.staleSince !== null,
        ...subjectOf(held, url.pathname),
      })),
    ...(hasToken && { 'referrer-policy': TELLS_NO_PATH }),
  }
  // Every page shows the year.
  const expiresAt = earlier(turnsAt, Date.UTC(now.getUTCFullYear() + 1))
  return { key, answer: await makeAnswer({ status: page.status, headers, body, expiresAt }) }
}

/** What a page is about, by its path. Unknown records share a page, so they have no ID here. */
function subjectOf({ edition }: Held, path: string) {
  const [, number, versions] = /\/(?:posts|notification)\/(\d+)(\/versions)?$/.exec(path) ?? []
  const id = Number(number)
  return {
    hasVersions: versions !== undefined,
    cloud: cloudOfPath(edition.site.clouds, path)?.machine_name,
    record: edition.records.byId.has(id) || edition.records.notes.has(id) ? id : undefined,
  }
}

/** Keeps links from emails private. With `no-referrer`, browsers would also hide from us that a form is our own. */
const TELLS_NO_PATH = 'strict-origin'

/**
 * There is no limit to paths without a page, so they share one answer. Failures are not cached, nor what belongs to a
 * single reader: search terms, where they came from, a link from an email, a selection of services.
 */
function keyOf(
  page: { status: number; missingKey: string | undefined },
  address: string,
): string | undefined {
  const { searchParams } = new URL(address, 'https://site.invalid')
  const isOfOneReader = ['search', 'address', 'origin', 'token', 'mine', 'record'].some((name) =>
    searchParams.has(name),
  )
  if (page.missingKey !== undefined) return keyOfMissing(page.status, page.missingKey)
  return isOfOneReader || page.status >= 500 ? undefined : address
}

/** For the log: the query may contain a token from an email. */
function pathOf(address: string) {
  return new URL(address, 'https://site.invalid').pathname
}

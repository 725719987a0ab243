import { createHash } from 'node:crypto'
import type { Read, ReadAnswer, ReadInput, ReadPath } from '../../contract/public-reads.ts'
import { cloudOfPath } from '../../domain/select-cloud.ts'
import { type Answer, makeAnswer } from '../../edition/answer.ts'
import type { Computed, HeadersIn } from '../../edition/answer-cache.ts'
import type { AnswerOutcome } from '../../edition/answers/answer-outcome.ts'
import { makeObserved } from '../../edition/carry-over.ts'
import type { Held } from '../../edition/hold-edition.ts'
import type { RecordVersions } from '../../edition/log/past-editions.ts'
import type { Derivation, ObservedHeld } from '../../edition/observe.ts'
import { ownTurn } from '../../edition/own-turn.ts'
import type { AnswerSubject } from '../../edition/purge/surrogate-keys.ts'
import type { Posted } from '../../ui/forms/posted.ts'
import { preparePage, renderMarkup } from '../../web/server-entry.tsx'
import { cachedOrMade } from '../answers/cached-or-made.ts'
import type { FoundPast } from '../answers/find-past.ts'
import { readAsked } from '../answers/make-read.ts'
import { minuteOf, readAnswer, valueAnswered, versionsFor } from '../answers/read-answer.ts'
import type { Config } from '../config.ts'
import type { AppContext } from '../context.ts'
import { editionTiming, PRIVATE_CACHE, PUBLIC_CACHE, pastHeaders, sharedIn } from '../http/cache-control.ts'
import { toFault } from '../http/faults.ts'
import { renderDocument } from './document.ts'
import { addressAsked, addressDerivation, keyOfPage } from './page-key.ts'
import { addressInPast, linksInPast, pastPolicy, pastShown } from './past-page.ts'

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
  const { key, address } = addressAsked(held.edition, { path, query, now })
  return cachedOrMade(context, held, { key, client }, (from) => {
    from.derive(`address ${path}?${query}`, now, addressDerivation(path, query))
    return renderPage(context, from, { address, now, past })
  })
}

export async function refusedPageAnswer(
  context: AppContext,
  held: Held,
  { address, posted }: { address: string; posted: Posted },
): Promise<Answer> {
  const now = context.clock()
  const { answer } = await makeObserved(held, (from) => renderPage(context, from, { address, now, posted }))
  return answer
}

export type OnRead = (path: ReadPath, input: object) => void

/**
 * In several turns, so that readers of ready pages are answered between its reads. `now` may be in the future, to prepare
 * the page of the next minute.
 */
export async function renderPage(
  context: Pick<AppContext, 'config' | 'assets' | 'log' | 'past' | 'render'>,
  held: ObservedHeld,
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
  const { config, assets, log, render = renderMarkup } = context
  const read: Read = async (path, input) => {
    onRead?.(path, input)
    try {
      const versions = await versionsFor(context, held, { path, input })
      const { key } = readAsked(path, input as Record<string, unknown>)
      await ownTurn()
      const derivation = readDerivation(config, { path, input, versions })
      return valueAnswered(held.derive(`${key} of a page`, now, derivation))
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

  const hasToken = url.searchParams.has('token')
  if (page.kind === 'redirect') {
    const key = keyOfPage({ status: page.status, missingKey: undefined }, address)
    const isShared = key !== undefined && posted === undefined
    const headers = {
      location: shown === undefined ? page.location : addressInPast(held.edition, shown, page.location),
      'content-type': 'text/plain; charset=utf-8',
      ...(isShared && shown !== undefined && pastHeaders(config, held.edition)),
      ...(!isShared && { 'cache-control': hasToken || posted !== undefined ? PRIVATE_CACHE : PUBLIC_CACHE }),
    }
    return {
      key,
      answer: await makeAnswer({ status: page.status, headers, body: '' }),
      headersIn: isShared && shown === undefined ? sharedIn(config, { isTurning: false }) : undefined,
    }
  }
  const key = keyOfPage(page, address)
  // Callers have already looked up the address itself, and a page for a future minute must not use that
  // entry.
  const isOfMany = page.missingKey !== undefined && key !== undefined
  const isCached = isOfMany && held.answers.find(key, now.getTime()) !== undefined
  const cached = isCached ? held.answers.lastMade(key) : undefined
  if (cached !== undefined) {
    const { answer, madeOf, headersIn } = cached
    return { key, answer, madeOf, headersIn }
  }

  await ownTurn()
  const html = await render(page.markup)
  const body = renderDocument({
    meta: shown === undefined ? page.meta : { ...page.meta, noindex: true },
    canonicalUrl: page.status === 200 ? new URL(page.meta.canonicalPath ?? url, url).href : undefined,
    siteName: `${held.edition.site.provider.name} Trust`,
    provider: held.edition.site.provider,
    config,
    ...(shown === undefined
      ? { html, hydration: page.hydration }
      : { html: linksInPast(held.edition, shown, html), isInert: true }),
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
  const isForAll = page.status < 500 && posted === undefined && !hasToken
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    ...(!isForAll && { 'cache-control': PRIVATE_CACHE }),
    // A page with one reader's input is useless to a cache.
    ...(isForAll && key === undefined && { 'cache-control': PUBLIC_CACHE }),
    ...(hasToken && { 'referrer-policy': WITHOUT_PATH }),
  }
  const isShared = isForAll && key !== undefined
  const answer = await makeAnswer({
    status: page.status,
    headers,
    body,
    // Every page shows the year.
    expiresAt: Date.UTC(now.getUTCFullYear() + 1),
    before: key === undefined ? undefined : held.answers.lastMade(key)?.answer,
  })
  const subject = subjectOf(held, url.pathname)
  return {
    key,
    answer,
    headersIn: isShared ? headersOfPage(config, subject) : undefined,
  }
}

function headersOfPage(config: Config, subject: AnswerSubject): HeadersIn {
  const shared = sharedIn(config, { isTurning: false, isOfHolder: true, ...subject })
  return (held, turnsAt) => ({ ...shared(held, turnsAt), ...editionTiming(held.edition) })
}

/** Not inside `renderPage`, because the derivation is stored with the page. */
function readDerivation<P extends ReadPath>(
  config: Config,
  { path, input, versions }: { path: P; input: ReadInput<P>; versions: RecordVersions | undefined },
): Derivation<AnswerOutcome<ReadAnswer<P>>> {
  return (held, now) => {
    const { outcome, expiresAt } = readAnswer(held, config, { path, input, minute: minuteOf(now), versions })
    const shown =
      outcome.kind === 'value' ? { ...outcome, value: shownOnPages(path, outcome.value) } : outcome
    return { value: shown, digest: digestOf(shown), expiresAt }
  }
}

/** In the HTML, the number of the edition would change every page with every publication. */
function shownOnPages<P extends ReadPath>(path: P, value: ReadAnswer<P>): ReadAnswer<P> {
  if (path !== '/api/global') return value
  const global = value as ReadAnswer<'/api/global'>
  if (global.isTrustDR) return value
  const { number: _, published_at: __, ...edition } = global.edition
  return { ...global, edition } as ReadAnswer<P>
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}

/** Unknown records share a page, so they have no ID here. */
function subjectOf({ edition }: Held, path: string) {
  const [, number, versions] = /\/(?:posts|notification)\/(\d+)(\/versions)?$/.exec(path) ?? []
  const id = Number(number)
  return {
    hasVersions: versions !== undefined,
    cloud: cloudOfPath(edition.site.clouds, path)?.machine_name,
    record: edition.records.byId.has(id) || edition.records.notes.has(id) ? id : undefined,
  }
}

/**
 * Keeps links from emails private. With `no-referrer`, browsers would also hide from us that a form is our
 * own.
 */
const WITHOUT_PATH = 'strict-origin'

/** For the log: the query may contain a token from an email. */
function pathOf(address: string) {
  return new URL(address, 'https://site.invalid').pathname
}

export async function pageReads(
  { config }: Pick<AppContext, 'config'>,
  held: Held,
  { address, now, chosen, onRead }: { address: string; now: Date; chosen: string; onRead: OnRead },
): Promise<void> {
  const read: Read = async (path, input) => {
    onRead(path, input)
    const { outcome } = readAnswer(held, config, { path, input, minute: minuteOf(now) })
    return valueAnswered(outcome)
  }
  const global = await read('/api/global', {})
  await preparePage({ url: new URL(address, config.publicUrl), read, global, now, chosen })
}

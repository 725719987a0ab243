import { EDITION_TIMING, PUBLISHED_TIMING } from '../../domain/edition-timing.ts'
import { type Answer, answerOfBytes, bytesIn, type Variant } from '../../edition/answer.ts'
import type { HeadersIn } from '../../edition/answer-cache.ts'
import type { Edition } from '../../edition/edition.ts'
import {
  type AnswerSubject,
  keysOfImage,
  keysOfPast,
  SITE_KEY,
  surrogateKeys,
} from '../../edition/purge/surrogate-keys.ts'
import type { Config } from '../config.ts'

export const PUBLIC_CACHE = 'public, no-cache'

export const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable'

/** Files with a fixed name, which change only with a release. */
export const FILE_CACHE = 'public, max-age=3600'

export const PRIVATE_CACHE = 'private, no-store'

const STALE_WHILE_REVALIDATE_S = 1
const STALE_IF_ERROR_S = 86_400
/** For answers that will change by time alone, which is never purged. */
const TURNING_MAX_AGE_S = 1

export interface SharedAnswer extends AnswerSubject {
  edition: { number: number }
  isTurning: boolean
  /**
   * Whether the answer implies that the site can be reached. Caches in front must not send it while the
   * site can't be reached.
   */
  hasContact?: boolean
}

/** `isTurning` is for answers that time alone changes, in addition to those whose parts change with time. */
export function sharedIn(
  config: Pick<Config, 'caches'>,
  { isTurning, isOfHolder = false, ...subject }: Omit<SharedAnswer, 'edition'> & { isOfHolder?: boolean },
): HeadersIn {
  return ({ edition, staleSince }, turnsAt) =>
    sharedHeaders(config, {
      ...subject,
      edition,
      isTurning: isTurning || turnsAt !== undefined || (isOfHolder && staleSince !== null),
    })
}

export function sharedHeaders({ caches }: Pick<Config, 'caches'>, shared: SharedAnswer) {
  return {
    ...cdnHeaders(
      shared.isTurning ? Math.min(caches.cdnMaxAgeS, TURNING_MAX_AGE_S) : caches.cdnMaxAgeS,
      surrogateKeys(shared.edition, shared),
      { staleIfErrorS: shared.hasContact ? 0 : STALE_IF_ERROR_S },
    ),
    'candor-edition': String(shared.edition.number),
  }
}

export function editionTiming({ number, publishedAt }: Pick<Edition, 'number' | 'publishedAt'>) {
  const times = [
    `${EDITION_TIMING};desc="${number}"`,
    `${PUBLISHED_TIMING};desc="${publishedAt.toISOString()}"`,
  ]
  return { 'server-timing': times.join(', ') }
}

export function sharedByAllEditions({ caches }: Pick<Config, 'caches'>) {
  return cdnHeaders(caches.cdnMaxAgeS, [SITE_KEY])
}

export function imageHeaders(name: string) {
  return { 'cache-control': IMMUTABLE_CACHE, ...keyHeaders(keysOfImage(name)) }
}

export function keyHeaders(keys: readonly string[]) {
  return { 'surrogate-key': keys.join(' '), 'cache-tag': keys.join(',') }
}

/**
 * A redaction is purged from caches in front. Without purging, they must revalidate as often as for the present. Limited
 * to a day, in case a purge is lost.
 */
const PAST_MAX_AGE_S = 86_400
/** Browsers can't be purged, so a redacted version disappears from them within this time. */
const PAST_BROWSER_MAX_AGE_S = 3_600

export function pastHeaders({ caches }: Pick<Config, 'caches'>, edition: { number: number }) {
  const maxAgeS = caches.purgeUrl === undefined ? caches.cdnMaxAgeS : PAST_MAX_AGE_S
  return {
    ...cdnHeaders(maxAgeS, keysOfPast(edition)),
    'cache-control': `public, max-age=${PAST_BROWSER_MAX_AGE_S}`,
    'candor-edition': String(edition.number),
    'x-robots-tag': 'noindex',
  }
}

function cdnHeaders(
  maxAgeS: number,
  keys: readonly string[],
  { staleIfErrorS = STALE_IF_ERROR_S }: { staleIfErrorS?: number } = {},
) {
  const forCaches = `max-age=${maxAgeS}, stale-while-revalidate=${STALE_WHILE_REVALIDATE_S}, stale-if-error=${staleIfErrorS}`
  return {
    'cache-control': PUBLIC_CACHE,
    'cdn-cache-control': forCaches,
    'surrogate-control': forCaches,
    ...keyHeaders(keys),
  }
}

/**
 * A shared answer for one reader, at a URL where others get a different one. Marked private so that caches don't mix
 * them up.
 */
export function privateAnswer(answer: Answer): Answer {
  const { status, variants, expiresAt } = answer
  const [br, gzip] = [bytesIn(answer, 'br'), bytesIn(answer, 'gzip')]
  const { headers, bytes: identity } = variants.at(-1) as Variant
  const own = Object.entries(headers).filter(([name]) => !OF_SHARED_ANSWERS.has(name))
  return answerOfBytes({
    status,
    headers: { ...Object.fromEntries(own), 'cache-control': PRIVATE_CACHE },
    identity,
    ...(br !== undefined && { br }),
    ...(gzip !== undefined && { gzip }),
    expiresAt,
  })
}

const OF_SHARED_ANSWERS = new Set(['cdn-cache-control', 'surrogate-control', 'surrogate-key', 'cache-tag'])

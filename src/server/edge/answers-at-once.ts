import { STATUS_CODES } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { protectedPage } from '../../domain/account/protected-page.ts'
import type { Answer } from '../../edition/answer.ts'
import type { StandIn } from '../../edition/answer-cache.ts'
import type { Held } from '../../edition/hold-edition.ts'
import { withAge } from '../answers/cached-or-made.ts'
import { type PagesRead, pagesReadAt } from '../answers/read-counter.ts'
import type { AppContext } from '../context.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { documentOf, isForPeopleAt } from '../http/fault-answers.ts'
import { Fault } from '../http/faults.ts'
import { maintenanceOf } from '../http/maintenance.ts'
import { fitOf, knownOf } from '../http/send-answer.ts'
import { hasSession, isPersonalAddress } from '../http/viewer-of.ts'
import type { Head } from './read-head.ts'
import type { RouteTally } from './route-tally.ts'

const RETRY_AFTER_S = 3
/** While readers wait for answers to be made, one that expired up to this long ago is still sent. */
const SENT_WHEN_CROWDED_FOR_S = 5 * 60

export interface AnswersAtOnce {
  learn(request: FastifyRequest, answer: Answer): void
  /** Undefined if the site has to handle the request. */
  find(head: Head): Bytes | undefined
  /** If an older answer is cached, sends that instead. */
  refuse(head: Head): Bytes
}

type Bytes = Buffer | [Buffer, Buffer]

interface Known {
  url: string
  isPersonal: boolean
  tally: RouteTally
  reads: PagesRead
}

/**
 * A request gets the answer of an earlier one if it differs only in what is checked here: whether the site is
 * closed, who asks where that matters, and whether the answer is still cached and current.
 */
export function answersAtOnce(
  context: AppContext,
  {
    headers,
    keepAliveS,
    isCrowded,
    noteRefusedReader,
  }: {
    headers: Record<string, string>
    keepAliveS: number
    isCrowded: () => boolean
    noteRefusedReader: () => void
  },
): AnswersAtOnce {
  const { holder, assets, metrics, reads, clock } = context
  const known = new WeakMap<Answer, Known>()
  const [wholeOf, unchangedOf] = [datedBytes({ keepAliveS }), datedBytes({ keepAliveS })]
  const refusal = new Fault('overloaded', { retryAfterS: RETRY_AFTER_S })
  const refusals = { forPeople: {}, forPrograms: {} }
  const isOff = context.log.isLevelEnabled('debug')

  function findCached(
    { url, acceptEncoding, ifNoneMatch, cookie, fetchSite }: Head,
    mayBe?: (standIn: StandIn) => boolean,
  ): Bytes | undefined {
    const held = holder.current()
    if (held === undefined || maintenanceOf(context) !== null) return undefined
    const current = held.answers.find(url, clock().getTime()) ?? assets.files.get(url)
    const answer = current ?? (mayBe && standIn(held, url, mayBe))
    const learned = answer && known.get(answer.origin ?? answer)
    // The answer may have been learned under another address, such as one with `utm_campaign`.
    const of = learned?.url === url ? learned : answer && mayBe && notLearned(url, answer)
    if (answer === undefined || of === undefined) return undefined
    if (of.isPersonal && hasSession(cookie)) return undefined

    const fit = fitOf(answer, acceptEncoding)
    const unchanged = ifNoneMatch === undefined ? undefined : knownOf(ifNoneMatch, answer, fit)
    const page = fetchSite === 'same-origin' ? of.reads.byOwnPage : of.reads.byOthers
    if (page !== undefined) reads.count(page)
    const now = Date.now()
    if (unchanged !== undefined) {
      of.tally.add(304, 0)
      return unchangedOf(unchanged, now, () => ({
        status: 304,
        headers: { ...headers, ...unchanged.headers },
        body: null,
      }))
    }
    of.tally.add(answer.status, 0)
    return wholeOf(fit, now, () => ({
      status: answer.status,
      headers: { ...headers, ...fit.headers },
      body: fit.bytes,
    }))
  }

  /**
   * Under overload, requests are refused before `learn` runs. Pages for signed-in users redirect visitors, so they are
   * excluded.
   */
  function notLearned(url: string, answer: Answer): Known | undefined {
    if (protectedPage(url) !== undefined) return undefined
    const isPersonal = isPersonalAddress(url)
    return { url, isPersonal, tally: metrics.tallyOf('none'), reads: pagesReadAt(url, answer) }
  }

  function standIn({ answers }: Held, url: string, mayBe: (standIn: StandIn) => boolean) {
    const last = answers.standIn(url, clock().getTime())
    return last !== undefined && mayBe(last) ? withAge(last) : undefined
  }

  return {
    learn(request, answer) {
      const { url, method } = request
      const route = request.routeOptions.url
      const { origin = answer } = answer
      if (isOff || method !== 'GET' || route === undefined || known.get(origin)?.url === url) return
      known.set(origin, {
        url,
        isPersonal: isPersonalAddress(url),
        tally: metrics.tallyOf(route),
        reads: pagesReadAt(url, answer),
      })
    },
    find: (head) => findCached(head, isCrowded() ? isOfLateMinute : undefined),
    refuse(head) {
      // The overload may have started while this request waited.
      const before = findCached(head, () => true)
      if (before !== undefined) return before
      noteRefusedReader()
      metrics.tallyOf('none').add(refusal.status, 0)
      const isForPeople = isForPeopleAt(head.url)
      return wholeOf(isForPeople ? refusals.forPeople : refusals.forPrograms, Date.now(), () => ({
        status: refusal.status,
        headers: {
          ...headers,
          'cache-control': PRIVATE_CACHE,
          'retry-after': String(refusal.retryAfterS),
          'content-type': isForPeople ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
        },
        body: Buffer.from(isForPeople ? documentOf(context, refusal) : JSON.stringify(refusal.body())),
      }))
    },
  }
}

/**
 * Not for answers of earlier editions: if readers didn't have to wait, the new answer might not be made for
 * a long time.
 */
function isOfLateMinute({ ageS, isOfEarlierEdition }: StandIn) {
  return !isOfEarlierEdition && ageS <= SENT_WHEN_CROWDED_FOR_S
}

interface Sent {
  status: number
  headers: Record<string, string>
  body: Buffer | null
}

/** Limit for responses assembled within one second. Above it, head and body are sent separately. */
const MOST_BYTES_PER_SECOND_OF_CLOCK = 32 * 1024 * 1024
/** The body of a longer answer is shared by all readers, including slow ones. */
const LONGEST_IN_ONE_PIECE_BYTES = 32 * 1024

/**
 * Whole responses in one buffer, from status line to last byte: sending one buffer costs a third less than two. Each
 * contains the date, so it is assembled again for every second in which it is requested, and dropped afterward.
 */
function datedBytes({ keepAliveS }: { keepAliveS: number }) {
  let second = 0
  let date = ''
  let pieces = new Map<object, Buffer>()
  let bytes = 0

  /** `key` identifies a `Sent`: the same key always means the same content. */
  return function bytesOf(key: object, nowMs: number, describe: () => Sent): Buffer | [Buffer, Buffer] {
    const nowS = Math.floor(nowMs / 1000)
    if (nowS !== second) {
      second = nowS
      date = new Date(nowS * 1000).toUTCString()
      pieces = new Map()
      bytes = 0
    }
    const known = pieces.get(key)
    if (known !== undefined) return known
    const { status, headers, body } = describe()
    const head = Buffer.from(headOf(status, headers, body, date, keepAliveS), 'latin1')
    const length = head.length + (body?.length ?? 0)
    if (
      body !== null &&
      (length > LONGEST_IN_ONE_PIECE_BYTES || bytes + length > MOST_BYTES_PER_SECOND_OF_CLOCK)
    )
      return [head, body]
    const piece = body === null ? head : Buffer.concat([head, body], length)
    bytes += length
    pieces.set(key, piece)
    return piece
  }
}

function headOf(
  status: number,
  headers: Record<string, string>,
  body: Buffer | null,
  date: string,
  keepAliveS: number,
) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  if (body !== null) lines.push(`content-length: ${body.length}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}Date: ${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keepAliveS}\r\n\r\n`
}

import { STATUS_CODES } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Answer } from '../../edition/answer.ts'
import { STANDS_IN_FOR_MS } from '../answers/kept-or-made.ts'
import { type PagesRead, pagesReadAt } from '../answers/read-counter.ts'
import type { AppContext } from '../context.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { documentOf, isForPeopleAt } from '../http/fault-answers.ts'
import { Fault } from '../http/faults.ts'
import { maintenanceOf } from '../http/maintenance-of.ts'
import { fitOf, knownOf } from '../http/send-answer.ts'
import { hasSession, isPersonalAddress } from '../http/viewer-of.ts'
import type { Head } from './read-head.ts'
import type { RouteTally } from './route-tally.ts'

const RETRY_AFTER_S = 3

export interface AnswersAtOnce {
  /** The site has sent this answer to this request, and so would to the next one. */
  learn(request: FastifyRequest, answer: Answer): void
  /** The bytes of the answer, or undefined where the site itself has to look at the request. */
  find(head: Head): Bytes | undefined
  /** Come again: for whom there is not even the time to look at what they ask for. What is some minutes old comes first. */
  refuse(head: Head): Bytes
}

type Bytes = Buffer | [Buffer, Buffer]

/** What need not be asked again of an answer that was sent once. */
interface Known {
  url: string
  isPersonal: boolean
  tally: RouteTally
  reads: PagesRead
}

/**
 * Kept answers without the whole way through the site: a request that differs from one that the site has answered only
 * in what is looked at here gets the same answer. Everything that decides on an answer is looked at: whether the site is
 * closed, who asks where that matters, and whether the answer is still kept and true.
 */
export function answersAtOnce(
  context: AppContext,
  {
    headers,
    keepAliveS,
    isCrowded,
  }: { headers: Record<string, string>; keepAliveS: number; isCrowded: () => boolean },
): AnswersAtOnce {
  const { holder, assets, metrics, reads, clock } = context
  const known = new WeakMap<Answer, Known>()
  const [wholeOf, unchangedOf] = [datedBytes({ keepAliveS }), datedBytes({ keepAliveS })]
  const refusal = new Fault('overloaded', { retryAfterS: RETRY_AFTER_S })
  const refusals = { forPeople: {}, forPrograms: {} }
  // The site writes a line about each request then.
  const isOff = context.log.isLevelEnabled('debug')

  /** One that was true until `graceMs` ago will do. */
  function findKept(
    { url, acceptEncoding, ifNoneMatch, cookie, fetchSite }: Head,
    graceMs: number,
  ): Bytes | undefined {
    const held = holder.current()
    if (held === undefined || maintenanceOf(context) !== null) return undefined
    const answer = held.answers.find(url, clock().getTime(), graceMs) ?? assets.files.get(url)
    const of = answer && known.get(answer)
    if (answer === undefined || of === undefined || of.url !== url) return undefined
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

  return {
    learn(request, answer) {
      const { url, method } = request
      const route = request.routeOptions.url
      if (isOff || method !== 'GET' || route === undefined || known.get(answer)?.url === url) return
      known.set(answer, {
        url,
        isPersonal: isPersonalAddress(url),
        tally: metrics.tallyOf(route),
        reads: pagesReadAt(url, answer),
      })
    },
    find: (head) => findKept(head, isCrowded() ? STANDS_IN_FOR_MS : 0),
    refuse(head) {
      // The crowd may have come while this one waited.
      const before = findKept(head, STANDS_IN_FOR_MS)
      if (before !== undefined) return before
      metrics.observeShed('readers')
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

interface Sent {
  status: number
  headers: Record<string, string>
  /** Null for an answer that has none: a 304. */
  body: Buffer | null
}

/** So much is put together within a second at most; what comes beyond goes out in two pieces. */
const MOST_BYTES_PER_SECOND_OF_CLOCK = 32 * 1024 * 1024
/** Of a longer one the body is shared by all who take it, however slowly. */
const LONGEST_IN_ONE_PIECE_BYTES = 32 * 1024

/**
 * Whole answers, status line to last byte, as one piece of memory: handing over one costs a third less than two. All of
 * them carry the time, so each is put together again in every second in which it is asked for, and forgotten after it.
 */
function datedBytes({ keepAliveS }: { keepAliveS: number }) {
  let second = 0
  let date = ''
  let pieces = new Map<object, Buffer>()
  let bytes = 0

  /** `key` stands for one `Sent`, always the same. */
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

/** As node:http writes it. */
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

import * as http from 'node:http'
import * as https from 'node:https'
import type { Socket } from 'node:net'
import { parseUrl } from '../../domain/parse-url.ts'
import { DAY_MS } from '../../domain/time.ts'
import { NotAllowed, nameResolver, publicAddresses, type ResolveName } from './public-addresses.ts'

export interface PostLimits {
  /** From the DNS lookup to the status of the answer, even if data keeps coming. */
  wholeMs: number
  /** For the body of an answer, which is only read so that the connection can be reused. */
  bodyBytes: number
  /** How long an idle connection stays open; shorter than on most servers. */
  idleMs: number
}
export const POST_LIMITS: PostLimits = { wholeMs: 15_000, bodyBytes: 4_096, idleMs: 4_000 }

interface Post {
  url: string
  headers?: Readonly<Record<string, string>>
  body: string
  /** Called right before anything is sent. */
  isStillMine?: () => boolean
}

export type PostOutcome =
  | { kind: 'answered'; status: number; retryAfterS?: number }
  | NoAnswer
  | { kind: 'not-allowed' }
  | { kind: 'too-late' }

export interface NoAnswer {
  kind: 'timeout' | 'unreachable'
  /** The whole body was sent, so it may have arrived. */
  isSent?: true
}

export interface Poster {
  /** Never throws and never follows redirects. */
  post(post: Post): Promise<PostOutcome>
  /** False if no post to this URL can succeed. Host names are only resolved when posting. */
  mayReach(url: string): boolean
  close(): Promise<void>
}

export interface PosterOptions {
  isLocalAllowed: boolean
  clock: () => Date
  limits?: PostLimits
  resolveName?: ResolveName
}

export function openPoster({
  isLocalAllowed,
  clock,
  limits = POST_LIMITS,
  ...options
}: PosterOptions): Poster {
  const names = nameResolver()
  const { resolveName = names.resolveName } = options
  const { isRefused, lookup } = publicAddresses({ isLocalAllowed, resolveName })
  const keepingAlive = { keepAlive: true, timeout: limits.idleMs, scheduling: 'lifo' } as const
  const agents = { http: new http.Agent(keepingAlive), https: new https.Agent(keepingAlive) }
  let isClosing = false

  function mayReach(asked: string) {
    const url = parseUrl(asked)
    if (url === undefined) return false
    const { protocol, hostname } = url
    const isSpoken = protocol === 'https:' || (protocol === 'http:' && isLocalAllowed)
    return isSpoken && !isRefused(hostname.replace(/^\[|\]$/g, ''))
  }

  async function post(asked: Post): Promise<PostOutcome> {
    if (!mayReach(asked.url)) return { kind: 'not-allowed' }
    if (isClosing) return { kind: 'too-late' }
    const url = new URL(asked.url)
    const agent = url.protocol === 'http:' ? agents.http : agents.https
    const begunAt = performance.now()
    const outcome = await send(url, asked, { agent, withinMs: limits.wholeMs })
    const isCutOffByUs = isClosing && (outcome.kind === 'closed' || outcome.kind === 'unreachable')
    if (isCutOffByUs) return { kind: 'too-late' }
    // The other side may have closed an idle connection just as it was reused.
    if (outcome.kind !== 'closed') return outcome
    const withinMs = limits.wholeMs - (performance.now() - begunAt)
    return reachable(await send(url, asked, { agent: false, withinMs }))
  }

  function send(
    url: URL,
    { headers, body, isStillMine = () => true }: Post,
    { agent, withinMs }: { agent: http.Agent | false; withinMs: number },
  ) {
    return new Promise<PostOutcome | { kind: 'closed' }>((resolve) => {
      const request = (url.protocol === 'http:' ? http : https).request(url, {
        method: 'POST',
        agent,
        lookup,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Candor',
          accept: '*/*',
          ...headers,
        },
      })
      const timer = setTimeout(() => end(noAnswer('timeout')), withinMs)
      let isSent = false
      request.on('finish', () => {
        isSent = true
      })

      function noAnswer(kind: NoAnswer['kind']): NoAnswer {
        return isSent ? { kind, isSent } : { kind }
      }
      function settle(outcome: PostOutcome | { kind: 'closed' }) {
        clearTimeout(timer)
        resolve(outcome)
      }
      function end(outcome: PostOutcome) {
        settle(outcome)
        request.destroy()
      }

      request.on('socket', (socket) =>
        whenConnected(socket, url, () => (isStillMine() ? request.end(body) : end({ kind: 'too-late' }))),
      )
      request.on('response', (response) => {
        const retryAfterS = retryAfterSeconds(response.headers['retry-after'], { now: clock() })
        const status = response.statusCode ?? 0
        settle({ kind: 'answered', status, ...(retryAfterS !== undefined && { retryAfterS }) })
        drain(response, limits)
      })
      request.on('error', (error: NodeJS.ErrnoException) => {
        const isClosed = request.reusedSocket && error.code === 'ECONNRESET'
        if (error instanceof NotAllowed) settle({ kind: 'not-allowed' })
        else settle(isClosed ? { kind: 'closed' } : noAnswer('unreachable'))
      })
    })
  }

  return {
    post,
    mayReach,
    close: async () => {
      isClosing = true
      names.close()
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

function whenConnected(socket: Socket, { protocol }: URL, act: () => void) {
  if (!socket.connecting) act()
  else socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', act)
}

function drain(response: http.IncomingMessage, { bodyBytes, wholeMs }: PostLimits) {
  let left = bodyBytes
  const timer = setTimeout(() => response.destroy(), wholeMs)
  response.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) response.destroy()
  })
  response.on('error', () => {})
  response.on('close', () => clearTimeout(timer))
}

function reachable(outcome: PostOutcome | { kind: 'closed' }): PostOutcome {
  return outcome.kind === 'closed' ? { kind: 'unreachable' } : outcome
}

const LONGEST_S = DAY_MS / 1000

export function retryAfterSeconds(value: string | undefined, { now }: { now: Date }): number | undefined {
  if (value === undefined) return undefined
  const seconds = /^\d+$/.test(value.trim())
    ? Number(value)
    : Math.ceil((Date.parse(value) - now.getTime()) / 1000)
  if (Number.isNaN(seconds)) return undefined
  return Math.min(Math.max(0, seconds), LONGEST_S)
}

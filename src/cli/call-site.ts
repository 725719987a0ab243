import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { retryDelayMs } from '../domain/retry-delay.ts'
import { CliProblem, EXIT } from './exit-code.ts'

/** At night, users don't want to wait longer, whatever a server asks for. */
const LONGEST_PAUSE_S = 60

export interface SiteOptions {
  url: string
  token: string | undefined
  /** The same for every attempt of one command, so that none acts twice. */
  idempotencyKey: string | undefined
  timeoutS: number
  retries: number
  note: (line: string) => void
}

export interface CalledSite {
  url: string
  read(path: string): Promise<unknown>
  readAsProgram(path: string): Promise<unknown>
  change(method: 'POST' | 'PATCH' | 'PUT', path: string, body: unknown): Promise<unknown>
}

export function siteAt(options: SiteOptions): CalledSite {
  const key = options.idempotencyKey ?? randomUUID()
  let changes = 0
  return {
    url: options.url,
    // Public data needs no token.
    read: (path) => call({ ...options, token: undefined }, 'GET', path, {}),
    readAsProgram: (path) => {
      mustHaveToken(options)
      return call(options, 'GET', path, {})
    },
    change: (method, path, body) => {
      mustHaveToken(options)
      changes += 1
      // A command with two requests has a key for each, and the same keys when it is repeated.
      const ownKey = changes === 1 ? key : `${key}-${changes}`
      const headers = { 'content-type': 'application/json', 'idempotency-key': ownKey }
      return call(options, method, path, { headers, body: JSON.stringify(body) })
    },
  }
}

function mustHaveToken({ token }: SiteOptions) {
  if (token === undefined)
    throw new CliProblem(EXIT.usage, 'This needs a token: set CANDOR_TOKEN, or use --token-file.')
}

interface Sent {
  headers?: Record<string, string>
  body?: string
}

async function call(options: SiteOptions, method: string, path: string, sent: Sent): Promise<unknown> {
  for (let tries = 1; ; tries++) {
    const isLast = tries > options.retries
    const answer = await attempt(options, method, path, sent)
    if (answer.kind === 'unreachable' && isLast)
      throw new CliProblem(EXIT.unreachable, `${options.url} cannot be reached: ${answer.reason}.`)
    if (answer.kind === 'answered') {
      const waits = answer.status === 429 || answer.status === 503 || isUnderWay(answer)
      if (!waits || isLast) return answerOrProblem(answer)
    }
    const usualS = retryDelayMs({ attempts: tries, firstMs: 1_000 }) / 1000
    const pauseS = Math.min(answer.retryAfterS ?? usualS, LONGEST_PAUSE_S)
    options.note(`No answer yet (${answer.reason}); trying again in ${pauseS} s …`)
    await pause(pauseS * 1000)
  }
}

type Attempt =
  | { kind: 'unreachable'; reason: string; retryAfterS?: undefined }
  | { kind: 'answered'; status: number; body: unknown; reason: string; retryAfterS: number | undefined }

async function attempt(
  { url, token, timeoutS }: SiteOptions,
  method: string,
  path: string,
  { headers = {}, body }: Sent,
): Promise<Attempt> {
  try {
    const response = await fetch(new URL(path, url), {
      method,
      // A token must not follow a redirect to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutS * 1000),
      headers: {
        accept: 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
    const text = await response.text()
    return {
      kind: 'answered',
      status: response.status,
      body: jsonOf(text),
      reason: `${response.status}`,
      retryAfterS: retryAfterOf(response.headers.get('retry-after')),
    }
  } catch (error) {
    return { kind: 'unreachable', reason: reasonOf(error) }
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function retryAfterOf(header: string | null): number | undefined {
  return header !== null && /^\d{1,5}$/.test(header) ? Number(header) : undefined
}

function reasonOf(error: unknown): string {
  const { name, cause, message } = error as Error & { cause?: { code?: string; message?: string } }
  if (name === 'TimeoutError') return 'no answer in time'
  return cause?.code ?? cause?.message ?? message
}

/** Another attempt of the same command is still running. */
function isUnderWay({ status, retryAfterS }: Extract<Attempt, { kind: 'answered' }>) {
  return status === 409 && retryAfterS !== undefined
}

function answerOrProblem({ status, body }: Extract<Attempt, { kind: 'answered' }>): unknown {
  if (status >= 200 && status < 300 && body !== undefined) return body
  const { message, errors = {} } = (body ?? {}) as { message?: string; errors?: Record<string, string> }
  const said = message ?? `The site answered ${status}, and not as Candor does. Is the address right?`
  const details = Object.entries(errors)
    .filter(([, sentence]) => sentence !== message)
    .map(([field, sentence]) => `${field}: ${sentence}`)
  if (status === 401 || status === 403) throw new CliProblem(EXIT.notAllowed, said, details)
  if (status === 429 || status === 503) throw new CliProblem(EXIT.unreachable, said, details)
  throw new CliProblem(EXIT.failed, said, details)
}

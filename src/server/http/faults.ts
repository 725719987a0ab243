import type { FastifyError } from 'fastify'
import type { Throttled } from '../../accounts/throttle/throttle.ts'
import { troubleOf } from '../../accounts/trouble.ts'
import type { ErrorBody } from '../../contract/endpoint.ts'
import { USUAL_MAINTENANCE_WORDS } from '../../domain/site-maintenance.ts'
import { SERVICE_UNAVAILABLE, WRONG_CSRF_TOKEN } from '../../domain/texts.ts'

export const FAULTS = {
  'bad-request': { status: 400, message: 'The request is invalid.' },
  'bad-address': { status: 400, message: 'The address is invalid.' },
  'not-signed-in': { status: 401, message: 'Please sign in first.' },
  'no-token': {
    status: 401,
    message: 'This address is for programs with a token: send "Authorization: Bearer cnd_…".',
  },
  'wrong-token': { status: 401, message: 'This token is unknown, expired or revoked.' },
  'not-allowed': { status: 403, message: 'Your account is not allowed to do this.' },
  'foreign-origin': { status: 403, message: 'This request does not come from a page of this site.' },
  'wrong-csrf-token': { status: 403, message: WRONG_CSRF_TOKEN },
  'wrong-logout-token': {
    status: 403,
    message: 'The sign-out token doesn’t belong to this session. Reload the page.',
  },
  'not-found': { status: 404, message: 'There is nothing at this address.' },
  'wrong-method': { status: 405, message: 'This address doesn’t support this method.' },
  conflict: {
    status: 409,
    message: 'Someone else has changed this since you opened it. Your changes were not saved.',
  },
  'needs-approval': {
    status: 409,
    message:
      'A second person must approve this before it is published. Ask for approval or, in an emergency, publish it without approval and give a reason.',
  },
  'under-way': {
    status: 409,
    message: 'A request with this Idempotency-Key is still in progress. Please try again in a moment.',
  },
  'too-large': { status: 413, message: 'The request is too large.' },
  'wrong-content-type': { status: 415, message: 'This address doesn’t accept this type of content.' },
  'wrong-input': { status: 422, message: 'Please check what you entered.' },
  throttled: { status: 429, message: 'Too many attempts. Please try again later.' },
  'too-many-requests': { status: 429, message: 'This token sends too many requests. Please slow down.' },
  'too-many-at-once': {
    status: 429,
    message: 'Too many requests at once from your network. Please try again in a moment.',
  },
  'account-busy': {
    status: 429,
    message: 'Your earlier requests are still being answered. Please try again in a moment.',
  },
  'headers-too-large': { status: 431, message: 'The headers of the request are too large.' },
  'timed-out': { status: 408, message: 'The request took too long to arrive.' },
  'server-fault': { status: 500, message: 'Something went wrong on our side. It has been logged.' },
  'no-content-yet': { status: 503, message: 'The site is starting and has no content yet.' },
  'no-database': {
    status: 503,
    message: 'We can’t do this right now. Please try again in a few minutes.',
  },
  'no-images': {
    status: 503,
    message:
      'This server can’t process images: the package "sharp" has no binaries for it. Run "npm ci" there again.',
  },
  'too-busy': { status: 503, message: 'Many people are signing in right now. Please try again in a moment.' },
  overloaded: {
    status: 503,
    message: 'The site is very busy right now. Please try again in a moment.',
  },
  'past-busy': {
    status: 503,
    message: 'Many earlier versions are being read right now. Please try again in a moment.',
  },
  'in-maintenance': { status: 503, message: USUAL_MAINTENANCE_WORDS },
  'in-recovery': { status: 503, message: SERVICE_UNAVAILABLE },
} as const satisfies Record<string, { status: number; message: string }>

export type FaultCode = keyof typeof FAULTS

interface FaultDetails {
  message?: string
  errors?: Record<string, string>
  retryAfterS?: number
}

export class Fault extends Error {
  readonly code: FaultCode
  readonly errors: Record<string, string> | undefined
  readonly retryAfterS: number | undefined

  constructor(code: FaultCode, details: FaultDetails = {}) {
    super(details.message ?? FAULTS[code].message)
    this.code = code
    this.errors = details.errors
    this.retryAfterS = details.retryAfterS
  }

  get status() {
    return FAULTS[this.code].status
  }

  body(): ErrorBody {
    return this.errors === undefined
      ? { message: this.message }
      : { message: this.message, errors: this.errors }
  }
}

export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  const trouble = troubleOf(error)
  if (trouble !== undefined) return new Fault(trouble)
  const { code, validation, validationContext } = (error ?? {}) as Partial<FastifyError>
  if (validation !== undefined) return invalidInput(validation, validationContext)
  // For invalid values that the schemas let through.
  if (code !== undefined && NOT_HELD_BY_DATABASE.has(code)) return new Fault('bad-request')
  const known = code === undefined ? undefined : FRAMEWORK_FAULTS[code]
  return new Fault(known ?? 'server-fault')
}

/** PostgreSQL error codes: number out of range, invalid text, and NUL or a lone surrogate, in text and in JSON. */
const NOT_HELD_BY_DATABASE: ReadonlySet<string> = new Set(['22003', '22P02', '22021', '22P05'])

const FRAMEWORK_FAULTS: Record<string, FaultCode> = {
  FST_ERR_BAD_URL: 'bad-address',
  FST_ERR_INVALID_URL: 'bad-address',
  FST_ERR_MAX_PARAM_LENGTH: 'bad-address',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong-content-type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad-request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad-request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad-request',
  FST_ERR_ROUTE_MISSING_CONTENT: 'bad-request',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'bad-request',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'timed-out',
}

type Validation = NonNullable<FastifyError['validation']>

function invalidInput(validation: Validation, where = 'request') {
  const errors = Object.fromEntries(validation.map((issue) => [fieldOf(issue), whatIsWrong(issue)]))
  const [first] = Object.entries(errors)
  const message = first === undefined ? undefined : `${WHERE[where] ?? 'Field'} "${first[0]}" ${first[1]}.`
  return new Fault('bad-request', { ...(message !== undefined && { message }), errors })
}

const WHERE: Record<string, string> = {
  querystring: 'Query parameter',
  params: 'Path segment',
  body: 'Field',
  headers: 'Header',
}

function fieldOf(issue: Validation[number]) {
  const missing = issue.params.missingProperty
  const path = issue.instancePath.slice(1).replaceAll('/', '.')
  return typeof missing === 'string' ? [path, missing].filter(Boolean).join('.') : path || 'request'
}

function whatIsWrong(issue: Validation[number]) {
  return issue.keyword === 'required' ? 'is missing' : (issue.message ?? 'is not valid')
}

/** Contains the exhausted limit, so that it can be cached. */
export class ThrottledFault extends Fault {
  readonly limit: string

  constructor({ retryAfterS, limit }: Throttled, { hint = '' } = {}) {
    const message = `Too many attempts. Please try again ${waitOf(retryAfterS)}${hint}.`
    super('throttled', { message, retryAfterS })
    this.limit = limit
  }
}

export function throttledFault(throttled: Throttled): ThrottledFault {
  return new ThrottledFault(throttled)
}

/** Setting a new password by email lets the owner in immediately, no matter how many others are guessing. */
export function throttledSignInFault(throttled: Throttled): ThrottledFault {
  return new ThrottledFault(throttled, { hint: ', or set a new password with "Forgot Password"' })
}

/** Only for codes from the authenticator app, which are short enough to guess. */
export function throttledCodesFault({ retryAfterS }: { retryAfterS: number }): Fault {
  const message = `Too many wrong codes. Please try again ${waitOf(retryAfterS)}, or use a recovery code.`
  return new Fault('throttled', { message, retryAfterS })
}

function waitOf(retryAfterS: number) {
  const minutes = Math.ceil(retryAfterS / 60)
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}

import type { CallAnswer, CallInput, CallName } from '../../contract/calls.ts'
import type { ErrorBody } from '../../contract/endpoint.ts'
import { readableSession } from '../../domain/account/session-cookies.ts'
import { WRONG_CSRF_TOKEN } from '../../domain/texts.ts'
import { addressOf } from './read-by-fetch.ts'
import { forgetSession, type SignedOutBecause } from './session.ts'

/** Password hashing is slow when many users sign in at the same time. */
const CALL_TIMEOUT_MS = 30_000

export type Called<C extends CallName> =
  | { kind: 'done'; answer: CallAnswer<C> }
  /** `status` is 0 if there was no response. */
  | { kind: 'refused'; status: number; message: string; errors: Readonly<Record<string, string>> }

/** An account call. Never throws: errors are for the form to show. */
export async function callAccount<C extends CallName>(
  name: C,
  input: CallInput<C>,
  {
    csrf = readableSession(document.cookie)?.csrf,
    endsAs = 'ended',
    outlivesPage = name === 'POST /user/logout',
  }: {
    csrf?: string | undefined
    /** Reason to record if the server no longer knows the session. */
    endsAs?: SignedOutBecause
    outlivesPage?: boolean
  } = {},
): Promise<Called<C>> {
  try {
    const asked = readableSession(document.cookie)?.security
    const response = await fetch(...requestOf(name, input, { csrf, outlivesPage }))
    const isSameSession = readableSession(document.cookie)?.security === asked
    if (!response.ok && isSameSession && isEndOfSession(name, response.status)) forgetSession(endsAs)
    if (!response.ok) return { kind: 'refused', status: response.status, ...(await reasonOf(response)) }
    return { kind: 'done', answer: (response.status === 204 ? null : await response.json()) as CallAnswer<C> }
  } catch (error) {
    console.error(`${name} failed:`, error)
    return { kind: 'refused', status: 0, message: NO_ANSWER, errors: {} }
  }
}

/** the server no longer knows the session, or a sign-in failed. Signing out handles this itself. */
function isEndOfSession(name: CallName, status: number) {
  return name === 'POST /api/user/login' || (status === 401 && name !== 'POST /user/logout')
}

const OUT_OF_DATE = 'This page is out of date. Please reload it.'
const NO_ANSWER = 'We can’t reach the site right now. Please try again.'
const NOT_DONE = 'The site can’t do this right now. Please try again.'
const OF_GATEWAYS: readonly number[] = [502, 503, 504]

/** Fields named in the path fill it; the rest goes into the body, or into the query for reads and sign-out. */
function requestOf(
  name: CallName,
  input: object,
  { csrf, outlivesPage }: { csrf: string | undefined; outlivesPage: boolean },
): [string, RequestInit] {
  const [method = 'POST', path = '/'] = name.split(' ')
  const { token, ...body } = input as { token?: string }
  const isSignOut = path === '/user/logout'
  const named = [...path.matchAll(/:(\w+)/g)].map(([, field]) => field)
  const inPath = Object.fromEntries(Object.entries(input).filter(([field]) => named.includes(field)))
  const inBody = Object.entries(isSignOut ? body : input).filter(([field]) => !named.includes(field))
  return [
    addressOf(path, method === 'GET' ? input : isSignOut ? { token } : inPath),
    {
      method,
      credentials: 'same-origin',
      keepalive: outlivesPage,
      headers: {
        accept: 'application/json',
        ...(method === 'POST' && { 'content-type': 'application/json' }),
        ...(csrf !== undefined && { 'x-csrf-token': csrf }),
      },
      ...(method === 'POST' && { body: JSON.stringify(Object.fromEntries(inBody)) }),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    },
  ]
}

async function reasonOf(response: Response) {
  try {
    const { message, errors = {} } = (await response.json()) as ErrorBody
    if (message === WRONG_CSRF_TOKEN) return { message: OUT_OF_DATE, errors }
    if (typeof message === 'string' && message !== '') return { message, errors }
  } catch {
    // Not our error format: a proxy answered.
  }
  return { message: OF_GATEWAYS.includes(response.status) ? NO_ANSWER : NOT_DONE, errors: {} }
}

import type { CallAnswer, CallInput, CallName } from '../../contract/calls.ts'
import type { ErrorBody } from '../../contract/endpoint.ts'
import { readableSession } from '../../domain/account/session-cookies.ts'
import { WRONG_CSRF_TOKEN } from '../../domain/texts.ts'
import { addressOf } from './read-by-fetch.ts'
import { forgetSession, type SignedOutBecause } from './session.ts'

/** Hashing a password takes its time when many sign in at once. */
const CALL_TIMEOUT_MS = 30_000

export type Called<C extends CallName> =
  | { kind: 'done'; answer: CallAnswer<C> }
  /** `status` 0 where no answer came. */
  | { kind: 'refused'; status: number; message: string; errors: Readonly<Record<string, string>> }

/** A call about the reader's own account. It never throws: what went wrong is for the form to show. */
export async function callAccount<C extends CallName>(
  name: C,
  input: CallInput<C>,
  {
    csrf = readableSession(document.cookie)?.csrf,
    endsAs = 'ended',
  }: {
    /** Of the session that is meant, where it is not the one in the cookies. */
    csrf?: string | undefined
    /** Why nobody is signed in any more, when the server knows the session no more. */
    endsAs?: SignedOutBecause
  } = {},
): Promise<Called<C>> {
  try {
    const asked = readableSession(document.cookie)?.security
    const response = await fetch(...requestOf(name, input, csrf))
    const isSameSession = readableSession(document.cookie)?.security === asked
    if (!response.ok && isSameSession && isEndOfSession(name, response.status)) forgetSession(endsAs)
    if (!response.ok) return { kind: 'refused', status: response.status, ...(await reasonOf(response)) }
    return { kind: 'done', answer: (response.status === 204 ? null : await response.json()) as CallAnswer<C> }
  } catch (error) {
    console.error(`${name} failed:`, error)
    return { kind: 'refused', status: 0, message: NO_ANSWER, errors: {} }
  }
}

/** the server knows the session no more, or a sign-in failed. Who signs out sees to it alone. */
function isEndOfSession(name: CallName, status: number) {
  return name === 'POST /api/user/login' || (status === 401 && name !== 'POST /user/logout')
}

const OUT_OF_DATE = 'This page is out of date. Please reload it.'
const NO_ANSWER = 'We can’t reach the site right now. Please try again.'
const NOT_DONE = 'The site can’t do this right now. Please try again.'
/** What a proxy says when it does not reach the site either. */
const OF_GATEWAYS: readonly number[] = [502, 503, 504]

/** What the path names fills it; the rest is the body, or the query of what is only read, or the token of a sign-out. */
function requestOf(name: CallName, input: object, csrf: string | undefined): [string, RequestInit] {
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
      // Who signs out may close the page in the same moment.
      keepalive: isSignOut,
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
    // Not our error body: somebody between us answered.
  }
  return { message: OF_GATEWAYS.includes(response.status) ? NO_ANSWER : NOT_DONE, errors: {} }
}

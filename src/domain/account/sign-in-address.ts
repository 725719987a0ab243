import { sitePath } from '../site-path.ts'

export type SignInNotice = 'subscribe' | 'settings' | 'password-set' | 'session-ended'
export type SignInProblem = 'sign-on-failed' | 'sign-on-unavailable' | 'sign-on-refused' | 'sign-on-throttled'

export interface SignInAsked {
  notice?: SignInNotice | undefined
  problem?: SignInProblem | undefined
  /** G-19: where the user wanted to go; a path on this site with query and hash. */
  origin?: string | undefined
}

const NOTICES: readonly SignInNotice[] = ['subscribe', 'settings', 'password-set', 'session-ended']
const PROBLEMS: readonly SignInProblem[] = [
  'sign-on-failed',
  'sign-on-unavailable',
  'sign-on-refused',
  'sign-on-throttled',
]

export function signInAsked(query: URLSearchParams): SignInAsked {
  return {
    notice: NOTICES.find((notice) => notice === query.get('notice')),
    problem: PROBLEMS.find((problem) => problem === query.get('problem')),
    origin: originOf(query),
  }
}

export function originOf(query: URLSearchParams): string | undefined {
  const origin = sitePath(query.get('origin'))
  const isLong = origin !== undefined && origin.length > LONGEST_ORIGIN
  return origin === undefined ||
    isLong ||
    /^\/(sign-in|sign-up|sign-out|sso|user\/second-step)([/?#]|$)/.test(origin)
    ? undefined
    : origin
}

const LONGEST_ORIGIN = 1_000

export function signInAddress(asked: SignInAsked): string {
  return withAsked('/sign-in', asked)
}

export function withAsked(path: string, { notice, problem, origin }: SignInAsked): string {
  const query = new URLSearchParams()
  if (notice !== undefined) query.set('notice', notice)
  if (problem !== undefined) query.set('problem', problem)
  if (origin !== undefined) query.set('origin', origin)
  return query.size === 0 ? path : `${path}?${query}`
}

/** U-12, A-17 */
export function signInNoticeText(notice: SignInNotice, provider: string): string {
  switch (notice) {
    case 'subscribe':
      return `Please sign in or sign up to receive email notifications from ${provider}.`
    case 'settings':
      return 'Please sign in or sign up to change user settings.'
    case 'password-set':
      return 'Your new password is set. Please sign in with it.'
    case 'session-ended':
      return 'Your session has ended. Please sign in again.'
  }
}

export function signInProblemText(problem: SignInProblem): string {
  switch (problem) {
    case 'sign-on-failed':
      return 'The employee login did not complete. Please try again.'
    case 'sign-on-unavailable':
      return 'We can’t reach the employee login right now. Please try again in a few minutes.'
    case 'sign-on-refused':
      return 'The employee login did not let you in. Please ask your administrator.'
    case 'sign-on-throttled':
      return 'Too many employee logins have failed from your network. Please try again in a few minutes.'
  }
}
